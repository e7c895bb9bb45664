import { describe, expect, test } from "vitest";
import { type LanePace, newPace, type PaceLimit, refuseSend, takeSends } from "./lane-pace.ts";

/** What a vendor allows: how it counts, and what it says when it refuses. */
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
  let times: number[] = [];
  return {
    name: `a sliding window of ${perSecond} a second`,
    perSecond,
    accepts(now) {
      times = times.filter((time) => time > now - 1_000);
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
      for (const send of worker.flying.filter(({ endsAt }) => endsAt <= now)) {
        if (send.isAccepted) {
          worker.accepted += 1;
          worker.slots = Math.min(worker.slots + 1, slots.most);
        } else {
          pace = refuseSend(pace, limit, { now, accepted: worker.accepted, sentAt: send.sentAt, retryAfterMs });
          worker.accepted = 0;
          worker.tokens = 0;
        }
      }
      worker.flying = worker.flying.filter(({ endsAt }) => endsAt > now);
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

const share = (calls: readonly Call[]) => calls.filter(({ accepted }) => !accepted).length / Math.max(1, calls.length);

const vendors = [5, 10, 50, 500].flatMap((rate) => [
  () => fixedWindow(rate),
  () => fixedWindow(rate, 400),
  () => slidingWindow(rate),
  () => bucket(rate, rate),
  () => bucket(rate, rate * 4),
  () => bucket(rate, Math.max(2, rate / 5)),
]);
const worlds: World[] = [1, 2].flatMap((processes) =>
  [20, 90].flatMap((latencyMs) =>
    [1_000, 5_000, undefined].map((retryAfterMs) => ({ processes, latencyMs, retryAfterMs })),
  ),
);

describe.each(worlds)("with %j", (world) => {
  test.each(vendors.map((make) => ({ make, name: make().name })))("$name is used and not pestered", ({ make }) => {
    const vendor = make();
    const calls = simulate(vendor, world);
    const first = calls.filter(({ at }) => at < 30_000);
    const later = calls.filter(({ at }) => at >= 30_000);
    const used = later.filter(({ accepted }) => accepted).length / 150 / vendor.perSecond;
    console.log(vendor.name, JSON.stringify(world), used.toFixed(3), share(later).toFixed(3), share(first).toFixed(3));
    expect.soft(share(first), "refused in the first 30 s").toBeLessThan(0.25);
    expect.soft(share(later), "refused later").toBeLessThan(0.05);
    expect.soft(used, "of what is allowed").toBeGreaterThan(0.8);
  });
});
