// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { aMessage, inboxAnswers, startFakeServer } from "./testing/fake-server.ts";
import "./embed.tsx";

vi.stubGlobal("WebSocket", WebSocket);

let server: Awaited<ReturnType<typeof startFakeServer>> | undefined;
afterEach(async () => {
  document.body.replaceChildren();
  await server?.close();
});

async function place() {
  const running = await startFakeServer(inboxAnswers([aMessage("a")]));
  server = running;
  document.body.innerHTML = `<belfry-inbox application-identifier="app" subscriber-id="ada" api-url="${running.url}"></belfry-inbox>`;
  const element = document.querySelector("belfry-inbox");
  if (element === null) throw new Error("The element is not there");
  const label = () => element.shadowRoot?.querySelector("button")?.getAttribute("aria-label");
  await vi.waitFor(() => expect(label()).toBe("Notifications, 1 unread"), 10_000);
  return { element, running };
}

test("an element in plain HTML becomes a bell in a shadow root of its own", async () => {
  const { element } = await place();
  expect(element.shadowRoot?.querySelector(".belfry-badge")?.textContent).toBe("1");
  expect(document.querySelector(".belfry-badge")).toBeNull();
});

test("another subscriber-id begins another session", async () => {
  const { element, running } = await place();
  element.setAttribute("subscriber-id", "grace");
  await vi.waitFor(() => expect(running.callsTo("/session/initialize")).toHaveLength(2), 10_000);
  expect(running.callsTo("/session/initialize")[1]?.body).toMatchObject({ subscriberId: "grace" });
});

test("an element that is moved keeps its session, one that is removed disconnects", async () => {
  const { element, running } = await place();
  await vi.waitFor(() => expect(running.sockets).toHaveLength(1), 10_000);
  const corner = document.createElement("div");
  document.body.append(corner);
  corner.append(element);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(running.sockets[0]?.readyState).toBe(WebSocket.OPEN);
  element.remove();
  await vi.waitFor(() => expect(running.sockets[0]?.readyState).toBe(WebSocket.CLOSED), 10_000);
  expect(running.callsTo("/session/initialize")).toHaveLength(1);
});

test("the host page receives the unread count", async () => {
  const { element, running } = await place();
  const received: unknown[] = [];
  document.body.addEventListener("belfry:unread", (event) => {
    received.push(event instanceof CustomEvent ? event.detail : event);
  });
  await vi.waitFor(() => expect(running.sockets).toHaveLength(1), 10_000);
  running.send({ event: "unread_count_changed", data: { unreadCount: 4, hasMore: false } });
  await vi.waitFor(() => expect(received).toContain(4), 10_000);
  expect(element.isConnected).toBe(true);
});
