import { expect, test } from "vitest";
import { unixDate, unixMillisecondsDate, utcDate, zonedDate } from "./vendor-dates.ts";

test.each([
  ["2020-01-01 14:00:00", "2020-01-01T14:00:00.000Z"],
  ["2020-01-01T14:00:00", "2020-01-01T14:00:00.000Z"],
  ["2020-01-01 14:00:00.123456", "2020-01-01T14:00:00.123Z"],
])("%j is a moment in UTC", (written, moment) => {
  expect(utcDate(written)?.toISOString()).toBe(moment);
  expect(zonedDate(written)).toBeNull();
});

test.each([
  ["2019-11-09T16:00:00.000+0000", "2019-11-09T16:00:00.000Z"],
  ["2016-05-03T08:58:10+02:00", "2016-05-03T06:58:10.000Z"],
  ["2016-05-03T08:58:10.1234567Z", "2016-05-03T08:58:10.123Z"],
  ["2024-02-22 23:41:11.894719+00", "2024-02-22T23:41:11.894Z"],
  ["Fri, 24 May 2019 17:44:22 +0000", "2019-05-24T17:44:22.000Z"],
  ["Fri, 24 May 2019 17:44:22 GMT", "2019-05-24T17:44:22.000Z"],
])("%j is a moment with its zone", (written, moment) => {
  expect(zonedDate(written)?.toISOString()).toBe(moment);
  expect(utcDate(written)).toBeNull();
});

test("a count since 1970 may come as a number or as its digits", () => {
  const moment = new Date("2026-05-05T10:00:00Z");
  expect([unixDate(1_777_975_200), unixDate("1777975200")]).toEqual([moment, moment]);
  expect(unixMillisecondsDate("1777975200000")).toEqual(moment);
  expect(zonedDate(1_777_975_200_000)).toEqual(moment);
});

test.each(["", null, undefined, "yesterday", "Z", "2020-13-01 14:00:00", "2020-01-01"])("%j is no moment", (given) => {
  expect([utcDate(given), zonedDate(given), unixDate(given), unixMillisecondsDate(given)]).toEqual(Array(4).fill(null));
});

test("milliseconds that a vendor sends for seconds are no moment, as the database takes no such year", () => {
  expect(unixDate(1_777_975_200_000)).toBeNull();
  expect([unixDate(0), unixDate(-1), unixDate(Number.NaN), unixDate(Number.MAX_VALUE)]).toEqual(Array(4).fill(null));
});
