import { z } from "zod";
import { Deleted, data, Id } from "#contract/common.ts";
import { ByTransaction } from "#contract/events.ts";
import { DeleteByTransaction, ListMessages, MessagePage } from "#contract/messages.ts";
import { listMessages } from "#db/queries/messages/messages.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { DomainError } from "#domain/errors.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { removeMessage, removeMessagesOfTransaction } from "../services/delete-messages.ts";
import { withSubscribers } from "../services/messages-with-subscribers.ts";
import { isTypedClient } from "../typed-client.ts";
import { typedAnswer, typedProvider } from "../views/typed-answer.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const MESSAGES_PAGE_MAX = 1_000;

const access = [KEY, MEMBER] as const;

/** Messages of all channels. */
export const messageRoutes: ZodRoutes = async (app) => {
  app.addHook("preSerialization", async (request, _reply, answer) =>
    isTypedClient(request) ? typedAnswer(answer, typedProvider) : answer,
  );

  app.get(
    "/messages",
    {
      schema: { querystring: ListMessages, response: { 200: MessagePage, ...failures("not_found") } },
      config: { access },
    },
    async ({ scope, query: { page, limit, channel, subscriberId, transactionId, expired } }) => {
      if (limit > MESSAGES_PAGE_MAX) {
        throw new DomainError("invalid_input", `Limit can not be larger then ${MESSAGES_PAGE_MAX}`);
      }
      const subscriber = subscriberId === undefined ? undefined : await getSubscriber(app.db, scope, subscriberId);
      const { messages, totalCount } = await listMessages(app.db, scope, {
        page,
        limit,
        channel,
        subscriberId: subscriber?.id,
        transactionIds: transactionId,
        expired,
      });
      const hasMore = page * limit + messages.length < totalCount;
      return { page, pageSize: limit, totalCount, hasMore, data: await withSubscribers(app.db, scope, messages) };
    },
  );

  app.delete(
    "/messages/:messageId",
    {
      schema: { params: z.object({ messageId: Id }), response: { 200: data(Deleted), ...failures("not_found") } },
      config: { access },
    },
    async (request) => {
      await removeMessage(app.db, request, request.params.messageId);
      return { data: { acknowledged: true as const, status: "deleted" as const } };
    },
  );

  app.delete(
    "/messages/transaction/:transactionId",
    {
      schema: {
        params: ByTransaction,
        querystring: DeleteByTransaction,
        response: { 204: z.null(), ...failures("not_found") },
      },
      config: { access },
    },
    async (request, reply) => {
      await removeMessagesOfTransaction(app.db, request, request.params.transactionId, request.query.channel);
      return reply.code(204).send(null);
    },
  );
};
