import fc from "fast-check";
import { expect, test } from "vitest";
import { ORDINAL_VALUES, ORDINALS, TIME_UNITS, WEEK_DAYS } from "#contract/constants/values/time.ts";
import { nextTimedMoment } from "#domain/times/timed-schedule.ts";
import { timedEnds } from "./timed-ends.ts";

const schedule = fc.record({
  atTime: fc.constantFrom("00:00", "02:30", "09:00", "23:59:59"),
  timezone: fc.constantFrom("UTC", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Pacific/Apia"),
  weekDays: fc.subarray([...WEEK_DAYS]),
  monthDays: fc.subarray([1, 15, 28, 29, 30, 31]),
  monthlyType: fc.constantFrom("each" as const, "on" as const),
  ordinal: fc.constantFrom(...ORDINALS),
  ordinalValue: fc.constantFrom(...ORDINAL_VALUES),
});
const rule = fc.record({
  type: fc.constant("timed" as const),
  amount: fc.integer({ min: 1, max: 5 }),
  unit: fc.constantFrom(...TIME_UNITS),
  timed: fc.oneof(schedule, fc.constantFrom({ cronExpression: "30 2 * * *" }, { cronExpression: "0 9 31 * 1" })),
});
// Close to each other, around changes of the clock and ends of months.
const moments = fc
  .tuple(
    fc.constantFrom("2026-03-28T12:00:00Z", "2026-10-24T22:00:00Z", "2028-02-28T20:00:00Z", "2011-12-29T00:00:00Z"),
    fc.array(fc.integer({ min: 0, max: 5 * 24 * 60 }), { minLength: 1, maxLength: 20 }),
  )
  .map(([start, minutes]) =>
    minutes.sort((a, b) => a - b).map((minute) => new Date(Date.parse(start) + minute * 60_000)),
  );

test("waits that are gone through end as those that begin at their moment", () => {
  fc.assert(
    fc.property(rule, moments, (metadata, begins) => {
      const endOf = timedEnds(metadata);
      for (const now of begins) expect(endOf(now)).toEqual(nextTimedMoment(metadata, now));
    }),
    { numRuns: 300 },
  );
});
