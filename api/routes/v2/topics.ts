import { topicV2Operations } from "#contract/v2/topics.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { getMembership, listTopicMembers, listTopicsOfSubscriber } from "#db/queries/topics/memberships.ts";
import { countMembers, searchTopics } from "#db/queries/topics/search-topics.ts";
import { findTopic, unknownTopic } from "#db/queries/topics/topics.ts";
import type { Scope } from "#db/scope.ts";
import { askedContextKeys } from "#domain/contexts.ts";
import { cursorPage, windowOf } from "../../cursor-list.ts";
import { handlers } from "../../handlers.ts";
import {
  addSubscriptions,
  type ChangedMemberships,
  patchSubscription,
  removeSubscriptions,
} from "../../services/topics/change-subscriptions.ts";
import { patchTopic, removeTopicWithMembers, saveTopic } from "../../services/v2/topics/save-topic.ts";
import { workflowsOf } from "../../views/subscription-preferences.ts";
import { listedTopicView, subscriptionDetailsView, subscriptionView, topicDetailsView } from "../../views/topics.ts";

/** Topics and their members, as newer clients read and change them. */
export const topicV2Routes = handlers(topicV2Operations, (app) => {
  async function topicOf(scope: Scope, key: string) {
    const topic = await findTopic(app.db, scope, key);
    if (!topic) throw unknownTopic(key);
    return topic;
  }
  async function changedView(scope: Scope, { memberships, errors }: ChangedMemberships) {
    const [successful, failed] = [memberships.length, errors.length];
    return {
      data: memberships.map(subscriptionView(await workflowsOf(app.db, scope, memberships))),
      meta: { totalCount: successful + failed, successful, failed },
      ...(errors.length > 0 && { errors }),
    };
  }
  return {
    searchTopics: async ({ scope, query }) => {
      const { key, name, includeCounts } = query;
      const search = { key, name, query: query.query || undefined };
      const listed = await searchTopics(app.db, scope, search, windowOf(query));
      const ids = includeCounts ? listed.rows.map(({ id }) => id) : [];
      const counts = await countMembers(app.db, ids);
      return cursorPage(listed, query, (row) => row, listedTopicView(counts));
    },

    saveTopic: async (request, reply) => {
      const { failIfExists = false } = request.query;
      const { topic, isNew } = await saveTopic(app.db, request, request.body, { failIfExists });
      return reply.code(isNew ? 201 : 200).send({ data: topicDetailsView(topic) });
    },

    getTopicV2: async ({ scope, params }) => ({
      data: topicDetailsView(await topicOf(scope, params.key)),
    }),

    patchTopic: async (request) => ({
      data: topicDetailsView(await patchTopic(app.db, request, request.params.key, request.body)),
    }),

    deleteTopicV2: async (request) => {
      await removeTopicWithMembers(app.db, request, request.params.key);
      return { data: { acknowledged: true as const } };
    },

    listSubscriptions: async ({ scope, params, query }) => {
      const topic = await topicOf(scope, params.key);
      const asked = { subscriberId: query.subscriberId, contextKeys: askedContextKeys(query.contextKeys) };
      const listed = await listTopicMembers(app.db, topic, asked, windowOf(query));
      const workflows = await workflowsOf(app.db, scope, listed.rows);
      return cursorPage(listed, query, ({ link, at }) => ({ at, id: link.id }), subscriptionView(workflows));
    },

    addSubscriptions: async (request) => {
      const changed = await addSubscriptions(app.db, request, request.params.key, request.body);
      return changedView(request.scope, changed);
    },

    removeSubscriptions: async (request) =>
      changedView(request.scope, await removeSubscriptions(app.db, request, request.params.key, request.body)),

    getSubscription: async ({ scope, params }) => {
      const membership = await getMembership(app.db, scope, params.key, params.identifier);
      return { data: subscriptionDetailsView(membership, await workflowsOf(app.db, scope, [membership])) };
    },

    renameSubscription: async (request) => {
      const changed = await patchSubscription(app.db, request, request.params, request.body);
      const workflows = await workflowsOf(app.db, request.scope, [changed]);
      return { data: subscriptionView(workflows)(changed) };
    },

    listTopicsOfSubscriber: async ({ scope, params, query }) => {
      const { id } = await getSubscriber(app.db, scope, params.subscriberId);
      const asked = { key: query.key, contextKeys: askedContextKeys(query.contextKeys) };
      const listed = await listTopicsOfSubscriber(app.db, id, asked, windowOf(query));
      const workflows = await workflowsOf(app.db, scope, listed.rows);
      return cursorPage(listed, query, ({ link, at }) => ({ at, id: link.id }), subscriptionView(workflows));
    },
  };
});
