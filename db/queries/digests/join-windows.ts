import { columnsOf, rowsOf, valuesOf } from "../../sql/rows.ts";
import type { HotTransaction } from "../../transaction.ts";
import type { EventRow } from "../events/insert-event.ts";

/** A digest step that some runs of one event have reached: they share its key, as they share the payload. */
export interface DigestJoin {
  event: EventRow;
  stepId: string;
  /** Index of the step in the runs. */
  position: number;
  /** Text of the payload's value at the digest key; empty without a key or a value. */
  digestValue: string;
  now: Date;
  /**
   * Of a backoff digest: an event without an earlier one since `since` is let through. The arrival is remembered until
   * `rememberedUntil`.
   */
  backoff?: { since: Date; rememberedUntil: Date } | undefined;
}

/** A run that has reached the step, and when a window ends that it opens now. */
export interface JoiningRun {
  runId: string;
  subscriberId: string;
  closesAt: Date;
}

/** `created`: the run opened the window and sends for all. `merged`: its event is sent by the run `masterRunId`. */
export type Joined =
  | { decision: "skipped" }
  | { decision: "created" | "merged"; windowId: string; masterRunId: string; closesAt: Date };

interface JoinedRow {
  runId: string;
  windowId: string | null;
  masterRunId: string | null;
  closesAt: string | null;
}

const JOINING = columnsOf<JoiningRun>("asked", { runId: "uuid", subscriberId: "uuid", closesAt: "timestamptz" });

/**
 * Decides for each run, by its id, whether it opens a window, joins the one that is open, or is let through. A run is decided
 * about once: whoever comes second waits for the first and finds its decision, however many attempts there are.
 * Locks are taken in the order of ids, first of members, then of arrivals, then of windows.
 */
export async function joinWindows(
  sql: HotTransaction,
  { event, stepId, position, digestValue, now, backoff }: DigestJoin,
  runs: readonly JoiningRun[],
): Promise<Map<string, Joined>> {
  const at = now.toISOString();
  const expireAt = event.expireAt.toISOString();
  const { organizationId, environmentId, workflowId } = event;
  const claimed = await sql<{ runId: string }[]>`
    insert into digest_members (run_id, step_id, position, event_id, decision, expire_at)
    select run_id, ${stepId}, ${position}, ${event.id}, 'skipped', ${expireAt}
    from ${valuesOf(
      sql,
      "uuid",
      runs.map(({ runId }) => runId),
    )} as asked (run_id) order by run_id
    -- A run that ended in a window, and was begun again, joins anew.
    on conflict (run_id, step_id) do update set decision = 'skipped', left_window_id = null, joined_at = clock_timestamp()
    where digest_members.left_window_id is not null
    returning run_id as "runId"`;
  const isClaimed = new Set(claimed.map(({ runId }) => runId));
  const early = backoff ? await noteArrivals() : new Set();
  const joining = runs.filter(({ runId, subscriberId }) => isClaimed.has(runId) && !early.has(subscriberId));
  if (joining.length > 0) await openOrJoin();
  return findJoined(
    sql,
    stepId,
    runs.map(({ runId }) => runId),
  );

  /** Returns the subscribers for whom this is the first event since the look-back window began. */
  async function noteArrivals(): Promise<Set<string>> {
    const subscriberIds = runs.flatMap(({ runId, subscriberId }) => (isClaimed.has(runId) ? [subscriberId] : []));
    const since = backoff?.since.toISOString() ?? at;
    const first = await sql<{ subscriberId: string }[]>`
      with noted as (
        insert into digest_arrivals as a (environment_id, workflow_id, step_id, subscriber_id, digest_value, last_at, expire_at)
        select ${environmentId}, ${workflowId}, ${stepId}, subscriber_id, ${digestValue}, ${at},
          ${backoff?.rememberedUntil.toISOString() ?? at}
        from ${valuesOf(sql, "uuid", subscriberIds)} as asked (subscriber_id) order by subscriber_id
        on conflict on constraint digest_arrivals_key do update set previous_at = a.last_at,
          last_at = greatest(a.last_at, excluded.last_at), expire_at = greatest(a.expire_at, excluded.expire_at)
        returning subscriber_id, previous_at
      )
      select subscriber_id as "subscriberId" from noted where previous_at is null or previous_at < ${since}`;
    return new Set(first.map(({ subscriberId }) => subscriberId));
  }

  async function openOrJoin(): Promise<void> {
    await sql`
      with asked as (
        select * from ${rowsOf(sql, JOINING, joining)}
      ), joined as (
        insert into digest_windows as w (organization_id, environment_id, workflow_id, step_id, subscriber_id, digest_value,
          master_run_id, opened_at, closes_at, expire_at)
        select ${organizationId}, ${environmentId}, ${workflowId}, ${stepId}, subscriber_id, ${digestValue}, run_id, ${at},
          closes_at, ${expireAt}
        from asked order by subscriber_id
        -- The change is none: it locks the window, so that it is not closed before this member is in it.
        on conflict (environment_id, workflow_id, step_id, subscriber_id, digest_value) where closed_at is null
        do update set expire_at = greatest(w.expire_at, excluded.expire_at)
        returning id, subscriber_id
      )
      update digest_members m set decision = 'joined', window_id = joined.id
      from asked join joined on joined.subscriber_id = asked.subscriber_id
      where m.run_id = asked.run_id and m.step_id = ${stepId}`;
  }
}

/** Returns what was decided about these runs before, by their ids; about most of them, nothing. */
export async function findJoined(
  sql: HotTransaction,
  stepId: string,
  runIds: readonly string[],
): Promise<Map<string, Joined>> {
  const rows = await sql<JoinedRow[]>`
    select m.run_id as "runId", m.window_id as "windowId", w.master_run_id as "masterRunId", w.closes_at as "closesAt"
    from digest_members m left join digest_windows w on w.id = m.window_id
    where m.step_id = ${stepId} and m.run_id = any(${[...runIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.runId, joinedOf(row)]));
}

/** A run is the master of its window for as long as the window says so, also after it was handed over to it. */
function joinedOf({ runId, windowId, masterRunId, closesAt }: JoinedRow): Joined {
  if (windowId === null || masterRunId === null || closesAt === null) return { decision: "skipped" };
  const decision = masterRunId === runId ? "created" : "merged";
  return { decision, windowId, masterRunId, closesAt: new Date(closesAt) };
}
