import { advancePortion } from "#activities/advance-resumption.ts";
import { cancelEvent } from "#api/services/events/cancel-event.ts";
import { resumeEvent } from "#api/services/events/resume-event.ts";
import type { ResumptionKind } from "#contract/constants/resumptions.ts";
import type { Database } from "#db/client.ts";
import { getResumption, insertResumption } from "#db/queries/resumptions/resumptions.ts";
import { DomainError } from "#domain/errors.ts";
import type { EventRef } from "#engine/refs.ts";
import type { Renderer } from "#rendering/renderer.ts";
import { createLogger } from "#telemetry/logger.ts";
import { randomFrom } from "../random.ts";
import { createDriver, type Driver } from "./driver.ts";
import { createProcess, type Fault, type ModelProcess, steppedDatabase } from "./stepped-database.ts";
import { createTemporal, type ModelTemporal } from "./temporal.ts";
import { createVendor, type ModelVendor, type VendorAnswer } from "./vendor.ts";
import type { VirtualTime } from "./virtual-time.ts";
import { createWorker, engineOf, type ModelWorker } from "./worker.ts";

const SYSTEM = { kind: "system" } as const;
const SECOND = 1_000;
const YEAR_MS = 365 * 24 * 3_600 * SECOND;
const logger = createLogger({ logLevel: "silent" });
/** The reconciler's schedule, about. */
const PASS_EVERY_MS = 61 * SECOND;
/** Rounds and steps after which a model that does not come to rest is taken to run in circles. */
const MOST_ROUNDS = 400;
/** A statement that waits for nobody has its answer within this time, also on a busy machine; in real milliseconds. */
const SLOWEST_STATEMENT_MS = 30 * SECOND;
const MOST_STEPS = 6_000;

/** Calls and faults. */
export type Command =
  /** So many of the things that can happen, one after the other. */
  | { kind: "go on"; steps: number; seed: number }
  /** Everything that can happen, at the same time. */
  | { kind: "race" }
  /** Time passes: with everything going on meanwhile, or with all processes at a standstill. */
  | { kind: "pass"; seconds: number; standstill: boolean }
  /** A worker stands still, while time passes and the others go on. */
  | { kind: "freeze"; worker: number; seconds: number }
  | { kind: "fault"; worker: number; fault: Fault }
  | { kind: "cancel"; fault: Fault | null }
  | { kind: "resume"; fault: Fault | null }
  /** All runs that failed are resumed one by one, instead of the event. */
  | { kind: "resume runs"; fault: Fault | null }
  /** All runs are cancelled one by one, instead of the event. */
  | { kind: "cancel runs"; fault: Fault | null }
  | { kind: "reconcile" }
  | { kind: "terminate"; pick: number }
  | { kind: "double"; pick: number; isGivenUp: boolean }
  /** Subscribers' data are corrected. */
  | { kind: "repair" };

export interface ModelOptions {
  db: Database;
  renderer: Renderer;
  time: VirtualTime;
  event: EventRef;
  executionId: string;
  answers: readonly VendorAnswer[];
  slots: number;
  /** How far the workers' clocks are off, in milliseconds. */
  skews: readonly number[];
  seed: number;
  repair(): Promise<void>;
}

/** The history of the event, as far as it decides the invariants. */
export interface History {
  /** Messages and deliveries at the moment of the cancel that was said to have succeeded. */
  canceled: { messages: Set<string>; deliveries: Set<string> } | null;
  isCancelAsked: boolean;
  resumes: number;
  /** Whether runs were resumed one by one: their cohort goes on then, although others of its runs stay stopped. */
  areRunsResumed: boolean;
  areRunsCanceled: boolean;
  isRepaired: boolean;
  terminations: number;
  /** Whether anything was lost, stood still or was done twice. */
  isDisturbed: boolean;
}

export interface EngineModel {
  driver: Driver;
  vendor: ModelVendor;
  temporal: ModelTemporal;
  history: History;
  violations: string[];
  start(): void;
  execute(command: Command): Promise<void>;
  /** Lets everything come to rest, with nothing going wrong any more. */
  rest(): Promise<void>;
  /** Ends all processes, and with them their transactions. */
  close(): Promise<void>;
}

