import { HTTP_TIMEOUT_SECONDS } from "#contract/constants/limits.ts";
import type { HttpMetadata } from "#contract/workflows/flow-metadata.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import {
  claimRequest,
  readRequests,
  recordResult,
  type StoredRequest,
} from "#db/queries/http-requests/http-requests.ts";
import { makeRunDue } from "#db/queries/runs/make-due.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { withoutEchoes } from "#domain/templates/environment-values.ts";
import type { HttpResult } from "#domain/values/http-result.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import { httpRequest } from "#engine/policies.ts";
import { wakeCohorts } from "../lanes/wake-cohorts.ts";
import { inOtherBranch } from "../run/branches.ts";
import type { Member } from "../run/member.ts";
import type { OutgoingRequest } from "../run/render-request.ts";
import { renderRequest } from "../run/render-request.ts";
import type { Slice } from "../run/slice.ts";
import { stepApplies } from "../run/step-conditions.ts";
import { askedKey } from "../run/webhook-answers.ts";
import type { AheadSlice } from "./ahead-slice.ts";
import type { SentRequest } from "./http-requests.ts";

const BEGIN_MS = 2_000;

/**
 * Sends the requests of members that stand at an HTTP step: at the same time, and each only with the right to do so that its
 * row gives. Awaits them until `awaitUntil` of `performance.now()` and leaves in the slice what is known by then; a request
 * that takes longer makes its run due when it is through. Members without a stored run are left for the slice after this one.
 */
export async function sendRequests(slice: AheadSlice, awaitUntil: number): Promise<void> {
  if (slice.context.canceled || slice.event.testMode?.dryRun) return;
  for (const [position, step] of slice.steps.entries()) {
    const { metadata } = step;
    if (step.type !== "http" || metadata.type !== "http") continue;
    const members = await asking(slice, step, position);
    if (members.length > 0) await sendFor(slice, step, metadata, members, awaitUntil);
  }
}

async function asking(slice: Slice, step: StepRow, position: number): Promise<Member[]> {
  const present = slice.members.filter(
    (member) => member.position === position && member.revision !== null && !inOtherBranch(slice, step, member),
  );
  const applies = await Promise.all(present.map((member) => stepApplies(slice, member, step)));
  return present.filter((_, index) => applies[index]?.applies);
}

async function sendFor(
  slice: AheadSlice,
  step: StepRow,
  metadata: HttpMetadata,
  members: readonly Member[],
  awaitUntil: number,
): Promise<void> {
  const { db, clock } = slice.deps;
  const { stepId } = step;
  const runIds = members.map(({ runId }) => runId);
  const stored = await readRequests(db.$hot, stepId, runIds);
  const beginBy = Math.min(performance.now() + BEGIN_MS, awaitUntil);
  await Promise.all(
    members.map(async (member) => {
      const known = stored.get(member.runId);
      const key = askedKey(slice, member);
      if (known) slice.requests.set(key, known);
      if (known && !mayBeSent(known, clock())) return;
      const rendered = await renderRequest(slice, member, metadata);
      if ("problem" in rendered) {
        slice.requests.set(key, rendered);
        return;
      }
      const outgoing = {
        ...rendered,
        headers: withKey(rendered.headers, jobIdOf(member.runId, stepId)),
        timeoutMs: (metadata.timeoutSeconds ?? HTTP_TIMEOUT_SECONDS) * 1_000,
      };
      let isAwaited = true;
      const host = { environmentId: slice.event.environmentId, url: outgoing.url };
      const begun = await slice.deps.requests.inSlot(host, beginBy, async () => {
        const through = await exchange(slice, step, member, outgoing);
        if (!isAwaited && through?.state !== undefined) await wakeRun(slice, member);
        return through;
      });
      if ("retryInMs" in begun) {
        slice.requests.set(key, begun);
        return;
      }
      const done = await withinTime(begun.done, awaitUntil);
      isAwaited = false;
      const underWay = { attempt: 0, state: "sent", dueAt: lostAt(clock(), outgoing), result: null } as const;
      slice.requests.set(key, done ?? underWay);
    }),
  );
}

const attempts = httpRequest.waits.length + 1;

const mayBeSent = ({ state, dueAt, attempt }: StoredRequest, now: Date): boolean =>
  state !== "ended" && dueAt <= now && attempt < attempts;

const lostAt = (now: Date, { timeoutMs }: OutgoingRequest): Date =>
  new Date(now.getTime() + timeoutMs + httpRequest.grace);

/** The receiver recognises a repeated request by this, unless the step has a key of its own. */
function withKey(headers: Record<string, string>, jobId: string): Record<string, string> {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === "idempotency-key");
  return hasOwn ? headers : { ...headers, "idempotency-key": jobId };
}

/** Sends a request with the right to do so, and records what became of it. Returns what is stored then. */
async function exchange(
  { deps, event }: AheadSlice,
  { stepId }: StepRow,
  { runId }: Member,
  outgoing: OutgoingRequest,
): Promise<StoredRequest | undefined> {
  const { db, clock, requests } = deps;
  const now = clock();
  const until = lostAt(now, outgoing);
  const attempt = await claimRequest(db.$hot, { runId, stepId }, { now, until, expireAt: event.expireAt });
  if (attempt === undefined) return (await readRequests(db.$hot, stepId, [runId])).get(runId);
  const sent = await requests.send(outgoing);
  const result = recordable(sent.result, outgoing);
  const stored = { ...outcomeOf(sent, attempt, clock()), attempt, result };
  await recordResult(db.$hot, { runId, stepId, attempt }, stored);
  return stored;
}

/** The result with masks where the receiver repeats secret variables of the request. */
function recordable({ request, duration, response, error }: HttpResult, { secrets = [] }: OutgoingRequest): HttpResult {
  const masked = (text: string) => withoutEchoes(text, secrets);
  const { body } = mapLeaves({ body: response?.body }, (leaf) => (typeof leaf === "string" ? masked(leaf) : leaf));
  return {
    request: masked(request),
    duration,
    ...(response && { response: { status: response.status, body } }),
    ...(error !== undefined && { error: masked(error) }),
  };
}

function outcomeOf({ mayRetry, retryAfterMs = 0 }: SentRequest, attempt: number, now: Date) {
  const wait = mayRetry ? httpRequest.waits[attempt - 1] : undefined;
  if (wait === undefined) return { state: "ended", dueAt: now } as const;
  const after = Math.max(wait, Math.min(retryAfterMs, httpRequest.longestWait));
  return { state: "waiting", dueAt: new Date(now.getTime() + after) } as const;
}

/** Settles with undefined when the time is over. A request whose result cannot be recorded counts as lost then. */
async function withinTime<T>(done: Promise<T>, awaitUntil: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(awaitUntil - performance.now(), 0), undefined);
  });
  try {
    return await Promise.race([done, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** The slice was stored without the result: its run looks again. */
async function wakeRun({ deps, event }: AheadSlice, { runId, position }: Member): Promise<void> {
  try {
    const run = { id: runId, expireAt: event.expireAt, position };
    const cohortId = await makeRunDue(deps.db.$hot, run, deps.clock());
    if (cohortId !== undefined) await wakeCohorts(deps, [cohortId]);
  } catch (error) {
    // The run looks again when the request counts as lost, and finds its result.
    deps.logger.warn({ err: error }, "the run of an HTTP request could not be woken");
  }
}
