import { handlers } from "#api/handlers.ts";
import { markAll, markSome, setFlags } from "#api/services/inbox/change-inbox.ts";
import { completeAction } from "#api/services/inbox/complete-action.ts";
import { withSubscribers } from "#api/services/inbox/messages-with-subscribers.ts";
import { isTypedClient } from "#api/typed-client.ts";
import { feedPageView } from "#api/views/activity/messages.ts";
import { typedAnswer, typedProvider } from "#api/views/typed-answer.ts";
import { subscriberMessageOperations } from "#contract/inbox/message-marks.ts";
import { feedPage, findMessages } from "#db/queries/messages/inbox.ts";
import { countNotifications } from "#db/queries/messages/inbox-counts.ts";
import type { MessageRow } from "#db/queries/messages/message-row.ts";
import type { Inbox } from "#db/queries/messages/notification-filter.ts";
import { findSubscriberId, getSubscriber, refusedSubscriber } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { isUuid } from "#domain/values/uuid.ts";

/** A subscriber's inbox, used on the subscriber's behalf. */
export const subscriberMessageRoutes = handlers(subscriberMessageOperations, (app) => {
  app.addHook("preSerialization", async (request, _reply, answer) =>
    isTypedClient(request) ? typedAnswer(answer, typedProvider) : answer,
  );

  /** Reads and actions answer 400 to an unknown subscriber, marks 404. */
  async function readable(scope: Scope, subscriberId: string): Promise<Inbox> {
    const id = await findSubscriberId(app.db, scope, subscriberId);
    if (id === undefined) throw refusedSubscriber(subscriberId);
    return { scope, subscriberId: id, contextKeys: "any" };
  }

  async function markable(scope: Scope, subscriberId: string): Promise<Inbox> {
    return { scope, subscriberId: (await getSubscriber(app.db, scope, subscriberId)).id, contextKeys: "any" };
  }

  /** The changed messages, and the named ones of other subscribers, which no mark changes. */
  async function markedAndOthers(scope: Scope, subscriberId: string, ids: string[], changed: MessageRow[]) {
    const known = new Set(changed.map(({ id }) => id));
    const left = ids.filter((id) => !known.has(id) && isUuid(id));
    const others = (await findMessages(app.db, scope, left)).filter(
      (row) => row.subscriberId !== subscriberId && row.deletedAt === null,
    );
    return withSubscribers(app.db, scope, [...changed, ...others]);
  }
  return {
    getFeedOfSubscriber: async ({ scope, params, query: { feedIdentifier: feeds, ...query } }) => {
      const inbox = await readable(scope, params.subscriberId);
      return feedPageView(await feedPage(app.db, inbox, { ...query, feeds }), query);
    },

    countUnseenOfSubscriber: async ({ scope, params, query: { limit, seen = false, feedIdentifier: feeds } }) => {
      const inbox = await readable(scope, params.subscriberId);
      return { data: { count: await countNotifications(app.db, inbox, { seen, feeds, snoozed: false }, limit) } };
    },

    markMessagesOfSubscriber: async (request) => {
      const inbox = await markable(request.scope, request.params.subscriberId);
      const { messageId, mark } = request.body;
      const changed = await setFlags(app.db, request, inbox, messageId, mark);
      return { data: await markedAndOthers(request.scope, inbox.subscriberId, messageId, changed) };
    },

    markMessagesOfSubscriberAs: async (request) => {
      const inbox = await markable(request.scope, request.params.subscriberId);
      const { messageId, markAs } = request.body;
      const changed = await markSome(app.db, request, inbox, messageId, markAs);
      return { data: await markedAndOthers(request.scope, inbox.subscriberId, messageId, changed) };
    },

    markAllMessagesOfSubscriber: async (request) => {
      const { markAs, feedIdentifier } = request.body;
      const inbox = await markable(request.scope, request.params.subscriberId);
      const changed = await markAll(app.db, request, inbox, markAs, { feeds: feedIdentifier });
      return { data: changed };
    },

    updateActionOfSubscriber: async (request) => {
      const inbox = await readable(request.scope, request.params.subscriberId);
      const message = await completeAction(app.db, inbox, request.params, request.body);
      const [shown] = await withSubscribers(app.db, request.scope, [message]);
      if (!shown) throw new Error("A message is shown as a message");
      return { data: shown };
    },
  };
});
