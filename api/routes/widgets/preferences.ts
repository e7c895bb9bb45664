import { widgetPreferenceOperations } from "#contract/preferences.ts";
import { getGlobalPreference, listWorkflowPreferences } from "#db/queries/preferences/preferences.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import type { SubscriberCaller } from "../../caller.ts";
import { handlers } from "../../handlers.ts";
import { changeGlobalPreference, changeWorkflowPreference } from "../../services/subscribers/change-preferences.ts";
import { globalPreferenceView, workflowPreferenceView } from "../../views/preferences.ts";

/** A subscriber's own preferences, as the older inboxes read and change them. */
export const widgetPreferenceRoutes = handlers(widgetPreferenceOperations, (app) => {
  const ofWorkflows = async ({ scope, caller }: { scope: Scope; caller: SubscriberCaller }) => {
    const { id: subscriberId } = await getSubscriber(app.db, scope, caller.subscriberId);
    return (await listWorkflowPreferences(app.db, scope, { subscriberId, contextKeys: caller.contextKeys })).map(
      workflowPreferenceView,
    );
  };
  return {
    listWidgetPreferences: async (request) => ({ data: await ofWorkflows(request) }),

    getWidgetPreferences: async (request) => {
      const { scope, caller, params } = request;
      if (params.parameter === "template") return { data: await ofWorkflows(request) };
      const { id: subscriberId, hours } = await getSubscriber(app.db, scope, caller.subscriberId);
      const { contextKeys } = caller;
      const preference = await getGlobalPreference(app.db, scope, { subscriberId, contextKeys });
      return { data: [globalPreferenceView({ preference, hours })] };
    },

    updateWidgetPreference: async (request) => {
      const { params, caller, body } = request;
      const stored = await changeWorkflowPreference(app.db, request, caller, params.parameter, body);
      return { data: workflowPreferenceView(stored) };
    },

    updateWidgetGlobalPreference: async (request) => ({
      data: globalPreferenceView(await changeGlobalPreference(app, request, request.caller, request.body)),
    }),
  };
});
