import type { LiftOutcome, SuppressedChannel, SuppressionReason } from "#contract/constants/suppressions.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { storableText } from "../../storable.ts";

/** A request to a vendor that is due. */
export interface DueLift extends Scope {
  id: string;
  integrationId: string;
  providerId: string;
  channel: SuppressedChannel;
  address: string;
  reason: SuppressionReason;
  liftedAt: Date;
  /** Attempts that were begun, this one included. */
  attempts: number;
  /** The address has come onto the list again since. */
  isSuppressedAgain: boolean;
}

/**
 * Takes requests that are due, each of which counts as begun; until `until` nobody else takes them. Of an integration, those come first
 * that were tried least often.
 */
export async function takeVendorLifts(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueLift[]> {
  const rows = await db.$client<(Omit<DueLift, "liftedAt"> & { liftedAt: string })[]>`
    with due as materialized (
      select id from vendor_lifts where due_at <= ${now.toISOString()} order by due_at limit ${limit} for update skip locked
    ), taken as (
      update vendor_lifts v set due_at = ${until.toISOString()}, attempts = attempts + 1, asked_at = ${now.toISOString()}
      from due where v.id = due.id returning v.*
    )
    select t.id, t.organization_id as "organizationId", t.environment_id as "environmentId", t.integration_id as "integrationId",
      t.provider_id as "providerId", l.channel, l.address, l.reason, l.created_at as "liftedAt", t.attempts, exists (
        select from suppressions s
        where s.environment_id = l.environment_id and s.address = l.address and s.channel = l.channel) as "isSuppressedAgain"
    from taken t join lifted_suppressions l on l.id = t.suppression_id
    order by t.integration_id, t.attempts, l.created_at`;
  return rows.map((row) => ({ ...row, liftedAt: new Date(row.liftedAt) }));
}

/** Stores what became of a request. Of two attempts under way at once, the one counts that found the address on the list. */
export async function settleVendorLift(
  db: Database,
  id: string,
  { outcome, words }: { outcome: Exclude<LiftOutcome, "waiting">; words: string | null },
): Promise<void> {
  await db.$client`
    update vendor_lifts set outcome = ${outcome}, words = ${words === null ? null : storableText(words)}, due_at = null
    where id = ${id} and (outcome = 'waiting' or outcome <> 'lifted' and ${outcome === "lifted"})`;
}

/** Has the vendor asked again at a moment; its words say why. `isCounted` is false for one that was not begun after all. */
export async function postponeVendorLift(
  db: Database,
  id: string,
  { dueAt, words = null, isCounted }: { dueAt: Date; words?: string | null; isCounted: boolean },
): Promise<void> {
  await db.$client`
    update vendor_lifts set due_at = ${dueAt.toISOString()}, words = coalesce(${words === null ? null : storableText(words)}, words),
      attempts = attempts - ${isCounted ? 0 : 1}
    where id = ${id} and outcome = 'waiting'`;
}
