import { channelModule } from "#activities/channels/index.ts";
import { decideSlice } from "#activities/decide/decide-slice.ts";
import { choiceKey } from "#activities/run/choose-integration.ts";
import { emptyWrite } from "#activities/run/create-member.ts";
import type { Member } from "#activities/run/member.ts";
import type { Slice } from "#activities/run/slice.ts";
import { filtersOf } from "#activities/run/step-conditions.ts";
import { isChannel } from "#contract/constants/channels.ts";
import { hostOf } from "#contract/constants/values/parse-url.ts";
import { partsOf } from "#domain/conditions/conditions.ts";
import { reasonOf } from "./step-reason.ts";
import { newRecord, type RunRecord, recordingTrace, type StepRecord } from "./step-record.ts";

export interface Cast {
  slice: Omit<Slice, "now" | "members" | "trace" | "webhooks" | "bridged" | "requests" | "integrations">;
  members: readonly Member[];
  from: Date;
  /** Answers that webhooks of conditions are assumed to give, by address. */
  webhookAnswers: ReadonlyMap<string, unknown>;
}

/** Contents that are kept of all runs together, in characters. */
const CONTENT_MAX = 4_000_000;
/** Runs that are decided together; what was rendered for them is in memory at once. */
const PLAYED_TOGETHER = 10;

export interface PlayOptions {
  /** The moment of `performance.now()` after which nothing more is decided. */
  deadline: number;
  /** Whether a run's contents and history are kept: those of a whole audience would take too much memory. */
  isDetailed(record: RunRecord): boolean;
  /** Called with a run's record when it has come to its end; what it keeps of it is up to it. */
  done(cast: Cast, record: RunRecord): void;
}

/**
 * Takes runs through all of their steps by the functions that decide real ones, in the order of the moments at which they
 * would be due. Waits pass at once, and providers take whatever they are given. Nothing is written, sent or asked.
 * Returns whether all runs came to their end in time.
 */
export async function playRuns(casts: readonly Cast[], { deadline, isDetailed, done }: PlayOptions): Promise<boolean> {
  const plays = casts.map(playOf);
  const budget = { left: CONTENT_MAX };
  for (;;) {
    const next = earliest(plays);
    if (!next) return true;
    if (performance.now() > deadline) return false;
    const { play, now, position, members } = next;
    const { trace, integrations } = recordingTrace(play.records);
    const slice: Slice = {
      ...play.cast.slice,
      now,
      members,
      trace,
      webhooks: play.webhooks,
      bridged: new Map(),
      requests: new Map(),
      integrations: new Map(),
    };
    // One step at a time, so that the time is looked at between them.
    await decideSlice(slice, position + 1);
    for (const member of members) {
      const record = play.records.get(member.runId);
      if (!record) continue;
      // A wait begins with the second look at a run, when it is stored.
      const isAgain = member.revision !== null || slice.steps[position]?.type !== "wait_for_event";
      const isHeld = member.position === position && isAgain && waitsForAnswer(member);
      take(record, slice, member, { integrations, budget: isDetailed(record) ? budget : null });
      if (isHeld) leaveOut(record, slice, member);
      Object.assign(member, { revision: (member.revision ?? -1) + 1, readPosition: member.position });
      record.endsAt = now;
      // A pause holds it until somebody ends it.
      if (member.heldBy !== null) member.dueAt = null;
      if (member.dueAt !== null) continue;
      record.stopReason = member.stopReason;
      for (const step of record.steps) step.reason = reasonOf(step);
      if (!isDetailed(record)) for (const step of record.steps) leaveHistory(step);
      play.records.delete(member.runId);
      done(play.cast, record);
    }
  }
}

interface Play {
  cast: Cast;
  records: Map<string, RunRecord>;
  webhooks: Slice["webhooks"];
}

function playOf(cast: Cast): Play {
  const { steps } = cast.slice;
  const answers = new Map([...cast.webhookAnswers].map(([url, answer]) => [url, { answer }] as const));
  const keys = cast.members.flatMap(({ runId }) => steps.map(({ stepId }) => `${runId}/${stepId}`));
  const records = cast.members.map((member) => [member.runId, newRecord(member, steps, cast.from)] as const);
  return { cast, records: new Map(records), webhooks: new Map(keys.map((key) => [key, answers])) };
}