export function createEngineModel(options: ModelOptions): EngineModel {
  const { db, renderer, time, event, slots, skews } = options;
  const driver = createDriver();
  const violations: string[] = [];
  const violation = (text: string) => {
    violations.push(text);
    driver.note(`  VIOLATION: ${text}`);
  };
  const history: History = {
    canceled: null,
    isCancelAsked: false,
    resumes: 0,
    areRunsResumed: false,
    areRunsCanceled: false,
    isRepaired: false,
    terminations: 0,
    isDisturbed: false,
  };
  const random = randomFrom(options.seed);
  const processes: ModelProcess[] = [];
  let isResting = false;
  let isClosed = false;
  let created = 0;
  let underWay = 0;

  const vendor = createVendor({ db, driver, time, answers: options.answers, violation });
  const workers: ModelWorker[] = skews.map((_, index) => newWorker(index));
  const temporal: ModelTemporal = createTemporal({
    driver,
    time,
    violation,
    pickWorker: () => {
      const moving = workers.filter(({ name }) => !driver.frozen.has(name));
      return pick(moving, Math.floor(random() * moving.length));
    },
    continuesAsNew: () => random() < 1 / 8,
  });

  function newWorker(index: number): ModelWorker {
    created += 1;
    const worker = createWorker({
      name: `worker ${created}`,
      db,
      driver,
      time,
      renderer,
      vendor,
      slots,
      violation,
      temporal: () => temporal,
      skew: skews[index] ?? 0,
      onDeath: (dead) => {
        if (isClosed) return;
        workers[workers.indexOf(dead)] = newWorker(index);
        temporal.lose(dead);
      },
    });
    processes.push(worker.process);
    return worker;
  }

  /** Runs a service of the API in a process of its own, which may die. */
  function call(
    name: string,
    fault: Fault | null,
    service: (given: Parameters<typeof cancelEvent>[0]) => Promise<void>,
  ) {
    created += 1;
    const process = createProcess(driver, `${name} ${created}`);
    processes.push(process);
    if (fault && !isResting) process.arm(fault);
    if (name === "cancel") {
      process.afterCommit = async () => {
        history.canceled ??= await snapshot();
      };
    }
    underWay += 1;
    process.death.catch(() => {
      underWay -= 1;
    });
    const given = { db: steppedDatabase(db, driver, process), engine: engineOf(process, () => temporal) };
    service(given).then(
      () => {
        underWay -= 1;
      },
      (error: unknown) => {
        underWay -= 1;
        driver.note(`    ${name} failed: ${error}`);
        if (error instanceof DomainError && error.code !== "conflict") violation(`${name} failed: ${error.message}`);
      },
    );
  }

  async function changeRuns(
    kind: ResumptionKind,
    { db: stepped, engine }: Parameters<typeof cancelEvent>[0],
  ): Promise<void> {
    const selection = { kind, filter: { transactionId: event.transactionId } };
    const { id } = await driver.during(() =>
      db.transaction((transaction) => insertResumption(transaction, event, selection)),
    );
    const read = () => driver.during(() => getResumption(db, event, { kind, id }));
    for (;;) {
      const row = await read();
      if (row.state === "completed") break;
      const clock = () => new Date(time.now());
      // Runs were created by the clock of Postgres, or of the model, which runs ahead of it.
      const resumption = { ...row, createdAt: new Date(time.now() + YEAR_MS) };
      await advancePortion({ db: stepped, engine, clock, logger }, resumption);
    }
    driver.note(`    of ${kind}: ${(await read()).resumed} runs`);
  }

  /** Null when the event is not cancelled. */
  async function snapshot(): Promise<History["canceled"]> {
    const [row] = await db.$client<{ canceled: boolean; messages: string[]; deliveries: string[] }[]>`
      select (select canceled_at is not null from events where id = ${event.eventId}) as canceled,
        array(select id from messages where event_id = ${event.eventId}) as messages,
        array(select id from deliveries where event_id = ${event.eventId}) as deliveries`;
    if (row?.canceled !== true) return null;
    return { messages: new Set(row.messages), deliveries: new Set(row.deliveries) };
  }

  async function goOn(steps: number, choose: () => number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      const actions = driver.possible();
      if (actions.length === 0) return;
      await driver.take(pick(actions, Math.floor(choose() * actions.length)));
    }
  }

  /** Everything that can happen without time passing. */
  async function exhaust(): Promise<void> {
    await idle();
    for (let steps = 0; driver.possible().length > 0; steps++) {
      if (steps > MOST_STEPS) {
        violation(`it runs in circles: ${[...driver.actions].map(({ label }) => label).join("; ")}`);
        driver.actions.clear();
        return;
      }
      await goOn(1, random);
      await idle();
    }
  }

  /** Awaits slow statements, too, when nothing else is left that could give them what they wait for. */
  async function idle(): Promise<void> {
    const deadline = performance.now() + SLOWEST_STATEMENT_MS;
    do await driver.idle();
    while (
      driver.isBusy() &&
      driver.possible().length === 0 &&
      driver.frozen.size === 0 &&
      performance.now() < deadline
    );
  }

  async function pass(milliseconds: number, standstill: boolean): Promise<void> {
    const until = time.now() + milliseconds;
    for (;;) {
      const before = driver.actions.size;
      const isMoved = time.step(until);
      await driver.idle();
      if (!standstill && driver.actions.size > before) await exhaust();
      if (!isMoved) return;
    }
  }

  async function execute(command: Command): Promise<void> {
    driver.note(`  ${describe(command)}`);
    switch (command.kind) {
      case "go on":
        await goOn(command.steps, randomFrom(command.seed));
        break;
      case "race":
        await driver.takeAll();
        break;
      case "pass":
        history.isDisturbed ||= command.standstill;
        await pass(command.seconds * SECOND, command.standstill);
        break;
      case "freeze": {
        const sending = workers.filter((one) => one.owners.size > 0);
        const worker = pick(sending.length > 0 ? sending : workers, command.worker);
        history.isDisturbed = true;
        driver.frozen.add(worker.name);
        temporal.lose(worker);
        await exhaust();
        await pass(command.seconds * SECOND, false);
        driver.frozen.delete(worker.name);
        break;
      }
      case "fault":
        history.isDisturbed = true;
        pick(workers, command.worker).process.arm(command.fault);
        break;
      case "cancel":
        history.isCancelAsked = true;
        call("cancel", command.fault, async (given) => {
          const isCanceled = await cancelEvent(given, { scope: event, caller: SYSTEM }, event.transactionId);
          driver.note(`    the cancel returns ${isCanceled}`);
          if (isCanceled && !history.canceled) violation("a cancel returned true, and the event is not cancelled");
        });
        break;
      case "resume":
        call("resume", command.fault, async (given) => {
          const { resumed } = await resumeEvent(given, { scope: event, caller: SYSTEM }, event.transactionId);
          driver.note(`    the resume returns ${resumed}`);
        });
        history.resumes += 1;
        break;
      case "resume runs":
        call("resume runs", command.fault, (given) => changeRuns("resume", given));
        history.resumes += 1;
        history.areRunsResumed = true;
        break;
      case "cancel runs":
        call("cancel runs", command.fault, (given) => changeRuns("cancel", given));
        history.areRunsCanceled = true;
        break;
      case "reconcile":
        void temporal.reconcile();
        break;
      case "terminate": {
        const running = temporal.executions.filter(({ status }) => status === "running");
        if (running.length === 0) break;
        history.terminations += 1;
        temporal.terminate(pick(running, command.pick));
        break;
      }
      case "double": {
        const tasks = temporal.underWay();
        if (tasks.length === 0) break;
        history.isDisturbed = true;
        temporal.double(pick(tasks, command.pick), command.isGivenUp);
        break;
      }
      case "repair":
        history.isRepaired = true;
        // It would wait for the locks of transactions that stand still.
        for (let steps = 0; driver.transactions.open > 0 && steps < MOST_STEPS; steps++) await goOn(1, random);
        await options.repair();
    }
    await driver.idle();
  }

  async function status(): Promise<string> {
    const rows = await db.$client`
      select (select array_agg(position || ' ' || revision || ' ' || coalesce(due_at::text, '-') order by id)
        from runs where event_id = ${event.eventId}) as runs,
        (select array_agg(coalesce(due_at::text, '-') || stop_reason order by id) from cohorts where event_id = ${event.eventId})
          as cohorts`;
    return JSON.stringify(rows[0]);
  }

  /** How long until the reconciler finds the cohort that is due next. */
  async function untilOverdue(): Promise<number> {
    const [row] = await db.$client<{ at: string | null }[]>`
      select min(due_at) as at from cohorts where event_id = ${event.eventId}`;
    return row?.at ? new Date(row.at).getTime() - time.now() + PASS_EVERY_MS : 0;
  }

  async function rest(): Promise<void> {
    isResting = true;
    for (const { process } of workers) process.arm(null);
    driver.note("  everything comes to rest");
    let seen = "";
    for (let round = 0, unchanged = 0; unchanged < 4; round++) {
      if (round > MOST_ROUNDS) {
        violation(`it does not come to rest: ${seen}`);
        break;
      }
      await exhaust();
      const isWaiting = temporal.executions.some(({ status }) => status === "running");
      const next = time.nextAt();
      if (isWaiting && next !== undefined && round % 5 !== 4) {
        await pass(Math.max(next - time.now(), 0), false);
        continue;
      }
      await pass(Math.max(PASS_EVERY_MS, isWaiting ? 0 : await untilOverdue()), false);
      void temporal.reconcile();
      await exhaust();
      const now = await status();
      unchanged = now === seen && !isWaiting ? unchanged + 1 : 0;
      seen = now;
    }
    if (underWay > 0) violation(`${underWay} calls of the API have no answer`);
    isResting = false;
  }

  return {
    driver,
    vendor,
    temporal,
    history,
    violations,
    start: () => temporal.start(options.executionId, event),
    execute,
    rest,
    async close() {
      isClosed = true;
      driver.actions.clear();
      for (const process of processes) process.die();
      while (driver.transactions.open > 0) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error("There is nothing to pick from");
  return found;
}

export const describe = ({ kind, ...rest }: Command): string =>
  `${kind}${Object.entries(rest)
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .join("")}`;
