import { ApplicationFailure } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import type { Advanced } from "#activities/index.ts";
import type { Served } from "#activities/send.ts";
import type { StopInput } from "#activities/stop-owned.ts";
import type { Execution, ExecutionState } from "#engine/client.ts";
import type { FailedExecution } from "#engine/failed-executions.ts";
import { cohortExecutionId } from "#engine/ids.ts";
import type { EventRef, LaneRef } from "#engine/refs.ts";
import type { Driver } from "./driver.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { ModelWorker } from "./worker.ts";

type ActivityName = "resolveAudience" | "advance" | "sendEmail" | "stopOwned" | "reconcile";

/** One run of an execution. */
export interface ModelExecution {
  id: string;
  event: EventRef;
  cohort: number | undefined;
  again: boolean;
  status: "running" | "completed" | "terminated" | "failed";
  closedAt: number;
  parent: ModelExecution | null;
  /** Somebody asked it to look again. */
  asked: boolean;
  wake: (() => void) | null;
  /** Settles when it is closed, in whatever way. */
  closed: Promise<void>;
  close(status: ModelExecution["status"]): void;
}

/** An execution that serves the lane of an integration. */
type ModelLane = Pick<ModelExecution, "asked" | "wake">;

/** One activity that was asked for, until one of its attempts has succeeded. */
interface Task {
  name: ActivityName;
  input: unknown;
  /** Beside the workflow, where a worker that dies starts again at attempt 1. */
  isLocal: boolean;
  attempt: number;
  isDone: boolean;
  by: ModelExecution | null;
  running: Set<{ worker: ModelWorker; environment: MockActivityEnvironment }>;
  settle(result: unknown): void;
  reject(error: unknown): void;
}

const LOCAL_ATTEMPTS = 4;
const LEAST_WAIT_MS = 50;
/** Activities of the model fail on purpose. */
const silent = new DefaultLogger("ERROR", () => {});

export interface TemporalOptions {
  driver: Driver;
  time: VirtualTime;
  /** A worker that is alive. */
  pickWorker(): ModelWorker;
  /** Whether an execution continues as new just now. */
  continuesAsNew(): boolean;
  /** A defect: what may never happen happened. */
  violation(text: string): void;
}

export type ModelTemporal = ReturnType<typeof createTemporal>;

