import { DETAILS } from "#contract/constants/details.ts";
import { throttleUntil } from "#domain/times/throttle-window.ts";
import type { Member } from "../run/member.ts";
import { stepApplies } from "../run/step-conditions.ts";
import type { StepModule, StepOutcome } from "../run/step-type.ts";
import { keyText } from "./key-text.ts";

/**
 * Lets at most so many runs of a subscriber pass in one window, and ends the others with all their later steps. Who passes is
 * decided in the database before the slice is stored, and stays decided when that fails. A step whose conditions fail counts
 * nothing and lets the run pass.
 */
export const throttle: StepModule = {
  types: ["throttle"],

  async start({ slice, step, members }) {
    const { event, now } = slice;
    const { metadata } = step;
    const outcomes = new Map<Member, StepOutcome>();
    const asking: Member[] = [];
    for (const member of members) {
      const applicability = await stepApplies(slice, member, step);
      if (applicability.applies) asking.push(member);
      else outcomes.set(member, { kind: "ended", started: false, ...applicability });
    }
    if (metadata.type !== "throttle") {
      const failed = invalid(
        "The throttle has no window: set its amount and unit, or the place of its end in the payload",
      );
      return members.map((member) => outcomes.get(member) ?? failed);
    }
    const window = throttleUntil(metadata, event.payload, now);
    if ("error" in window) return members.map((member) => outcomes.get(member) ?? invalid(window.error));
    if (asking.length > 0) {
      const { limit, throttleKey } = metadata;
      const claim = {
        event,
        stepId: step.stepId,
        throttleValue: keyText(throttleKey, event.payload),
        limit,
        now,
        endsAt: window.endsAt,
      };
      const decided = await slice.store.claimPasses(claim, asking);
      for (const member of asking) {
        const pass = decided.get(member.runId);
        const raw = { limit, windowEndsAt: pass?.endsAt.toISOString(), ...(throttleKey && { throttleKey }) };
        outcomes.set(member, pass?.passed ? passed(raw) : { kind: "throttled", details: [throttled(raw)] });
      }
    }
    return members.map((member) => outcomes.get(member) ?? { kind: "open" });
  },

  resume: async () => {
    throw new Error("A throttle does not wait");
  },
};

const passed = (raw: object): StepOutcome => ({
  kind: "ended",
  status: "completed",
  started: true,
  details: [{ detail: DETAILS.throttlePassed, status: "Success", raw }],
});

const throttled = (raw: object) => ({ detail: DETAILS.throttled, status: "Success", raw }) as const;

const invalid = (error: string): StepOutcome => ({
  kind: "ended",
  status: "failed",
  started: true,
  error,
  details: [{ detail: DETAILS.invalidThrottle, status: "Failed", raw: { error } }],
});
