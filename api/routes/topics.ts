import { z } from "zod";
import { data } from "#contract/common.ts";
import { BySubscriber } from "#contract/subscribers.ts";
import {
  ByNewTopic,
  ByTopic,
  CreateTopic,
  ListTopics,
  RenameTopic,
  Topic,
  TopicCreated,
  TopicMembers,
  TopicMembersAdded,
  TopicPage,
  TopicSubscriber,
} from "#contract/topics.ts";
import { getTopic, getTopicSubscriber, listTopics, type TopicRow } from "#db/queries/topics/topics.ts";
import { DomainError } from "#domain/errors.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { addTopicMembers, changeTopic, createTopic, removeTopic, removeTopicMembers } from "../services/save-topic.ts";
import { sendText, topicsWithMembers } from "../services/topics-with-members.ts";
import { topicSubscriberView, topicView } from "../views/topics.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const MAX_PAGE_SIZE = 10;

const access = [KEY, MEMBER] as const;

/** Groups of subscribers that an event can name. */
export const topicRoutes: ZodRoutes = async (app) => {
  async function withMembers<Reply>(reply: Reply, topic: TopicRow): Promise<{ data: Topic } | Reply> {
    const found = await topicsWithMembers(app.db, [topic]);
    if (!("topics" in found)) return sendText(reply, '{"data":', found.text(), "}");
    const [data = topicView(topic, [])] = found.topics;
    return { data };
  }

  app.post(
    "/topics",
    {
      schema: { body: CreateTopic, response: { 201: data(TopicCreated), ...failures("conflict") } },
      config: { access },
    },
    async (request, reply) => {
      const { id, key } = await createTopic(app.db, request, request.body);
      return reply.code(201).send({ data: { _id: id, id, key } });
    },
  );

  app.get(
    "/topics",
    { schema: { querystring: ListTopics, response: { 200: TopicPage, ...failures() } }, config: { access } },
    async ({ scope, query: { page, pageSize, key } }, reply) => {
      if (pageSize > MAX_PAGE_SIZE) {
        throw new DomainError("invalid_input", `Limit can not be larger then ${MAX_PAGE_SIZE}`);
      }
      const { topics, totalCount } = await listTopics(app.db, scope, { page, limit: pageSize, key });
      const found = await topicsWithMembers(app.db, topics);
      if ("topics" in found) return { page, pageSize, totalCount, data: found.topics };
      const before = JSON.stringify({ page, pageSize, totalCount }).slice(0, -1);
      return sendText(reply, `${before},"data":[`, found.text(), "]}");
    },
  );

  app.get(
    "/topics/:key",
    { schema: { params: ByTopic, response: { 200: data(Topic), ...failures("not_found") } }, config: { access } },
    async ({ scope, params }, reply) => withMembers(reply, await getTopic(app.db, scope, params.key)),
  );

  app.patch(
    "/topics/:key",
    {
      schema: { params: ByTopic, body: RenameTopic, response: { 200: data(Topic), ...failures("not_found") } },
      config: { access },
    },
    async (request, reply) =>
      withMembers(reply, await changeTopic(app.db, request, request.params.key, request.body.name)),
  );

  app.delete(
    "/topics/:key",
    {
      schema: { params: ByTopic, response: { 204: z.null(), ...failures("not_found", "conflict") } },
      config: { access },
    },
    async (request, reply) => {
      await removeTopic(app.db, request, request.params.key);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/topics/:key/subscribers",
    {
      schema: { params: ByNewTopic, body: TopicMembers, response: { 200: data(TopicMembersAdded), ...failures() } },
      config: { access },
    },
    async (request) => ({
      data: await addTopicMembers(app.db, request, request.params.key, request.body.subscribers),
    }),
  );

  app.get(
    "/topics/:key/subscribers/:subscriberId",
    {
      schema: {
        params: ByTopic.extend(BySubscriber.shape),
        response: { 200: data(TopicSubscriber), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => ({
      data: topicSubscriberView(await getTopicSubscriber(app.db, scope, params.key, params.subscriberId)),
    }),
  );

  app.post(
    "/topics/:key/subscribers/removal",
    {
      schema: { params: ByTopic, body: TopicMembers, response: { 204: z.null(), ...failures() } },
      config: { access },
    },
    async (request, reply) => {
      await removeTopicMembers(app.db, request, request.params.key, request.body.subscribers);
      return reply.code(204).send(null);
    },
  );
};
