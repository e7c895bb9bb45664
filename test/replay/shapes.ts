import type { Activities } from "#activities/index.ts";
import { cancelSignal } from "#engine/messages.ts";
import type { StepPlan } from "#engine/plan.ts";
import { fakeActivities, step } from "#test/support/run-workflow.ts";

/** A shape of execution that customers have in flight, and how to bring one about. */
export interface Shape {
  audience: "direct" | "broadcast";
  steps: StepPlan[];
  activities(now: () => Promise<number>): Activities;
  /** Cancels the event while it waits. */
  cancel?: typeof cancelSignal;
}

const HOUR = 60 * 60 * 1000;
const waitAnHour = (now: () => Promise<number>): Partial<Activities> => ({
  beginDelay: async ({ runIds }) => ({ waiting: runIds, dueAt: (await now()) + HOUR, passed: [] }),
});

export const shapes = {
  "one-channel": { audience: "direct", steps: [step("bell")], activities: () => fakeActivities() },
  "first-step-taken": {
    audience: "direct",
    steps: [step("bell"), step("mail", "email")],
    activities: () =>
      fakeActivities({ resolveAudience: async () => ({ runIds: ["a", "b"], next: null, onward: ["b"] }) }),
  },
  "two-channels": {
    audience: "direct",
    steps: [step("bell"), step("mail", "email")],
    activities: () => fakeActivities(),
  },
  delay: {
    audience: "direct",
    steps: [step("bell"), step("wait", "delay"), step("mail", "email")],
    activities: (now) => fakeActivities(waitAnHour(now)),
  },
  resend: {
    audience: "direct",
    steps: [step("mail", "email"), step("bell")],
    activities: () =>
      fakeActivities({
        resolveAudience: async () => ({ runIds: ["ok", "later"], next: null }),
        deliver: async ({ stepId, attempt }) => ({
          left: [],
          retry: stepId === "mail" && attempt === 1 ? [{ runIds: ["later"], afterMs: 30_000 }] : [],
        }),
      }),
  },
  broadcast: {
    audience: "broadcast",
    steps: [step("bell"), step("wait", "delay"), step("mail", "email")],
    activities: (now) =>
      fakeActivities({
        ...waitAnHour(now),
        resolveAudience: async ({ cursor }) => {
          const page = cursor === "" ? 0 : Number(cursor);
          return { runIds: [`run-${page}`], next: page < 5 ? String(page + 1) : null };
        },
      }),
  },
  cancel: {
    audience: "direct",
    steps: [step("wait", "delay"), step("bell")],
    activities: (now) => fakeActivities(waitAnHour(now)),
    cancel: cancelSignal,
  },
} satisfies Record<string, Shape>;