interface Due {
  play: Play;
  now: Date;
  position: number;
  members: Member[];
}

/** Runs of one event that are due first, and stand at the same step. */
function earliest(plays: readonly Play[]): Due | undefined {
  let first: { play: Play; at: number; position: number } | undefined;
  for (const play of plays) {
    for (const { member } of play.records.values()) {
      const at = member.dueAt?.getTime() ?? 0;
      if (!first || at < first.at) first = { play, at, position: member.position };
    }
  }
  if (!first) return undefined;
  const { play, at, position } = first;
  const members = [...play.records.values()].flatMap(({ member }) =>
    member.position === position && member.dueAt?.getTime() === at ? [member] : [],
  );
  return { play, now: new Date(at), position, members: members.slice(0, PLAYED_TOGETHER) };
}

interface Taking {
  integrations: ReturnType<typeof recordingTrace>["integrations"];
  /** The characters of content that may still be kept; null for a run of which none is. */
  budget: { left: number } | null;
}

function take(record: RunRecord, { now, steps }: Slice, member: Member, { integrations, budget }: Taking): void {
  const { write } = member;
  const byJob = new Map<string, StepRecord>();
  const jobs = new Map(member.jobs);
  for (const [position, { id, status, error, dueAt, started }] of write.jobs) {
    const step = record.steps[position];
    if (!step) continue;
    byJob.set(id, step);
    step.status = status;
    step.error = error?.message;
    if (dueAt) step.wait = { from: now, until: dueAt };
    const isOne = isChannel(step.step.type) && !channelModule(step.step.type).entries;
    if (isOne && started) step.integration = integrations.get(choiceKey(step.step));
    jobs.set(position, { status, dueAt: dueAt ?? null, error: error ?? null });
  }
  for (const detail of write.details) byJob.get(detail.jobId)?.details.push(detail);
  for (const message of write.messages) {
    const { content, blocks, cta: _cta, ...rest } = message;
    const size = (content?.length ?? 0) + (blocks ? JSON.stringify(blocks).length : 0);
    const isKept = budget !== null && budget.left >= size;
    if (isKept) budget.left -= size;
    byJob.get(message.jobId)?.messages.push(isKept ? message : rest);
  }
  for (const { jobId, integrationId, providerId, messageId } of write.deliveries) {
    byJob.get(jobId)?.deliveries.push({ integrationId, providerId, messageId });
  }
  const sent = write.deliveries.map(({ jobId, messageId, completion }) => {
    return { jobId, messageId, completion, state: "sent" as const, error: null };
  });
  Object.assign(member, { jobs, deliveries: [...member.deliveries, ...sent], write: emptyWrite() });
  if (sent.length > 0 && member.dueAt === null && member.stopReason === null && member.position < steps.length) {
    member.dueAt = now;
  }
}

/** Drops what may be long: payloads stand in conditions and details. */
function leaveHistory(step: StepRecord): void {
  Object.assign(step, { conditions: undefined, variants: [], details: [] });
}

/** Whether the run was left where it stands, because a webhook or a bridge has to be asked first. */
function waitsForAnswer({ dueAt, stopReason, position, write, jobs }: Member): boolean {
  const decided = write.jobs.get(position)?.status;
  const isUndecided = decided === undefined ? jobs.has(position) : decided === "pending" || decided === "queued";
  return dueAt !== null && stopReason === null && isUndecided;
}

/** Goes on behind a step that is undecided, as if the step had been left out. */
function leaveOut(record: RunRecord, { now, steps }: Slice, member: Member): void {
  const { position } = member;
  const recorded = record.steps[position];
  if (recorded) Object.assign(recorded, { status: "undecided", hosts: hostsOf(recorded.step) });
  member.position = position + 1;
  member.dueAt = member.position < steps.length ? now : null;
}

function hostsOf(step: StepRecord["step"]): string[] {
  const { metadata } = step;
  const urls = partsOf(filtersOf(step)).flatMap(({ on, webhookUrl }) =>
    on === "webhook" && webhookUrl ? [webhookUrl] : [],
  );
  if (metadata.type === "http") urls.push(metadata.url);
  // The host of an address that a template makes is not known before it is rendered.
  const hosts = urls.map(hostOf);
  return [...new Set(hosts)];
}
