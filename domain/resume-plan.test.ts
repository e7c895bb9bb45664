import { describe, expect, test } from "vitest";
import type { JobStatus, StopReason } from "#contract/constants/statuses.ts";
import { planResume, type ResumableJob, type ResumableRun } from "./resume-plan.ts";

const now = new Date("2026-01-01T00:00:00Z");
const later = new Date("2026-01-02T00:00:00Z");

type Given = [type: ResumableJob["type"], status: JobStatus, ...states: ResumableJob["deliveries"][number]["state"][]];
const jobs = (...given: Given[]): ResumableJob[] =>
  given.map(([type, status, ...states], position) => ({
    id: `job-${position}`,
    stepId: `step-${position}`,
    position,
    type,
    status,
    dueAt: type === "delay" ? later : null,
    deliveries: states.map((state, index) => ({
      id: `delivery-${position}-${index}`,
      state,
      isUsable: true,
      isBound: false,
    })),
  }));
const aRun = (given: ResumableJob[], position: number, stopReason: StopReason | null = null): ResumableRun => ({
  position,
  stopReason,
  dueAt: null,
  startsAt: null,
  jobs: given,
});
const plan = (run: ResumableRun, options: Partial<Parameters<typeof planResume>[1]> = {}) => {
  const planned = planResume(run, { steps: null, anew: false, now, ...options });
  if (typeof planned === "string") throw new Error(`refused: ${planned}`);
  return planned;
};
const statuses = (run: ResumableRun, changes: { id: string; status: JobStatus }[]) =>
  run.jobs.map(({ id, status }) => changes.find((change) => change.id === id)?.status ?? status);

describe("by the run's own version", () => {
  test("a failed send is repeated as it was decided, and the run stays where it is", () => {
    const run = aRun(jobs(["email", "failed", "failed"], ["in_app", "completed"]), 2);
    expect(plan(run)).toMatchObject({ position: 2, dueAt: null, reopened: ["delivery-0-0"], dropped: [] });
    expect(statuses(run, plan(run).jobs)).toEqual(["running", "completed"]);
  });

  test("a step that failed without a decision is executed, and no other one", () => {
    const run = aRun(jobs(["in_app", "completed"], ["sms", "failed"], ["in_app", "completed"]), 3);
    expect(plan(run)).toMatchObject({ position: 1, dueAt: now, again: ["job-1"] });
    expect(statuses(run, plan(run).jobs)).toEqual(["completed", "pending", "completed"]);
  });

  test("what a failure or the end of an execution kept back goes on after it", () => {
    const run = aRun(jobs(["in_app", "canceled"], ["email", "failed"], ["in_app", "canceled"]), 1, "step_failed");
    expect(plan(run)).toMatchObject({ position: 1, dueAt: now });
    expect(statuses(run, plan(run).jobs)).toEqual(["canceled", "pending", "pending"]);
  });

  test("a delay that was stopped goes on with what is left of it", () => {
    const run = aRun(jobs(["delay", "failed"], ["in_app", "canceled"]), 0, "execution_ended");
    expect(plan(run)).toMatchObject({ position: 0, dueAt: later });
    expect(statuses(run, plan(run).jobs)).toEqual(["delayed", "pending"]);
  });

  test("a run that was stopped before its local start waits for it again, and starts at once when it has passed", () => {
    const stopped = aRun(jobs(["in_app", "failed"], ["email", "canceled"]), 0, "execution_ended");
    expect(plan({ ...stopped, startsAt: later })).toMatchObject({ position: 0, dueAt: later });
    expect(plan({ ...stopped, startsAt: now }, { now: later })).toMatchObject({ position: 0, dueAt: later });
  });

  test("devices that got a push are left alone, the others are sent to again", () => {
    const run = aRun(jobs(["push", "failed", "sent", "failed"]), 1);
    expect(plan(run, { anew: true })).toMatchObject({
      position: 1,
      dueAt: null,
      reopened: ["delivery-0-1"],
      dropped: [],
    });
    const whole = aRun(jobs(["push", "failed", "sent"]), 1);
    expect(planResume(whole, { steps: null, anew: true, now })).toBe("nothing");
  });

  test("a message whose integration was switched off or deleted is decided anew", () => {
    const [job] = jobs(["email", "failed", "failed"]);
    const gone = {
      ...job,
      deliveries: [{ id: "delivery-0-0", state: "failed", isUsable: false, isBound: false }],
    } as ResumableJob;
    expect(plan(aRun([gone], 1))).toMatchObject({ position: 0, dueAt: now, dropped: ["delivery-0-0"], reopened: [] });
  });

  test("a message is decided anew for a chosen integration, unless a vendor may have taken it", () => {
    const run = aRun(jobs(["email", "failed", "failed"], ["sms", "failed", "failed"]), 2);
    expect(plan(run, { through: "email" })).toMatchObject({
      position: 0,
      dropped: ["delivery-0-0"],
      reopened: ["delivery-1-0"],
    });
    const [job] = jobs(["email", "failed", "failed"]);
    const bound = { ...job, deliveries: [{ id: "delivery-0-0", state: "failed", isUsable: true, isBound: true }] };
    expect(plan(aRun([bound as ResumableJob], 1), { through: "email" })).toMatchObject({ reopened: ["delivery-0-0"] });
  });

  test.each([
    ["nothing", aRun(jobs(["email", "completed", "sent"], ["sms", "canceled"]), 2)],
    ["canceled", aRun(jobs(["email", "canceled"]), 0, "canceled")],
    ["merged", aRun(jobs(["digest", "merged"], ["email", "merged"]), 0, "merged")],
  ] as const)("%s", (refusal, run) => {
    expect(planResume(run, { steps: null, anew: false, now })).toBe(refusal);
  });

  test("a run that waits further on comes back to its wait", () => {
    const waiting = { ...aRun(jobs(["sms", "failed"], ["delay", "delayed"]), 1), dueAt: later };
    expect(plan(waiting)).toMatchObject({ position: 0, dueAt: now });
    expect(statuses(waiting, plan(waiting).jobs)).toEqual(["pending", "delayed"]);
  });

  test("digests that are behind the run are named, so that nobody takes them for open", () => {
    const run = aRun(jobs(["sms", "failed"], ["digest", "completed"], ["email", "completed", "sent"]), 3);
    expect(plan(run)).toMatchObject({ position: 0, passedDigests: ["step-1"] });
  });
});

