import { Context } from "@temporalio/activity";
import { type LookedAtRun, nextRuns } from "#db/queries/resumptions/next-runs.ts";
import { lockResumption, noteCounted, noteResumed, type Portion } from "#db/queries/resumptions/note-progress.ts";
import { findResumption, type ResumptionRow } from "#db/queries/resumptions/resumptions.ts";
import { cancelRuns } from "#db/queries/runs/cancel-runs.ts";
import { classifySqlFailure, sqlStateOf } from "#db/sql-failure.ts";
import { inRareTransaction, inSavepoint, type RareTransaction } from "#db/transaction.ts";
import { notFound } from "#domain/errors.ts";
import { resumePace } from "#domain/resume-pace.ts";
import { bounds } from "#engine/policies.ts";
import type { ResumptionRef } from "#engine/refs.ts";
import type { Deps } from "./deps.ts";
import { wakeCohorts } from "./lanes/wake-cohorts.ts";
import { currentTargets, type ResumeResult, resumeRuns } from "./slice/resume-runs.ts";
import { settleDigests } from "./slice/settle-digests.ts";

/**
 * Counts the runs that match, and then has them go on, in portions. One that is spread over a time says how long to wait for the
 * next: what waits is not resumed yet, so that nothing of it goes on once the resumption is ended. Each portion is stored with its results by one
 * transaction, so that nothing is done or counted twice, whoever repeats it and wherever it ends.
 */
export const advanceResumption =
  (deps: Deps) =>
  async ({ resumptionId, ...scope }: ResumptionRef): Promise<{ more: boolean; waitMs?: number }> => {
    const { cancellationSignal } = Context.current();
    const deadline = Date.now() + bounds.resumption.budget;
    for (;;) {
      const resumption = await findResumption(deps.db, scope, resumptionId);
      if (!resumption) throw notFound(`No resumption with id ${resumptionId} exists`);
      if (resumption.state === "completed" || resumption.state === "canceled") return { more: false };
      if (Date.now() >= deadline || cancellationSignal.aborted) return { more: true };
      const { waitMs } = paceOf(resumption, deps.clock());
      if (waitMs > 0) return { more: true, waitMs };
      await advancePortion(deps, resumption);
    }
  };

/**
 * Counts or resumes the next runs. A portion that takes too long is divided, and a run that takes too long by itself is refused, so
 * that the others go on.
 */
export async function advancePortion(
  deps: Pick<Deps, "db" | "clock" | "logger"> & { engine: Pick<Deps["engine"], "wake"> },
  resumption: ResumptionRow,
  size = bounds.resumption.together,
): Promise<void> {
  try {
    await advanceSome(deps, resumption, size);
  } catch (error) {
    if (sqlStateOf(error) !== TIMED_OUT) throw error;
    deps.logger.warn({ err: error, resumptionId: resumption.id, size }, "a portion of a resumption took too long");
    if (size > 1) await advancePortion(deps, resumption, Math.ceil(size / DIVISOR));
    else await advanceSome(deps, resumption, 1, refuseAll);
  }
}

/** SQLSTATE of a statement that Postgres canceled, by its time limit. */
const TIMED_OUT = "57014";
/** By how much a portion is divided that took too long: a single run is reached within the time of one call. */
const DIVISOR = 20;

const refuseAll: Resume = async (_, runs) => ({ ...NOTHING, refused: { not_stored: runs.length } });

