import { widgetFeedOperations } from "#contract/inbox/feed.ts";
import { feedPage } from "#db/queries/messages/inbox.ts";
import { countNotifications } from "#db/queries/messages/inbox-counts.ts";
import { handlers } from "../../handlers.ts";
import { feedPageView } from "../../views/activity/messages.ts";
import { inboxOf } from "./inbox-of.ts";

/** Feed and counts of the inbox. */
export const widgetFeedRoutes = handlers(widgetFeedOperations, (app) => ({
  getWidgetFeed: async (request) => {
    const { feedIdentifier: feeds, ...query } = request.query;
    return feedPageView(await feedPage(app.db, inboxOf(request), { ...query, feeds }), query);
  },

  countWidgetUnseen: async (request) => {
    const { limit, seen = false, read, feedIdentifier: feeds } = request.query;
    const filter = { seen, read, feeds, snoozed: false };
    return { data: { count: await countNotifications(app.db, inboxOf(request), filter, limit) } };
  },

  countWidgetUnread: async (request) => {
    const { limit, read = false, seen, feedIdentifier: feeds } = request.query;
    const filter = { seen, read, feeds, snoozed: false };
    return { data: { count: await countNotifications(app.db, inboxOf(request), filter, limit) } };
  },

  countWidgetMessages: async (request) => {
    const { limit, seen, read, feedIdentifier: feeds } = request.query;
    const flags = seen === undefined && read === undefined ? { seen: false } : { seen, read };
    const filter = { ...flags, feeds, snoozed: false };
    return { data: { count: await countNotifications(app.db, inboxOf(request), filter, limit) } };
  },
}));
