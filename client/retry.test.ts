import { expect, test } from "vitest";
import { BelfryError, ConnectionError, TimeoutError } from "./errors.ts";
import { defaultRetryCondition, retryDelay } from "./retry.ts";

const failed = (status: number, retryAfter?: number) => new BelfryError(status, "x", { retryAfter });
const unreachable = (code: string) =>
  new ConnectionError("http://a", new Error("x", { cause: Object.assign(new Error(), { code }) }));

test.each([408, 422, 429, 500, 502, 503, 504, 599])("status %i is retried", (status) => {
  expect(defaultRetryCondition(failed(status))).toBe(true);
});

test.each([301, 400, 401, 403, 404, 405, 409, 410, 413, 414, 415])("status %i is final", (status) => {
  expect(defaultRetryCondition(failed(status))).toBe(false);
});

test("a conflict that says when to come back is an earlier attempt in progress", () => {
  expect(defaultRetryCondition(failed(409, 1))).toBe(true);
});

test("a network that may come back is retried; a name that does not exist, a time that is over and anything else are not", () => {
  for (const code of ["ECONNRESET", "ETIMEDOUT", "ECONNREFUSED", "UND_ERR_SOCKET"])
    expect([code, defaultRetryCondition(unreachable(code))]).toEqual([code, true]);
  for (const code of ["ENOTFOUND", "ENETUNREACH", "CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT"])
    expect([code, defaultRetryCondition(unreachable(code))]).toEqual([code, false]);
  expect([new TimeoutError("x"), new Error("x"), undefined].map(defaultRetryCondition)).toEqual([false, false, false]);
});

test("the first repetition waits for the initial delay, the n-th n times the least wait, and none longer than the most", () => {
  const delays = (config: object) => [1, 2, 3, 4].map((retry) => retryDelay(retry, config));
  expect(delays({})).toEqual([1_000, 2_000, 3_000, 4_000]);
  expect(delays({ waitMin: 0.2, waitMax: 0.5 })).toEqual([200, 400, 500, 500]);
  expect(delays({ initialDelay: 5, waitMin: 0, waitMax: 3 })).toEqual([5_000, 2_000, 3_000, 3_000]);
});

test("a longer wait that the server asks for is kept, up to the most", () => {
  expect([0, 2, 5, 600].map((seconds) => retryDelay(1, { waitMax: 10 }, seconds))).toEqual([
    1_000, 2_000, 5_000, 10_000,
  ]);
});
