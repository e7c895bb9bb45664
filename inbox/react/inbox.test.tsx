// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { InAppMessage } from "#contract/messages.ts";
import { type Answer, aMessage, type Call, inboxAnswers, startFakeServer } from "../testing/fake-server.ts";
import { Inbox, type InboxProps } from "./inbox.tsx";

vi.stubGlobal("WebSocket", WebSocket);

const servers: (() => Promise<void>)[] = [];
afterEach(async () => {
  cleanup();
  for (const close of servers.splice(0)) await close();
});

type Shown = Partial<InboxProps> & { answers?: Record<string, (call: Call) => Answer>; strict?: boolean };

async function show(messages: InAppMessage[], { answers = {}, strict = false, ...props }: Shown = {}) {
  const server = await startFakeServer({ ...inboxAnswers(messages), ...answers });
  servers.push(server.close);
  const inbox = (change: Partial<InboxProps> = {}) => (
    <Inbox applicationIdentifier="app" subscriberId="ada" apiUrl={server.url} locale="en" {...props} {...change} />
  );
  const view = render(strict ? <StrictMode>{inbox()}</StrictMode> : inbox());
  return { server, change: (changed: Partial<InboxProps>) => view.rerender(inbox(changed)) };
}

const bell = (name: RegExp | string) => screen.findByRole("button", { name });

async function openFeed(name: RegExp | string = /^Notifications/) {
  fireEvent.click(await bell(name));
  return within(await screen.findByRole("dialog", { name: "Notifications" }));
}

const two = () => [aMessage("a"), aMessage("b", { seen: true, read: true }, 5)];

test("the bell carries the number of unread messages in its badge and in its name", async () => {
  await show(two());
  const button = await bell("Notifications, 1 unread");
  expect(button.textContent).toBe("1");
  expect(button.getAttribute("aria-haspopup")).toBe("dialog");
});

test("a count at the cap reads as more than it can count", async () => {
  await show([], { answers: { "/notifications/unread": () => ({ body: { data: { count: 100 } } }) } });
  expect((await bell("Notifications, more than 99 unread")).textContent).toBe("99+");
});

test("the feed is fetched when it is opened, and each entry says whether it is unread", async () => {
  const { server } = await show(two());
  await bell("Notifications, 1 unread");
  expect(server.callsTo("/notifications/feed")).toEqual([]);
  const feed = await openFeed();
  expect(await feed.findByRole("listitem", { name: /^Unread, Subject of a, / })).toBeTruthy();
  expect(feed.getByRole("listitem", { name: /^Subject of b, / })).toBeTruthy();
});

test("opening moves the focus to the first unread message", async () => {
  await show([aMessage("read", { seen: true, read: true }, -1), ...two()]);
  const feed = await openFeed();
  const item = await feed.findByRole("button", { name: /^Unread, Subject of a/ });
  await waitFor(() => expect(document.activeElement).toBe(item));
});

