import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Database } from "#db/client.ts";
import { changePace, type LaneOwner, readPace } from "#db/queries/lanes/lane-pace.ts";
import {
  currentPace,
  endWindow,
  isAway,
  type LanePace,
  newPace,
  noted,
  type PaceLimit,
  refuseSend,
  takeSends,
} from "#domain/lanes/lane-pace.ts";
import { type Priority, priorityKeys } from "#domain/lanes/priorities.ts";
import type { Allowance } from "#providers/allowance.ts";
import type { Clock } from "../run/decision-deps.ts";
import { type AcceptedSends, countAcceptedSends } from "./accepted-sends.ts";

/** A send waits for the pace of its lane at most so long; then it is left to the lane. */
const LONGEST_WAIT_MS = 2_000;
/** How often a process asks for sends while it waits. */
const PACE_PAUSE_MAX_MS = 500;
/** How often it says what was accepted and looks whether another process has learned of a limit, where there is none that it knows. */
const PACE_LOOK_MS = 5_000;
/** Lanes that a process remembers while nothing is sent in them. */
const KNOWN_LANES = 1_000;

/** An integration, and what is known of its pace before anything is sent. */
export interface PacedIntegration extends LaneOwner {
  limit: PaceLimit;
}

/**
 * Has sends begin at the pace of their integration, which all processes share. They take what they may begin from Postgres in portions;
 * an integration without any limit asks nobody.
 */
export interface LanePaces {
  /**
   * Settles when a send may begin, by priority; throws LaneBlockedError when that is not soon. `hasNext`: another integration can send the
   * message, which does not wait for a vendor that is away.
   */
  take(integration: PacedIntegration, send: { priority: Priority; hasNext: boolean }): Promise<void>;
  /** Notes that the vendor took a send. */
  accepted(integrationId: string): void;
  /** Notes that it refused one for too many, which had begun at that moment, and when it takes another, as far as it said so. */
  refused(integration: PacedIntegration, refusal: { sentAt: number; retryAfterMs: number | undefined }): Promise<void>;
  /** Notes what an answer of the vendor said of its limits. */
  allowed(integration: PacedIntegration, allowance: Allowance): void;
  /** Reads what other processes have learned, and whether a member has changed the integration. */
  look(integrationId: string): Promise<void>;
  /** Forgets what refusals have taught: they were about something else. */
  forget(integration: PacedIntegration): Promise<void>;
  /** Whether a send may begin at once, as far as this process knows. */
  isFree(integrationId: string): boolean;
  /** Whether the pace is limited, as far as this process knows. */
  isLimited(integrationId: string): boolean;
  /** Sends a second; undefined without a limit. */
  paceOf(integrationId: string): number | undefined;
  /** Whether the vendor has taken nothing for a while, or will not for a while. */
  isAway(integrationId: string): boolean;
  /** Until when nothing may begin (milliseconds since 1970); undefined when sends may. */
  blockedUntil(integrationId: string): number | undefined;
}

/** Nothing is sent before. */
export class LaneBlockedError extends Error {
  readonly retryAt: Date;

  constructor(retryAt: Date) {
    super(`The vendor takes no more messages before ${retryAt.toISOString()}`);
    this.name = "LaneBlockedError";
    this.retryAt = retryAt;
  }
}

interface Waiting {
  priority: Priority;
  since: number;
  begin(): void;
  reject(error: Error): void;
}

/** A lane as a process knows it. Moments are by its own clock. */
interface Lane {
  limit: PaceLimit;
  pace: number | undefined;
  isLimited: boolean;
  tokens: number;
  blockedUntil: number;
  /** Refusals since a send was accepted. */
  refusals: number;
  waiting: Waiting[];
  isAsking: boolean;
  lookedAt: number;
  accepted: AcceptedSends;
}

