import { CHANNELS } from "#contract/constants/channels.ts";
import { inboxPreferenceOperations, type ListInboxPreferences } from "#contract/inbox/inbox-preferences.ts";
import {
  type Chooser,
  getGlobalPreference,
  listWorkflowPreferences,
  type PreferenceOfWorkflow,
} from "#db/queries/preferences/preferences.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { identifierOf } from "#db/queries/topics/subscription-identifiers.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { SubscriberCaller } from "../../caller.ts";
import { handlers } from "../../handlers.ts";
import {
  changeGlobalPreference,
  changeOwnPreferences,
  namedChannels,
} from "../../services/subscribers/change-preferences.ts";
import { chooseForOwn } from "../../services/topics/own-subscriptions.ts";
import { inboxGlobalPreferenceView, inboxWorkflowPreferenceView } from "../../views/preferences.ts";
import { preferenceView } from "../../views/subscription-preferences.ts";

/** A subscriber's own channels and hours. */
export const inboxPreferenceRoutes = handlers(inboxPreferenceOperations, (app) => ({
  listInboxPreferences: async ({ scope, caller, query }) => {
    const { id: subscriberId, hours } = await getSubscriber(app.db, scope, caller.subscriberId);
    const chooser = { subscriberId, contextKeys: caller.contextKeys };
    const preference = await getGlobalPreference(app.db, scope, chooser);
    const all = await listWorkflowPreferences(app.db, scope, chooser);
    const shown = all.filter((one) => isListed(one, query)).map(inboxWorkflowPreferenceView);
    return { data: [inboxGlobalPreferenceView({ preference, hours }), ...shown] };
  },

  getInboxGlobalPreference: async ({ scope, caller }) => {
    const { id: subscriberId, hours } = await getSubscriber(app.db, scope, caller.subscriberId);
    const { contextKeys } = caller;
    const preference = await getGlobalPreference(app.db, scope, { subscriberId, contextKeys });
    return { data: inboxGlobalPreferenceView({ preference, hours }) };
  },

  updateInboxGlobalPreference: async (request) => {
    const { schedule, ...channels } = request.body;
    const preferences = CHANNELS.flatMap((type) => {
      const enabled = channels[type];
      return enabled === undefined ? [] : [{ type, enabled }];
    });
    const stored = await changeGlobalPreference(app, request, request.caller, { preferences, schedule });
    return { data: inboxGlobalPreferenceView(stored) };
  },

  updateInboxPreferences: async (request) => {
    const { preferences } = request.body;
    const ofSubscriptions = preferences.flatMap(({ subscriptionIdentifier: identifier, ...choice }) =>
      identifier === undefined ? [] : [{ ...choice, identifier }],
    );
    if (ofSubscriptions.length > 0) {
      if (ofSubscriptions.length < preferences.length) throw mixedChoices();
      const chosen = await chooseForOwn(app.db, request, ofSubscriptions);
      return {
        data: chosen.map(({ membership, workflow }) => preferenceView(membership, identifierOf(membership), workflow)),
      };
    }
    const choices = preferences.map(({ workflowId: workflow, ...channels }) => ({
      workflow,
      channels: namedChannels(channels),
    }));
    const stored = await changeOwnPreferences(app.db, request, inboxChooser(request), choices);
    return { data: stored.map(inboxWorkflowPreferenceView) };
  },

  updateInboxPreference: async (request) => {
    const { workflowId: workflow } = request.params;
    const choices = [{ workflow, channels: namedChannels(request.body) }];
    const [stored] = await changeOwnPreferences(app.db, request, inboxChooser(request), choices);
    if (!stored) throw notFound(`Workflow with id ${workflow} not found`);
    return { data: inboxWorkflowPreferenceView(stored) };
  },
}));

const mixedChoices = () =>
  new DomainError("invalid_input", ["preferences must all have a subscriptionIdentifier, or none of them"]);

/** The subscriber of a session, by Belfry's id, and its contexts. */
const inboxChooser = ({ caller }: { caller: SubscriberCaller }): Chooser => ({
  subscriberId: caller.id,
  contextKeys: caller.contextKeys,
});

function isListed({ workflow, isCritical }: PreferenceOfWorkflow, query: ListInboxPreferences): boolean {
  const { tags = [], severity = [], criticality } = query;
  if (criticality !== "all" && isCritical !== (criticality === "critical")) return false;
  if (tags.length > 0 && !tags.some((tag) => workflow.tags.includes(tag))) return false;
  return severity.length === 0 || severity.includes(workflow.severity);
}
