import { expect, test } from "vitest";
import { isoMoment } from "./moment-text.ts";

test.each([
  ["2026-03-29 12:34:56+00", "2026-03-29T12:34:56.000Z"],
  ["2026-03-29 12:34:56.7+00", "2026-03-29T12:34:56.700Z"],
  ["2026-03-29 12:34:56.78+00", "2026-03-29T12:34:56.780Z"],
  ["2026-03-29 12:34:56.789999+00", "2026-03-29T12:34:56.789Z"],
])("%s in UTC is %s: cut to the millisecond, never rounded", (text, iso) => {
  expect(isoMoment(text)).toBe(iso);
});

test.each([
  ["2026-03-29 12:34:56.5+02", "2026-03-29T10:34:56.500Z"],
  ["2026-03-29 12:34:56-03:30", "2026-03-29T16:04:56.000Z"],
])("%s of a session in another time zone is %s", (text, iso) => {
  expect(isoMoment(text)).toBe(iso);
});
