// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Inbox } from "./inbox.tsx";

/** Sockets that were opened, which never leave the test. */
const sockets: FakeSocket[] = [];

class FakeSocket {
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  closed = false;
  constructor() {
    sockets.push(this);
  }
  send(): void {}
  close(): void {
    this.closed = true;
  }
  receive(event: string, data?: unknown): void {
    this.onmessage?.({ data: JSON.stringify({ event, data }) });
  }
}

const answers: Record<string, unknown> = {
  session: { data: { token: "t", maxSnoozeDurationHours: 24, removeNovuBranding: true } },
  count: { data: [] },
  notifications: { data: [], hasMore: false },
  organization: { data: { _id: "o", name: "Acme" } },
};

beforeEach(() => {
  localStorage.clear();
  sockets.length = 0;
  vi.stubGlobal("WebSocket", FakeSocket);
  const fetched = vi.fn(async (input: string | URL | Request) => {
    const path = new URL(input instanceof Request ? input.url : input, "https://api.test").pathname;
    return Response.json(answers[path.split("/").at(-1) ?? ""] ?? { data: [] });
  });
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Notifications that arrive within this time are shown together. */
const BURST_MS = 100;
const notification = (id: string) => ({ id, subject: `Subject of ${id}`, body: "", createdAt: "2026-03-04T10:00:00Z" });
const said = () => screen.getByRole("status").textContent;

async function connected(strict = false) {
  const inbox = <Inbox applicationIdentifier="app" subscriberId="ada" apiUrl="https://api.test" />;
  render(strict ? <StrictMode>{inbox}</StrictMode> : inbox);
  await vi.waitFor(() => expect(sockets).toHaveLength(1), 10_000);
  const socket = sockets[0] as FakeSocket;
  socket.onopen?.();
  socket.receive("joined");
  vi.useFakeTimers();
  return (...ids: string[]) =>
    act(() => {
      for (const id of ids) socket.receive("notification_received", { notification: notification(id) });
      vi.advanceTimersByTime(BURST_MS);
    });
}

test("one that arrives is announced by its subject, several by their number, at most every five seconds", async () => {
  const receive = await connected();
  receive("a");
  expect(said()).toBe("Subject of a");
  receive("b", "c", "d");
  expect(said()).toBe("Subject of a");
  act(() => void vi.advanceTimersByTime(5_000));
  expect(said()).toBe("3 new notifications");
});

test("what was announced is not announced again, as after a connection that was lost", async () => {
  const receive = await connected();
  receive("a");
  act(() => void vi.advanceTimersByTime(5_000));
  receive("b");
  expect(said()).toBe("Subject of b");
  act(() => void vi.advanceTimersByTime(5_000));
  receive("a");
  act(() => void vi.advanceTimersByTime(5_000));
  expect(said()).toBe("Subject of b");
});

test("strict mode opens one socket", async () => {
  await connected(true);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(sockets).toHaveLength(1);
  const sessions = vi.mocked(fetch).mock.calls.filter(([input]) => String(input).endsWith("/session"));
  expect(sessions).toHaveLength(1);
});