/** Plays Temporal: runs executions as `engine/workflows` do, with activities that are done at least once. */
export function createTemporal({ driver, time, pickWorker, continuesAsNew, violation }: TemporalOptions) {
  const all: ModelExecution[] = [];
  const tasks = new Set<Task>();
  /** Executions of lanes, by integration. */
  const lanes = new Map<string, ModelLane>();

  const latest = (id: string): ModelExecution | undefined => all.findLast((execution) => execution.id === id);
  const isRunning = (id: string): boolean => latest(id)?.status === "running";

  function activity<T>(
    name: ActivityName,
    input: unknown,
    { by = null, isLocal = false }: { by?: ModelExecution | null; isLocal?: boolean } = {},
  ): Promise<T> {
    return new Promise<unknown>((settle, reject) => {
      const task: Task = {
        name,
        input,
        isLocal,
        attempt: 1,
        isDone: false,
        by,
        running: new Set(),
        settle: (result) => {
          // Nobody listens any more to what an execution asked for that has been closed.
          if (!by || by.status === "running" || name === "stopOwned") settle(result);
        },
        reject,
      };
      tasks.add(task);
      offer(task);
    }) as Promise<T>;
  }

  const labelOf = ({ name, attempt, input, by }: Task) => {
    const cohort = typeof input === "object" && input && "cohort" in input ? ` of cohort ${input.cohort}` : "";
    return `${name}${cohort}, attempt ${attempt}${by?.cohort === undefined ? "" : " (child)"}`;
  };

  function offer(task: Task): void {
    driver.actions.add({
      label: `a worker takes ${labelOf(task)}`,
      run: () => {
        if (!task.isDone) execute(task, pickWorker());
      },
    });
  }

  function execute(task: Task, worker: ModelWorker): void {
    const { name, input, attempt } = task;
    const isAgain = !task.isLocal && name === "resolveAudience";
    const environment = new MockActivityEnvironment({ attempt, isLocal: task.isLocal }, { logger: silent });
    const running = { worker, environment };
    task.running.add(running);
    const work: (input: never) => Promise<unknown> = worker.activities[name];
    const given = isAgain ? { ...asObject(input), again: true } : input;
    /** Whether Temporal has given the task to somebody else by now, so that its result is of no interest. */
    const isGivenUp = () =>
      !task.running.delete(running) ||
      worker.process.isDead() ||
      task.isDone ||
      environment.context.cancellationSignal.aborted;
    environment.run(work as never, given as never).then(
      (result) => {
        if (isGivenUp()) return;
        done(task);
        driver.note(`    ${worker.name} has done ${labelOf(task)}: ${JSON.stringify(result)?.slice(0, 150)}`);
        task.settle(result);
      },
      (error: unknown) => {
        if (isGivenUp()) return;
        if (error instanceof ApplicationFailure && error.nonRetryable) {
          violation(`${labelOf(task)} failed for good: ${error.message}`);
          done(task);
          task.reject(error);
          return;
        }
        driver.note(`    ${labelOf(task)} failed: ${error}`);
        again(task);
      },
    );
  }

  function again(task: Task): void {
    task.attempt += 1;
    if (task.isLocal && task.attempt > LOCAL_ATTEMPTS) Object.assign(task, { isLocal: false, attempt: 1 });
    offer(task);
  }

  function done(task: Task): void {
    task.isDone = true;
    tasks.delete(task);
  }

  async function besideWorkflow<T>(name: ActivityName, input: unknown, by: ModelExecution): Promise<T> {
    return activity<T>(name, input, { by, isLocal: true });
  }

  function create(
    id: string,
    { event, cohort, again = false, parent = null }: Pick<ModelExecution, "event" | "cohort"> & Partial<ModelExecution>,
  ): ModelExecution {
    let closed: () => void = () => {};
    const execution: ModelExecution = {
      id,
      event,
      cohort,
      again,
      parent,
      status: "running",
      closedAt: 0,
      asked: false,
      wake: null,
      closed: new Promise((resolve) => {
        closed = resolve;
      }),
      close(status) {
        if (execution.status !== "running") return;
        execution.status = status;
        execution.closedAt = time.now();
        driver.note(`    execution ${shortId(id)} is ${status}`);
        closed();
      },
    };
    all.push(execution);
    driver.note(`    execution ${shortId(id)} starts${again ? " again" : ""}`);
    run(execution).then(
      () => execution.close("completed"),
      async (error: unknown) => {
        const reason = `The execution failed: ${error}`;
        await activity("stopOwned", stopInput(execution, reason), { by: execution });
        execution.close("failed");
      },
    );
    return execution;
  }

  async function run(execution: ModelExecution): Promise<void> {
    const { event, cohort, again } = execution;
    if (cohort !== undefined) return move(execution, cohort, null);
    const audience = await besideWorkflow<{ cohorts: number; first: Advanced | null }>(
      "resolveAudience",
      { event, ...(again && { again }) },
      execution,
    );
    if (audience.cohorts <= 1) return move(execution, 0, audience.first);
    await Promise.all(Array.from({ length: audience.cohorts }, (_, number) => runCohort(execution, number)));
  }

  async function runCohort(parent: ModelExecution, cohort: number): Promise<void> {
    const id = cohortExecutionId(parent.id, cohort);
    if (isRunning(id)) return;
    const child = create(id, { event: parent.event, cohort, parent });
    await child.closed;
    if (child.status === "completed" || parent.status !== "running") return;
    const reason = `The execution of cohort ${cohort} ended: terminated`;
    await activity("stopOwned", { event: parent.event, cohort, reason, byOther: true }, { by: parent });
  }

  async function move(execution: ModelExecution, cohort: number, first: Advanced | null): Promise<void> {
    const ref = { event: execution.event, cohort };
    let next = first ?? (await besideWorkflow<Advanced>("advance", ref, execution));
    for (;;) {
      const wasAsked = execution.asked;
      execution.asked = false;
      if (!wasAsked && !next.more) {
        if (next.wake === null) return;
        await waitUntil(execution, next.wake.at);
      }
      if (continuesAsNew()) {
        driver.note(`    execution ${shortId(execution.id)} continues as new`);
        execution.again = true;
        return run(execution);
      }
      execution.asked = false;
      next = await besideWorkflow<Advanced>("advance", ref, execution);
    }
  }

  async function waitUntil(execution: ModelExecution, at: number): Promise<void> {
    if (execution.asked) return;
    await new Promise<void>((resolve) => {
      const timer = time.after(Math.max(at - time.now(), LEAST_WAIT_MS), () => woken());
      const woken = () => {
        time.cancel(timer);
        execution.wake = null;
        if (execution.status === "running") resolve();
      };
      execution.wake = woken;
    });
  }

  /** Serves the lane of an integration until none of its deliveries is left. */
  async function serveLane(lane: LaneRef, execution: ModelLane): Promise<void> {
    for (;;) {
      const { nextDueAt } = await activity<Served>("sendEmail", lane);
      if (!execution.asked) {
        if (nextDueAt === null) break;
        await new Promise<void>((resolve) => {
          const timer = time.after(Math.max(nextDueAt - time.now(), LEAST_WAIT_MS), () => execution.wake?.());
          execution.wake = () => {
            time.cancel(timer);
            execution.wake = null;
            resolve();
          };
        });
      }
      execution.asked = false;
    }
    lanes.delete(lane.integrationId);
  }

  function signal(execution: ModelExecution | undefined): void {
    if (execution?.status !== "running") return;
    execution.asked = true;
    execution.wake?.();
  }

  const temporal = {
    executions: all,
    isRunning,
    /** Starts the execution unless it runs. */
    start(id: string, event: EventRef): void {
      if (!isRunning(id)) create(id, { event, cohort: undefined });
    },
    wake({ executionId, event, cohort }: Execution): void {
      const execution = isRunning(executionId)
        ? latest(executionId)
        : create(executionId, { event, cohort, again: cohort === undefined });
      signal(execution);
    },
    /** Has the execution of a lane look; starts it if it does not run. */
    wakeLane(lane: LaneRef): void {
      const running = lanes.get(lane.integrationId);
      if (running) {
        running.asked = true;
        running.wake?.();
        return;
      }
      const execution: ModelLane = { asked: false, wake: null };
      lanes.set(lane.integrationId, execution);
      void serveLane(lane, execution);
    },
    lookAgain(ids: readonly string[]): void {
      for (const id of ids) signal(latest(id));
    },
    stateOf(id: string): ExecutionState {
      const status = latest(id)?.status;
      return status === undefined ? "gone" : status === "terminated" ? "failed" : status;
    },
    /** Executions that were terminated since, and have not been started again. */
    listFailed(since: number): FailedExecution[] {
      return all
        .filter(({ status, closedAt }) => (status === "terminated" || status === "failed") && closedAt > since)
        .filter(({ id }) => temporal.stateOf(id) === "failed")
        .map(({ id, event, cohort }) => ({
          executionId: id,
          event,
          ...(cohort !== undefined && { cohort }),
          reason: "The execution was terminated by an operator",
        }));
    },
    /** Ends an execution as an operator does, and the children that it started. */
    terminate(execution: ModelExecution): void {
      execution.close("terminated");
      for (const child of all) if (child.parent === execution) child.close("terminated");
    },
    /** Starts the activity once more although it is under way, as Temporal does after a time-out. */
    double(task: Task, isGivenUp: boolean): void {
      const [first] = task.running;
      if (!first) return;
      if (isGivenUp) first.environment.cancel("TIMED_OUT");
      driver.note(`    ${labelOf(task)} is done twice`);
      task.attempt += 1;
      offer(task);
    },
    underWay: (): Task[] => [...tasks].filter(({ running }) => running.size > 0),
    /** Has the activities of a worker that is not heard of any more done by another one. */
    lose(worker: ModelWorker): void {
      for (const task of tasks) {
        const lost = [...task.running].filter((one) => one.worker === worker);
        for (const one of lost) task.running.delete(one);
        if (lost.length === 0) continue;
        if (!task.isLocal) task.attempt += 1;
        offer(task);
      }
    },
    /** A pass of the reconciler. */
    reconcile: (): Promise<void> => activity("reconcile", undefined),
    openTasks: () => tasks.size,
  };
  return temporal;
}

const stopInput = ({ event, cohort }: ModelExecution, reason: string): StopInput => ({
  event,
  reason,
  ...(cohort !== undefined && { cohort }),
});

const shortId = (id: string): string => {
  const [, cohort] = id.split("/cohort-");
  return cohort === undefined ? "of the event" : `of cohort ${cohort}`;
};

const asObject = (input: unknown): object => (typeof input === "object" && input !== null ? input : {});
