import { isChannel } from "#contract/constants/channels.ts";
import { partsOf } from "#domain/conditions.ts";
import { channelModule } from "../channels/index.ts";
import { decideSlice, emptyWrite } from "../slice/decide-slice.ts";
import type { Member, Slice } from "../slice/slice.ts";
import { reasonOf } from "./step-reason.ts";
import { newRecord, type RunRecord, recordingTrace, type StepRecord } from "./step-record.ts";

/** Some runs of one event, and everything that they are decided with. */
export interface Cast {
  slice: Omit<Slice, "now" | "members" | "trace" | "webhooks" | "integrations">;
  members: readonly Member[];
  /** When the event was triggered. */
  from: Date;
  /** Answers that webhooks of conditions are assumed to give, by address. */
  webhookAnswers: ReadonlyMap<string, unknown>;
}

/** Runs that are decided together; what was rendered for them is in memory at once. */
const TOGETHER = 10;

export interface PlayOptions {
  /** The moment of `performance.now()` after which nothing more is decided. */
  deadline: number;
  /** Whether the contents of a run's messages are kept: those of a whole audience would take too much memory. */
  keepsContent(record: RunRecord): boolean;
  /** Called with a run's record when it has come to its end; what it keeps of it is up to it. */
  done(cast: Cast, record: RunRecord): void;
}

/**
 * Takes runs through all of their steps by the functions that decide real ones, in the order of the moments at which they
 * would be due. Waits pass at once, and providers take whatever they are given. Nothing is written, sent or asked.
 * Returns whether all runs came to their end in time.
 */
export async function playRuns(
  casts: readonly Cast[],
  { deadline, keepsContent, done }: PlayOptions,
): Promise<boolean> {
  const plays = casts.map(playOf);
  for (;;) {
    const next = earliest(plays);
    if (!next) return true;
    if (performance.now() > deadline) return false;
    const { play, now, members } = next;
    const { trace, integrations } = recordingTrace(play.records);
    const slice: Slice = { ...play.cast.slice, now, members, trace, webhooks: play.webhooks, integrations: new Map() };
    await decideSlice(slice);
    for (const member of members) {
      const record = play.records.get(member.runId);
      if (!record) continue;
      const isHeld = waitsForAnswer(member);
      take(record, slice, member, { integrations, keepsContent: keepsContent(record) });
      if (isHeld) leaveOut(record, slice, member);
      const { position, revision } = member;
      Object.assign(member, { revision: (revision ?? -1) + 1, readPosition: position });
      record.endsAt = now;
      if (member.dueAt !== null) continue;
      record.stopReason = member.stopReason;
      for (const step of record.steps) step.reason = reasonOf(step);
      play.records.delete(member.runId);
      done(play.cast, record);
    }
  }
}

interface Play {
  cast: Cast;
  /** Of runs that have not ended. */
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

/** The runs of one event that are due first. */
function earliest(plays: readonly Play[]): { play: Play; now: Date; members: Member[] } | undefined {
  let first: { play: Play; at: number } | undefined;
  for (const play of plays) {
    for (const { member } of play.records.values()) {
      const at = member.dueAt?.getTime() ?? 0;
      if (!first || at < first.at) first = { play, at };
    }
  }
  if (!first) return undefined;
  const { play, at } = first;
  const due = [...play.records.values()].filter(({ member }) => member.dueAt?.getTime() === at).slice(0, TOGETHER);
  return { play, now: new Date(at), members: due.map(({ member }) => member) };
}

/** Takes over what was decided. */
function take(
  record: RunRecord,
  { now, steps }: Slice,
  member: Member,
  {
    integrations,
    keepsContent,
  }: { integrations: ReturnType<typeof recordingTrace>["integrations"]; keepsContent: boolean },
): void {
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
    if (isOne && started) step.integration = integrations.get(step.step.type);
    jobs.set(position, { status, dueAt: dueAt ?? null, error: error ?? null });
  }
  for (const detail of write.details) byJob.get(detail.jobId)?.details.push(detail);
  for (const message of write.messages) {
    const { content: _content, blocks: _blocks, cta: _cta, ...rest } = message;
    byJob.get(message.jobId)?.messages.push(keepsContent ? message : rest);
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

/** Whether the run was left where it stands, because a webhook has to be asked first. */
function waitsForAnswer({ dueAt, stopReason, position, write, jobs }: Member): boolean {
  const decided = write.jobs.get(position)?.status;
  const isUndecided = decided === undefined ? jobs.has(position) : decided === "pending" || decided === "queued";
  return dueAt !== null && stopReason === null && isUndecided;
}

/** What follows a step that is undecided is decided as if the step had been left out. */
function leaveOut(record: RunRecord, { now, steps }: Slice, member: Member): void {
  const { position } = member;
  const recorded = record.steps[position];
  if (recorded) Object.assign(recorded, { status: "undecided", hosts: hostsOf(recorded.step) });
  member.position = position + 1;
  member.dueAt = member.position < steps.length ? now : null;
}

function hostsOf({ filters, variants }: StepRecord["step"]): string[] {
  const parts = partsOf([...filters, ...variants.flatMap((variant) => variant.filters)]);
  const hosts = parts.flatMap(({ on, webhookUrl }) =>
    on === "webhook" && webhookUrl && URL.canParse(webhookUrl) ? [new URL(webhookUrl).host] : [],
  );
  return [...new Set(hosts)];
}
