import { handlers } from "#api/handlers.ts";
import {
  addTopicMembers,
  changeTopic,
  createTopic,
  removeTopic,
  removeTopicMembers,
} from "#api/services/topics/save-topic.ts";
import { sendText, topicsWithMembers } from "#api/services/topics/topics-with-members.ts";
import { topicSubscriberView, topicView } from "#api/views/topics.ts";
import { type Topic, topicOperations } from "#contract/topics.ts";
import { getTopic, getTopicSubscriber, listTopics, type TopicRow } from "#db/queries/topics/topics.ts";
import { DomainError } from "#domain/errors.ts";

const MAX_PAGE_SIZE = 10;

/** Groups of subscribers that an event can name. */
export const topicRoutes = handlers(topicOperations, (app) => {
  async function withMembers<Reply>(reply: Reply, topic: TopicRow): Promise<{ data: Topic } | Reply> {
    const found = await topicsWithMembers(app.db, [topic]);
    if (!("topics" in found)) return sendText(reply, '{"data":', found.text(), "}");
    const [data = topicView(topic, [])] = found.topics;
    return { data };
  }
  return {
    createTopic: async (request) => {
      const { id, key } = await createTopic(app.db, request, request.body);
      return { data: { _id: id, id, key } };
    },

    listTopics: async ({ scope, query: { page, pageSize, key } }, reply) => {
      if (pageSize > MAX_PAGE_SIZE) {
        throw new DomainError("invalid_input", `Limit can not be larger then ${MAX_PAGE_SIZE}`);
      }
      const { topics, totalCount } = await listTopics(app.db, scope, { page, limit: pageSize, key });
      const found = await topicsWithMembers(app.db, topics);
      if ("topics" in found) return { page, pageSize, totalCount, data: found.topics };
      const before = JSON.stringify({ page, pageSize, totalCount }).slice(0, -1);
      return sendText(reply, `${before},"data":[`, found.text(), "]}");
    },

    getTopic: async ({ scope, params }, reply) => withMembers(reply, await getTopic(app.db, scope, params.key)),

    renameTopic: async (request, reply) =>
      withMembers(reply, await changeTopic(app.db, request, request.params.key, request.body.name)),

    deleteTopic: async (request) => {
      await removeTopic(app.db, request, request.params.key);
      return null;
    },

    addTopicSubscribers: async (request) => ({
      data: await addTopicMembers(app.db, request, request.params.key, request.body.subscribers),
    }),

    getTopicSubscriber: async ({ scope, params }) => ({
      data: topicSubscriberView(await getTopicSubscriber(app.db, scope, params.key, params.subscriberId)),
    }),

    removeTopicSubscribers: async (request) => {
      await removeTopicMembers(app.db, request, request.params.key, request.body.subscribers);
      return null;
    },
  };
});
