import { afterEach, expect, test, vi } from "vitest";
import { startLiveUpdates } from "./live.ts";

/** A socket that the test opens, feeds and closes by hand. */
class HandSocket {
  static all: HandSocket[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;
  constructor() {
    HandSocket.all.push(this);
  }
  close(): void {
    this.onclose();
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  HandSocket.all = [];
});

async function goLive() {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", HandSocket);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const refetch = vi.fn();
  const onCounts = vi.fn();
  const url = async () => "ws://loopback";
  const live = startLiveUpdates({ url, onMessage: () => undefined, onCounts, refetch });
  await vi.advanceTimersByTimeAsync(0);
  const count = (unseenCount: unknown) =>
    HandSocket.all
      .at(-1)
      ?.onmessage({ data: JSON.stringify({ event: "unseen_count_changed", data: { unseenCount } }) });
  return { live, refetch, onCounts, count };
}

test("counts are acted on 100 ms after the last of a burst, with the last one", async () => {
  const { refetch, onCounts, count } = await goLive();
  HandSocket.all[0]?.onopen();
  count(1);
  await vi.advanceTimersByTimeAsync(99);
  count(2);
  await vi.advanceTimersByTimeAsync(99);
  expect(refetch).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onCounts.mock.calls).toEqual([[{ unseen: 2 }]]);
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("a count that is no integer changes nothing", async () => {
  const { refetch, count } = await goLive();
  HandSocket.all[0]?.onopen();
  count("3");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refetch).not.toHaveBeenCalled();
});

test("where sockets do not get through, it asks every 30 seconds, until one does", async () => {
  const { refetch } = await goLive();
  HandSocket.all[0]?.onclose();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refetch).toHaveBeenCalledTimes(2);
  HandSocket.all.at(-1)?.onopen();
  expect(refetch).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refetch).toHaveBeenCalledTimes(3);
});

test("a connection that does not open within 20 seconds is given up and tried again", async () => {
  await goLive();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(HandSocket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(HandSocket.all).toHaveLength(2);
});

test("after it was stopped nothing is asked any more", async () => {
  const { live, refetch, count } = await goLive();
  HandSocket.all[0]?.onopen();
  count(1);
  live.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refetch).not.toHaveBeenCalled();
  expect(HandSocket.all).toHaveLength(1);
});
