import { feedOperations } from "#contract/inbox/feeds.ts";
import { listFeeds } from "#db/queries/messages/feeds/feeds.ts";
import { handlers } from "../../handlers.ts";
import { createFeed, removeFeed } from "../../services/feeds/save-feed.ts";
import { feedView } from "../../views/feeds.ts";

/** Named parts of inboxes. */
export const feedRoutes = handlers(feedOperations, (app) => ({
  createFeed: async (request) => ({ data: feedView(await createFeed(app.db, request, request.body.name)) }),

  listFeeds: async ({ scope }) => ({ data: (await listFeeds(app.db, scope)).map(feedView) }),

  deleteFeed: async (request) => ({ data: (await removeFeed(app.db, request, request.params.id)).map(feedView) }),
}));
