import { setTimeout as sleep } from "node:timers/promises";
import { Context } from "@temporalio/activity";
import { decrypt } from "#db/encryption.ts";
import { eraseAuditedSubscriber } from "#db/queries/audit/audit-logs.ts";
import { endRunsOf } from "#db/queries/subscribers/erasures/end-runs.ts";
import { eraseEvents } from "#db/queries/subscribers/erasures/erase-events.ts";
import { eraseReports, eraseWebhookEvents, eraseWebhookLog } from "#db/queries/subscribers/erasures/erase-logs.ts";
import {
  eraseRows,
  lockSchedulesNaming,
  nextAnswers,
  omitAnswers,
  setScheduledEvent,
} from "#db/queries/subscribers/erasures/erase-others.ts";
import { eraseRequests } from "#db/queries/subscribers/erasures/erase-requests.ts";
import { type ErasureRow, endErasure, findErasure, noteProgress } from "#db/queries/subscribers/erasures/erasures.ts";
import type { ErasedPerson } from "#db/schema/accounts/erasures.ts";
import type { ScheduledEvent } from "#db/schema/workflows/schedules.ts";
import { type Scope, scopeOf } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { bounds } from "#engine/policies.ts";
import type { ErasureRef } from "#engine/refs.ts";
import type { Deps } from "./deps.ts";
import { wakeCohorts } from "./lanes/wake-cohorts.ts";

/**
 * Removes everything that is stored about a subscriber, in portions, each in one transaction with the place after it. What is done
 * again changes nothing. Rows that count something stay, without anything that says about whom.
 */
export const advanceErasure =
  (deps: Deps) =>
  async ({ erasureId, ...scope }: ErasureRef): Promise<{ more: boolean }> => {
    const { cancellationSignal } = Context.current();
    const deadline = Date.now() + bounds.erasure.budget;
    for (;;) {
      const row = await findErasure(deps.db, scope, erasureId);
      if (!row?.person || row.state !== "running") return { more: false };
      if (Date.now() >= deadline || cancellationSignal.aborted) return { more: true };
      await (STEPS[row.step] ?? finish)(deps, row, row.person);
    }
  };

type Step = (deps: Deps, row: ErasureRow, person: ErasedPerson) => Promise<void>;
type Progress = Parameters<typeof noteProgress>[2];

const dueOf = ({ clock }: Deps): Date => new Date(clock().getTime() + bounds.erasure.progress);
const after = (deps: Deps, { step }: ErasureRow): Progress => ({ step: step + 1, cursor: null, dueAt: dueOf(deps) });

/** Ends the runs of the subscriber that are under way. A send that somebody has begun comes to its end first. */
const endRuns: Step = async (deps, row, { ids }) => {
  const { db, clock } = deps;
  const { ended, cohortIds, isSending } = await endRunsOf(
    db,
    { id: row.id, subscriberIds: ids },
    { now: clock(), limit: bounds.erasure.runs },
  );
  await wakeCohorts(deps, cohortIds);
  const isDone = ended === 0 && !isSending;
  const next = isDone ? after(deps, row) : { step: row.step, cursor: row.cursor, dueAt: dueOf(deps) };
  await db.transaction((transaction) => noteProgress(transaction, row, next));
  if (ended === 0 && isSending) await sleep(bounds.erasure.pause);
};

const events: Step = async (deps, row, person) => {
  await deps.db.transaction(async (transaction) => {
    const place = { after: row.cursor, limit: bounds.erasure.events };
    const { rows, cursor } = await eraseEvents(transaction, scopeOf(row), person, place);
    const next = cursor === null ? after(deps, row) : { step: row.step, cursor, dueAt: dueOf(deps) };
    await noteProgress(transaction, row, { ...next, erasedRows: rows });
  });
};

const others: Step = async (deps, row, person) => {
  await deps.db.transaction(async (transaction) => {
    const rows = await eraseRows(transaction, scopeOf(row), person);
    await eraseAuditedSubscriber(transaction, scopeOf(row), { subscriberId: person.subscriberId, erasureId: row.id });
    const changed = await eraseFromSchedules(transaction, scopeOf(row), person);
    await noteProgress(transaction, row, { ...after(deps, row), erasedRows: rows + changed });
  });
};

