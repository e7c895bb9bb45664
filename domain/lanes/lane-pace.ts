import { SECOND } from "#contract/constants/values/times.ts";

/*
 * The pace of an integration's lane: how many sends a second it begins. What a member set and what the vendor documents is a limit;
 * what the vendor refuses is learned, as TCP learns the capacity of a link: the pace falls by a share with each refusal and rises
 * evenly until the next one. One state is shared by all processes; moments are milliseconds of one clock.
 */

/** The limit that is known before anything was sent: from the integration's settings, else from the vendor's documents. */
export interface PaceLimit {
  perSecond?: number | undefined;
  /** Sends that may begin together after a pause. */
  burst?: number | undefined;
}

/** The pace that refusals have taught. */
export interface LearnedPace {
  perSecond: number;
  /** The pace at which the vendor refused last; null until it has refused a paced send. */
  ceiling: number | null;
  /** When it refused last, and for how long. */
  refusedAt: number;
  waitMs: number;
  /** Time since then during which sends were waiting: only that tells anything. */
  busyMs: number;
}

export interface LanePace {
  tokens: number;
  refilledAt: number;
  learned: LearnedPace | null;
  /** Nothing begins before. */
  blockedUntil: number | null;
  /** Refusals since a send was accepted. */
  refusals: number;
  /** Sends accepted since the last refusal, and those of this second and of the one before. */
  accepted: number;
  second: number;
  acceptedInSecond: number;
  acceptedBefore: number;
  /** Sends accepted a second, of late, as they were at `ratedAt`. */
  rate: number;
  ratedAt: number;
  /** Sends accepted since the vendor said that its window is used up, and how often it has said so after next to none. */
  inWindow: number;
  emptyWindows: number;
}

/** A lane in which nothing was sent yet. */
export const newPace = (now: number): LanePace => ({
  tokens: 0,
  refilledAt: 0,
  learned: null,
  blockedUntil: null,
  refusals: 0,
  accepted: 0,
  second: Math.floor(now / SECOND),
  acceptedInSecond: 0,
  acceptedBefore: 0,
  rate: 0,
  ratedAt: now,
  inWindow: 0,
  emptyWindows: 0,
});

/** Sends under way at once in each process, where neither the integration nor its vendor says how many. */
export const MOST_AT_ONCE = 50;

/** The share of the pace that a refusal leaves. */
const DECREASE = 0.9;
/** How the pace grows in a second while nothing has confirmed the first estimate. */
const FIRST_GROWTH = 1.25;
/** And once it has passed the ceiling for a whole cycle: the vendor allows more than before. */
const LATER_GROWTH = 1.03;
const SHORTEST_CYCLE_MS = 20 * SECOND;
const LONGEST_CYCLE_MS = 10 * 60 * SECOND;
/** A cycle lasts so many times as long as sends were refused: that time is lost in each. */
const CYCLE_OF_BLOCK = 15;
/** The sends accepted since the last refusal say what is allowed once they went on for so long, or when so much time has passed in all. */
const LONG_LOOK_MS = 5 * SECOND;
const LONGER_LOOK_MS = 30 * SECOND;
/** Sends accepted since the last refusal, from which on the next one says what is allowed. */
const LEAST_ACCEPTED = 4;
const SLOWEST = 1 / 60;
/** A faster vendor has no limit that matters. */
const FASTEST = 5_000;
/** Of a pace, in seconds: what may begin together, so that sends are spread over each second. */
const BURST_SECONDS = 0.25;
/** An answer that took a message is not believed to hold the lane back for longer: what it counts may be something else. */
const LONGEST_WINDOW_MS = 60 * SECOND;
/** A vendor that says after each message that its window is used up counts something else, which holds nothing back. */
const MOST_EMPTY_WINDOWS = 3;
/** The time after which what was accepted counts for a third. */
const RATED_MS = 20 * SECOND;
/** How long nothing is sent after a refusal that names no time; doubles until something is accepted. */
const FIRST_BLOCK_MS = SECOND;
const LONGEST_BLOCK_MS = 5 * 60 * SECOND;

/** A vendor that takes nothing for so long, or that has refused so many attempts since it took one, is as good as away. */
const AWAY_MS = 30_000;
const AWAY_REFUSALS = 3;

/** Whether the vendor has taken nothing for a while, or will not for a while. */
export const isAway = ({ blockedUntil, refusals }: Pick<LanePace, "blockedUntil" | "refusals">, now: number): boolean =>
  (blockedUntil ?? 0) - now > AWAY_MS || refusals >= AWAY_REFUSALS;

