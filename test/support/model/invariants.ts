import { DETAILS } from "#contract/constants/details.ts";
import { JOB_STATUSES, type JobStatus } from "#contract/constants/statuses.ts";
import type { Database } from "#db/client.ts";
import { unlistedTransitions } from "../guard-transitions.ts";
import type { EngineModel } from "./engine-model.ts";
import type { ModelStep, ModelSubscriber, Scenario } from "./scenario.ts";
import type { VendorCall } from "./vendor.ts";

const FINAL: readonly JobStatus[] = ["completed", "failed", "canceled", "skipped"];

interface JobState {
  id: string;
  position: number;
  type: string;
  status: JobStatus;
  dueAt: string | null;
  finishedAt: string | null;
  details: { detail: string; status: string }[];
  messages: { id: string; status: string; createdAt: string }[];
}

interface RunState {
  id: string;
  subscriberId: string;
  cohortId: string;
  position: number;
  dueAt: string | null;
  stopReason: string | null;
  jobs: JobState[];
}

interface CohortState extends Record<JobStatus, number> {
  id: string;
  number: number;
  cursor: string | null;
  dueAt: string | null;
  stopReason: string | null;
  reopen: boolean;
  runs: number;
}

interface Stored {
  /** Why the event ended before it was divided into cohorts. */
  stopReason: string | null;
  cohorts: CohortState[];
  runs: RunState[];
  deliveries: { messageId: string; state: string; jobId: string }[];
}

/** One consistent look at everything that is stored of an event. */
async function read(db: Database, eventId: string): Promise<Stored> {
  const [row] = await db.$client<[Stored]>`
    select (select stop_reason from events e where id = ${eventId}
        and not exists (select from cohorts where event_id = e.id)) as "stopReason",
      (select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('dueAt', c.due_at, 'stopReason', c.stop_reason)
        order by c.number), '[]') from cohorts c where c.event_id = ${eventId}) as cohorts,
      (select coalesce(jsonb_agg(jsonb_build_object('messageId', d.message_id, 'state', d.state, 'jobId', d.job_id)), '[]')
        from deliveries d where d.event_id = ${eventId}) as deliveries,
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'subscriberId', s.subscriber_id, 'cohortId', r.cohort_id,
          'position', r.position, 'dueAt', r.due_at, 'stopReason', r.stop_reason, 'jobs', (
            select jsonb_agg(jsonb_build_object('id', j.id, 'position', j.position, 'type', j.type, 'status', j.status,
              'dueAt', j.due_at, 'finishedAt', j.finished_at,
              'details', (select coalesce(jsonb_agg(jsonb_build_object('detail', e.detail, 'status', e.status)
                order by e.created_at), '[]') from execution_details e where e.job_id = j.id and e.run_id = r.id),
              'messages', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'status', m.status,
                'createdAt', m.created_at)), '[]') from messages m where m.job_id = j.id and m.event_id = ${eventId}))
              order by j.position)
            from jobs j where j.run_id = r.id))), '[]')
        from runs r join subscribers s on s.id = r.subscriber_id where r.event_id = ${eventId}) as runs`;
  if (!row) throw new Error("nothing was read");
  return row;
}

export interface Invariants {
  /** Invariants of every moment. */
  always(): Promise<void>;
  /** Invariants when nothing is left to do. */
  atRest(): Promise<void>;
  /** After a resume of a repaired event: no run has been left where a resume would help. */
  nothingStopped(): Promise<void>;
}

