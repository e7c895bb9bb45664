import { z } from "zod";
import { data } from "#contract/common.ts";
import { ActionParams, MarkedCount, MarkMessages, MarkMessagesAs, UpdateAction } from "#contract/message-marks.ts";
import { InAppMessage } from "#contract/messages.ts";
import { BulkDeleteMessages, DeleteAllMessages, MarkAllMessages } from "#contract/widgets.ts";
import {
  deleteFromInbox,
  emptyInbox,
  flagMessages,
  markAllMessages,
  markMessages,
} from "#db/queries/messages/inbox.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { SUBSCRIBER } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import { announce, countOf, countsOf, countsWith } from "../../realtime/announce.ts";
import { completeAction } from "../../services/complete-action.ts";
import { inAppMessageView } from "../../views/messages.ts";
import type { ZodRoutes } from "../../zod-routes.ts";
import { inboxOf } from "./inbox-of.ts";

const marked = { 201: data(z.array(InAppMessage)), ...failures() };
const config = { access: [SUBSCRIBER] } as const;

/** Marks, actions and deletes of a subscriber's messages: api-workflows-and-widget.md 4.4. */
export const widgetMessageRoutes: ZodRoutes = async (app) => {
  app.post(
    "/widgets/messages/markAs",
    { schema: { body: MarkMessages, response: marked }, config },
    async (request, reply) => {
      const { messageId, mark } = request.body;
      const messages = await flagMessages(app.db, inboxOf(request), messageId, mark);
      await announce(request, [request.caller.id], countsOf(mark));
      return reply.code(201).send({ data: messages.map(inAppMessageView) });
    },
  );

  app.post(
    "/widgets/messages/mark-as",
    { schema: { body: MarkMessagesAs, response: marked }, config },
    async (request, reply) => {
      const { messageId, markAs } = request.body;
      const messages = await markMessages(app.db, inboxOf(request), messageId, markAs);
      await announce(request, [request.caller.id], [countOf(markAs)]);
      return reply.code(201).send({ data: messages.map(inAppMessageView) });
    },
  );

  for (const as of ["read", "seen"] as const) {
    app.post(
      `/widgets/messages/${as}`,
      { schema: { body: MarkAllMessages, response: { 201: data(MarkedCount), ...failures() } }, config },
      async (request, reply) => {
        const feedIdentifier = request.body.feedId ?? undefined;
        const changed = await markAllMessages(app.db, inboxOf(request), as, { feedIdentifier });
        await announce(request, [request.caller.id], [countOf(as)]);
        return reply.code(201).send({ data: changed });
      },
    );
  }

  app.post(
    "/widgets/messages/:messageId/actions/:type",
    {
      schema: {
        params: ActionParams,
        body: UpdateAction,
        response: { 201: data(InAppMessage), ...failures("not_found") },
      },
      config,
    },
    async (request, reply) => {
      const message = await completeAction(app.db, request, request.caller.id, request.params, request.body);
      return reply.code(201).send({ data: inAppMessageView(message) });
    },
  );

  app.post(
    "/widgets/messages/bulk/delete",
    { schema: { body: BulkDeleteMessages, response: { 200: z.object({}), ...failures() } }, config },
    async (request) => {
      await deleteFromInbox(app.db, inboxOf(request), request.body.messageIds);
      await announce(request, [request.caller.id], ["unseen", "unread"]);
      return {};
    },
  );

  app.delete(
    "/widgets/messages/:messageId",
    {
      schema: { params: ActionParams.pick({ messageId: true }), response: { 200: data(InAppMessage), ...failures() } },
      config,
    },
    async (request) => {
      const { messageId } = request.params;
      const [message] = await deleteFromInbox(app.db, inboxOf(request), [messageId]);
      if (!message) throw new DomainError("invalid_input", `Message with id ${messageId} not found`);
      await announce(request, [request.caller.id], countsWith(message));
      return { data: inAppMessageView(message) };
    },
  );

  app.delete(
    "/widgets/messages",
    { schema: { querystring: DeleteAllMessages, response: { 204: z.null(), ...failures("not_found") } }, config },
    async (request, reply) => {
      const { feedId } = request.query;
      if (feedId !== undefined) throw notFound(`Feed with id ${feedId} not found`);
      await emptyInbox(app.db, inboxOf(request));
      await announce(request, [request.caller.id], ["unseen", "unread"]);
      return reply.code(204).send(null);
    },
  );
};