export function createLanePaces({
  db,
  clock,
  logger,
}: {
  db: Database;
  clock: Clock;
  logger: Pick<Logger, "warn">;
}): LanePaces {
  const ownNow = () => clock().getTime();
  /** The clock of the database, moved as a test moves that of the process. */
  const shared = (now: number) => now + ownNow() - Date.now();
  const lanes = new LRUCache<string, Lane>({ max: KNOWN_LANES });

  function laneOf(id: string): Lane {
    const known = lanes.get(id);
    if (known) return known;
    const lane: Lane = {
      limit: {},
      pace: undefined,
      isLimited: false,
      tokens: 0,
      blockedUntil: 0,
      refusals: 0,
      waiting: [],
      isAsking: false,
      lookedAt: 0,
      accepted: countAcceptedSends(),
    };
    lanes.set(id, lane);
    return lane;
  }

  /** The lane, with the limit that the integration has now. */
  function limitedLane({ id, limit }: PacedIntegration): Lane {
    const lane = laneOf(id);
    if (lane.limit.perSecond !== limit.perSecond) {
      lane.isLimited ||= limit.perSecond !== undefined;
      // What was learned holds as well, and is read at once.
      lane.lookedAt = 0;
    }
    lane.limit = limit;
    return lane;
  }

  /** Takes over what Postgres says, by a clock that may differ from this process' own. */
  function adopt(lane: Lane, pace: LanePace, now: number): void {
    const own = ownNow();
    lane.pace = currentPace(pace, lane.limit);
    lane.isLimited = lane.pace !== undefined || (pace.blockedUntil ?? 0) > now;
    lane.blockedUntil = pace.blockedUntil === null ? 0 : own + (pace.blockedUntil - now);
    lane.refusals = pace.refusals;
    lane.lookedAt = own;
  }

  async function readLane(integrationId: string, lane: Lane): Promise<void> {
    lane.lookedAt = ownNow();
    try {
      const found = await readPace(db, integrationId);
      if (found) adopt(lane, found.pace, shared(found.now));
      else adopt(lane, newPace(ownNow()), ownNow());
    } catch (err) {
      logger.warn({ err }, "the pace of an integration could not be read");
    }
  }

  async function change(
    integration: PacedIntegration,
    lane: Lane,
    by: (pace: LanePace, report: { now: number; accepted: number; sent: number }) => LanePace,
  ): Promise<void> {
    const report = lane.accepted.take(ownNow());
    try {
      const { pace, now } = await changePace(db, integration, (before, at) => {
        const now = shared(at);
        const after = by(before, { now, ...report });
        return { pace: after, result: { pace: after, now } };
      });
      adopt(lane, pace, now);
    } catch (err) {
      logger.warn({ err }, "the pace of an integration could not be noted");
    }
  }

  /** Another process may have learned of a limit: nobody waits for the answer. */
  function lookNowAndThen(integration: PacedIntegration, lane: Lane): void {
    if (ownNow() - lane.lookedAt < PACE_LOOK_MS) return;
    lane.lookedAt = ownNow();
    void (lane.accepted.hasAny() && !lane.isLimited
      ? change(integration, lane, noted)
      : readLane(integration.id, lane));
  }

  /** Lets those begin that may, and asks for more as long as any wait. */
  function serve(integration: PacedIntegration, lane: Lane): void {
    lane.waiting.sort((a, b) => a.priority - b.priority);
    while (lane.waiting.length > 0 && (lane.tokens > 0 || !lane.isLimited)) {
      if (lane.isLimited) lane.tokens -= 1;
      lane.waiting.shift()?.begin();
    }
    const blockedFor = lane.blockedUntil - ownNow();
    // What was refused has its turn before what was not: the lane knows both.
    const isLeft = ({ since, priority }: Waiting) =>
      ownNow() - since > LONGEST_WAIT_MS || (blockedFor > 0 && priority !== priorityKeys.critical);
    const late = blockedFor > LONGEST_WAIT_MS ? lane.waiting : lane.waiting.filter(isLeft);
    if (late.length > 0) {
      lane.waiting = lane.waiting.filter((one) => !late.includes(one));
      for (const { reject } of late) reject(new LaneBlockedError(new Date(Math.max(lane.blockedUntil, ownNow()))));
    }
    if (lane.waiting.length > 0 && !lane.isAsking) void ask(integration, lane);
  }

  async function ask(integration: PacedIntegration, lane: Lane): Promise<void> {
    lane.isAsking = true;
    const report = lane.accepted.take(ownNow());
    let pauseMs = PACE_PAUSE_MAX_MS;
    try {
      const granted = await changePace(db, integration, (pace, at) => {
        const now = shared(at);
        const grant = takeSends(pace, lane.limit, { now, ...report, wanted: lane.waiting.length });
        return { pace: grant.pace, result: { ...grant, now } };
      });
      adopt(lane, granted.pace, granted.now);
      lane.tokens += granted.granted;
      pauseMs = Math.min(granted.waitMs, PACE_PAUSE_MAX_MS);
    } catch (err) {
      logger.warn({ err }, "the pace of an integration could not be kept, its sends wait");
    }
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    lane.isAsking = false;
    serve(integration, lane);
  }

  /** Holds back those that wait at once, and not only when Postgres has answered. */
  function hold(lane: Lane): void {
    lane.isLimited = true;
    lane.tokens = 0;
  }

  return {
    take(integration, { priority, hasNext }) {
      const lane = limitedLane(integration);
      lookNowAndThen(integration, lane);
      // One message at a time tries whether it is back.
      if (hasNext && isAway(lane, ownNow()) && (lane.waiting.length > 0 || lane.blockedUntil > ownNow())) {
        return Promise.reject(new LaneBlockedError(new Date(lane.blockedUntil)));
      }
      if (!lane.isLimited && lane.waiting.length === 0) return Promise.resolve();
      return new Promise((begin, reject) => {
        lane.waiting.push({ priority, since: ownNow(), begin, reject });
        serve(integration, lane);
      });
    },
    accepted: (integrationId) => laneOf(integrationId).accepted.note(ownNow()),
    async refused(integration, { sentAt, retryAfterMs }) {
      const lane = limitedLane(integration);
      hold(lane);
      const age = ownNow() - sentAt;
      await change(integration, lane, (pace, report) =>
        refuseSend(pace, lane.limit, { ...report, sentAt: report.now - age, retryAfterMs }),
      );
      serve(integration, lane);
    },
    allowed(integration, { remaining, resetMs, limit, windowMs }) {
      if (remaining === undefined || remaining > 0 || resetMs === undefined || resetMs === 0) return;
      const lane = limitedLane(integration);
      hold(lane);
      void change(integration, lane, (pace, report) => endWindow(pace, { ...report, resetMs, limit, windowMs }));
    },
    look: (integrationId) => readLane(integrationId, laneOf(integrationId)),
    async forget(integration) {
      const lane = limitedLane(integration);
      if (!lane.isLimited) return;
      await change(integration, lane, (_pace, { now }) => newPace(now));
      serve(integration, lane);
    },
    isFree(integrationId) {
      const lane = lanes.get(integrationId);
      return lane === undefined || (lane.waiting.length === 0 && lane.blockedUntil <= ownNow());
    },
    isAway: (integrationId) => isAway(laneOf(integrationId), ownNow()),
    isLimited: (integrationId) => lanes.get(integrationId)?.isLimited === true,
    paceOf: (integrationId) => lanes.get(integrationId)?.pace,
    blockedUntil(integrationId) {
      const until = lanes.get(integrationId)?.blockedUntil ?? 0;
      return until > ownNow() ? until : undefined;
    },
  };
}