export function createInvariants(db: Database, eventId: string, scenario: Scenario, model: EngineModel): Invariants {
  const { history, violations, vendor } = model;
  const violation = (text: string) => void (violations.includes(text) || violations.push(text));
  const check = (holds: boolean, text: () => string) => void (holds || violation(text()));
  const subscribers = new Map(scenario.subscribers.map((one) => [one.subscriberId, one]));
  let ended = new Map<string, JobState>();

  function checkCohort(cohort: CohortState, runs: readonly RunState[], isAtRest: boolean): void {
    const own = runs.filter(({ cohortId }) => cohortId === cohort.id);
    const name = `cohort ${cohort.number}`;
    check(cohort.runs === own.length, () => `${name} counts ${cohort.runs} runs and has ${own.length}`);
    const jobs = own.flatMap((run) => run.jobs);
    for (const status of JOB_STATUSES) {
      const real = jobs.filter((job) => job.status === status).length;
      check(cohort[status] === real, () => `${name} counts ${cohort[status]} ${status} jobs and has ${real}`);
    }
    const isOpen = cohort.cursor !== null || jobs.some(({ status }) => !FINAL.includes(status));
    if (cohort.stopReason === null && !cohort.reopen) {
      check(!isOpen || cohort.dueAt !== null, () => `${name} is open and never due`);
    }
    if (isAtRest) check(cohort.dueAt === null, () => `${name} is due at ${cohort.dueAt} although all is at rest`);
  }

  function checkRun(run: RunState): void {
    const steps = scenario.steps;
    check(
      run.jobs?.length === steps.length,
      () => `${run.subscriberId} has ${run.jobs?.length} of ${steps.length} jobs`,
    );
    let waitedUntil = 0;
    for (const job of run.jobs ?? []) {
      const name = `job ${job.position} (${job.type}, ${job.status}) of ${run.subscriberId}`;
      const [message, another] = job.messages;
      check(!another, () => `${name} has ${job.messages.length} messages`);
      if (job.status === "failed") {
        check(
          job.details.some(({ status }) => status === "Failed"),
          () => `${name} has no failed detail: ${JSON.stringify(job.details)}`,
        );
        check(message?.status !== "sent", () => `${name} has a message that was sent`);
      }
      if (job.status === "canceled") {
        check(
          job.details.some(({ detail }) => WHY_CANCELED.includes(detail)),
          () => `${name} has no detail that says why: ${JSON.stringify(job.details)}`,
        );
        check(message?.status !== "sent", () => `${name} has a message that was sent`);
      }
      if (job.status === "completed" && job.type !== "delay") {
        check(message?.status === "sent", () => `${name} has the message ${JSON.stringify(message)}`);
      }
      if (message) {
        const at = new Date(message.createdAt).getTime();
        check(at >= waitedUntil, () => `${name} has a message of ${message.createdAt}, before its delay ended`);
      }
      if (job.type === "delay" && job.status === "completed" && job.dueAt !== null) {
        const dueAt = new Date(job.dueAt).getTime();
        waitedUntil = Math.max(waitedUntil, dueAt);
        check(
          job.finishedAt !== null && new Date(job.finishedAt).getTime() >= dueAt,
          () => `${name} ended at ${job.finishedAt}, due at ${job.dueAt}`,
        );
      }
    }
  }

  /** No job leaves a final state, except by a resume. */
  function checkEnds(runs: readonly RunState[]): void {
    const now = new Map(
      runs.flatMap((run) =>
        (run.jobs ?? []).flatMap((job) => (FINAL.includes(job.status) ? [[job.id, job] as const] : [])),
      ),
    );
    for (const [id, before] of ended) {
      const after = now.get(id);
      const isSame = after?.status === before.status;
      const mayReopen = history.resumes > 0 && before.status !== "completed";
      check(
        isSame || mayReopen,
        () => `job ${before.position} (${before.type}) was ${before.status}, is ${after?.status}`,
      );
    }
    ended = now;
  }

  function checkVendor(): void {
    const byMessage = new Map<string, VendorCall[]>();
    for (const call of vendor.calls) byMessage.set(call.messageId, [...(byMessage.get(call.messageId) ?? []), call]);
    for (const calls of byMessage.values()) {
      const [first] = calls;
      for (const call of calls) {
        check(call.content === first?.content, () => `the attempts differ: ${first?.content} and ${call.content}`);
      }
      for (const [index, call] of calls.entries()) {
        // Somebody else began the same attempt: this sender had lost its lease by then.
        const hasLost = calls
          .slice(index + 1)
          .some(
            ({ attempt, owner, integrationId }) =>
              attempt === call.attempt && integrationId === call.integrationId && owner !== call.owner,
          );
        // A refusal for too many messages is no attempt: the next one has the same number.
        if (!hasLost || history.resumes > 0 || call.answer.kind === "later") continue;
        check(!call.recorded, () => `${call.to}: a sender that had lost its lease recorded ${call.recorded}`);
      }
      const delivered = calls.filter(({ isDelivered }) => isDelivered);
      check(
        new Set(delivered.map(({ integrationId }) => integrationId)).size <= 1,
        () => `${first?.to} got a message through two integrations`,
      );
      for (const [index, call] of delivered.entries()) {
        if (index === delivered.length - 1) continue;
        const hasReason = call.worker.process.isDead() || call.hasTimedOut || isDisturbed();
        check(hasReason, () => `${call.to} got a message twice, and nothing had gone wrong`);
        check(call.recorded !== "sent", () => `${call.to} got a message again after it was recorded`);
      }
    }
  }

  const isDisturbed = () => history.isDisturbed;

  function checkCanceled({ runs, deliveries }: Stored): void {
    if (!history.canceled) return;
    for (const run of runs) {
      for (const job of run.jobs ?? []) {
        for (const { id } of job.messages) {
          check(
            history.canceled.messages.has(id),
            () => `${run.subscriberId} got a message of job ${job.position} after the cancel`,
          );
        }
      }
    }
    const known = new Set(history.canceled.messages);
    for (const { messageId } of deliveries) {
      check(known.has(messageId), () => "a delivery was decided after the cancel");
    }
  }

  async function checkTransitions(): Promise<void> {
    for (const transition of await unlistedTransitions(db)) violation(`not a listed change of state: ${transition}`);
  }

  function checkAll(stored: Stored, isAtRest: boolean): void {
    for (const cohort of stored.cohorts) checkCohort(cohort, stored.runs, isAtRest);
    for (const run of stored.runs) checkRun(run);
    checkEnds(stored.runs);
    checkVendor();
    checkCanceled(stored);
  }

  /** Which members the audience has, when all of it was reached. */
  function checkAudience({ stopReason, runs, cohorts }: Stored): void {
    const reached = runs.map(({ subscriberId }) => subscriberId);
    const isStopped = stopReason !== null || cohorts.some((cohort) => cohort.stopReason !== null);
    if (isStopped) check(history.terminations > 0, () => "the event was stopped, and nobody terminated anything");
    const isWhole = !history.isCancelAsked && !isStopped;
    const expected = [...subscribers.keys()];
    const missing = expected.filter((id) => !reached.includes(id));
    if (isWhole) check(missing.length === 0 && cohorts.length > 0, () => `not reached: ${missing.join(", ")}`);
    check(new Set(reached).size === reached.length, () => "a subscriber has two runs");
  }

  function checkEnd(run: RunState, cohort: CohortState | undefined): void {
    const name = run.subscriberId;
    for (const job of run.jobs) {
      check(FINAL.includes(job.status), () => `job ${job.position} (${job.type}) of ${name} is ${job.status} at rest`);
    }
    check(run.dueAt === null, () => `${name} is due at ${run.dueAt} although all is at rest`);
    if (run.stopReason === "execution_ended") {
      check(
        cohort?.stopReason !== null || history.areRunsResumed,
        () => `the run of ${name} was stopped, and its cohort does not say so`,
      );
      check(history.terminations > 0, () => `the run of ${name} was stopped, and no execution was terminated`);
    }
    if (run.stopReason === null) {
      check(run.position === scenario.steps.length, () => `the run of ${name} ends at position ${run.position}`);
    }
    if (run.stopReason === "canceled") {
      check(
        history.canceled !== null || history.areRunsCanceled,
        () => `the run of ${name} was cancelled, and the event was not`,
      );
    }
    if (run.stopReason === null || run.stopReason === "step_failed") checkSteps(run);
  }

  /** A run that came to its end by itself did what its workflow says. */
  function checkSteps(run: RunState): void {
    const subscriber = subscribers.get(run.subscriberId);
    if (!subscriber) {
      violation(`${run.subscriberId} is nobody of the audience`);
      return;
    }
    let hasStopped = false;
    for (const [position, step] of scenario.steps.entries()) {
      const job = run.jobs[position];
      if (!job) continue;
      const name = `job ${position} (${step.type}) of ${run.subscriberId}`;
      const expected = hasStopped ? ["canceled"] : expectedOf(step, subscriber, job);
      check(expected.includes(job.status), () => `${name} is ${job.status}, expected ${expected.join(" or ")}`);
      if (job.status === "failed" && step.shouldStopOnFail) hasStopped = true;
    }
    check(hasStopped === (run.stopReason === "step_failed"), () => `${run.subscriberId} ended for ${run.stopReason}`);
  }

  function expectedOf(step: ModelStep, subscriber: ModelSubscriber, job: JobState): JobStatus[] {
    if (step.only !== null && step.only !== subscriber.firstName) return ["canceled"];
    if (step.type === "delay") return ["completed"];
    const isFaulty =
      (step.fragile && (subscriber.broken || subscriber.refused)) || (step.type === "email" && !subscriber.hasAddress);
    const healthy = step.type === "in_app" ? (["completed"] as JobStatus[]) : sentBy(job);
    if (!isFaulty) return healthy;
    return history.isRepaired ? ["failed", ...healthy] : ["failed"];
  }

  /** Outcomes that the vendor's answers allow. */
  function sentBy(job: JobState): JobStatus[] {
    const ids = new Set(job.messages.map(({ id }) => id));
    const calls: VendorCall[] = vendor.calls.filter(({ messageId }) => ids.has(messageId));
    const isDelivered = calls.some((call) => call.isDelivered);
    const isRefused = calls.some(({ answer }) => answer.kind !== "accepts");
    const isCircuitOpen = scenario.answers.some(({ kind }) => kind === "circuit open");
    return [...(isDelivered ? ["completed" as const] : []), ...(isRefused || isCircuitOpen ? ["failed" as const] : [])];
  }

  return {
    async always() {
      checkAll(await read(db, eventId), false);
      await checkTransitions();
    },
    async atRest() {
      const stored = await read(db, eventId);
      checkAll(stored, true);
      await checkTransitions();
      checkAudience(stored);
      const cohorts = new Map(stored.cohorts.map((cohort) => [cohort.id, cohort]));
      for (const run of stored.runs) checkEnd(run, cohorts.get(run.cohortId));
      for (const { state, jobId } of stored.deliveries) {
        check(state !== "open", () => `a delivery of job ${jobId} is open at rest`);
      }
    },
    async nothingStopped() {
      const { stopReason, cohorts, runs, deliveries } = await read(db, eventId);
      check(stopReason === null, () => `the event is stopped after a resume: ${stopReason}`);
      for (const { number, stopReason, cursor } of cohorts) {
        check(stopReason === null, () => `cohort ${number} is stopped after a resume: ${stopReason}`);
        check(cursor === null, () => `cohort ${number} has not been resolved after a resume`);
      }
      for (const { subscriberId, stopReason } of runs) {
        // What the trigger itself says of a subscriber is stored again with the rest of the audience.
        if (subscribers.get(subscriberId)?.inline) continue;
        check(stopReason === null, () => `the run of ${subscriberId} is stopped after a resume: ${stopReason}`);
      }
      for (const { state, messageId } of deliveries) {
        check(state === "sent", () => `message ${messageId} is ${state} after a resume`);
      }
    },
  };
}

const WHY_CANCELED: readonly string[] = [
  DETAILS.stepFiltered,
  DETAILS.canceledByCaller,
  DETAILS.runCanceled,
  DETAILS.stoppedAfterFailure,
  DETAILS.executionEnded,
];
