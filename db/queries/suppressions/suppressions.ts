import { and, eq, like } from "drizzle-orm";
import type { SuppressedChannel, SuppressionReason } from "#contract/constants/suppressions.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { beginningWith } from "../../like.ts";
import { type ListedRow, searchRows } from "../../list-search.ts";
import type { ListWindow } from "../../list-window.ts";
import { suppressions } from "../../schema/suppressions.ts";
import type { Scope } from "../../scope.ts";
import { storableText } from "../../storable.ts";
import { type Executor, type Transaction, taggedOf } from "../../transaction.ts";

export type SuppressionRow = typeof suppressions.$inferSelect;

export interface SuppressionSearch {
  channel?: SuppressedChannel | undefined;
  reason?: SuppressionReason | undefined;
  /** The beginning of an address, as it is stored. */
  address?: string | undefined;
}

/** One window of an environment's suppressed addresses, and their number, as `searchRows` counts it. */
export function searchSuppressions(
  db: Database,
  scope: Scope,
  { channel, reason, address }: SuppressionSearch,
  window: ListWindow,
): Promise<{ rows: ListedRow<typeof suppressions>[]; count: number }> {
  const where = and(
    eq(suppressions.environmentId, scope.environmentId),
    channel && eq(suppressions.channel, channel),
    reason && eq(suppressions.reason, reason),
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

/** Throws `not_found`. */
export async function deleteSuppression(transaction: Transaction, scope: Scope, id: string): Promise<SuppressionRow> {
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
  note: string | undefined;
}

/** Has a stronger reason take the place of a weaker one: who unsubscribed still gets what is critical. */
export const ON_KNOWN_ADDRESS = `
  on conflict (environment_id, address, channel) do update
    set reason = excluded.reason, note = excluded.note, provider_id = excluded.provider_id, message_id = excluded.message_id
    where suppressions.reason = 'unsubscribed' and excluded.reason <> 'unsubscribed'`;

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
    insert into suppressions (organization_id, environment_id, channel, address, reason, note)
    select ${organizationId}, ${environmentId}, a.channel, a.address, a.reason, a.note
    from unnest(${rows.map(({ channel }) => channel)}::text[], ${rows.map(({ address }) => address)}::text[],
      ${rows.map(({ reason }) => reason)}::text[],
      ${rows.map(({ note }) => (note === undefined ? null : storableText(note)))}::text[])
      with ordinality as a (channel, address, reason, note, number) order by a.number
    ${sql.unsafe(ON_KNOWN_ADDRESS)}
    returning id, channel, address, reason`;
}
