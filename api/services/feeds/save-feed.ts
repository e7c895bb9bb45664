import type { Database } from "#db/client.ts";
import { feedState } from "#db/queries/changes/entity-states.ts";
import { recordChanges } from "#db/queries/changes/record-changes.ts";
import { isFeedUsed } from "#db/queries/messages/feeds/feed-usage.ts";
import { deleteFeed, type FeedRow, insertFeed, listFeeds, lockFeed } from "#db/queries/messages/feeds/feeds.ts";
import { DomainError } from "#domain/errors.ts";
import type { AuthoredCall } from "../../caller.ts";
import { note } from "../audit.ts";

/** A new feed, with its name as its identifier. Throws `conflict` when a feed of the environment has the name. */
export const createFeed = (db: Database, call: AuthoredCall, name: string): Promise<FeedRow> =>
  db.transaction(async (transaction) => {
    const { scope, caller } = call;
    const feed = await insertFeed(transaction, scope, name);
    if (!feed) {
      throw new DomainError(
        "conflict",
        `Feed with identifier ${name} already exists in environment ${scope.environmentId}: choose another name`,
      );
    }
    await recordChanges(transaction, scope, caller.userId, [{ type: "Feed", state: feedState(feed) }]);
    await note(transaction, call, { action: "feed.created", id: feed.id, name, after: { name } });
    return feed;
  });

/** Deletes a feed, and returns those that remain. Throws `invalid_input` when it is unknown, or used by a workflow. */
export const removeFeed = (db: Database, call: AuthoredCall, id: string): Promise<FeedRow[]> =>
  db.transaction(async (transaction) => {
    const { scope, caller } = call;
    const feed = await lockFeed(transaction, scope, id);
    if (!feed) throw new DomainError("invalid_input", `Could not find feed with id ${id} in this environment`);
    if (await isFeedUsed(transaction, scope, id)) {
      throw new DomainError("invalid_input", `Feed ${id} is used by a workflow: give its steps another feed first`);
    }
    const deleted = await deleteFeed(transaction, feed);
    await recordChanges(transaction, scope, caller.userId, [{ type: "Feed", state: feedState(deleted ?? feed) }]);
    await note(transaction, call, { action: "feed.deleted", id, name: feed.name, before: { name: feed.name } });
    return listFeeds(transaction, scope);
  });
