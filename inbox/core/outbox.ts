import { isAnswered, isRefusal } from "./http.ts";
import type { Operation } from "./operations.ts";

/*
 * The operations that the server does not have yet, in the order in which they were made. They are stored, so that they
 * outlive a reload and a closed tab, each under a key of its own: tabs that write at once take nothing from each other.
 */

/** An operation that waits to be sent. */
export type Waiting = {
  /** Its key in storage: those of one inbox in the order of their time. */
  key: string;
  operation: Operation;
  /** When it was made, in ISO 8601. */
  madeAt: string;
  /** Not sent before this moment, in milliseconds, so that it can be undone. */
  heldUntil: number;
};

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
  onRefused: (waiting: Waiting, error: unknown) => void;
};

export function createOutbox({ name, send, onChange, onSent, onRefused }: OutboxOptions) {
  const prefix = `belfry_inbox:${name}:`;
  const storage = openStorage();
  let waiting: Waiting[] = [];
  let sending: Promise<void> | null = null;
  /** Those that were made here: others are held, and taken back, by the tab that made them. */
  const own = new WeakSet<Waiting>();
  /** Calls under way, by key: one that is sent as the page is left is not sent again by the loop. */
  const calls = new Map<string, Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let made = 0;
  let open = false;
  let ended: AbortController | undefined;

  function read(): void {
    const known = new Map(waiting.map((one) => [one.key, one]));
    const keys = storage
      .keys()
      .filter((key) => key.startsWith(prefix))
      .sort();
    waiting = keys.flatMap((key) => {
      const stored = parsed(key, storage.get(key));
      const one = known.get(key);
      // Another tab may have changed how long it is held.
      return stored && one ? Object.assign(one, { heldUntil: stored.heldUntil }) : (stored ?? []);
    });
  }

  function remove(one: Waiting): void {
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
        remove(next);
        onRefused(next, error);
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

  /** Makes what is held due now. */
  const release = (): void =>
    hold(
      waiting.filter((one) => own.has(one) && one.heldUntil > Date.now()),
      0,
    );

  /** Starts without the pause that it may be in. */
  function startAnew(): void {
    clearTimeout(timer);
    timer = undefined;
    start();
  }

  function onStorage(event: { key: string | null }): void {
    if (event.key !== null && !event.key.startsWith(prefix)) return;
    const before = waiting;
    read();
    const left = new Set(waiting.map(({ key }) => key));
    for (const one of before) if (!left.has(one.key)) onSent(one);
    onChange();
    start();
  }

  return {
    /** Operations that the server does not have yet, oldest first. */
    waiting: (): readonly Waiting[] => waiting,

    /** Starts to send what was stored before, and what is added. */
    open(): void {
      open = true;
      read();
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
    add(operation: Operation, holdMs = 0): Waiting {
      const now = Date.now();
      made += 1;
      const key = `${prefix}${now}-${String(made).padStart(6, "0")}-${Math.random().toString(36).slice(2, 10)}`;
      const added = { key, operation, madeAt: new Date(now).toISOString(), heldUntil: now + holdMs };
      own.add(added);
      waiting = [...waiting, added];
      store(added);
      startAnew();
      onChange();
      return added;
    },

    /** Takes back what has not been sent; false when that is too late. */
    cancel(one: Waiting): boolean {
      if (!waiting.includes(one) || one.heldUntil <= Date.now()) return false;
      remove(one);
      // What was added behind it waits no longer.
      startAnew();
      onChange();
      return true;
    },

    hold,
    release,

    /**
     * Sends everything at once, without waiting for its turn: a page that is being left gets none. What the server does not
     * confirm stays stored.
     */
    leave(): void {
      if (open) for (const one of waiting) if (own.has(one)) deliver(one).catch(() => undefined);
      release();
    },

    /** Ends sending; what is left stays stored. */
    close(): void {
      open = false;
      clearTimeout(timer);
      timer = undefined;
      ended?.abort();
      onThisPage.delete(onStorage);
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

function parsed(key: string, text: string | null): Waiting | undefined {
  try {
    const { operation, madeAt, heldUntil } = JSON.parse(text ?? "");
    const known = typeof operation?.kind === "string" && !Number.isNaN(Date.parse(madeAt));
    return known ? { key, operation, madeAt, heldUntil: Number(heldUntil) || 0 } : undefined;
  } catch {
    // Not what we wrote.
    return undefined;
  }
}

type Storage = {
  keys(): string[];
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/** For what local storage does not take; the inboxes of a page share it. */
const memory = new Map<string, string>();

/** Local storage; memory alone where there is none, where it is blocked, and for what it is too full for. */
function openStorage(): Storage {
  const tryLocal = <T>(use: (local: globalThis.Storage) => T, otherwise: T): T => {
    try {
      return typeof localStorage === "undefined" ? otherwise : use(localStorage);
    } catch {
      // Blocked by privacy settings, or full.
      return otherwise;
    }
  };
  return {
    keys: () => [...memory.keys(), ...tryLocal((local) => Object.keys(local), [])],
    get: (key) => memory.get(key) ?? tryLocal((local) => local.getItem(key), null),
    set(key, value) {
      const stored = tryLocal((local) => {
        local.setItem(key, value);
        return true;
      }, false);
      if (!stored) memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      tryLocal((local) => local.removeItem(key), undefined);
    },
  };
}
