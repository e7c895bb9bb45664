import { z } from "zod";
import { data } from "#contract/common.ts";
import { CHANNELS } from "#contract/constants/channels.ts";
import { InboxWorkflowPreference } from "#contract/inbox-preferences.ts";
import {
  ListPreferencesV2,
  PatchPreferences,
  PatchSomePreferences,
  PreferencesOfSubscriber,
} from "#contract/preferences-v2.ts";
import { BySubscriber } from "#contract/subscribers.ts";
import { getGlobalPreference, listWorkflowPreferences } from "#db/queries/preferences/preferences.ts";
import { getSubscriber, type SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { KEY, MEMBER } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import { changeGlobalPreference, changeOwnPreferences, namedChannels } from "../../services/change-preferences.ts";
import { inboxWorkflowPreferenceView, preferencesOfSubscriberView } from "../../views/preferences.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

const config = { access: [KEY, MEMBER] } as const;
const all = { 200: data(PreferencesOfSubscriber), ...failures("not_found") };

/** Preferences of a subscriber on the subscriber's behalf, as newer clients read and change them. */
export const preferenceV2Routes: ZodRoutes = async (app) => {
  async function preferencesOf(
    scope: Scope,
    { id: subscriberId, hours }: SubscriberRow,
    criticality: ListPreferencesV2["criticality"],
  ) {
    const [preference, some] = await Promise.all([
      getGlobalPreference(app.db, scope, subscriberId),
      listWorkflowPreferences(app.db, scope, { subscriberId }),
    ]);
    const shown = some.filter(({ isCritical }) => criticality === "all" || isCritical === (criticality === "critical"));
    return preferencesOfSubscriberView({ preference, hours }, shown);
  }

  app.get(
    "/subscribers/:subscriberId/preferences",
    {
      schema: {
        summary: "Read the preferences of a subscriber",
        params: BySubscriber,
        querystring: ListPreferencesV2,
        response: all,
      },
      config,
    },
    async ({ scope, params, query }) => {
      const subscriber = await getSubscriber(app.db, scope, params.subscriberId);
      return { data: await preferencesOf(scope, subscriber, query.criticality) };
    },
  );

  app.patch(
    "/subscribers/:subscriberId/preferences",
    {
      schema: {
        summary: "Change the preferences of a subscriber, for one workflow or for all",
        params: BySubscriber,
        body: PatchPreferences,
        response: all,
      },
      config,
    },
    async (request) => {
      const { scope, params, body } = request;
      const { workflowId, channels, schedule } = body;
      const { id } = await getSubscriber(app.db, scope, params.subscriberId);
      if (workflowId) {
        await changeOwnPreferences(app.db, request, id, [
          { workflow: workflowId, channels: namedChannels(channels ?? {}) },
        ]);
      }
      if (!workflowId || schedule !== undefined) {
        const preferences = CHANNELS.flatMap((type) => {
          const enabled = workflowId ? undefined : channels?.[type];
          return enabled === undefined ? [] : [{ type, enabled }];
        });
        await changeGlobalPreference(app, request, params.subscriberId, { preferences, schedule });
      }
      const subscriber = await getSubscriber(app.db, scope, params.subscriberId);
      return { data: await preferencesOf(scope, subscriber, "nonCritical") };
    },
  );

  app.patch(
    "/subscribers/:subscriberId/preferences/bulk",
    {
      schema: {
        summary: "Change the preferences of a subscriber for several workflows",
        params: BySubscriber,
        body: PatchSomePreferences,
        response: { 200: data(z.array(InboxWorkflowPreference)), ...failures("not_found") },
      },
      config,
    },
    async (request) => {
      const { id } = await getSubscriber(app.db, request.scope, request.params.subscriberId);
      const choices = request.body.preferences.map(({ workflowId, channels }) => ({
        workflow: workflowId,
        channels: namedChannels(channels),
      }));
      const changed = await changeOwnPreferences(app.db, request, id, choices);
      return { data: changed.map(inboxWorkflowPreferenceView) };
    },
  );
};
