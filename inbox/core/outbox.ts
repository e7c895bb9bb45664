import { isAnswered, isRefusal } from "./http.ts";
import type { Operation } from "./operations.ts";
import { openStorage, storedOperations, type Waiting } from "./stored-operations.ts";

/** Older ones are forgotten: what they meant to change has gone on without them. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
const RETRY_BASE_MS = 1_000;
const RETRY_MAX_MS = 10_000;
/** How often the server may fail with an operation before it counts as refused. */
const FAILURES_MAX = 5;

export type OutboxOptions = {
  /** Tells inboxes apart that share one browser's storage. */
  name: string;
  send: (operation: Operation) => Promise<void>;
  /** Called after each change of the list. */
  onChange: () => void;
  /** The server has the operation, from this tab or another one. */
  onSent: (waiting: Waiting) => void;
  onRefused: (error: unknown) => void;
};

/** An operation that was added. `done` is true once the server has it, or it was taken back, and false when it was refused. */
export type Added = { waiting: Waiting; done: Promise<boolean> };

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox({ name, send, onChange, onSent, onRefused }: OutboxOptions) {
  const prefix = `belfry_inbox:${name}:`;
  const storage = openStorage();
  let waiting: Waiting[] = [];
  let sending: Promise<void> | null = null;
  /** Those that were made here, and what settles them: others are held, and taken back, by the tab that made them. */
  const own = new WeakMap<Waiting, (done: boolean) => void>();
  /** Calls under way, by key: one that is sent as the page is left is not sent again by the loop. */
  const calls = new Map<string, Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let made = 0;
  let open = false;
  let ended: AbortController | undefined;

  /** Takes an operation out; not `done` is one that was refused. */
  function remove(one: Waiting, done = true): void {
    own.get(one)?.(done);
    storage.remove(one.key);
    waiting = waiting.filter(({ key }) => key !== one.key);
    notifyOthers(one.key);
  }

  function store(one: Waiting): void {
    storage.set(one.key, JSON.stringify(one));
    notifyOthers(one.key);
  }

  /** The browser reports changes of its storage to other pages alone, not to another inbox of the same page. */
  function notifyOthers(key: string): void {
    for (const listener of onThisPage) if (listener !== onStorage) listener({ key });
  }

  /** Sends an operation; it is removed once the server has it, also when this inbox has ended meanwhile. */
  function deliver(one: Waiting): Promise<void> {
    const call =
      calls.get(one.key) ??
      send(one.operation)
        .then(() => {
          const wasOpen = open;
          remove(one);
          if (!wasOpen) return;
          onSent(one);
          onChange();
        })
        .finally(() => calls.delete(one.key));
    calls.set(one.key, call);
    return call;
  }

  /** Sends what is due, one at a time and one tab at a time, until something must be waited for. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (open) {
      const next = waiting[0];
      if (next === undefined) return;
      // What was removed by another tab has been sent by it.
      if (storage.get(next.key) === null) {
        remove(next);
        onSent(next);
        onChange();
        continue;
      }
      const pause = next.heldUntil - Date.now();
      if (pause > 0) return sleep(pause);
      try {
        await deliver(next);
        failures = 0;
      } catch (error) {
        if (!open) return;
        failures += 1;
        if (!isRefusal(error) && !(isAnswered(error) && failures >= FAILURES_MAX)) {
          return sleep(Math.min(RETRY_BASE_MS * 2 ** (failures - 1), RETRY_MAX_MS));
        }
        failures = 0;
        remove(next, false);
        onRefused(error);
        onChange();
      }
    }
  }

  function sleep(ms: number): void {
    timer = setTimeout(start, ms);
  }

  /** Sends, unless that is under way or another tab does. */
  function start(): void {
    if (!open || sending !== null) return;
    const attempt = withLock(prefix, flush).finally(() => {
      sending = null;
      // Something was added meanwhile.
      if (open && timer === undefined && waiting.length > 0) start();
    });
    sending = attempt;
  }

  /** Holds operations back until a moment, in milliseconds. */
  function hold(ones: readonly Waiting[], until: number): void {
    for (const one of ones) {
      if (!waiting.includes(one) || one.heldUntil === until) continue;
      one.heldUntil = until;
      store(one);
    }
    startAnew();
  }

  /** Starts without the pause that it may be in. */
  function startAnew(): void {
    clearTimeout(timer);
    timer = undefined;
    start();
  }

  function onStorage(event: { key: string | null }): void {
    if (event.key !== null && !event.key.startsWith(prefix)) return;
    const before = waiting;
    waiting = storedOperations(storage, prefix, before);
    const left = new Set(waiting.map(({ key }) => key));
    for (const one of before) {
      if (left.has(one.key)) continue;
      own.get(one)?.(true);
      onSent(one);
    }
    onChange();
    start();
  }

  return {
    /** Operations that the server does not have yet, oldest first. */
    waiting: (): readonly Waiting[] => waiting,

    /** Starts to send what was stored before, and what is added. */
    open(): void {
      open = true;
      waiting = storedOperations(storage, prefix, waiting);
      for (const one of waiting) if (Date.now() - Date.parse(one.madeAt) > KEPT_MS) remove(one);
      if (waiting.length > 0) onChange();
      ended = new AbortController();
      listen("storage", onStorage, ended.signal);
      onThisPage.add(onStorage);
      listen("online", start, ended.signal);
      start();
    },

    /** Whether something is on its way to the server, so that it may or may not be part of what the server answers now. */
    isSending: (): boolean => (waiting[0]?.heldUntil ?? Number.POSITIVE_INFINITY) <= Date.now(),

    /** Adds an operation, held back for some milliseconds in which it can be undone. */
    add(operation: Operation, holdMs = 0): Added {
      const now = Date.now();
      made += 1;
      const key = `${prefix}${now}-${String(made).padStart(6, "0")}-${Math.random().toString(36).slice(2, 10)}`;
      const one = { key, operation, madeAt: new Date(now).toISOString(), heldUntil: now + holdMs };
      const done = new Promise<boolean>((resolve) => own.set(one, resolve));
      waiting = [...waiting, one];
      store(one);
      startAnew();
      onChange();
      return { waiting: one, done };
    },

    /** Takes back what has not been sent, unless that is too late. */
    cancel(one: Waiting): void {
      if (!waiting.includes(one) || one.heldUntil <= Date.now()) return;
      remove(one);
      // What was added behind it waits no longer.
      startAnew();
      onChange();
    },

    hold,
    /** Makes what is held due now. */
    release: (): void =>
      hold(
        waiting.filter((one) => own.has(one) && one.heldUntil > Date.now()),
        0,
      ),

    /**
     * Sends everything at once, without waiting for its turn: a page that is being left gets none. What the server does not
     * confirm stays stored.
     */
    leave(): void {
      if (open) for (const one of waiting) if (own.has(one)) deliver(one).catch(() => undefined);
    },

    /** Ends sending; what is left stays stored. */
    close(): void {
      open = false;
      clearTimeout(timer);
      timer = undefined;
      ended?.abort();
      onThisPage.delete(onStorage);
      for (const one of waiting) own.get(one)?.(true);
      waiting = [];
    },
  };
}

type Listener = (event: { key: string | null }) => void;
/** Listens to the window until the signal aborts; on a server there is none. */
export const listen = (name: string, listener: Listener | (() => void), signal: AbortSignal): void =>
  globalThis.addEventListener?.(name, listener as EventListener, { signal });

/** The inboxes of this page that send. */
const onThisPage = new Set<Listener>();

/** One tab sends at a time, where the browser can say so. */
async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  const locks = typeof navigator === "undefined" ? null : navigator.locks;
  // Over plain http there are none: what two send at once arrives twice, which is as once.
  if (!locks) return work();
  let isHeld = false;
  try {
    await locks.request(name, () => {
      isHeld = true;
      return work();
    });
  } catch (error) {
    if (isHeld) throw error;
    // A sandboxed frame has no locks.
    await work();
  }
}
