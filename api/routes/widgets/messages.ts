import { z } from "zod";
import { data } from "#contract/common.ts";
import { ActionParams, MarkedCount, MarkMessages, MarkMessagesAs, UpdateAction } from "#contract/message-marks.ts";
import { InAppMessage } from "#contract/messages.ts";
import { BulkDeleteMessages, DeleteAllMessages, MarkAllMessages } from "#contract/widgets.ts";
import { SUBSCRIBER } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import { markAll, markSome, removeAll, removeOne, removeSome, setFlags } from "../../services/change-inbox.ts";
import { completeAction } from "../../services/complete-action.ts";
import { inAppMessageView } from "../../views/messages.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

const marked = { 201: data(z.array(InAppMessage)), ...failures() };
const config = { access: [SUBSCRIBER] } as const;

/** Marks, actions and deletes of a subscriber's messages. */
export const widgetMessageRoutes: ZodRoutes = async (app) => {
  app.post(
    "/widgets/messages/markAs",
    { schema: { body: MarkMessages, response: marked }, config },
    async (request, reply) => {
      const { messageId, mark } = request.body;
      const messages = await setFlags(app.db, request, request.caller.id, messageId, mark);
      return reply.code(201).send({ data: messages.map(inAppMessageView) });
    },
  );

  app.post(
    "/widgets/messages/mark-as",
    { schema: { body: MarkMessagesAs, response: marked }, config },
    async (request, reply) => {
      const { messageId, markAs } = request.body;
      const messages = await markSome(app.db, request, request.caller.id, messageId, markAs);
      return reply.code(201).send({ data: messages.map(inAppMessageView) });
    },
  );

  for (const as of ["read", "seen"] as const) {
    app.post(
      `/widgets/messages/${as}`,
      { schema: { body: MarkAllMessages, response: { 201: data(MarkedCount), ...failures() } }, config },
      async (request, reply) => {
        const feeds = request.body.feedId ?? undefined;
        const changed = await markAll(app.db, request, request.caller.id, as, { feeds });
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
      await removeSome(app.db, request, request.caller.id, request.body.messageIds);
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
      const message = await removeOne(app.db, request, request.caller.id, request.params.messageId);
      return { data: inAppMessageView(message) };
    },
  );

  app.delete(
    "/widgets/messages",
    { schema: { querystring: DeleteAllMessages, response: { 204: z.null(), ...failures("not_found") } }, config },
    async (request, reply) => {
      await removeAll(app.db, request, request.caller.id, request.query.feedId);
      return reply.code(204).send(null);
    },
  );
};
