import { inboxSubscriptionOperations } from "#contract/inbox/inbox-subscriptions.ts";
import { ownMemberships } from "#db/queries/topics/memberships.ts";
import { preferredWorkflows } from "#db/queries/topics/preferred-workflows.ts";
import { identifierOf } from "#db/queries/topics/subscription-identifiers.ts";
import type { Scope } from "#db/scope.ts";
import { notFound } from "#domain/errors.ts";
import { handlers } from "../../handlers.ts";
import {
  chooseForOwn,
  findOwnSubscription,
  ownerOf,
  patchOwnSubscription,
  removeOwnSubscription,
  saveOwnSubscription,
} from "../../services/topics/own-subscriptions.ts";
import { preferenceView, preferenceViews, workflowsOf } from "../../views/subscription-preferences.ts";
import { inboxSubscriptionView } from "../../views/topics.ts";

/** A subscriber's own subscriptions of topics. */
export const inboxSubscriptionRoutes = handlers(inboxSubscriptionOperations, (app) => {
  async function viewed(scope: Scope, membership: Parameters<typeof inboxSubscriptionView>[0]) {
    const workflows = await workflowsOf(app.db, scope, [membership]);
    return {
      data: inboxSubscriptionView(membership, preferenceViews(membership, identifierOf(membership), workflows)),
    };
  }
  return {
    listInboxSubscriptions: async ({ scope, caller, params }) => {
      const own = await ownMemberships(app.db, scope, params.key, ownerOf(caller));
      const workflows = await workflowsOf(app.db, scope, own);
      return {
        data: own.map((one) => inboxSubscriptionView(one, preferenceViews(one, identifierOf(one), workflows))),
      };
    },

    saveInboxSubscription: async (request, reply) => {
      const stored = await saveOwnSubscription(app.db, request, request.params.key, request.body);
      return reply.code(201).send(await viewed(request.scope, stored));
    },

    getInboxSubscription: async (request) => {
      const { scope, params, query } = request;
      const membership = await findOwnSubscription(app.db, request, params);
      if (!membership) return { data: null };
      const { workflowIds: names = [], tags = [] } = query;
      if (names.length + tags.length === 0) return viewed(scope, membership);
      const asked = await preferredWorkflows(app.db, scope, { names, tags });
      const identifier = identifierOf(membership);
      return {
        data: inboxSubscriptionView(
          membership,
          asked.map((workflow) => preferenceView(membership, identifier, workflow)),
        ),
      };
    },

    patchInboxSubscription: async (request) =>
      viewed(request.scope, await patchOwnSubscription(app.db, request, request.params, request.body)),

    deleteInboxSubscription: async (request, reply) => {
      await removeOwnSubscription(app.db, request, request.params);
      return reply.code(204).send(null);
    },

    chooseForInboxSubscription: async (request) => {
      const [chosen] = await chooseForOwn(app.db, request, [{ ...request.params, ...request.body }]);
      if (!chosen) throw notFound(`No subscription ${request.params.identifier} exists`);
      return { data: preferenceView(chosen.membership, identifierOf(chosen.membership), chosen.workflow) };
    },
  };
});
