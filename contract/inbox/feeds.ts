import { z } from "zod";
import { NAME_MAX } from "../constants/limits.ts";
import { EDITOR, KEY, READER } from "../schemas/access.ts";
import { data, dated, example, filledText, owned, PathReference } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { LayoutUsage } from "../v2/layouts.ts";

/** A new feed, whose name is its identifier. */
export const CreateFeed = z.object({ name: filledText(NAME_MAX) }).meta(example({ name: "billing" }));

export const Feed = z
  .object({
    ...owned(),
    name: z.string(),
    identifier: z.string(),
    deleted: z.boolean(),
    ...dated(),
  })
  .meta({ id: "Feed" });
export type Feed = z.infer<typeof Feed>;

export const FeedUsage = z.object({
  /** The steps of each that send to the feed, or have a variant that does. */
  workflows: LayoutUsage.shape.workflows,
});
export type FeedUsage = z.infer<typeof FeedUsage>;

export const feedOperations = operations("feeds", {
  createFeed: {
    route: "POST /v1/feeds",
    client: "feeds.create",
    arguments: ["name"],
    summary: "Create a feed for in-app steps",
    access: [KEY, EDITOR],
    audit: "feed.created",
    body: CreateFeed,
    answer: { 201: data(Feed) },
    failures: ["conflict"],
  },

  listFeeds: {
    route: "GET /v1/feeds",
    client: "feeds.get",
    summary: "List feeds, oldest first",
    access: [KEY, READER],
    answer: { 200: data(z.array(Feed)) },
  },

  deleteFeed: {
    route: "DELETE /v1/feeds/:id",
    client: "feeds.delete",
    summary: "Delete an unused feed; returns the remaining feeds",
    access: [KEY, EDITOR],
    audit: "feed.deleted",
    params: z.object({ id: PathReference }),
    answer: { 200: data(z.array(Feed)) },
  },

  getFeedUsage: {
    route: "GET /v1/feeds/:id/usage",
    client: "feeds.getUsage",
    summary: "List the workflows that send to a feed, with their steps",
    access: [KEY, READER],
    params: z.object({ id: PathReference }),
    answer: { 200: data(FeedUsage) },
    failures: ["not_found"],
  },
});