/** Sends a second that may begin now; undefined without any limit. */
export function currentPace({ learned }: Pick<LanePace, "learned">, limit: PaceLimit): number | undefined {
  const paces = [learned?.perSecond, limit.perSecond].filter((one) => one !== undefined);
  return paces.length === 0 ? undefined : Math.min(...paces);
}

/** Sends that a process has seen since its last report. */
export interface PaceReport {
  now: number;
  /** Sends accepted in the last second. */
  accepted: number;
  /** All that were accepted; the same where nothing is said. */
  sent?: number | undefined;
}

export interface Grant {
  pace: LanePace;
  /** Sends that may begin. */
  granted: number;
  /** Until the next one may, when none may. */
  waitMs: number;
}

/** Takes up to `wanted` sends. `isBusy`: as many as were taken before have begun, so that the pace is what holds them back. */
export function takeSends(
  before: LanePace,
  limit: PaceLimit,
  { wanted, ...report }: PaceReport & { wanted: number },
): Grant {
  const { now } = report;
  const pace = grown(noted(before, report), now);
  if (pace.blockedUntil !== null && pace.blockedUntil > now) {
    return { pace: { ...pace, tokens: 0, refilledAt: now }, granted: 0, waitMs: pace.blockedUntil - now };
  }
  const perSecond = currentPace(pace, limit);
  if (perSecond === undefined) return { pace: { ...pace, refilledAt: now }, granted: wanted, waitMs: 0 };
  const own = Math.max(1, perSecond * BURST_SECONDS);
  // A burst that a member allows holds as long as the vendor takes it.
  const capacity = pace.learned === null && limit.burst !== undefined ? Math.max(limit.burst, 1) : own;
  const from = Math.max(pace.refilledAt, pace.blockedUntil ?? 0);
  const tokens = Math.min(capacity, pace.tokens + (Math.max(0, now - from) / SECOND) * perSecond);
  const granted = Math.min(wanted, Math.floor(tokens));
  const left = { ...pace, tokens: tokens - granted, refilledAt: now };
  return { pace: left, granted, waitMs: granted > 0 ? 0 : Math.ceil(((1 - tokens) / perSecond) * SECOND) };
}

/** Notes that the vendor refused a send that had begun at `sentAt`, and when it accepts another, as far as it said so. */
export function refuseSend(
  before: LanePace,
  limit: PaceLimit,
  { sentAt, retryAfterMs, ...report }: PaceReport & { sentAt: number; retryAfterMs: number | undefined },
): LanePace {
  const { now } = report;
  const pace = noted(before, report);
  // Several sends are refused together, and a process that has not heard of it goes on for a moment: they say the same once more.
  const isKnown = pace.learned !== null && sentAt <= Math.max(pace.learned.refusedAt, pace.blockedUntil ?? 0);
  const refusals = isKnown ? pace.refusals : pace.refusals + 1;
  const wait = retryAfterMs ?? Math.min(FIRST_BLOCK_MS * 2 ** (Math.max(1, refusals) - 1), LONGEST_BLOCK_MS);
  const blockedUntil = Math.max(pace.blockedUntil ?? 0, now + wait);
  const recent = recentlyAccepted(pace, now);
  const { learned } = pace;
  if (isKnown) return { ...pace, blockedUntil, learned: learned && estimatedBy(learned, recent) };
  const perSecond = learned === null ? Math.max(1, recent) * DECREASE : afterRefusal(pace, learned, recent, now);
  return {
    ...pace,
    tokens: 0,
    refilledAt: now,
    blockedUntil,
    refusals,
    accepted: 0,
    learned: {
      perSecond: Math.max(SLOWEST, Math.min(perSecond, limit.perSecond ?? Number.POSITIVE_INFINITY)),
      // Too few were accepted to say what is allowed: the search for the first estimate goes on.
      ceiling: learned === null || pace.accepted < LEAST_ACCEPTED ? null : Math.max(perSecond / DECREASE, SLOWEST),
      refusedAt: now,
      waitMs: wait,
      busyMs: 0,
    },
  };
}

/** The first estimate is that of one process: what others have seen accepted comes with their refusals. */
const estimatedBy = (learned: LearnedPace, recent: number): LearnedPace =>
  learned.ceiling === null ? { ...learned, perSecond: Math.max(learned.perSecond, recent * DECREASE) } : learned;

/** The least of what says how much is allowed: a share of the pace, what was accepted just now, and since the last refusal. */
function afterRefusal(pace: LanePace, learned: LearnedPace, recent: number, now: number): number {
  const { perSecond } = learned;
  const since = now - learned.refusedAt;
  const active = since - learned.waitMs;
  // A vendor that counts by minutes takes a burst, and then nothing for long.
  const looked = active >= LONG_LOOK_MS ? active : since >= LONGER_LOOK_MS ? since : undefined;
  const long = looked === undefined ? perSecond : ((pace.accepted / looked) * SECOND) / DECREASE;
  const short = Math.max(recent, perSecond / 2);
  return Math.min(perSecond * DECREASE, short, long);
}

