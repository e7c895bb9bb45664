import { CHANNELS } from "#contract/constants/channels.ts";
import { type ListPreferencesV2, preferenceV2Operations } from "#contract/v2/preferences.ts";
import { getGlobalPreference, listWorkflowPreferences } from "#db/queries/preferences/preferences.ts";
import { getSubscriber, type SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { askedContextKeys, type ContextKeys, keysOf, namedContexts } from "#domain/contexts.ts";
import { handlers } from "../../handlers.ts";
import {
  changeGlobalPreference,
  changeOwnPreferences,
  namedChannels,
} from "../../services/subscribers/change-preferences.ts";
import { inboxWorkflowPreferenceView, preferencesOfSubscriberView } from "../../views/preferences.ts";

/** Preferences of a subscriber on the subscriber's behalf, as newer clients read and change them. */
export const preferenceV2Routes = handlers(preferenceV2Operations, (app) => {
  async function preferencesOf(
    scope: Scope,
    { id: subscriberId, hours }: SubscriberRow,
    contextKeys: ContextKeys,
    criticality: ListPreferencesV2["criticality"],
  ) {
    const [preference, some] = await Promise.all([
      getGlobalPreference(app.db, scope, { subscriberId, contextKeys }),
      listWorkflowPreferences(app.db, scope, { subscriberId, contextKeys }),
    ]);
    const shown = some.filter(({ isCritical }) => criticality === "all" || isCritical === (criticality === "critical"));
    return preferencesOfSubscriberView({ preference, hours }, shown);
  }
  return {
    getPreferencesOfSubscriber: async ({ scope, params, query }) => {
      const subscriber = await getSubscriber(app.db, scope, params.subscriberId);
      return { data: await preferencesOf(scope, subscriber, chosenFor(query.contextKeys), query.criticality) };
    },

    updatePreferencesOfSubscriber: async (request) => {
      const { scope, params, body } = request;
      const { workflowId, channels, schedule, context } = body;
      const contextKeys = keysOf(namedContexts(context));
      const { id } = await getSubscriber(app.db, scope, params.subscriberId);
      if (workflowId) {
        await changeOwnPreferences(app.db, request, { subscriberId: id, contextKeys }, [
          { workflow: workflowId, channels: namedChannels(channels ?? {}) },
        ]);
      }
      if (!workflowId || schedule !== undefined) {
        const preferences = CHANNELS.flatMap((type) => {
          const enabled = workflowId ? undefined : channels?.[type];
          return enabled === undefined ? [] : [{ type, enabled }];
        });
        await changeGlobalPreference(
          app,
          request,
          { subscriberId: params.subscriberId, contextKeys },
          { preferences, schedule },
        );
      }
      const subscriber = await getSubscriber(app.db, scope, params.subscriberId);
      return { data: await preferencesOf(scope, subscriber, contextKeys, "nonCritical") };
    },

    updateSomePreferencesOfSubscriber: async (request) => {
      const { id } = await getSubscriber(app.db, request.scope, request.params.subscriberId);
      const choices = request.body.preferences.map(({ workflowId, channels }) => ({
        workflow: workflowId,
        channels: namedChannels(channels),
      }));
      const contextKeys = keysOf(namedContexts(request.body.context));
      const changed = await changeOwnPreferences(app.db, request, { subscriberId: id, contextKeys }, choices);
      return { data: changed.map(inboxWorkflowPreferenceView) };
    },
  };
});

/** Choices are for some contexts, or for none. */
function chosenFor(keys: readonly string[] | undefined): ContextKeys {
  const asked = askedContextKeys(keys);
  return asked === "any" ? null : asked;
}
