import { afterEach, expect, test, vi } from "vitest";
import { startLiveUpdates } from "./live.ts";

/** A socket that the test opens, sends to and closes. */
class ManualSocket {
  static all: ManualSocket[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;
  constructor() {
    ManualSocket.all.push(this);
  }
  close(): void {
    this.onclose();
  }
  send(frame: unknown): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }
  /** Opens it, as far as the frame by which the server confirms that it sends events to it. */
  join(): void {
    this.onopen();
    this.send({ event: "joined", data: {} });
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  ManualSocket.all = [];
});

async function goLive() {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", ManualSocket);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const refetch = vi.fn();
  const onCounts = vi.fn();
  const [url, token] = ["ws://loopback", async () => "t"];
  const onPreferences = vi.fn();
  const live = startLiveUpdates({ url, token, onNotification: () => undefined, onCounts, onPreferences, refetch });
  await vi.advanceTimersByTimeAsync(0);
  const latest = () => ManualSocket.all.at(-1);
  const count = (unseenCount: unknown) => latest()?.send({ event: "unseen_count_changed", data: { unseenCount } });
  /** Joins the socket that was opened last, and forgets the fetch that follows. */
  const join = () => {
    latest()?.join();
    refetch.mockClear();
  };
  return { live, refetch, onCounts, onPreferences, count, latest, join };
}

test("a burst of counts is applied once, 100 ms after its last event and with its last count", async () => {
  const { refetch, onCounts, count, join } = await goLive();
  join();
  count(1);
  await vi.advanceTimersByTimeAsync(99);
  count(2);
  await vi.advanceTimersByTimeAsync(99);
  expect(refetch).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onCounts.mock.calls).toEqual([[{ unseen: 2 }]]);
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("preferences that were changed elsewhere are noticed by themselves", async () => {
  const { refetch, onPreferences, latest, join } = await goLive();
  join();
  latest()?.send({ event: "preferences_changed", data: {} });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onPreferences).toHaveBeenCalledTimes(1);
  expect(refetch).not.toHaveBeenCalled();
});

test("a count that is no integer changes nothing", async () => {
  const { refetch, count, join } = await goLive();
  join();
  count("3");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refetch).not.toHaveBeenCalled();
});

test("everything is fetched once the server confirms that a socket joined, the first time too", async () => {
  const { refetch, latest } = await goLive();
  latest()?.onopen();
  expect(refetch).not.toHaveBeenCalled();
  latest()?.join();
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("while the server closes each socket at once, it is polled every 30 seconds", async () => {
  const { refetch, latest } = await goLive();
  for (let second = 0; second < 60; second += 1) {
    latest()?.onopen();
    latest()?.close();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(refetch).toHaveBeenCalledTimes(2);
});

test("without a socket the server is polled every 30 seconds", async () => {
  const { refetch, latest } = await goLive();
  latest()?.onclose();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refetch).toHaveBeenCalledTimes(2);
  latest()?.join();
  expect(refetch).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refetch).toHaveBeenCalledTimes(3);
});

test("a connection that does not open within 20 seconds is closed and opened again", async () => {
  await goLive();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(ManualSocket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(ManualSocket.all).toHaveLength(2);
});

test("after a stop nothing is fetched", async () => {
  const { live, refetch, count, join } = await goLive();
  join();
  count(1);
  live.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refetch).not.toHaveBeenCalled();
  expect(ManualSocket.all).toHaveLength(1);
});
