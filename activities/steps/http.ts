import { DETAILS } from "#contract/constants/details.ts";
import type { StoredRequest } from "#db/queries/http-requests/http-requests.ts";
import { roundWakeTime, WAIT_ROUNDING } from "#domain/times/wake-time.ts";
import type { HttpResult } from "#domain/values/http-result.ts";
import { httpRequest } from "#engine/policies.ts";
import { requestLeftOut } from "../run/left-out.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import { type StepDetail, stepApplies } from "../run/step-conditions.ts";
import type { StepModule, StepOutcome } from "../run/step-type.ts";
import { askedKey } from "../run/webhook-answers.ts";

/**
 * Sends a request and leaves its answer for later steps. The request is sent before the slice is decided (`sendRequests`); the
 * step concludes what is stored about it, and looks again while nothing is.
 */
export const http: StepModule = {
  types: ["http"],

  start({ slice, step, position, members }) {
    return Promise.all(
      members.map(async (member): Promise<StepOutcome> => {
        const applicability = await stepApplies(slice, member, step);
        if (!applicability.applies) return { kind: "ended", started: false, ...applicability };
        if (slice.event.testMode?.dryRun) return requestLeftOut(slice, step, member);
        const request = slice.requests.get(askedKey(slice, member));
        // It is sent with the next slice, in which the run stands at this step and is stored.
        if (request === undefined) return { kind: "held", wakeAt: slice.now, details: [] };
        if ("problem" in request) return failed(request.problem, { error: request.problem });
        if ("retryInMs" in request)
          return { kind: "held", wakeAt: wakeAt(slice, inMs(slice, request.retryInMs)), details: [] };
        return outcomeOf(slice, position, member, request);
      }),
    );
  },

  resume: async () => {
    throw new Error("An HTTP step is looked at again by being started");
  },
};

function outcomeOf(slice: Slice, position: number, member: Member, request: StoredRequest): StepOutcome {
  const { state, attempt, dueAt, result } = request;
  if (state === "ended" && result)
    return result.error === undefined ? completed(result, attempt) : failedBy(result, attempt);
  if (state === "sent" && dueAt <= slice.deps.clock() && attempt >= httpRequest.waits.length + 1) {
    const error = "No answer was recorded: the process that sent the request has ended";
    return failed(error, { error, attempt });
  }
  const held = { kind: "held", wakeAt: wakeAt(slice, dueAt) } as const;
  if (state !== "waiting" || !result) return { ...held, details: [] };
  const message = result.error ?? "";
  const failure = { message, attempts: attempt };
  if (member.jobs.get(position)?.error?.attempts === attempt) return { ...held, failure, details: [] };
  const raw = { ...facts(result, attempt), error: message };
  return { ...held, failure, details: [{ detail: DETAILS.httpRetry, status: "Pending", isRetry: true, raw }] };
}

/** Of the answer nothing but its status: it may be private. */
const facts = ({ request, duration, response }: HttpResult, attempt: number) => ({
  request,
  duration,
  attempt,
  ...(response && { status: response.status }),
});

function completed(result: HttpResult, attempt: number): StepOutcome {
  const { response = { status: 0, body: null } } = result;
  const details: StepDetail[] = [{ detail: DETAILS.httpAnswered, status: "Success", raw: facts(result, attempt) }];
  return { kind: "ended", status: "completed", started: true, details, output: { response } };
}

function failedBy(result: HttpResult, attempt: number): StepOutcome {
  const { error = "", response } = result;
  return { ...failed(error, { ...facts(result, attempt), error }), output: { ...(response && { response }), error } };
}

function failed(error: string, raw: object): Extract<StepOutcome, { kind: "ended" }> {
  const details: StepDetail[] = [{ detail: DETAILS.httpFailed, status: "Failed", raw }];
  return { kind: "ended", status: "failed", started: true, error, details, output: { error } };
}

const inMs = ({ deps }: Slice, milliseconds: number): Date => new Date(deps.clock().getTime() + milliseconds);

function wakeAt({ deps }: Slice, dueAt: Date): Date {
  return roundWakeTime(dueAt, deps.clock(), WAIT_ROUNDING);
}