test("Escape closes the feed and gives the focus back to the bell", async () => {
  await show(two());
  const feed = await openFeed();
  fireEvent.keyDown(await feed.findByRole("heading", { name: "Notifications" }), { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(await bell(/^Notifications/));
});

test("a press outside closes the feed, one inside does not", async () => {
  await show(two());
  const feed = await openFeed();
  fireEvent.pointerDown(await feed.findByRole("heading", { name: "Notifications" }));
  expect(screen.queryByRole("dialog")).not.toBeNull();
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the arrow keys, J and K, Home and End move through the list, which is one tab stop", async () => {
  await show([aMessage("a"), aMessage("b", {}, 1), aMessage("c", {}, 2)]);
  const feed = await openFeed();
  const [a, b, c] = await feed.findAllByRole("button", { name: /^Unread, / });
  await waitFor(() => expect(document.activeElement).toBe(a));
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  for (const [key, item] of [
    ["ArrowDown", b],
    ["j", c],
    ["j", c],
    ["k", b],
    ["Home", a],
    ["End", c],
  ] as const) {
    press(key);
    expect(document.activeElement).toBe(item);
  }
  expect([a, b, c].map((item) => item?.tabIndex)).toEqual([-1, -1, 0]);
});

test("pressing a message marks it as read at once", async () => {
  const clicked: string[] = [];
  const { server } = await show(two(), { onNotificationClick: ({ _id }) => clicked.push(_id) });
  const feed = await openFeed("Notifications, 1 unread");
  fireEvent.click(await feed.findByRole("button", { name: /^Unread, Subject of a/ }));
  await bell("Notifications");
  expect(feed.getByRole("listitem", { name: /^Subject of a, / })).toBeTruthy();
  expect(clicked).toEqual(["a"]);
  await waitFor(() =>
    expect(server.callsTo("/messages/markAs")[0]?.body).toEqual({ messageId: ["a"], mark: { seen: true, read: true } }),
  );
});

test("U marks the message under the focus as read and as unread", async () => {
  await show([aMessage("a")]);
  const feed = await openFeed("Notifications, 1 unread");
  fireEvent.keyDown(await feed.findByRole("button", { name: /^Unread, Subject of a/ }), { key: "u" });
  const read = await feed.findByRole("button", { name: /^Subject of a/ });
  fireEvent.keyDown(read, { key: "u" });
  expect(await feed.findByRole("button", { name: /^Unread, Subject of a/ })).toBeTruthy();
});

test("single letters can be turned off", async () => {
  const { server } = await show([aMessage("a")], { shortcuts: false });
  const feed = await openFeed("Notifications, 1 unread");
  const item = await feed.findByRole("button", { name: /^Unread, Subject of a/ });
  fireEvent.keyDown(item, { key: "u" });
  expect(item.getAttribute("aria-label")).toMatch(/^Unread/);
  expect(server.callsTo("/messages/markAs")).toEqual([]);
});

test("a mark that fails is taken back and says so", async () => {
  await show([aMessage("a")], { answers: { "/messages/markAs": () => ({ status: 500, body: {} }) } });
  const feed = await openFeed("Notifications, 1 unread");
  fireEvent.click(await feed.findByRole("button", { name: "Mark as read" }));
  expect(await feed.findByText("That change was not saved.")).toBeTruthy();
  expect(feed.getByRole("listitem", { name: /^Unread, Subject of a/ })).toBeTruthy();
  await bell("Notifications, 1 unread");
});

test("all messages are marked as read by one button, which then has nothing left to do", async () => {
  const { server } = await show([aMessage("a"), aMessage("b")]);
  const feed = await openFeed("Notifications, 2 unread");
  await feed.findAllByRole("listitem");
  const button = feed.getByRole("button", { name: "Mark all as read" });
  fireEvent.click(button);
  await bell("Notifications");
  expect(button.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(button);
  await waitFor(() => expect(server.callsTo("/messages/read")).toHaveLength(1));
});

test("a message counts as seen once half of it has been in view for a second", async () => {
  vi.stubGlobal("IntersectionObserver", VisibleAtOnce);
  const { server } = await show([aMessage("a"), aMessage("b", {}, 1)]);
  const feed = await openFeed("Notifications, 2 unread");
  await feed.findAllByRole("listitem");
  expect(server.callsTo("/messages/markAs")).toEqual([]);
  await waitFor(() => expect(server.callsTo("/messages/markAs")).toHaveLength(1));
  expect(server.callsTo("/messages/markAs")[0]?.body).toEqual({
    messageId: ["a", "b"],
    mark: { seen: true, read: false },
  });
  vi.unstubAllGlobals();
  vi.stubGlobal("WebSocket", WebSocket);
});

test("older messages are loaded by a button", async () => {
  await show(Array.from({ length: 30 }, (_, index) => aMessage(`m${index}`, { seen: true, read: true }, index)));
  const feed = await openFeed();
  fireEvent.click(await feed.findByRole("button", { name: "Load more" }));
  expect(await feed.findByRole("listitem", { name: /^Subject of m29,/ })).toBeTruthy();
  expect(feed.queryByRole("button", { name: "Load more" })).toBeNull();
});

test("an empty feed says that there is nothing to do", async () => {
  await show([]);
  const feed = await openFeed();
  expect(await feed.findByText("You're all caught up")).toBeTruthy();
});

test("a feed that cannot be loaded offers another try and no technical words", async () => {
  const replies: Answer[] = [{ status: 500, body: { message: "relation does not exist" } }];
  const good = inboxAnswers([aMessage("a")])["/notifications/feed"];
  await show([aMessage("a")], {
    answers: { "/notifications/feed": (call) => replies.shift() ?? good?.(call) ?? {} },
  });
  const feed = await openFeed("Notifications, 1 unread");
  fireEvent.click(await feed.findByRole("button", { name: "Try again" }));
  expect(feed.queryByText(/relation/)).toBeNull();
  expect(await feed.findByRole("listitem", { name: /Subject of a/ })).toBeTruthy();
});

test("a message that arrives shows in the bell, in the open feed and to screen readers", async () => {
  const messages = [aMessage("a", { seen: true, read: true })];
  const { server } = await show(messages);
  const feed = await openFeed();
  await feed.findByRole("listitem", { name: /Subject of a/ });
  await waitFor(() => expect(server.sockets).toHaveLength(1));
  messages.unshift(aMessage("b", {}, -1));
  act(() => {
    server.send({ event: "notification_received", data: { message: messages[0] } });
    server.send({ event: "unread_count_changed", data: { unreadCount: 1, hasMore: false } });
  });
  await bell("Notifications, 1 unread");
  expect(await feed.findByRole("listitem", { name: /^Unread, Subject of b/ })).toBeTruthy();
  expect(screen.getAllByRole("status").some(({ textContent }) => textContent === "Subject of b")).toBe(true);
});

test("strict mode opens one session and one socket", async () => {
  const { server } = await show(two(), { strict: true });
  await bell("Notifications, 1 unread");
  await waitFor(() => expect(server.sockets).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.sockets).toHaveLength(1);
  expect(server.callsTo("/session/initialize")).toHaveLength(1);
});

test("another subscriber gets another session, and the first one's socket is closed", async () => {
  const { server, change } = await show(two());
  await waitFor(() => expect(server.sockets).toHaveLength(1));
  change({ subscriberId: "grace" });
  await waitFor(() => expect(server.sockets).toHaveLength(2));
  await waitFor(() => expect(server.sockets[0]?.readyState).toBe(WebSocket.CLOSED));
  expect(server.callsTo("/session/initialize").map(({ body }) => body)).toMatchObject([
    { subscriberId: "ada" },
    { subscriberId: "grace" },
  ]);
});

test("a refused session shows nothing to the subscriber and tells the developer", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const onError = vi.fn();
  await show([], { onError, answers: { "/session/initialize": () => ({ status: 400, body: { message: "No" } }) } });
  await waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("button")).toBeNull();
});

test("a body's markup is reduced to what is safe, and its links open no way back", async () => {
  const content = `<b>Bold</b> <img src=x onerror="x"><script>alert(1)</script>
    <a href="https://example.com">good</a> <a href="java\tscript:alert(1)">bad</a>`;
  await show([aMessage("a", { content })]);
  const feed = await openFeed();
  expect((await feed.findByText("Bold")).tagName).toBe("STRONG");
  const link = feed.getByRole("link", { name: "good" });
  expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual(["https://example.com", "noopener"]);
  expect(feed.queryByRole("link", { name: "bad" })).toBeNull();
  expect(document.querySelector(".belfry-body img, .belfry-body script")).toBeNull();
});

test("a message's buttons lead to their addresses, unless those are not safe to follow", async () => {
  const cta: InAppMessage["cta"] = {
    action: {
      buttons: [
        { type: "primary", content: "Track", url: "https://example.com/t", target: "_blank" },
        { type: "secondary", content: "Trap", url: "javascript:alert(1)" },
      ],
    },
  };
  await show([aMessage("a", { cta })]);
  const feed = await openFeed();
  const link = await feed.findByRole("link", { name: "Track" });
  expect([link.getAttribute("href"), link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
    "https://example.com/t",
    "_blank",
    "noopener",
  ]);
  expect(feed.queryByRole("link", { name: "Trap" })).toBeNull();
});

test("a single-page application follows a message's address itself", async () => {
  const went: string[] = [];
  const cta = { data: { url: "/orders/1" } };
  await show([aMessage("a", { cta })], { navigate: (url) => went.push(url) });
  const feed = await openFeed();
  const link = await feed.findByRole("link", { name: /Subject of a/ });
  fireEvent.click(link, { ctrlKey: true });
  expect(went).toEqual([]);
  fireEvent.click(link);
  expect(went).toEqual(["/orders/1"]);
});

/** Says of everything at once that it is in view. */
class VisibleAtOnce implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  readonly #report: IntersectionObserverCallback;

  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }

  observe(target: Element): void {
    const box = target.getBoundingClientRect();
    const entry = { target, isIntersecting: true, intersectionRatio: 1, time: 0 };
    this.#report([{ ...entry, boundingClientRect: box, intersectionRect: box, rootBounds: null }], this);
  }

  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
