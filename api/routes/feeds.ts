import { z } from "zod";
import { data } from "#contract/common.ts";
import { CreateFeed, Feed } from "#contract/feeds.ts";
import { listFeeds } from "#db/queries/feeds/feeds.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { createFeed, removeFeed } from "../services/save-feed.ts";
import { feedView } from "../views/feeds.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [KEY, MEMBER] } as const;

/** Named parts of inboxes. */
export const feedRoutes: ZodRoutes = async (app) => {
  app.post(
    "/feeds",
    {
      schema: {
        summary: "Create a feed, to which in-app steps can send",
        body: CreateFeed,
        response: { 201: data(Feed), ...failures("conflict") },
      },
      config,
    },
    async (request, reply) =>
      reply.code(201).send({ data: feedView(await createFeed(app.db, request, request.body.name)) }),
  );

  app.get(
    "/feeds",
    { schema: { summary: "Feeds, oldest first", response: { 200: data(z.array(Feed)), ...failures() } }, config },
    async ({ scope }) => ({ data: (await listFeeds(app.db, scope)).map(feedView) }),
  );

  app.delete(
    "/feeds/:id",
    {
      schema: {
        summary: "Delete a feed that no workflow uses; answers with those that remain",
        params: z.object({ id: z.string() }),
        response: { 200: data(z.array(Feed)), ...failures() },
      },
      config,
    },
    async (request) => ({ data: (await removeFeed(app.db, request, request.params.id)).map(feedView) }),
  );
};
