import { and, eq, like } from "drizzle-orm";
import type { SuppressedChannel, SuppressionReason, SuppressionStream } from "#contract/constants/suppressions.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { beginningWith } from "../../like.ts";
import { type ListedRow, searchRows } from "../../list-search.ts";
import type { ListWindow } from "../../list-window.ts";
import { softBounces, suppressions } from "../../schema/suppressions.ts";
import type { Scope } from "../../scope.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { type Executor, type Transaction, taggedOf } from "../../transaction.ts";

export type SuppressionRow = typeof suppressions.$inferSelect;

export interface SuppressionSearch {
  channel?: SuppressedChannel | undefined;
  reason?: SuppressionReason | undefined;
  stream?: SuppressionStream | undefined;
  /** The beginning of an address, as it is stored. */
  address?: string | undefined;
}

/** One window of an environment's suppressed addresses, and their number, as `searchRows` counts it. */
export function searchSuppressions(
  db: Database,
  scope: Scope,
  { channel, reason, stream, address }: SuppressionSearch,
  window: ListWindow,
): Promise<{ rows: ListedRow<typeof suppressions>[]; count: number }> {
  const where = and(
    eq(suppressions.environmentId, scope.environmentId),
    channel && eq(suppressions.channel, channel),
    reason && eq(suppressions.reason, reason),
    stream && eq(suppressions.stream, stream),
    address === undefined ? undefined : like(suppressions.address, beginningWith(address)),
  );
  return searchRows(db, suppressions, { where, isSearch: address !== undefined }, window);
}

const byId = (scope: Scope, id: string) =>
  and(eq(suppressions.environmentId, scope.environmentId), eq(suppressions.id, id));

/** Throws `not_found`. */
export async function getSuppression(db: Executor, scope: Scope, id: string): Promise<SuppressionRow> {
  const [row] = await db.select().from(suppressions).where(byId(scope, id));
  if (!row) throw unknownSuppression(id);
  return row;
}

/** Deletes an entry, and the soft bounces that were counted of its address. Throws `not_found`. */
export async function deleteSuppression(transaction: Transaction, scope: Scope, id: string): Promise<SuppressionRow> {
  // Reports lock soft bounces first as well.
  const { channel, address } = await getSuppression(transaction, scope, id);
  await transaction
    .delete(softBounces)
    .where(
      and(
        eq(softBounces.environmentId, scope.environmentId),
        eq(softBounces.address, address),
        eq(softBounces.channel, channel),
      ),
    );
  const [row] = await transaction.delete(suppressions).where(byId(scope, id)).returning();
  if (!row) throw unknownSuppression(id);
  return row;
}

const unknownSuppression = (id: string) => notFound(`No suppressed address with id ${id} exists in this environment`);

/** An address as it is stored, of a channel. */
export interface NewSuppression {
  channel: SuppressedChannel;
  address: string;
  reason: SuppressionReason;
  stream: SuppressionStream;
  note: string | undefined;
}

/** Has what holds back everything take the place of what lets critical messages through, and nothing else change an entry. */
export const ON_KNOWN_ADDRESS = `
  on conflict (environment_id, address, channel) do update
    set reason = excluded.reason, stream = excluded.stream, note = excluded.note, provider_id = excluded.provider_id, message_id = excluded.message_id
    where suppressions.stream <> 'all' and excluded.stream = 'all'`;

const SUPPRESSIONS = columnsOf<NewSuppression>(
  "a",
  { channel: "text", address: "text", reason: "text", stream: "text", note: "storable" },
  { number: ["int", (_, number) => number] },
);

/** Stores addresses that are new, or have a stronger reason now. Returns those. Of several entries of one address the first one counts. */
export async function storeSuppressions(
  transaction: Transaction,
  { organizationId, environmentId }: Scope,
  given: readonly NewSuppression[],
): Promise<Pick<SuppressionRow, "id" | "channel" | "address" | "reason">[]> {
  const sql = taggedOf(transaction);
  const first = new Map<string, NewSuppression>();
  for (const entry of given) {
    const key = `${entry.address} ${entry.channel}`;
    if (!first.has(key)) first.set(key, entry);
  }
  // In one order, so that two calls with the same addresses wait for each other instead of deadlocking.
  const rows = [...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  return sql<Pick<SuppressionRow, "id" | "channel" | "address" | "reason">[]>`
    insert into suppressions (organization_id, environment_id, channel, address, reason, stream, note)
    select ${organizationId}, ${environmentId}, a.channel, a.address, a.reason, a.stream, a.note
    from ${rowsOf(sql, SUPPRESSIONS, rows)} order by a.number
    ${sql.unsafe(ON_KNOWN_ADDRESS)}
    returning id, channel, address, reason`;
}
