import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Belfry } from "./client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client of an API at which an event has these states one after the other, and the last one for good. */
function clientOf(states: string[]) {
  let asked = 0;
  const fetch: typeof globalThis.fetch = async () => {
    const state = states[Math.min(asked, states.length - 1)];
    asked += 1;
    return Response.json({ data: { transactionId: "t", state } });
  };
  return { belfry: new Belfry({ secretKey: "secret", apiUrl: "https://b.example", fetch }), asked: () => asked };
}

test.each(["completed", "canceled", "stopped"])("waiting for an event ends when it is %s", async (state) => {
  const { belfry, asked } = clientOf(["accepted", "running", "running", state]);
  const waiting = belfry.events.waitFor("t");
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(waiting).resolves.toMatchObject({ transactionId: "t", state });
  expect(asked()).toBe(4);
});

test("waiting is given up after the time that was set, with the state", async () => {
  const { belfry, asked } = clientOf(["running"]);
  const waiting = expect(belfry.events.waitFor("t", { waitMs: 30_000 })).rejects.toMatchObject({
    name: "TimeoutError",
    status: 0,
    message: "The event t was still running after 30000 ms: set waitMs higher",
  });
  await vi.advanceTimersByTimeAsync(31_000);
  await waiting;
  expect(asked()).toBeLessThan(15);
});

test("a caller's signal ends the waiting", async () => {
  const { belfry } = clientOf(["running"]);
  const controller = new AbortController();
  const waiting = expect(belfry.events.waitFor("t", { signal: controller.signal })).rejects.toThrow("enough");
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort(new Error("enough"));
  await waiting;
});
