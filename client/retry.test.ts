import { expect, test } from "vitest";
import { isRetried, retryPause } from "./retry.ts";

test.each([0, 408, 429, 500, 502, 503, 504])("status %i is retried", (status) => {
  expect([isRetried(status, null), isRetried(status, "1")]).toEqual([true, true]);
});

test.each([301, 400, 401, 403, 404, 409, 410, 413, 422])("status %i is final", (status) => {
  expect(isRetried(status, null)).toBe(false);
});

test("a conflict that says when to come back is an earlier attempt in progress", () => {
  expect(isRetried(409, "1")).toBe(true);
});

test("pauses double up to 8 seconds, and half of each is random", () => {
  const pauses = (random: number) => [0, 1, 2, 9].map((attempt) => retryPause(attempt, null, { random }));
  expect(pauses(1)).toEqual([250, 500, 1_000, 8_000]);
  expect(pauses(0)).toEqual([125, 250, 500, 4_000]);
});

test("a longer pause that the server asks for is kept, in seconds or as a date, up to a minute", () => {
  const now = Date.UTC(2026, 0, 1);
  const pause = (header: string) => retryPause(0, header, { random: 1, now });
  expect(pause("2")).toBe(2_000);
  expect(pause(new Date(now + 5_000).toUTCString())).toBe(5_000);
  expect(pause("60")).toBe(60_000);
  expect(pause("61")).toBeUndefined();
});

test("a header that asks for nothing is ignored", () => {
  for (const header of ["0", "soon", "-5", "", "1e9", new Date(0).toUTCString()])
    expect(retryPause(0, header, { random: 1 }), header).toBe(250);
});
