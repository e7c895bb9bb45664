import {
  type CircuitBreakerPolicy as Circuit,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  type FailureReason,
  handleWhen,
} from "cockatiel";
import { LRUCache } from "lru-cache";
import { hostOf } from "#contract/constants/values/parse-url.ts";
import { MINUTE } from "#contract/constants/values/times.ts";
import { MOST_AT_ONCE } from "#domain/lanes/lane-pace.ts";
import type { Priority } from "#domain/lanes/priorities.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { SEND_LIMITS } from "#providers/send-limits.ts";
import { createSlots } from "./slots.ts";

/**
 * Sends under way at once per integration, with those whose outcome is about to be stored: so many at first, and one more with each that
 * was accepted.
 */
const FIRST_SLOTS = 10;
const FAILURES_TO_OPEN = 5;
const FIRST_COOL_DOWN_MS = 10_000;
const LONGEST_COOL_DOWN_MS = 5 * MINUTE;
/** Gates kept without a send under way, for their count of failures; one that is dropped starts again at zero. */
const IDLE_GATES = 1_000;

/**
 * Keeps integrations apart: a vendor that is silent or down delays the messages of its own integration only. Where
 * subscribers choose the addresses of an integration, each host has slots and a circuit of its own.
 */
export interface IntegrationGates {
  /**
   * Runs a task when a slot of the integration is free; waiting tasks start by their priority. The slot is the
   * task's until it settles, so that it can store what became of its send. Throws the task's error; CircuitOpenError when
   * the circuit is open or opens while the task waits, which was then not begun.
   */
  run<T>(integrationId: string, task: (attempt: Attempt) => Promise<T>, options: SendOptions): Promise<T>;
  /** Starts afresh with an integration, because its credentials have changed. Sends under way go on. */
  forget(integrationId: string): void;
  /** Whether a send would begin at once: a slot is free, and the circuit is closed or its cool-down has ended. */
  isFree(integrationId: string): boolean;
  /** The end of the cool-down, past while a probe is due or under way; null while the circuit is closed. */
  retryAt(integrationId: string): Date | null;
  /** Sends that may be under way at once. */
  slotsOf(integrationId: string): number;
}

/**
 * Sends within the time that a send may take. Throws the send's ProviderError, or one of class RETRY when the send has no
 * result in time, at which its signal fires; CircuitOpenError when the circuit has opened since the task began.
 */
export type Attempt = <T>(send: (signal: AbortSignal) => Promise<T>) => Promise<T>;

export interface SendOptions {
  priority: Priority;
  /** Sends under way at once at most, where the integration or its vendor says so. */
  concurrent?: number | undefined;
  /** Milliseconds that the send may take, where that is not the usual time. */
  timeoutMs?: number | undefined;
  /** The address that a subscriber or a caller chose for the message; undefined where the integration has the only one. */
  address?: string | undefined;
  /**
   * Whether another integration can send the message. Then refused credentials and missing funds count as failures, too,
   * and a send does not wait for the result of a probe.
   */
  hasNext?: boolean;
}

/** The integration's vendor failed repeatedly. The send was not begun and may be run after `retryAt`. */
export class CircuitOpenError extends Error {
  readonly retryAt: Date;

  constructor(retryAt: Date) {
    super(`The vendor of this integration does not respond; next attempt at ${retryAt.toISOString()}`);
    this.name = "CircuitOpenError";
    this.retryAt = retryAt;
  }
}

export interface IntegrationGatesOptions {
  /** Sends under way at once per integration, at first and at most. */
  slots?: { first: number; most: number };
  /** Milliseconds that one send may take, without its wait for a slot. */
  timeoutMs?: number;
  /** Called when the circuit of an integration opens, each time, and when it closes. */
  onOpen?: (integrationId: string, retryAt: Date, error: unknown) => void;
  onClose?: (integrationId: string) => void;
}

