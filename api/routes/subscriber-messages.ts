import { z } from "zod";
import { data, Id } from "#contract/common.ts";
import { countQuery, FeedPage, FeedQuery, MessageCount } from "#contract/feed.ts";
import {
  ActionParams,
  MarkAll,
  MarkedCount,
  MarkMessages,
  MarkMessagesAs,
  UpdateAction,
} from "#contract/message-marks.ts";
import { MessageWithSubscriber } from "#contract/messages.ts";
import { BySubscriber } from "#contract/subscribers.ts";
import { countMessages, feedPage, findMessages, type Inbox } from "#db/queries/messages/inbox.ts";
import type { MessageRow } from "#db/queries/messages/select-messages.ts";
import { findSubscriberId, getSubscriber, refusedSubscriber } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { isUuid } from "#domain/uuid.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { markAll, markSome, setFlags } from "../services/change-inbox.ts";
import { completeAction } from "../services/complete-action.ts";
import { withSubscribers } from "../services/messages-with-subscribers.ts";
import { isTypedClient } from "../typed-client.ts";
import { feedPageView } from "../views/messages.ts";
import { typedAnswer, typedProvider } from "../views/typed-answer.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const COUNT_MAX = 1000;
const marked = { 201: data(z.array(MessageWithSubscriber)), ...failures("not_found") };

const access = [KEY, MEMBER] as const;

/** A subscriber's inbox, used on the subscriber's behalf. */
export const subscriberMessageRoutes: ZodRoutes = async (app) => {
  app.addHook("preSerialization", async (request, _reply, answer) =>
    isTypedClient(request) ? typedAnswer(answer, typedProvider) : answer,
  );

  /** Reads and actions answer 400 to an unknown subscriber, marks 404. */
  async function readable(scope: Scope, subscriberId: string): Promise<Inbox> {
    const id = await findSubscriberId(app.db, scope, subscriberId);
    if (id === undefined) throw refusedSubscriber(subscriberId);
    return { scope, subscriberId: id };
  }
  async function markable(scope: Scope, subscriberId: string): Promise<string> {
    return (await getSubscriber(app.db, scope, subscriberId)).id;
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

  app.get(
    "/subscribers/:subscriberId/notifications/feed",
    {
      schema: { params: BySubscriber, querystring: FeedQuery, response: { 200: FeedPage, ...failures() } },
      config: { access },
    },
    async ({ scope, params, query: { feedIdentifier: feeds, ...query } }) => {
      const inbox = await readable(scope, params.subscriberId);
      return feedPageView(await feedPage(app.db, inbox, { ...query, feeds }), query);
    },
  );

  app.get(
    "/subscribers/:subscriberId/notifications/unseen",
    {
      schema: {
        params: BySubscriber,
        querystring: countQuery(COUNT_MAX).omit({ read: true }),
        response: { 200: data(MessageCount), ...failures() },
      },
      config: { access },
    },
    async ({ scope, params, query: { limit, seen = false, feedIdentifier: feeds } }) => {
      const inbox = await readable(scope, params.subscriberId);
      return { data: { count: await countMessages(app.db, inbox, { seen, feeds }, limit) } };
    },
  );

  app.post(
    "/subscribers/:subscriberId/messages/markAs",
    { schema: { params: BySubscriber, body: MarkMessages, response: marked }, config: { access } },
    async (request, reply) => {
      const id = await markable(request.scope, request.params.subscriberId);
      const { messageId, mark } = request.body;
      const changed = await setFlags(app.db, request, id, messageId, mark);
      return reply.code(201).send({ data: await markedAndOthers(request.scope, id, messageId, changed) });
    },
  );

  app.post(
    "/subscribers/:subscriberId/messages/mark-as",
    { schema: { params: BySubscriber, body: MarkMessagesAs, response: marked }, config: { access } },
    async (request, reply) => {
      const id = await markable(request.scope, request.params.subscriberId);
      const { messageId, markAs } = request.body;
      const changed = await markSome(app.db, request, id, messageId, markAs);
      return reply.code(201).send({ data: await markedAndOthers(request.scope, id, messageId, changed) });
    },
  );

  app.post(
    "/subscribers/:subscriberId/messages/mark-all",
    {
      schema: { params: BySubscriber, body: MarkAll, response: { 201: data(MarkedCount), ...failures("not_found") } },
      config: { access },
    },
    async (request, reply) => {
      const { markAs, feedIdentifier } = request.body;
      const id = await markable(request.scope, request.params.subscriberId);
      const changed = await markAll(app.db, request, id, markAs, { feeds: feedIdentifier ?? undefined });
      return reply.code(201).send({ data: changed });
    },
  );

  app.post(
    "/subscribers/:subscriberId/messages/:messageId/actions/:type",
    {
      schema: {
        params: ActionParams.extend({ ...BySubscriber.shape, messageId: Id }),
        body: UpdateAction,
        response: { 201: data(MessageWithSubscriber), ...failures("not_found") },
      },
      config: { access },
    },
    async (request, reply) => {
      const { subscriberId } = await readable(request.scope, request.params.subscriberId);
      const message = await completeAction(app.db, request, subscriberId, request.params, request.body);
      const [shown] = await withSubscribers(app.db, request.scope, [message]);
      if (!shown) throw new Error("A message is shown as a message");
      return reply.code(201).send({ data: shown });
    },
  );
};
