import type { Feed } from "#contract/inbox/feeds.ts";
import type { FeedRow } from "#db/queries/messages/feeds/feeds.ts";
import { datedFields, ownedFields } from "./fields.ts";

export const feedView = (feed: FeedRow): Feed => ({
  ...ownedFields(feed),
  name: feed.name,
  identifier: feed.identifier,
  deleted: feed.deletedAt !== null,
  ...datedFields(feed),
});
