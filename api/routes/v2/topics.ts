import { data } from "#contract/common.ts";
import { FailIfExists } from "#contract/subscribers-v2.ts";
import { ByNewTopic, ByTopic } from "#contract/topics.ts";
import {
  AddSubscriptions,
  BySubscription,
  ListTopicMembers,
  PatchSubscription,
  PatchTopic,
  RemoveSubscriptions,
  SaveTopic,
  SearchTopics,
  Subscription,
  SubscriptionDetails,
  SubscriptionList,
  SubscriptionsChanged,
  TopicDeleted,
  TopicDetails,
  TopicList,
} from "#contract/topics-v2.ts";
import { getMembership, listTopicMembers } from "#db/queries/topics/memberships.ts";
import { searchTopics } from "#db/queries/topics/search-topics.ts";
import { findTopic, unknownTopic } from "#db/queries/topics/topics.ts";
import type { Scope } from "#db/scope.ts";
import { KEY, MEMBER } from "../../access.ts";
import { cursorPage, windowOf } from "../../cursor-list.ts";
import { failures } from "../../plugins/errors.ts";
import {
  addSubscriptions,
  type ChangedMemberships,
  removeSubscriptions,
  renameSubscription,
} from "../../services/change-subscriptions.ts";
import { patchTopic, removeTopicWithMembers, saveTopic } from "../../services/save-topic-v2.ts";
import { subscriptionDetailsView, subscriptionView, topicDetailsView } from "../../views/topics.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

const config = { access: [KEY, MEMBER] } as const;
const found = { 200: data(TopicDetails), ...failures("not_found") };

/** Topics and their members, as newer clients read and change them. */
export const topicV2Routes: ZodRoutes = async (app) => {
  async function topicOf(scope: Scope, key: string) {
    const topic = await findTopic(app.db, scope, key);
    if (!topic) throw unknownTopic(key);
    return topic;
  }

  app.get(
    "/topics",
    {
      schema: {
        summary: "List or search topics",
        querystring: SearchTopics,
        response: { 200: TopicList, ...failures() },
      },
      config,
    },
    async ({ scope, query }) => {
      const { key, name } = query;
      const listed = await searchTopics(app.db, scope, { key, name }, windowOf(query));
      return cursorPage(listed, query, (row) => row, topicDetailsView);
    },
  );

  app.post(
    "/topics",
    {
      schema: {
        summary: "Create a topic, or change the one there is",
        querystring: FailIfExists,
        body: SaveTopic,
        response: { 200: data(TopicDetails), 201: data(TopicDetails), ...failures("conflict") },
      },
      config,
    },
    async (request, reply) => {
      const { failIfExists = false } = request.query;
      const { topic, isNew } = await saveTopic(app.db, request, request.body, { failIfExists });
      return reply.code(isNew ? 201 : 200).send({ data: topicDetailsView(topic) });
    },
  );

  app.get(
    "/topics/:key",
    { schema: { summary: "Read a topic", params: ByTopic, response: found }, config },
    async ({ scope, params }) => ({
      data: topicDetailsView(await topicOf(scope, params.key)),
    }),
  );

  app.patch(
    "/topics/:key",
    { schema: { summary: "Change a topic", params: ByTopic, body: PatchTopic, response: found }, config },
    async (request) => ({
      data: topicDetailsView(await patchTopic(app.db, request, request.params.key, request.body)),
    }),
  );

  app.delete(
    "/topics/:key",
    {
      schema: {
        summary: "Delete a topic with its members",
        params: ByTopic,
        response: { 200: data(TopicDeleted), ...failures("not_found") },
      },
      config,
    },
    async (request) => {
      await removeTopicWithMembers(app.db, request, request.params.key);
      return { data: { acknowledged: true as const } };
    },
  );

  app.get(
    "/topics/:key/subscriptions",
    {
      schema: {
        summary: "List the members of a topic",
        params: ByTopic,
        querystring: ListTopicMembers,
        response: { 200: SubscriptionList, ...failures("not_found") },
      },
      config,
    },
    async ({ scope, params, query }) => {
      const topic = await topicOf(scope, params.key);
      const listed = await listTopicMembers(app.db, topic, query.subscriberId, windowOf(query));
      return cursorPage(listed, query, ({ link, at }) => ({ at, id: link.id }), subscriptionView);
    },
  );

  app.post(
    "/topics/:key/subscriptions",
    {
      schema: {
        summary: "Add members to a topic",
        params: ByNewTopic,
        body: AddSubscriptions,
        response: { 201: SubscriptionsChanged, ...failures("conflict") },
      },
      config,
    },
    async (request, reply) => {
      const changed = await addSubscriptions(app.db, request, request.params.key, request.body);
      return reply.code(201).send(changedView(changed));
    },
  );

  app.delete(
    "/topics/:key/subscriptions",
    {
      schema: {
        summary: "Remove members from a topic",
        params: ByTopic,
        body: RemoveSubscriptions,
        response: { 200: SubscriptionsChanged, ...failures("not_found") },
      },
      config,
    },
    async (request) => changedView(await removeSubscriptions(app.db, request, request.params.key, request.body)),
  );

  app.get(
    "/topics/:key/subscriptions/:identifier",
    {
      schema: {
        summary: "Read a membership",
        params: BySubscription,
        response: { 200: data(SubscriptionDetails), ...failures("not_found") },
      },
      config,
    },
    async ({ scope, params }) => ({
      data: subscriptionDetailsView(await getMembership(app.db, scope, params.key, params.identifier)),
    }),
  );

  app.patch(
    "/topics/:key/subscriptions/:identifier",
    {
      schema: {
        summary: "Rename a membership",
        params: BySubscription,
        body: PatchSubscription,
        response: { 200: data(Subscription), ...failures("not_found") },
      },
      config,
    },
    async (request) => ({
      data: subscriptionView(await renameSubscription(app.db, request, request.params, request.body.name)),
    }),
  );
};

function changedView({ memberships, errors }: ChangedMemberships) {
  const [successful, failed] = [memberships.length, errors.length];
  return {
    data: memberships.map(subscriptionView),
    meta: { totalCount: successful + failed, successful, failed },
    ...(errors.length > 0 && { errors }),
  };
}
