import { type Priority, priorityKeys } from "#domain/lanes/priorities.ts";
import type { Clock } from "../run/decision-deps.ts";
import type { InFlight } from "./in-flight.ts";
import type { IntegrationGates } from "./integration-gates.ts";
import type { LanePaces } from "./lane-paces.ts";

/** Deliveries in memory, and bytes of their requests, up to which slices hand over what they have decided. */
const MOST_IN_FLIGHT = 600;
const HELD_BYTES = 8_000_000;
/** A lane that a process leaves because it ends has its turn so much later, with another process. */
const LEFT_TO_OTHERS_MS = 2_000;
/** Deliveries that are handed to their next integrations together. */
const MOST_FAILED_OVER = 100;
/** Of a limited pace, in seconds: what is taken ahead of its time. */
const HELD_SECONDS = 1;

/** The next turn of a lane, and how many deliveries, of how many bytes, are worth holding for it. */
export type Turn =
  /** Without room, the next one is when a send has ended. */
  | { kind: "now"; room: number; bytes: number }
  /** Nothing is sent before. */
  | { kind: "later"; at: Date }
  /** The vendor is away, until that moment where one is known: only those are worth it that another integration can send. */
  | { kind: "elsewhere"; room: number; bytes: number; at?: Date | undefined };

export interface LaneTurns {
  nextTurn(integrationId: string): Turn;
  /** Whether a slice may hand over what it has decided: a few when each is sent at once, more where slots alone hold sends back. */
  takesFromSlice(
    deliveries: readonly { integrationId: string; request: string }[],
    slice: { priority: Priority; isSmall: boolean },
  ): boolean;
}

export function createLaneTurns({
  paces,
  gates,
  inFlight,
  clock,
  closing,
}: {
  paces: LanePaces;
  gates: IntegrationGates;
  inFlight: InFlight;
  clock: Clock;
  closing: AbortSignal;
}): LaneTurns {
  const spareBytes = (): number => (closing.aborted ? 0 : Math.max(HELD_BYTES - inFlight.bytes(), 0));

  /** Whether a send would begin at once, or a critical one as the next. */
  function isFree(integrationId: string, priority: Priority): boolean {
    const isNext = priority === priorityKeys.critical || gates.retryAt(integrationId) !== null;
    if (isNext) return paces.blockedUntil(integrationId) === undefined;
    return paces.isFree(integrationId) && gates.isFree(integrationId);
  }

  return {
    nextTurn(integrationId) {
      const now = clock().getTime();
      if (closing.aborted) return { kind: "later", at: new Date(now + LEFT_TO_OTHERS_MS) };
      const bytes = spareBytes();
      const blockedUntil = paces.blockedUntil(integrationId);
      const at = blockedUntil === undefined ? undefined : new Date(blockedUntil);
      const elsewhere = { kind: "elsewhere", room: MOST_FAILED_OVER, bytes, at } as const;
      if (at) return paces.isAway(integrationId) ? elsewhere : { kind: "later", at };
      // Little is taken ahead of its time, so that what is urgent overtakes it; enough, so that nothing waits for the database.
      const pace = paces.paceOf(integrationId) ?? Number.POSITIVE_INFINITY;
      const worthHolding = Math.min(4 * gates.slotsOf(integrationId), Math.max(1, Math.ceil(pace * HELD_SECONDS)));
      const held = inFlight.countOf(integrationId);
      // Large messages wait where they are stored, but for one.
      const room = held > 0 && bytes === 0 ? 0 : worthHolding - held;
      // A portion is worth its statement.
      if (room >= worthHolding / 4) return { kind: "now", room, bytes };
      return paces.isAway(integrationId) ? elsewhere : { kind: "now", room: 0, bytes };
    },
    takesFromSlice(deliveries, { priority, isSmall }) {
      const bytes = deliveries.reduce((sum, { request }) => sum + request.length, 0);
      if (bytes > spareBytes() || (!isSmall && inFlight.count() + deliveries.length > MOST_IN_FLIGHT)) return false;
      return deliveries.every(({ integrationId }) =>
        isSmall ? isFree(integrationId, priority) : !paces.isLimited(integrationId),
      );
    },
  };
}
