import { z } from "zod";
import { data } from "#contract/common.ts";
import {
  GlobalPreference,
  ListPreferences,
  PreferenceLevel,
  UpdateGlobalPreference,
  UpdateWorkflowPreference,
  WorkflowPreference,
} from "#contract/preferences.ts";
import { BySubscriber } from "#contract/subscribers.ts";
import { getGlobalPreference, listWorkflowPreferences } from "#db/queries/preferences/preferences.ts";
import { findSubscriber, refusedSubscriber, type SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changeGlobalPreference, changeWorkflowPreference } from "../services/change-preferences.ts";
import { globalPreferenceView, workflowPreferenceView } from "../views/preferences.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;

/** Preferences of subscribers, as the customer's own server sets them. */
export const preferenceRoutes: ZodRoutes = async (app) => {
  /** Reading an unknown subscriber's preferences is a bad request, changing them a 404. */
  async function readable(scope: Scope, subscriberId: string): Promise<SubscriberRow> {
    const subscriber = await findSubscriber(app.db, scope, subscriberId);
    if (!subscriber) throw refusedSubscriber(subscriberId);
    return subscriber;
  }

  app.get(
    "/subscribers/:subscriberId/preferences",
    {
      schema: {
        params: BySubscriber,
        querystring: ListPreferences,
        response: { 200: data(z.array(WorkflowPreference)), ...failures() },
      },
      config: { access },
    },
    async ({ scope, params, query }) => {
      const { id: subscriberId } = await readable(scope, params.subscriberId);
      const found = await listWorkflowPreferences(app.db, scope, { ...query, subscriberId });
      return { data: found.map(workflowPreferenceView) };
    },
  );

  app.get(
    "/subscribers/:subscriberId/preferences/:parameter",
    {
      schema: {
        params: BySubscriber.extend({ parameter: PreferenceLevel }),
        querystring: ListPreferences,
        response: { 200: data(z.array(z.union([WorkflowPreference, GlobalPreference]))), ...failures() },
      },
      config: { access },
    },
    async ({ scope, params, query }) => {
      const { id: subscriberId, hours } = await readable(scope, params.subscriberId);
      if (params.parameter === "global") {
        const preference = await getGlobalPreference(app.db, scope, subscriberId);
        return { data: [globalPreferenceView({ preference, hours })] };
      }
      const found = await listWorkflowPreferences(app.db, scope, { ...query, subscriberId });
      return { data: found.map(workflowPreferenceView) };
    },
  );

  app.patch(
    "/subscribers/:subscriberId/preferences/:parameter",
    {
      schema: {
        params: BySubscriber.extend({ parameter: z.string() }),
        body: UpdateWorkflowPreference,
        response: { 200: data(WorkflowPreference), ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => {
      const { subscriberId, parameter: workflowId } = request.params;
      const preference = await changeWorkflowPreference(app.db, request, subscriberId, workflowId, request.body);
      return { data: workflowPreferenceView(preference) };
    },
  );

  app.patch(
    "/subscribers/:subscriberId/preferences",
    {
      schema: {
        params: BySubscriber,
        body: UpdateGlobalPreference,
        response: { 200: data(GlobalPreference), ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => {
      const preference = await changeGlobalPreference(app, request, request.params.subscriberId, request.body);
      return { data: globalPreferenceView(preference) };
    },
  );
};