async function advanceSome(
  deps: Parameters<typeof advancePortion>[0],
  resumption: ResumptionRow,
  size: number,
  instead?: Resume,
): Promise<void> {
  const { db, clock } = deps;
  const now = clock();
  const looked = await nextRuns(db, resumption, size);
  const runs = upTo(looked, paceOf(resumption, now).runs);
  const last = runs.at(-1);
  const dueAt = new Date(now.getTime() + bounds.resumption.progress);
  const portion: Portion = { last, isLast: looked.length < size && runs.length === looked.length, now, dueAt };
  const matching = runs.filter(({ matches }) => matches);
  if (resumption.state === "counting") {
    await noteCounted(db, resumption, matching.length, portion);
    return;
  }
  const change = instead ?? (await CHANGES[resumption.kind](deps, { resumption, runs: matching, now }));
  const { cohortIds, endedIds } = await inRareTransaction(db, async (sql) => {
    if (!(await lockResumption(sql, resumption))) return NOTHING;
    const result = await resumeApart(sql, matching, change);
    await noteResumed(sql, resumption, result, portion);
    return result;
  });
  // A run that ends hands over the digest that it was to send. Should this process die before, the reconciler finds the digest overdue.
  if (endedIds.length > 0) await settleDigests(deps, { runIds: endedIds });
  await wakeCohorts(deps, cohortIds);
}

interface ChangedRuns extends ResumeResult {
  /** Runs that have ended by it. */
  endedIds: string[];
}
const NOTHING: ChangedRuns = { resumed: 0, refused: {}, cohortIds: [], endedIds: [] };

interface Portioned {
  resumption: ResumptionRow;
  runs: readonly LookedAtRun[];
  now: Date;
}

/** Prepares the change of a portion, by the kind of the selection. */
const CHANGES: Readonly<
  Record<ResumptionRow["kind"], (deps: Pick<Deps, "db">, portion: Portioned) => Promise<Resume>>
> = {
  resume: async ({ db }, { resumption: { id, version, integration }, runs, now }) => {
    const targets = version === "current" ? await currentTargets(db, runs, now) : null;
    const note = { resumptionId: id, version, integration };
    return async (sql, some) => ({ ...(await resumeRuns(sql, some, { targets, note, now })), endedIds: [] });
  },
  cancel:
    async (_, { resumption: { id, createdBy }, now }) =>
    async (sql, some) => {
      const { canceledIds, ...result } = await cancelRuns(sql, some, { by: createdBy, cancellationId: id, now });
      return { ...result, resumed: canceledIds.length, endedIds: canceledIds };
    },
};

function paceOf(resumption: ResumptionRow, now: Date): ReturnType<typeof resumePace> {
  const { state, total, resumed, refused, spreadSeconds, countedAt } = resumption;
  if (state !== "running" || countedAt === null) return { runs: Number.POSITIVE_INFINITY, waitMs: 0 };
  const begun = Object.values(refused).reduce((sum, runs) => sum + runs, resumed);
  return resumePace({ total, begun, spreadSeconds, since: countedAt, now });
}

/** The first runs, with at most so many among them that match. */
function upTo(runs: readonly LookedAtRun[], matching: number): readonly LookedAtRun[] {
  let left = matching;
  const end = runs.findIndex(({ matches }) => matches && left-- <= 0);
  return end === -1 ? runs : runs.slice(0, end);
}

type Resume = (sql: RareTransaction, runs: readonly LookedAtRun[]) => Promise<ChangedRuns>;

/** A run whose data Postgres refuses fails alone. */
async function resumeApart(sql: RareTransaction, runs: readonly LookedAtRun[], resume: Resume): Promise<ChangedRuns> {
  try {
    return await inSavepoint(sql, (inner) => resume(inner, runs));
  } catch (error) {
    if (classifySqlFailure(error) !== "data") throw error;
    if (runs.length === 1) return refuseAll(sql, runs);
    const half = Math.ceil(runs.length / 2);
    const first = await resumeApart(sql, runs.slice(0, half), resume);
    const second = await resumeApart(sql, runs.slice(half), resume);
    const refused = { ...first.refused };
    for (const [reason, count] of Object.entries(second.refused) as [keyof typeof refused, number][]) {
      refused[reason] = (refused[reason] ?? 0) + count;
    }
    const cohortIds = [...first.cohortIds, ...second.cohortIds];
    const endedIds = [...first.endedIds, ...second.endedIds];
    return { resumed: first.resumed + second.resumed, refused, cohortIds, endedIds };
  }
}
