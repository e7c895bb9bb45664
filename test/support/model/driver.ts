import { setImmediate } from "node:timers";

/** Something that can happen next: a statement that is run, an answer that arrives, an activity that a worker takes. */
export interface Action {
  label: string;
  /** The process that it happens in. */
  by?: string | undefined;
  run(): void;
}

/** Decides what happens when: everything that a model does waits here until it is its turn. */
export interface Driver {
  actions: Set<Action>;
  log: string[];
  note(line: string): void;
  /** Resolves when the driver takes the action. */
  turn(label: string, by?: string): Promise<void>;
  /** Names of processes that stand still. */
  frozen: Set<string>;
  /** The steps that can happen next. */
  possible(): Action[];
  /** Counts work that goes on by itself, such as a statement in Postgres. */
  during<T>(work: () => Promise<T>): Promise<T>;
  enter(): void;
  leave(): void;
  /** Transactions that are open, and may hold up statements of others. */
  transactions: { open: number };
  /** Resolves when nothing goes on by itself any more, or only what an open transaction may hold up. */
  idle(): Promise<void>;
  /** Whether something goes on by itself. */
  isBusy(): boolean;
  take(action: Action): Promise<void>;
  /** Takes all waiting actions at the same time. */
  takeAll(): Promise<void>;
}

/** How long statements may wait for the lock of an open transaction before others go on, in real milliseconds. */
const BLOCKED_MS = 40;

export function createDriver(): Driver {
  const actions = new Set<Action>();
  const log: string[] = [];
  const frozen = new Set<string>();
  const transactions = { open: 0 };
  let busy = 0;
  let changes = 0;

  const immediate = () => new Promise<void>((resolve) => setImmediate(resolve));
  const driver: Driver = {
    actions,
    log,
    transactions,
    note: (line) => void log.push(line),
    frozen,
    possible: () => [...actions].filter(({ by }) => by === undefined || !frozen.has(by)),
    turn: (label, by) =>
      new Promise((resolve) => {
        changes += 1;
        actions.add({ label, by, run: resolve });
      }),
    async during(work) {
      driver.enter();
      try {
        return await work();
      } finally {
        driver.leave();
      }
    },
    enter() {
      busy += 1;
      changes += 1;
    },
    leave() {
      busy -= 1;
      changes += 1;
    },
    async idle() {
      const started = performance.now();
      for (let quiet = 0, seen = changes; quiet < 3; ) {
        await immediate();
        quiet = busy === 0 && seen === changes ? quiet + 1 : 0;
        seen = changes;
        if (transactions.open > 0 && performance.now() - started > BLOCKED_MS) return;
      }
    },
    isBusy: () => busy > 0,
    async take(action) {
      actions.delete(action);
      // That a statement's answer arrives at once is not worth a line.
      const isExpected = action.label.startsWith(log.at(-1)?.trim().replace(": ", ": has the answer of ") ?? "-");
      if (!isExpected) log.push(`    ${action.label}`);
      action.run();
      await driver.idle();
    },
    async takeAll() {
      const all = [...actions];
      actions.clear();
      for (const action of all) {
        log.push(`    at once: ${action.label}`);
        action.run();
      }
      await driver.idle();
    },
  };
  return driver;
}