export function createIntegrationGates(options: IntegrationGatesOptions = {}): IntegrationGates {
  const inUse = new Map<string, Gate>();
  const idle = new LRUCache<string, Gate>({ max: IDLE_GATES });
  const find = (key: string) => inUse.get(key) ?? idle.get(key);

  return {
    async run(integrationId, task, sendOptions) {
      const { address } = sendOptions;
      const key = address === undefined ? integrationId : `${integrationId} ${hostOf(address)}`;
      // An address of a subscriber says nothing about the integration.
      const gate = find(key) ?? createGate(options, address === undefined ? integrationId : null);
      idle.delete(key);
      inUse.set(key, gate);
      gate.users += 1;
      try {
        return await gate.run(task, sendOptions);
      } finally {
        gate.users -= 1;
        if (gate.users === 0 && inUse.get(key) === gate) {
          inUse.delete(key);
          idle.set(key, gate);
        }
      }
    },
    forget(integrationId) {
      inUse.delete(integrationId);
      idle.delete(integrationId);
    },
    isFree: (integrationId) => find(integrationId)?.isFree() ?? true,
    retryAt: (integrationId) => find(integrationId)?.retryAt() ?? null,
    slotsOf: (integrationId) => find(integrationId)?.slots() ?? options.slots?.first ?? FIRST_SLOTS,
  };
}

interface Gate {
  /** Tasks that wait or are under way. */
  users: number;
  run<T>(task: (attempt: Attempt) => Promise<T>, options: SendOptions): Promise<T>;
  isFree(): boolean;
  retryAt(): Date | null;
  slots(): number;
}

