import { data } from "#contract/common.ts";
import { countQuery, FeedPage, FeedQuery, MessageCount } from "#contract/feed.ts";
import { countMessages, feedPage } from "#db/queries/messages/inbox.ts";
import { SUBSCRIBER } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import { feedPageView } from "../../views/messages.ts";
import type { ZodRoutes } from "../../zod-routes.ts";
import { inboxOf } from "./inbox-of.ts";

const COUNT_MAX = 100;

/** Feed and counts of the inbox. */
export const widgetFeedRoutes: ZodRoutes = async (app) => {
  app.get(
    "/widgets/notifications/feed",
    {
      schema: { querystring: FeedQuery, response: { 200: FeedPage, ...failures() } },
      config: { access: [SUBSCRIBER] },
    },
    async (request) => {
      const { feedIdentifier: feeds, ...query } = request.query;
      return feedPageView(await feedPage(app.db, inboxOf(request), { ...query, feeds }), query);
    },
  );

  const counts = {
    schema: { querystring: countQuery(COUNT_MAX), response: { 200: data(MessageCount), ...failures() } },
    config: { access: [SUBSCRIBER] },
  } as const;

  app.get("/widgets/notifications/unseen", counts, async (request) => {
    const { limit, seen = false, read, feedIdentifier: feeds } = request.query;
    return { data: { count: await countMessages(app.db, inboxOf(request), { seen, read, feeds }, limit) } };
  });

  app.get("/widgets/notifications/unread", counts, async (request) => {
    const { limit, read = false, seen, feedIdentifier: feeds } = request.query;
    return { data: { count: await countMessages(app.db, inboxOf(request), { seen, read, feeds }, limit) } };
  });

  app.get("/widgets/notifications/count", counts, async (request) => {
    const { limit, seen, read, feedIdentifier: feeds } = request.query;
    const flags = seen === undefined && read === undefined ? { seen: false } : { seen, read };
    const count = await countMessages(app.db, inboxOf(request), { ...flags, feeds }, limit);
    return { data: { count } };
  });
};
