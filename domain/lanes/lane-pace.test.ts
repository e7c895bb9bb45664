import { describe, expect, test } from "vitest";
import { endWindow, type LanePace, newPace, noted, type PaceLimit, refuseSend, takeSends } from "./lane-pace.ts";

/** A vendor's limit: how it counts, and what it says when it refuses. */
interface Vendor {
  name: string;
  perSecond: number;
  accepts(now: number): boolean;
}

/** So many in each second of the clock. */
const fixedWindow = (perSecond: number, offset = 0): Vendor => {
  let window = 0;
  let count = 0;
  return {
    name: `a fixed window of ${perSecond} a second`,
    perSecond,
    accepts(now) {
      const own = Math.floor((now + offset) / 1_000);
      if (own !== window) [window, count] = [own, 0];
      if (count >= perSecond) return false;
      count += 1;
      return true;
    },
  };
};

/** So many in any second. */
const slidingWindow = (perSecond: number): Vendor => {
  const times: number[] = [];
  return {
    name: `a sliding window of ${perSecond} a second`,
    perSecond,
    accepts(now) {
      while (times[0] !== undefined && times[0] <= now - 1_000) times.shift();
      if (times.length >= perSecond) return false;
      times.push(now);
      return true;
    },
  };
};

const bucket = (perSecond: number, capacity: number): Vendor => {
  let tokens = capacity;
  let at = 0;
  return {
    name: `a bucket of ${capacity} with ${perSecond} a second`,
    perSecond,
    accepts(now) {
      tokens = Math.min(capacity, tokens + ((now - at) / 1_000) * perSecond);
      at = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
};

interface World {
  processes: number;
  latencyMs: number;
  retryAfterMs: number | undefined;
  limit?: PaceLimit;
  seconds?: number;
}

interface Call {
  at: number;
  accepted: boolean;
}

/** Sends through processes that share one pace and see answers after a while, as workers do. */
function simulate(vendor: Vendor, { processes, latencyMs, retryAfterMs, limit = {}, seconds = 180 }: World): Call[] {
  /** As the gates of integrations have it: one more with each send that was accepted. */
  const slots = { first: 10, most: 50 };
  const calls: Call[] = [];
  let pace: LanePace = newPace(0);
  const workers = Array.from({ length: processes }, () => ({
    tokens: 0,
    askAt: 0,
    accepted: 0,
    slots: slots.first,
    flying: [] as { sentAt: number; endsAt: number; isAccepted: boolean }[],
  }));
  for (let now = 0; now < seconds * 1_000; now += 5) {
    for (const [index, worker] of workers.entries()) {
      // In the order of their ends, as all take the same time.
      for (let send = worker.flying[0]; send && send.endsAt <= now; send = worker.flying[0]) {
        worker.flying.shift();
        if (send.isAccepted) {
          worker.accepted += 1;
          worker.slots = Math.min(worker.slots + 1, slots.most);
        } else {
          pace = refuseSend(pace, limit, { now, accepted: worker.accepted, sentAt: send.sentAt, retryAfterMs });
          worker.accepted = 0;
          worker.tokens = 0;
        }
      }
      if (worker.tokens === 0 && now >= worker.askAt) {
        const grant = takeSends(pace, limit, {
          now,
          accepted: worker.accepted,
          wanted: worker.slots - worker.flying.length,
        });
        worker.accepted = 0;
        pace = grant.pace;
        worker.tokens = grant.granted;
        worker.askAt = now + Math.min(Math.max(grant.waitMs, 20), 500) + index;
      }
      while (worker.tokens > 0 && worker.flying.length < worker.slots) {
        worker.tokens -= 1;
        const isAccepted = vendor.accepts(now);
        calls.push({ at: now, accepted: isAccepted });
        worker.flying.push({ sentAt: now, endsAt: now + latencyMs, isAccepted });
      }
    }
  }
  return calls;
}

/** The share of the calls that were refused. */
const refused = (calls: readonly Call[]) =>
  calls.filter(({ accepted }) => !accepted).length / Math.max(1, calls.length);

const shapes = (rate: number): (() => Vendor)[] => [
  () => fixedWindow(rate),
  () => fixedWindow(rate, 400),
  () => slidingWindow(rate),
  () => bucket(rate, rate),
  () => bucket(rate, rate * 4),
];
const vendors = [5, 10, 50, 500].flatMap(shapes).map((make) => ({ make, name: make().name }));

describe.each([
  { processes: 1, latencyMs: 90, retryAfterMs: 1_000 },
  { processes: 2, latencyMs: 20, retryAfterMs: 1_000 },
  { processes: 1, latencyMs: 20, retryAfterMs: undefined },
])("with %j", (world) => {
  test.each(vendors)("$name is used, and seldom refuses", ({ make }) => {
    const vendor = make();
    const calls = simulate(vendor, world);
    const later = calls.filter(({ at }) => at >= 30_000);
    expect(refused(calls.filter(({ at }) => at < 30_000))).toBeLessThan(0.25);
    expect(refused(later)).toBeLessThan(0.05);
    expect(later.filter(({ accepted }) => accepted).length / 150 / vendor.perSecond).toBeGreaterThan(0.8);
  });
});

test("a vendor that wants longer pauses is asked more seldom whether it takes more", () => {
  const calls = simulate(fixedWindow(50), { processes: 1, latencyMs: 20, retryAfterMs: 5_000, seconds: 600 });
  const later = calls.filter(({ at }) => at >= 60_000);
  expect(refused(later)).toBeLessThan(0.01);
  expect(later.filter(({ accepted }) => accepted).length / 540 / 50).toBeGreaterThan(0.8);
});

test("a limit that is known holds from the first send on", () => {
  const vendor = bucket(10, 10);
  const limit = { perSecond: 9, burst: 5 };
  const calls = simulate(vendor, { processes: 2, latencyMs: 20, retryAfterMs: 1_000, limit, seconds: 60 });
  expect(refused(calls)).toBe(0);
  expect(calls.length / 60).toBeGreaterThan(8.5);
});

test("a vendor that allows more than it did is used more", () => {
  let allowed = fixedWindow(10);
  const growing: Vendor = {
    name: "growing",
    perSecond: 10,
    accepts(now) {
      if (now > 60_000 && allowed.perSecond === 10) allowed = fixedWindow(100);
      return allowed.accepts(now);
    },
  };
  const calls = simulate(growing, { processes: 1, latencyMs: 20, retryAfterMs: 1_000, seconds: 300 });
  const last = calls.filter(({ at, accepted }) => at >= 270_000 && accepted);
  expect(last.length / 30).toBeGreaterThan(60);
});

test("what was learned is bounded: no refusal stops a lane for good", () => {
  let pace = newPace(0);
  for (let now = 0; now < 3_600_000; now += 10_000) {
    pace = refuseSend(pace, {}, { now, accepted: 0, sentAt: now, retryAfterMs: undefined });
  }
  const now = 3_600_000;
  expect((pace.blockedUntil ?? 0) - now).toBeLessThanOrEqual(300_000);
  const later = takeSends(pace, {}, { now: now + 400_000, accepted: 0, wanted: 1 });
  expect(later.granted).toBe(1);
});

describe("a vendor that says how many more it takes", () => {
  /** Sends one at a time to a vendor with a window, of which it says in each answer how much is left. Returns how many it took and refused. */
  function simulateWindows({
    limit,
    windowMs,
    seconds,
    isTrue = true,
  }: {
    limit: number;
    windowMs: number;
    seconds: number;
    isTrue?: boolean;
  }) {
    let taken = 0;
    let [counted, count] = [-1, 0];
    let refusals = 0;
    let pace: LanePace = newPace(0);
    for (let now = 0; now < seconds * 1_000; now += 10) {
      const grant = takeSends(pace, {}, { now, accepted: 0, wanted: 1 });
      pace = grant.pace;
      if (grant.granted === 0) continue;
      const window = Math.floor(now / windowMs);
      if (window !== counted) [counted, count] = [window, 0];
      if (isTrue && count >= limit) {
        refusals += 1;
        pace = refuseSend(pace, {}, { now, accepted: 0, sentAt: now, retryAfterMs: 1_000 });
        continue;
      }
      taken += 1;
      count += 1;
      const resetMs = (window + 1) * windowMs - now;
      pace =
        !isTrue || count >= limit
          ? endWindow(pace, { now, accepted: 1, sent: 1, resetMs, limit, windowMs })
          : noted(pace, { now, accepted: 1, sent: 1 });
    }
    return { taken, refusals };
  }

  test("is not asked for more than it takes", () => {
    const { taken, refusals } = simulateWindows({ limit: 10, windowMs: 1_000, seconds: 60 });
    expect(refusals).toBeLessThan(taken / 50);
    expect(taken).toBeGreaterThan(0.8 * 600);
  });

  test("is not believed when it says so after each message", () => {
    const { taken } = simulateWindows({ limit: 100_000, windowMs: 86_400_000, seconds: 600, isTrue: false });
    expect(taken).toBeGreaterThan(1_000);
  });

  test("holds the lane back for a minute at most", () => {
    const pace = endWindow(newPace(0), { now: 0, accepted: 5, sent: 5, resetMs: 86_400_000 });
    expect(pace.blockedUntil).toBe(60_000);
  });
});
