import { widgetMessageOperations } from "#contract/inbox/widgets.ts";
import { type Handler, handlers } from "../../handlers.ts";
import { markAll, markSome, removeAll, removeOne, removeSome, setFlags } from "../../services/inbox/change-inbox.ts";
import { completeAction } from "../../services/inbox/complete-action.ts";
import { inAppMessageView } from "../../views/activity/messages.ts";
import { inboxOf } from "./inbox-of.ts";

/** Marks, actions and deletes of a subscriber's messages. */
export const widgetMessageRoutes = handlers(widgetMessageOperations, (app) => {
  const markAllAs =
    (as: "read" | "seen"): Handler<typeof widgetMessageOperations.readAllWidgetMessages> =>
    async (request) => ({
      data: await markAll(app.db, request, inboxOf(request), as, { feeds: request.body.feedId }),
    });

  return {
    markWidgetMessages: async (request) => {
      const { messageId, mark } = request.body;
      const messages = await setFlags(app.db, request, inboxOf(request), messageId, mark);
      return { data: messages.map(inAppMessageView) };
    },

    markWidgetMessagesAs: async (request) => {
      const { messageId, markAs } = request.body;
      const messages = await markSome(app.db, request, inboxOf(request), messageId, markAs);
      return { data: messages.map(inAppMessageView) };
    },

    updateWidgetAction: async (request) => {
      const message = await completeAction(app.db, inboxOf(request), request.params, request.body);
      return { data: inAppMessageView(message) };
    },

    deleteWidgetMessages: async (request) => {
      await removeSome(app.db, request, inboxOf(request), request.body.messageIds);
      return {};
    },

    deleteWidgetMessage: async (request) => {
      const message = await removeOne(app.db, request, inboxOf(request), request.params.messageId);
      return { data: inAppMessageView(message) };
    },

    deleteAllWidgetMessages: async (request) => {
      await removeAll(app.db, request, inboxOf(request), request.query.feedId);
      return null;
    },

    readAllWidgetMessages: markAllAs("read"),
    seeAllWidgetMessages: markAllAs("seen"),
  };
});
