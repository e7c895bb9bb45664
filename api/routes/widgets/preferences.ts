import { z } from "zod";
import { data } from "#contract/common.ts";
import {
  GlobalPreference,
  PreferenceLevel,
  UpdateGlobalPreference,
  UpdateWorkflowPreference,
  WorkflowPreference,
} from "#contract/preferences.ts";
import { getGlobalPreference, listWorkflowPreferences } from "#db/queries/preferences/preferences.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { SUBSCRIBER } from "../../access.ts";
import type { SubscriberCaller } from "../../caller.ts";
import { failures } from "../../plugins/errors.ts";
import { changeGlobalPreference, changeWorkflowPreference } from "../../services/change-preferences.ts";
import { globalPreferenceView, workflowPreferenceView } from "../../views/preferences.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

const config = { access: [SUBSCRIBER] } as const;
/** One name for both meanings, because paths that differ only in it are one path of the document. */
const ByLevel = z.object({ parameter: PreferenceLevel });
const ByWorkflow = z.object({ parameter: z.string() });

/** A subscriber's own preferences, as the older inboxes read and change them. */
export const widgetPreferenceRoutes: ZodRoutes = async (app) => {
  const ofWorkflows = async ({ scope, caller }: { scope: Scope; caller: SubscriberCaller }) => {
    const { id: subscriberId } = await getSubscriber(app.db, scope, caller.subscriberId);
    return (await listWorkflowPreferences(app.db, scope, { subscriberId })).map(workflowPreferenceView);
  };

  app.get(
    "/widgets/preferences",
    { schema: { response: { 200: data(z.array(WorkflowPreference)), ...failures("not_found") } }, config },
    async (request) => ({ data: await ofWorkflows(request) }),
  );

  app.get(
    "/widgets/preferences/:parameter",
    {
      schema: {
        params: ByLevel,
        response: { 200: data(z.array(z.union([WorkflowPreference, GlobalPreference]))), ...failures("not_found") },
      },
      config,
    },
    async (request) => {
      const { scope, caller, params } = request;
      if (params.parameter === "template") return { data: await ofWorkflows(request) };
      const { id, hours } = await getSubscriber(app.db, scope, caller.subscriberId);
      return { data: [globalPreferenceView({ preference: await getGlobalPreference(app.db, scope, id), hours })] };
    },
  );

  app.patch(
    "/widgets/preferences/:parameter",
    {
      schema: {
        params: ByWorkflow,
        body: UpdateWorkflowPreference,
        response: { 200: data(WorkflowPreference), ...failures("not_found") },
      },
      config,
    },
    async (request) => {
      const { params, caller, body } = request;
      const stored = await changeWorkflowPreference(app.db, request, caller.subscriberId, params.parameter, body);
      return { data: workflowPreferenceView(stored) };
    },
  );

  app.patch(
    "/widgets/preferences",
    {
      schema: { body: UpdateGlobalPreference, response: { 200: data(GlobalPreference), ...failures("not_found") } },
      config,
    },
    async (request) => ({
      data: globalPreferenceView(await changeGlobalPreference(app, request, request.caller.subscriberId, request.body)),
    }),
  );
};
