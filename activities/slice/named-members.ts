import type { StepType } from "#contract/constants/channels.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { readSlice, type SliceRow } from "#db/queries/runs/read-slice.ts";
import type { ContentNeeds, SliceContext } from "#db/queries/runs/slice-context.ts";
import { isSettled } from "#db/queries/subscribers/subscriber-changes.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import type { SliceDeps } from "./slice-deps.ts";
import { storeRecipients } from "./store-recipients.ts";

/**
 * Reads subscribers that a trigger names, in its order, after storing what it says about them. Those that cannot be stored as
 * asked are noted with the event and left out.
 */
export async function namedMembers(
  deps: Pick<SliceDeps, "db" | "engine" | "logger">,
  event: EventRow,
  stepTypes: readonly StepType[],
  named: readonly InlineSubscriber[],
  needs: ContentNeeds,
): Promise<{ context: SliceContext; rows: SliceRow[] }> {
  const { db } = deps;
  const subscriberIds = named.map(({ subscriberId }) => subscriberId);
  const query = { kind: "named", subscriberIds } as const;
  const read = await readSlice(db, event, stepTypes, query, needs);
  const found = byCustomersId(read.rows);
  const isStored = ({ channels, ...given }: InlineSubscriber): boolean => {
    const row = found.get(given.subscriberId)?.subscriber;
    return channels === undefined && !!row && isSettled(row, { ...given, channels: [] });
  };
  if (read.context.canceled || named.every(isStored)) return { context: read.context, rows: inOrder(found, named) };

  const failed = await storeRecipients(deps, event, named);
  const { context, rows } = await readSlice(db, event, stepTypes, query, needs);
  const refused = new Set(failed.map(({ subscriberId }) => subscriberId));
  const stored = inOrder(byCustomersId(rows), named);
  return { context, rows: stored.filter(({ subscriber }) => !refused.has(subscriber?.subscriberId ?? "")) };
}

const byCustomersId = (rows: readonly SliceRow[]) =>
  new Map(rows.map((row) => [row.subscriber?.subscriberId, row] as const));

const inOrder = (rows: ReturnType<typeof byCustomersId>, named: readonly InlineSubscriber[]): SliceRow[] =>
  named.flatMap(({ subscriberId }) => rows.get(subscriberId) ?? []);
