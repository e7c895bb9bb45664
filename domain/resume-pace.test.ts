import { describe, expect, test } from "vitest";
import { resumePace } from "./resume-pace.ts";

const since = new Date("2026-01-05T10:00:00Z");
const at = (seconds: number) => new Date(since.getTime() + seconds * 1_000);

describe("the pace of a resumption", () => {
  test("without a time to spread over, all runs go on at once", () => {
    const pace = resumePace({ total: 1_000, begun: 0, spreadSeconds: 0, since, now: since });
    expect(pace).toEqual({ runs: Number.POSITIVE_INFINITY, waitMs: 0 });
  });

  test("the first run goes on at once, and the others evenly", () => {
    const of = (seconds: number, begun: number) =>
      resumePace({ total: 60, begun, spreadSeconds: 60, since, now: at(seconds) });
    expect(of(0, 0)).toEqual({ runs: 1, waitMs: 0 });
    expect(of(0, 1)).toEqual({ runs: 0, waitMs: 1_000 });
    expect(of(30, 1)).toEqual({ runs: 30, waitMs: 0 });
    expect(of(59, 59)).toEqual({ runs: 1, waitMs: 0 });
  });

  test("few runs wait for their turn, many go on in portions", () => {
    const hour = { spreadSeconds: 3_600, since, now: since };
    expect(resumePace({ ...hour, total: 2, begun: 1 }).waitMs).toBe(1_800_000);
    expect(resumePace({ ...hour, total: 1_000_000, begun: 1 }).waitMs).toBe(6_000);
  });

  test("once the time is over, or all that were counted are through, nothing is held back", () => {
    const spread = { total: 10, spreadSeconds: 60, since };
    expect(resumePace({ ...spread, begun: 3, now: at(60) }).runs).toBe(Number.POSITIVE_INFINITY);
    expect(resumePace({ ...spread, begun: 10, now: at(30) }).runs).toBe(Number.POSITIVE_INFINITY);
  });

  test("a clock that is behind holds nothing back for longer", () => {
    expect(resumePace({ total: 10, begun: 0, spreadSeconds: 60, since, now: at(-5) }).runs).toBe(1);
  });

  test("followed to its end, it takes the whole time and ends with all of them", () => {
    let now = since;
    let begun = 0;
    const total = 12_483;
    for (let turns = 0; begun < total && turns < 10_000; turns += 1) {
      const { runs, waitMs } = resumePace({ total, begun, spreadSeconds: 600, since, now });
      begun = Math.min(total, begun + runs);
      now = new Date(now.getTime() + waitMs);
    }
    expect(begun).toBe(total);
    expect(now.getTime() - since.getTime()).toBeGreaterThan(595_000);
    expect(now.getTime() - since.getTime()).toBeLessThanOrEqual(600_000);
  });
});