async function eraseFromSchedules(
  transaction: Transaction,
  scope: Scope,
  { subscriberId }: ErasedPerson,
): Promise<number> {
  const schedules = await lockSchedulesNaming(transaction, scope, subscriberId);
  for (const { id, event } of schedules) await setScheduledEvent(transaction, id, withoutPerson(event, subscriberId));
  return schedules.length;
}

/** Null when nobody is left. */
function withoutPerson({ actor, ...event }: ScheduledEvent, subscriberId: string): ScheduledEvent | null {
  const isPerson = (named: unknown): boolean =>
    named === subscriberId ||
    (typeof named === "object" && named !== null && "subscriberId" in named && named.subscriberId === subscriberId);
  const kept = actor !== undefined && !isPerson(actor) ? { ...event, actor } : event;
  if (Array.isArray(event.to)) {
    const to = event.to.filter((named) => !isPerson(named)).map((named) => withoutExclusion(named, subscriberId));
    return to.length === 0 ? null : { ...kept, to };
  }
  if (isPerson(event.to)) return null;
  return event.to === undefined ? kept : { ...kept, to: withoutExclusion(event.to, subscriberId) };
}

/** The recipient as it was given, or a topic that excludes the others only. */
function withoutExclusion<Named>(named: Named, subscriberId: string): Named {
  if (typeof named !== "object" || named === null || !("exclude" in named) || !Array.isArray(named.exclude))
    return named;
  return { ...named, exclude: named.exclude.filter((id) => id !== subscriberId) };
}

/** Answers that were stored for repeated calls are encrypted: each is read to see whether it names the subscriber. */
const answers: Step = async (deps, row, { subscriberId, ids }) => {
  const { db, config } = deps;
  const found = await nextAnswers(db, scopeOf(row), { after: row.cursor, limit: bounds.erasure.answers });
  const names = [JSON.stringify(subscriberId), ...ids];
  const naming = found.filter(({ body }) => {
    const text = decrypt(body, config.encryptionKey);
    return names.some((name) => text.includes(name));
  });
  const last = found.at(-1);
  await db.transaction(async (transaction) => {
    await omitAnswers(
      transaction,
      naming.map(({ id }) => id),
    );
    const isLast = found.length < bounds.erasure.answers || !last;
    const next = isLast ? after(deps, row) : { step: row.step, cursor: last.id, dueAt: dueOf(deps) };
    await noteProgress(transaction, row, { ...next, erasedRows: naming.length });
  });
};

/** A log that names subscribers without an index by them. */
const log =
  (erase: typeof eraseReports, limit = bounds.erasure.reports): Step =>
  async (deps, row, person) => {
    await deps.db.transaction(async (transaction) => {
      const place = { after: row.cursor, limit };
      const { rows, cursor } = await erase(transaction, scopeOf(row), person, place);
      const next = cursor === null ? after(deps, row) : { step: row.step, cursor, dueAt: dueOf(deps) };
      await noteProgress(transaction, row, { ...next, erasedRows: rows });
    });
  };

/** Recorded calls, of which the last ones may be on their way to the database. */
const requests: Step = async (deps, row, person) => {
  if (row.cursor === null) await sleep(bounds.erasure.recordedWithin);
  await log(eraseRequests, bounds.erasure.requests)(deps, row, person);
};

/** An event that named the subscriber meanwhile has made it live again: its runs have to be ended, too. */
const finish: Step = async (deps, row) => {
  await deps.db.transaction(async (transaction) => {
    if (await endErasure(transaction, row, deps.clock())) return;
    await noteProgress(transaction, row, { step: 0, cursor: null, dueAt: dueOf(deps) });
  });
};

/** In this order; what follows the last one is the end. */
const STEPS: readonly Step[] = [
  endRuns,
  events,
  others,
  answers,
  log(eraseWebhookEvents),
  log(eraseWebhookLog),
  log(eraseReports),
  requests,
];
