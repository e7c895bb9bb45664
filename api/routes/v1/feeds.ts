import { feedOperations } from "#contract/inbox/feeds.ts";
import { workflowsUsingFeed } from "#db/queries/messages/feeds/feed-usage.ts";
import { findFeed, listFeeds } from "#db/queries/messages/feeds/feeds.ts";
import { notFound } from "#domain/errors.ts";
import { handlers } from "../../handlers.ts";
import { createFeed, removeFeed } from "../../services/feeds/save-feed.ts";
import { feedView } from "../../views/feeds.ts";

/** Named parts of inboxes. */
export const feedRoutes = handlers(feedOperations, (app) => ({
  createFeed: async (request) => ({ data: feedView(await createFeed(app.db, request, request.body.name)) }),

  listFeeds: async ({ scope }) => ({ data: (await listFeeds(app.db, scope)).map(feedView) }),

  getFeedUsage: async ({ scope, params: { id } }) => {
    if (!(await findFeed(app.db, scope, id))) throw notFound(`No feed with id ${id} exists in this environment`);
    return { data: { workflows: await workflowsUsingFeed(app.db, scope, id) } };
  },

  deleteFeed: async (request) => ({ data: (await removeFeed(app.db, request, request.params.id)).map(feedView) }),
}));
