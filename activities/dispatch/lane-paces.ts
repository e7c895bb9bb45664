import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Database } from "#db/client.ts";
import { changePace, forgetPace, type LaneOwner, readPace } from "#db/queries/lanes/lane-pace.ts";
import { currentPace, type LanePace, newPace, type PaceLimit, refuseSend, takeSends } from "#domain/lane-pace.ts";
import type { Priority } from "#domain/priorities.ts";
import type { Clock } from "../deps.ts";

/** A send waits for the pace of its lane at most so long; then it is left to the lane. */
const LONGEST_WAIT_MS = 2_000;
/** How often a process asks for sends while it waits, and whether another process has learned of a limit. */
const LONGEST_PAUSE_MS = 500;
const LOOK_MS = 5_000;
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
  /** Settles when a send may begin, by priority; throws LaneBlockedError when that is not soon. */
  take(integration: PacedIntegration, priority: Priority): Promise<void>;
  /** Notes that the vendor took a send. */
  accepted(integrationId: string): void;
  /** Notes that it refused one for too many, which had begun at that moment, and when it takes another, as far as it said so. */
  refused(integration: PacedIntegration, refusal: { sentAt: number; retryAfterMs: number | undefined }): Promise<void>;
  /** Forgets what refusals have taught: they were about something else. */
  forget(integration: PacedIntegration): Promise<void>;
  /** Whether a send may begin at once, as far as this process knows. */
  isFree(integrationId: string): boolean;
  /** Whether the pace is limited, as far as this process knows. */
  isLimited(integrationId: string): boolean;
  /** Sends a second; undefined without a limit. */
  paceOf(integrationId: string): number | undefined;
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

/** What a process knows of a lane. Moments are by its own clock. */
interface Lane {
  pace: number | undefined;
  isLimited: boolean;
  tokens: number;
  blockedUntil: number;
  waiting: Waiting[];
  isAsking: boolean;
  lookedAt: number;
  /** Accepted sends of this second, and of the one before, that Postgres has not been told of. */
  accepted: { second: number; now: number; before: number };
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

  function laneOf(id: string, limit?: PaceLimit): Lane {
    const known = lanes.get(id);
    if (known) return known;
    const isLimited = limit?.perSecond !== undefined;
    const lane: Lane = {
      pace: limit?.perSecond,
      isLimited,
      tokens: 0,
      blockedUntil: 0,
      waiting: [],
      isAsking: false,
      lookedAt: 0,
      accepted: { second: 0, now: 0, before: 0 },
    };
    lanes.set(id, lane);
    return lane;
  }

  /** Takes over what Postgres says, by a clock that may differ from this process' own. */
  function adopt(lane: Lane, limit: PaceLimit, pace: LanePace, now: number): void {
    const own = ownNow();
    lane.pace = currentPace(pace, limit);
    lane.isLimited = lane.pace !== undefined || (pace.blockedUntil ?? 0) > now;
    lane.blockedUntil = pace.blockedUntil === null ? 0 : own + (pace.blockedUntil - now);
    lane.lookedAt = own;
  }

  /** Sends accepted in the last second; all of them are told then. */
  function untold(lane: Lane): number {
    const { accepted } = lane;
    const passed = Math.floor(ownNow() / 1_000) - accepted.second;
    const count = passed <= 0 ? accepted.now + accepted.before : passed === 1 ? accepted.now : 0;
    lane.accepted = { second: Math.floor(ownNow() / 1_000), now: 0, before: 0 };
    return count;
  }

  /** Another process may have learned of a limit: nobody waits for the answer. */
  function look(integration: PacedIntegration, lane: Lane): void {
    if (ownNow() - lane.lookedAt < LOOK_MS) return;
    lane.lookedAt = ownNow();
    readPace(db, integration.id)
      .then((found) => {
        if (found) adopt(lane, integration.limit, found.pace, shared(found.now));
        else if (integration.limit.perSecond === undefined) lane.isLimited = false;
      })
      .catch((err: unknown) => logger.warn({ err }, "the pace of an integration could not be read"));
  }