/** `integrationId` is null for the gate of a host that subscribers chose: nobody is notified of its circuit. */
function createGate(options: IntegrationGatesOptions, integrationId: string | null): Gate {
  const { slots: { first, most } = { first: FIRST_SLOTS, most: MOST_AT_ONCE }, onOpen, onClose } = options;
  const slots = createSlots(first);
  /** As the integration or its vendor allows. */
  let allowed = most;
  let retryAt: Date | null = null;
  const isCoolingDown = () => retryAt !== null && retryAt.getTime() > Date.now();

  const consecutive = new ConsecutiveBreaker(FAILURES_TO_OPEN);
  /** Errors that count as failures of the vendor. */
  const counted = new WeakSet<object>();
  /** Addresses that have failed since the last answer: one that fails again says nothing new about the others. */
  const failedAddresses = new Set<string>();
  const isFirstFailure = (address: string | undefined) => address === undefined || !failedAddresses.has(address);
  const circuit: Circuit = circuitBreaker(
    // A probe that failed for another reason than the vendor's answer proves nothing, so the circuit stays open.
    handleWhen((error) => counted.has(error) || (circuit.state === CircuitState.HalfOpen && !isAnswer(error))),
    {
      breaker: consecutive,
      halfOpenAfter: new DelegateBackoff(({ attempt, result }) => {
        const wait = coolDownMs(attempt, result);
        retryAt = new Date(Date.now() + wait);
        if (integrationId !== null) onOpen?.(integrationId, retryAt, "error" in result ? result.error : undefined);
        return wait;
      }),
    },
  );
  circuit.onFailure(({ handled, reason }) => {
    // A refusal of one message is an answer: the vendor is there.
    if (handled || !("error" in reason) || !isAnswer(reason.error) || isVendorAway(reason.error)) return;
    consecutive.success();
    failedAddresses.clear();
  });
  circuit.onSuccess(() => failedAddresses.clear());
  circuit.onBreak(() => {
    // One slot from here on, so that the first send after the cool-down is a probe and the others wait for its result.
    slots.most = 1;
    slots.clear(circuitOpen);
  });
  circuit.onReset(() => {
    slots.most = Math.min(first, allowed);
    retryAt = null;
    failedAddresses.clear();
    if (integrationId !== null) onClose?.(integrationId);
  });

  /** Notes whether the error of a send counts. */
  function count(error: unknown, { address, hasNext }: SendOptions): void {
    const isFailure = isVendorAway(error) || (hasNext === true && isRefusedIntegration(error));
    if (!isFailure || !(error instanceof Error)) return;
    if (circuit.state !== CircuitState.HalfOpen && !isFirstFailure(address)) return;
    counted.add(error);
    if (address !== undefined) failedAddresses.add(address);
  }

  async function attempt<T>(send: (signal: AbortSignal) => Promise<T>, sendOptions: SendOptions): Promise<T> {
    let begun = false;
    try {
      return await circuit.execute(async () => {
        begun = true;
        const controller = new AbortController();
        const timeoutMs = sendOptions.timeoutMs ?? options.timeoutMs ?? SEND_LIMITS.send;
        const timer = setTimeout(() => controller.abort(noResult(timeoutMs)), timeoutMs);
        try {
          return await Promise.race([send(controller.signal), rejectionOf(controller.signal)]);
        } catch (error) {
          count(error, sendOptions);
          throw error;
        } finally {
          clearTimeout(timer);
        }
      });
    } catch (error) {
      throw begun ? error : circuitOpen();
    }
  }

  const circuitOpen = () => new CircuitOpenError(retryAt ?? new Date());

  return {
    users: 0,
    isFree: () => !isCoolingDown() && slots.active + slots.waiting < slots.most,
    retryAt: () => retryAt,
    slots: () => slots.most,
    async run(task, sendOptions) {
      if (isCoolingDown()) throw circuitOpen();
      allowed = sendOptions.concurrent ?? most;
      slots.most = Math.min(slots.most, allowed);
      // The probe is under way, or about to be, and its message is enough.
      if (retryAt && sendOptions.hasNext && slots.active + slots.waiting > 0) {
        throw new CircuitOpenError(new Date(Date.now() + FIRST_COOL_DOWN_MS));
      }
      return slots.run(sendOptions.priority, async () => {
        let isAccepted = false;
        const result = await task(async (send) => {
          const sent = await attempt(send, sendOptions);
          isAccepted = true;
          return sent;
        });
        // Not before the outcome is stored: a database that is slow has few sends in doubt.
        if (isAccepted && circuit.state === CircuitState.Closed) slots.most = Math.min(slots.most + 1, allowed);
        return result;
      });
    },
  };
}

/** Whether the error says that the vendor is unreachable, silent or closed to everybody just now. */
function isVendorAway(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.class !== "RETRY") return false;
  // Whoever refuses for too many messages is there: the lane goes slower.
  if (error.rate !== undefined) return false;
  const { status } = error;
  if (status === undefined) return true;
  // SMTP 421: service not available. SMTP 552, where it is RETRY, is the full mailbox of one recipient.
  return status === 421 || (status >= 500 && status !== 552);
}

/** Whether the vendor serves the integration no more, whatever is sent. */
const isRefusedIntegration = (error: unknown): boolean =>
  error instanceof ProviderError && (error.class === "CREDENTIAL" || error.class === "FUNDS");

/** Whether the error is the result of a send, rather than a defect. */
function isAnswer(error: unknown): boolean {
  return error instanceof ProviderError;
}

/** Doubles with each failed probe; longer when the vendor asks for more. */
function coolDownMs(attempt: number, failure: FailureReason<unknown>): number {
  const error = "error" in failure ? failure.error : undefined;
  const asked = error instanceof ProviderError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.min(Math.max(FIRST_COOL_DOWN_MS * 2 ** (attempt - 1), asked), LONGEST_COOL_DOWN_MS);
}

function noResult(timeoutMs: number): ProviderError {
  return new ProviderError("RETRY", `The provider gave no result within ${timeoutMs / 1_000} s`, {
    // The vendor may have taken the message.
    retryLimit: 1,
  });
}

/** Rejects with the signal's reason when it fires. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
