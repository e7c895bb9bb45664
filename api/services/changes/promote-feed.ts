import { enableChangesOf } from "#db/queries/changes/changes.ts";
import { feedState } from "#db/queries/changes/entity-states.ts";
import { deleteFeed, findFeedByIdentifier, findFeedRow, insertFeed } from "#db/queries/messages/feeds/feeds.ts";
import type { FeedState } from "#db/schema/accounts/changes.ts";
import type { Transaction } from "#db/transaction.ts";
import type { Promotion } from "./promotion.ts";

/** Creates or deletes the feed of the same identifier. Returns its id; undefined when there is none then. */
export async function promoteFeed(
  transaction: Transaction,
  { target }: Promotion,
  { identifier, deleted }: FeedState,
): Promise<string | undefined> {
  const copy = await findFeedByIdentifier(transaction, target, identifier);
  if (!deleted) return (copy ?? (await insertFeed(transaction, target, identifier)))?.id;
  if (copy) await deleteFeed(transaction, copy);
  return undefined;
}

/** The feed of the same identifier, for a step that sends to it: one that was never promoted is promoted now. */
export async function targetFeedId(
  transaction: Transaction,
  promotion: Promotion,
  feedId: string,
): Promise<string | undefined> {
  const { source, target } = promotion;
  const feed = await findFeedRow(transaction, source, feedId);
  if (!feed) return undefined;
  const copy = await findFeedByIdentifier(transaction, target, feed.identifier);
  if (copy) return copy.id;
  if (feed.deletedAt !== null) return undefined;
  await enableChangesOf(transaction, source, [feedId]);
  return promoteFeed(transaction, promotion, feedState(feed));
}