  /** Lets those begin that may, and asks for more as long as any wait. */
  function serve(integration: PacedIntegration, lane: Lane): void {
    lane.waiting.sort((a, b) => a.priority - b.priority);
    while (lane.waiting.length > 0 && (lane.tokens > 0 || !lane.isLimited)) {
      if (lane.isLimited) lane.tokens -= 1;
      lane.waiting.shift()?.begin();
    }
    const blockedFor = lane.blockedUntil - ownNow();
    const isLate = ({ since }: Waiting) => ownNow() - since > LONGEST_WAIT_MS;
    const late = blockedFor > LONGEST_WAIT_MS ? lane.waiting : lane.waiting.filter(isLate);
    if (late.length > 0) {
      lane.waiting = lane.waiting.filter((one) => !late.includes(one));
      for (const { reject } of late) reject(new LaneBlockedError(new Date(Math.max(lane.blockedUntil, ownNow()))));
    }
    if (lane.waiting.length > 0 && !lane.isAsking) void ask(integration, lane);
  }

  async function ask(integration: PacedIntegration, lane: Lane): Promise<void> {
    lane.isAsking = true;
    const accepted = untold(lane);
    let pauseMs = LONGEST_PAUSE_MS;
    try {
      const granted = await changePace(db, integration, (pace, at) => {
        const now = shared(at);
        const report = { now, accepted, wanted: lane.waiting.length };
        const grant = takeSends(pace, integration.limit, report);
        return { pace: grant.pace, result: { ...grant, now } };
      });
      adopt(lane, integration.limit, granted.pace, granted.now);
      lane.tokens += granted.granted;
      pauseMs = Math.min(granted.waitMs, LONGEST_PAUSE_MS);
    } catch (err) {
      logger.warn({ err }, "the pace of an integration could not be kept, its sends wait");
    }
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    lane.isAsking = false;
    serve(integration, lane);
  }

  return {
    take(integration, priority) {
      const lane = laneOf(integration.id, integration.limit);
      look(integration, lane);
      if (!lane.isLimited && lane.waiting.length === 0) return Promise.resolve();
      return new Promise((begin, reject) => {
        lane.waiting.push({ priority, since: ownNow(), begin, reject });
        serve(integration, lane);
      });
    },
    accepted(integrationId) {
      const { accepted } = laneOf(integrationId);
      const second = Math.floor(ownNow() / 1_000);
      if (accepted.second !== second) {
        accepted.before = accepted.second === second - 1 ? accepted.now : 0;
        accepted.second = second;
        accepted.now = 0;
      }
      accepted.now += 1;
    },
    async refused(integration, { sentAt, retryAfterMs }) {
      const lane = laneOf(integration.id, integration.limit);
      // Those that wait are held back at once, and not only when Postgres has answered.
      lane.isLimited = true;
      lane.tokens = 0;
      const age = ownNow() - sentAt;
      const accepted = untold(lane);
      try {
        const { pace, now } = await changePace(db, integration, (before, at) => {
          const now = shared(at);
          const after = refuseSend(before, integration.limit, { now, accepted, sentAt: now - age, retryAfterMs });
          return { pace: after, result: { pace: after, now } };
        });
        adopt(lane, integration.limit, pace, now);
      } catch (err) {
        logger.warn({ err }, "the refusal of a vendor could not be noted");
      }
    },
    async forget(integration) {
      const lane = laneOf(integration.id, integration.limit);
      if (!lane.isLimited) return;
      await forgetPace(db, integration.id).catch((err: unknown) =>
        logger.warn({ err }, "the pace of an integration could not be forgotten"),
      );
      adopt(lane, integration.limit, newPace(ownNow()), ownNow());
      serve(integration, lane);
    },
    isFree(integrationId) {
      const lane = lanes.get(integrationId);
      return lane === undefined || (lane.waiting.length === 0 && lane.blockedUntil <= ownNow());
    },
    isLimited: (integrationId) => lanes.get(integrationId)?.isLimited === true,
    paceOf: (integrationId) => lanes.get(integrationId)?.pace,
    blockedUntil(integrationId) {
      const until = lanes.get(integrationId)?.blockedUntil ?? 0;
      return until > ownNow() ? until : undefined;
    },
  };
}
