import { messageOperations } from "#contract/messages.ts";
import { listMessages } from "#db/queries/messages/messages.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { askedContextKeys } from "#domain/contexts.ts";
import { DomainError } from "#domain/errors.ts";
import { handlers } from "../../handlers.ts";
import { withSubscribers } from "../../services/inbox/messages-with-subscribers.ts";
import { removeMessage, removeMessagesOfTransaction } from "../../services/messages/delete-messages.ts";
import { isTypedClient } from "../../typed-client.ts";
import { typedAnswer, typedProvider } from "../../views/typed-answer.ts";

const MESSAGES_PAGE_MAX = 1_000;

/** Messages of all channels. */
export const messageRoutes = handlers(messageOperations, (app) => {
  app.addHook("preSerialization", async (request, _reply, answer) =>
    isTypedClient(request) ? typedAnswer(answer, typedProvider) : answer,
  );
  return {
    listMessages: async ({ scope, query: { subscriberId, transactionId, contextKeys, ...query } }) => {
      const { page, limit } = query;
      if (limit > MESSAGES_PAGE_MAX) {
        throw new DomainError("invalid_input", `Limit can not be larger then ${MESSAGES_PAGE_MAX}`);
      }
      const subscriber = subscriberId === undefined ? undefined : await getSubscriber(app.db, scope, subscriberId);
      const { messages, totalCount } = await listMessages(app.db, scope, {
        ...query,
        subscriberId: subscriber?.id,
        transactionIds: transactionId,
        contextKeys: askedContextKeys(contextKeys),
      });
      const hasMore = page * limit + messages.length < totalCount;
      return { page, pageSize: limit, totalCount, hasMore, data: await withSubscribers(app.db, scope, messages) };
    },

    deleteMessage: async (request) => {
      await removeMessage(app.db, request, request.params.messageId);
      return { data: { acknowledged: true as const, status: "deleted" as const } };
    },

    deleteMessagesOfTransaction: async (request) => {
      await removeMessagesOfTransaction(app.db, request, request.params.transactionId, request.query.channel);
      return null;
    },
  };
});
