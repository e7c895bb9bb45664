import { expect, test } from "vitest";
import { isoDate, utcDate } from "./utc-date.ts";

test.each([
  ["2020-01-01 14:00:00", "2020-01-01T14:00:00.000Z"],
  ["2020-01-01T14:00:00", "2020-01-01T14:00:00.000Z"],
  ["2020-01-01 14:00:00.123456", "2020-01-01T14:00:00.123Z"],
])("%j is a moment in UTC", (written, moment) => {
  expect(utcDate(written)?.toISOString()).toBe(moment);
});

test.each([
  ["2019-11-09T16:00:00.000+0000", "2019-11-09T16:00:00.000Z"],
  ["2016-05-03T08:58:10+02:00", "2016-05-03T06:58:10.000Z"],
  ["2016-05-03T08:58:10Z", "2016-05-03T08:58:10.000Z"],
])("%j is a moment with its zone", (written, moment) => {
  expect(isoDate(written)?.toISOString()).toBe(moment);
});

test.each(["", null, undefined, "yesterday", "2020-13-01 14:00:00"])("%j is no moment", (written) => {
  expect(utcDate(written)).toBeNull();
  expect(isoDate(written)).toBeNull();
});