/** Sends accepted in the last second, of the part of it in which any could be. */
function recentlyAccepted(pace: LanePace, now: number): number {
  const share = now / SECOND - pace.second;
  const count =
    share >= 2
      ? 0
      : share >= 1
        ? pace.acceptedInSecond * (2 - share)
        : pace.acceptedInSecond + pace.acceptedBefore * (1 - share);
  const blockedUntil = pace.blockedUntil ?? 0;
  const since = blockedUntil > now ? SECOND : now - blockedUntil;
  return (count / Math.min(Math.max(since, SECOND / 4), SECOND)) * SECOND;
}

/** Notes what was accepted. */
export function noted(pace: LanePace, { now, accepted, sent = accepted }: PaceReport): LanePace {
  const second = Math.floor(now / SECOND);
  const passed = second - pace.second;
  const counted =
    passed <= 0
      ? { acceptedInSecond: pace.acceptedInSecond + accepted }
      : { second, acceptedInSecond: accepted, acceptedBefore: passed === 1 ? pace.acceptedInSecond : 0 };
  return {
    ...pace,
    ...counted,
    accepted: pace.accepted + accepted,
    refusals: accepted > 0 ? 0 : pace.refusals,
    rate: rateAt(pace, now) + sent / (RATED_MS / SECOND),
    ratedAt: now,
    inWindow: pace.inWindow + sent,
  };
}

/** Sends accepted a second, of late: each counts less the longer it is ago. */
export const rateAt = ({ rate, ratedAt }: Pick<LanePace, "rate" | "ratedAt">, now: number): number =>
  rate * Math.exp(-Math.max(0, now - ratedAt) / RATED_MS);

/**
 * Notes that the vendor's window is used up, which it says in its answer to a send that it took. How many it allows in a window, where it
 * says that too, is the first estimate.
 */
export function endWindow(
  before: LanePace,
  {
    resetMs,
    limit,
    windowMs,
    ...report
  }: PaceReport & { resetMs: number; limit?: number | undefined; windowMs?: number | undefined },
): LanePace {
  const { now } = report;
  const seen = noted(before, report);
  // Several answers say the same.
  if (seen.blockedUntil !== null && seen.blockedUntil > now) return seen;
  const emptyWindows = seen.inWindow > 1 ? 0 : seen.emptyWindows + 1;
  const pace = { ...seen, inWindow: 0, emptyWindows };
  if (emptyWindows > MOST_EMPTY_WINDOWS) return pace;
  const wait = Math.min(resetMs, LONGEST_WINDOW_MS);
  const isSaid =
    pace.learned === null && limit !== undefined && windowMs !== undefined && windowMs <= LONGEST_WINDOW_MS;
  const perSecond = isSaid ? Math.max((limit / windowMs) * SECOND, SLOWEST) : SLOWEST;
  return {
    ...pace,
    tokens: 0,
    refilledAt: now,
    blockedUntil: Math.max(pace.blockedUntil ?? 0, now + wait),
    ...(isSaid && { learned: { perSecond, ceiling: perSecond, refusedAt: now, waitMs: wait, busyMs: 0 } }),
  };
}

/** The pace rises while sends wait for it: whoever asks seldom learns nothing. */
function grown(pace: LanePace, now: number): LanePace {
  const { learned } = pace;
  if (learned === null) return pace;
  const from = Math.max(pace.refilledAt, pace.blockedUntil ?? 0);
  const busy = Math.min(Math.max(0, now - from), SECOND);
  const perSecond = nextPace(learned, busy);
  if (perSecond > FASTEST) return { ...pace, learned: null };
  return { ...pace, learned: { ...learned, perSecond, busyMs: learned.busyMs + busy } };
}

function nextPace({ perSecond, ceiling, waitMs, busyMs }: LearnedPace, busy: number): number {
  if (ceiling === null) return perSecond * FIRST_GROWTH ** (busy / Math.max(SECOND, waitMs));
  const cycleMs = Math.min(Math.max(waitMs * CYCLE_OF_BLOCK, SHORTEST_CYCLE_MS), LONGEST_CYCLE_MS);
  if (busyMs > cycleMs) return perSecond * LATER_GROWTH ** (busy / SECOND);
  return perSecond + (ceiling * (1 - DECREASE) * busy) / cycleMs;
}