describe("by another version", () => {
  const step = (stepId: string, type: ResumableJob["type"] = "in_app") => ({ stepId, type });

  test("steps are matched by their ids: what is done is not repeated, wherever it stands now", () => {
    const run = aRun(jobs(["in_app", "completed"], ["email", "failed", "failed"], ["in_app", "completed"]), 3);
    const steps = [step("step-1", "email"), step("step-2"), step("step-0")];
    const planned = plan(run, { steps, anew: true });
    expect(planned).toMatchObject({ position: 0, dueAt: now, dropped: ["delivery-1-0"], added: [] });
    expect(planned.jobs).toEqual([
      { id: "job-0", status: "completed", position: 2, type: "in_app" },
      { id: "job-1", status: "pending", position: 0, type: "email" },
      { id: "job-2", status: "completed", position: 1, type: "in_app" },
    ]);
  });

  test("a removed step is not executed, and its job stays in the history", () => {
    const run = aRun(jobs(["sms", "failed"], ["email", "canceled"]), 0, "step_failed");
    const planned = plan(run, { steps: [step("step-1", "email")], anew: true });
    expect(planned).toMatchObject({ position: 0, dueAt: now, again: ["job-1"] });
    expect(planned.jobs).toContainEqual({ id: "job-0", status: "failed", position: 1, type: "sms" });
    const only = aRun(jobs(["sms", "failed"]), 1);
    expect(planResume(only, { steps: [step("other")], anew: true, now })).toBe("nothing");
  });

  test("an added step is executed when it comes after the first step that is executed again", () => {
    const run = aRun(jobs(["in_app", "completed"], ["email", "failed"]), 2);
    const steps = [step("new-1"), step("step-0"), step("step-1", "email"), step("new-2", "sms")];
    expect(plan(run, { steps, anew: true })).toMatchObject({
      position: 2,
      added: [
        { stepId: "new-1", position: 0, status: "canceled" },
        { stepId: "new-2", type: "sms", position: 3, status: "pending" },
      ],
    });
  });

  test("a run on the move keeps its version", () => {
    const run = { ...aRun(jobs(["sms", "failed"], ["delay", "delayed"]), 1), dueAt: later };
    expect(planResume(run, { steps: [step("step-0")], anew: true, now })).toBe("moving");
    const sending = aRun(jobs(["sms", "failed"], ["email", "running", "open"]), 1);
    expect(planResume(sending, { steps: [step("step-0")], anew: true, now })).toBe("moving");
  });
});
