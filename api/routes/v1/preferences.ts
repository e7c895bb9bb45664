import { preferenceOperations } from "#contract/preferences.ts";
import { getGlobalPreference, getGlobalSources, listWorkflowPreferences } from "#db/queries/preferences/preferences.ts";
import {
  findSubscriber,
  getSubscriber,
  refusedSubscriber,
  type SubscriberRow,
} from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { handlers } from "../../handlers.ts";
import { changeGlobalPreference, changeWorkflowPreference } from "../../services/subscribers/change-preferences.ts";
import { effectivePreferencesView, globalPreferenceView, workflowPreferenceView } from "../../views/preferences.ts";

/** Preferences of subscribers, as the customer's own server sets them. */
export const preferenceRoutes = handlers(preferenceOperations, (app) => {
  /** Reading an unknown subscriber's preferences is a bad request, changing them a 404. */
  async function readable(scope: Scope, subscriberId: string): Promise<SubscriberRow> {
    const subscriber = await findSubscriber(app.db, scope, subscriberId);
    if (!subscriber) throw refusedSubscriber(subscriberId);
    return subscriber;
  }
  return {
    listPreferences: async ({ scope, params, query }) => {
      const { id: subscriberId } = await readable(scope, params.subscriberId);
      const found = await listWorkflowPreferences(app.db, scope, { ...query, subscriberId, contextKeys: null });
      return { data: found.map(workflowPreferenceView) };
    },

    listPreferencesByLevel: async ({ scope, params, query }) => {
      const { id: subscriberId, hours } = await readable(scope, params.subscriberId);
      if (params.parameter === "global") {
        const preference = await getGlobalPreference(app.db, scope, { subscriberId, contextKeys: null });
        return { data: [globalPreferenceView({ preference, hours })] };
      }
      const found = await listWorkflowPreferences(app.db, scope, { ...query, subscriberId, contextKeys: null });
      return { data: found.map(workflowPreferenceView) };
    },

    getEffectivePreferences: async ({ scope, params }) => {
      const { id: subscriberId, hours } = await getSubscriber(app.db, scope, params.subscriberId);
      const chooser = { subscriberId, contextKeys: null };
      const [preference, sources, found] = await Promise.all([
        getGlobalPreference(app.db, scope, chooser),
        getGlobalSources(app.db, scope, chooser),
        listWorkflowPreferences(app.db, scope, chooser),
      ]);
      return { data: effectivePreferencesView({ preference, hours, sources }, found) };
    },

    updateWorkflowPreference: async (request) => {
      const { subscriberId, parameter: workflowId } = request.params;
      const preference = await changeWorkflowPreference(
        app.db,
        request,
        { subscriberId, contextKeys: null },
        workflowId,
        request.body,
      );
      return { data: workflowPreferenceView(preference) };
    },

    updateGlobalPreference: async (request) => {
      const chooser = { subscriberId: request.params.subscriberId, contextKeys: null };
      const preference = await changeGlobalPreference(app, request, chooser, request.body);
      return { data: globalPreferenceView(preference) };
    },
  };
});
