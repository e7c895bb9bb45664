import fc from "fast-check";
import { expect, test } from "vitest";
import { roundingOf, roundWakeTime } from "./wake-time.ts";

const SECOND = 1_000;
const YEAR = 365 * 24 * 60 * 60 * SECOND;

/** Milliseconds by which a wait of this length ends late, whenever it begins. */
function lateness(metadata: Parameters<typeof roundingOf>[0], wait: number, begins: number): number {
  const dueAt = new Date(begins + wait);
  return roundWakeTime(dueAt, new Date(begins), roundingOf(metadata)).getTime() - dueAt.getTime();
}

const waits = [fc.integer({ min: 1, max: YEAR }), fc.integer({ min: 0, max: 2 * 10 ** 12 })] as const;

test("a wait never ends early, and at most a thirty-second of its length and a minute late", () => {
  fc.assert(
    fc.property(...waits, (wait, begins) => {
      const late = lateness({ type: "regular", amount: 1, unit: "hours" }, wait, begins);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(Math.max(Math.min(wait / 32, 60 * SECOND), 65));
    }),
  );
});

test.each([
  { type: "scheduled", delayPath: "at" },
  { type: "timed", unit: "days", amount: 1 },
] as const)("a wait for a moment that is named by %j ends within a second of it", (metadata) => {
  fc.assert(
    fc.property(...waits, (wait, begins) => {
      const late = lateness(metadata, wait, begins);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(SECOND);
    }),
  );
});
