// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InboxHttpError } from "../core/http.ts";
import { bell, chooseAction, type Given, openInbox, showInbox } from "../testing/show-inbox.tsx";
import { VisibleAtOnce } from "../testing/visible-at-once.ts";
import { Toaster } from "./toaster.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const two: Given[] = [{ id: "a" }, { id: "b", isSeen: true, isRead: true }];

test("the bell carries the number of unread notifications in its badge and in its name", async () => {
  showInbox(two);
  const button = await bell("Notifications, 1 unread");
  expect(button.textContent).toBe("1");
  expect(button.getAttribute("aria-haspopup")).toBe("dialog");
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

test("a badge stops at 99+, and may be a dot instead of a number", async () => {
  const many = Array.from({ length: 120 }, (_, index) => ({ id: `m${index}` }));
  const { change } = showInbox(many);
  const button = await bell("Notifications, more than 99 unread");
  expect(button.textContent).toBe("99+");
  change({ badge: "dot" });
  expect(button.textContent).toBe("");
  expect(button.querySelector(".belfry-badge")).not.toBeNull();
});

test("the badge is tinted while one of high severity is unread", async () => {
  showInbox([{ id: "a", severity: "high" }]);
  const badge = (await bell("Notifications, 1 unread")).querySelector(".belfry-badge");
  expect(badge?.getAttribute("data-urgent")).toBe("true");
  const feed = await openInbox();
  fireEvent.click(await feed.findByRole("button", { name: /^Unread, Subject of a/ }));
  await bell("Notifications");
  expect(document.querySelector(".belfry-badge")).toBeNull();
});

test("in shadow roots, parts bring their style sheet there, and the page styles them by their names", async () => {
  const { container } = showInbox(two, { shadow: true, strict: true });
  const host = container.querySelector(".belfry-shadow");
  const root = await waitFor(() => host?.shadowRoot?.querySelector<HTMLElement>(".belfry") ?? Promise.reject());
  const button = await within(root).findByRole("button", { name: "Notifications, 1 unread" });
  expect(button.getAttribute("part")).toBe("bell");
  expect(host?.shadowRoot?.adoptedStyleSheets).toHaveLength(1);
  expect(container.querySelector("button")).toBeNull();
  fireEvent.click(button);
  const feed = within(await within(root).findByRole("dialog", { name: "Notifications" }));
  expect(await feed.findByRole("listitem", { name: /^Unread, Subject of a, / })).toBeTruthy();
});

test("the bell may count what is unseen", async () => {
  showInbox([{ id: "a", isSeen: true }, { id: "b" }], { counts: "unseen" });
  expect((await bell("Notifications, 1 unread")).textContent).toBe("1");
});

test("the list is fetched when the bell has the pointer or the focus, so that it opens with its items", async () => {
  const { preview } = showInbox(two);
  const list = vi.spyOn(preview, "list");
  const button = await bell("Notifications, 1 unread");
  expect(list).not.toHaveBeenCalled();
  fireEvent.pointerEnter(button);
  await waitFor(() => expect(list).toHaveBeenCalled());
  const feed = await openInbox();
  expect(feed.getByRole("listitem", { name: /^Unread, Subject of a, / })).toBeTruthy();
  expect(feed.getByRole("listitem", { name: /^Subject of b, / })).toBeTruthy();
});

test("opening moves the focus to the first unread notification, or else to the heading", async () => {
  showInbox([{ id: "read", isSeen: true, isRead: true }, { id: "a" }]);
  const feed = await openInbox();
  const item = await feed.findByRole("button", { name: /^Unread, Subject of a/ });
  await waitFor(() => expect(document.activeElement).toBe(item));
  cleanup();
  showInbox([]);
  const empty = await openInbox();
  await empty.findByText("You’re all caught up");
  expect(document.activeElement).toBe(empty.getByRole("heading", { name: "Notifications" }));
});

test("Escape closes the popover and gives the focus back to the bell", async () => {
  showInbox(two);
  const feed = await openInbox();
  const heading = await feed.findByRole("heading", { name: "Notifications" });
  // Of an input method, it gives up a word.
  fireEvent.keyDown(heading, { key: "Escape", isComposing: true });
  expect(heading.isConnected).toBe(true);
  fireEvent.keyDown(heading, { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(await bell());
});

test("a press outside closes the popover, one inside does not", async () => {
  showInbox(two);
  const feed = await openInbox();
  fireEvent.pointerDown(await feed.findByRole("heading", { name: "Notifications" }));
  expect(screen.queryByRole("dialog")).not.toBeNull();
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the focus that leaves the popover closes it", async () => {
  showInbox(two);
  const feed = await openInbox();
  const outside = document.body.appendChild(document.createElement("button"));
  (await feed.findByRole("button", { name: /^Unread, Subject of a/ })).focus();
  act(() => outside.focus());
  expect(screen.queryByRole("dialog")).toBeNull();
  outside.remove();
});

test("the page may decide whether the popover is open", async () => {
  const onOpenChange = vi.fn();
  const { change } = showInbox(two, { open: false, onOpenChange });
  fireEvent.click(await bell());
  expect(onOpenChange).toHaveBeenCalledWith(true);
  expect(screen.queryByRole("dialog")).toBeNull();
  change({ open: true });
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("the popover may be put into another element, which then has theme and language", async () => {
  const elsewhere = document.body.appendChild(document.createElement("div"));
  showInbox(two, { portal: elsewhere, appearance: { theme: "dark" } });
  await openInbox();
  expect(elsewhere.querySelector('.belfry[data-theme="dark"][lang="en"] dialog')).not.toBeNull();
  elsewhere.remove();
});

test("on a narrow screen the inbox is a modal sheet with a button that closes it", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  showInbox(two);
  const sheet = await openInbox();
  expect(showModal).toHaveBeenCalledTimes(1);
  fireEvent.click(sheet.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(await bell());
});

test("on a narrow screen the filter and what can be done with all are on a second line, in words", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  showInbox(two);
  const sheet = await openInbox();
  const header = (await sheet.findByText("Mark all as read")).closest(".belfry-header");
  const names = [...(header?.querySelectorAll("h2, button") ?? [])].map(
    (one) => one.getAttribute("aria-label") ?? one.textContent,
  );
  expect(names).toEqual([
    "Notifications",
    "Notification settings",
    "Close",
    "Filter: All",
    "Mark all as read",
    "More actions for the list",
  ]);
});

test("dates of a region have the digits that the texts have", async () => {
  showInbox(two, { i18n: "ar-EG" });
  await bell("الإشعارات، إشعار واحد غير مقروء");
  const locale = document.querySelector(".belfry")?.getAttribute("lang") ?? "";
  expect(new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "numeric" }).format(0)).toMatch(/^[\d:]+ [صم]$/);
  expect(new Intl.Locale(locale).region).toBe("EG");
});

test("what could still be undone is sent when the popover closes", async () => {
  const { sent } = showInbox([{ id: "a" }]);
  const feed = await openInbox();
  await chooseAction(feed, "a", /^Delete/);
  await feed.findByText("You’re all caught up");
  expect(sent()).toEqual([]);
  fireEvent.click(await bell());
  await waitFor(() => expect(sent()).toEqual([{ kind: "delete", ids: ["a"] }]));
});

test("a notification counts as seen once half of it has been in view for a second, and that ends no undo", async () => {
  vi.stubGlobal("IntersectionObserver", VisibleAtOnce);
  const { sent } = showInbox([{ id: "a" }, { id: "b" }, { id: "c", isSeen: true }]);
  const feed = await openInbox();
  await feed.findAllByRole("listitem");
  await chooseAction(feed, "c", /^Delete/);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(feed.getByRole("button", { name: "Undo" })).toBeTruthy();
  fireEvent.click(feed.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sent()).toEqual([{ kind: "seen", ids: ["a", "b"] }]));
});

test("everything may count as seen when the list opens, or nothing", async () => {
  vi.stubGlobal("IntersectionObserver", VisibleAtOnce);
  const { sent } = showInbox([{ id: "a" }], { markSeen: "on-open" });
  await openInbox("Notifications, 1 unread");
  await waitFor(() => expect(sent()).toMatchObject([{ kind: "seen-all" }]));
  cleanup();
  const never = showInbox([{ id: "a" }], { markSeen: "never" });
  await openInbox("Notifications, 1 unread");
  await new Promise((resolve) => setTimeout(resolve, 1_400));
  expect(never.sent()).toEqual([]);
});

test("another subscriber gets another inbox", async () => {
  const { preview, change } = showInbox(two);
  await bell("Notifications, 1 unread");
  const openSession = vi.spyOn(preview, "openSession");
  change({ subscriberId: "grace" });
  await bell("Notifications, 1 unread");
  expect(openSession).toHaveBeenCalledTimes(1);
});

test("strict mode opens one session", async () => {
  const openSession = vi.fn(async () => ({ token: "t", maxSnoozeDurationHours: 0, hidesBranding: true }));
  showInbox(two, { strict: true, api: { openSession } });
  await bell("Notifications, 1 unread");
  expect(openSession).toHaveBeenCalledTimes(1);
});

test("a refused session shows nothing to the subscriber and tells the developer", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const onError = vi.fn();
  const openSession = () => Promise.reject(new InboxHttpError(401, "No"));
  showInbox([], { onError, api: { openSession } });
  await waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("button")).toBeNull();
});

test("an error in a part of the page's own leaves the rest of the page as it is", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const onError = vi.fn();
  const renderBell = () => {
    throw new Error("The page's own");
  };
  const { container } = showInbox(two, { onError, renderBell });
  await waitFor(() => expect(onError).toHaveBeenCalled());
  expect(container.textContent).toBe("");
});

test("stores and tabs may come late; a tab without its store is reported once and left out, and the bell stays", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const onError = vi.fn();
  const { preview, change } = showInbox([{ id: "a" }, { id: "s", tags: ["security"] }], { onError });
  const openSession = vi.spyOn(preview, "openSession");
  const feed = await openInbox("Notifications, 2 unread");
  const tabs = [
    { storeId: "all", label: "All" },
    { storeId: "security", label: "Security" },
    { storeId: "slip", label: "Slip" },
  ];
  change({ tabs });
  const stores = [{ storeId: "all" }, { storeId: "security", query: { tags: ["security"] } }];
  change({ tabs, stores });
  await feed.findByRole("tab", { name: "Security 1" });
  expect(feed.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["All 2", "Security 1"]);
  fireEvent.click(feed.getByRole("tab", { name: /^Security/ }));
  await waitFor(() => expect(feed.getAllByRole("listitem")).toHaveLength(1));
  await waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
  expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: expect.stringContaining('"slip"') });
  change({ tabs: [{ storeId: "slip", label: "Slip" }], storeId: "slip", stores });
  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(openSession).not.toHaveBeenCalled();
});

test("a page that does not know its subscriber yet has no bell", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  showInbox(two, { preview: undefined, subscriberId: "" });
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(screen.queryByRole("button")).toBeNull();
});

test("Escape on the bell closes the popover, and so does a focus that goes on from the bell", async () => {
  showInbox(two);
  await openInbox();
  const button = await bell();
  button.focus();
  fireEvent.keyDown(button, { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
  await openInbox();
  button.focus();
  const before = document.body.appendChild(document.createElement("button"));
  act(() => before.focus());
  expect(screen.queryByRole("dialog")).toBeNull();
  before.remove();
});

test("what is read in the view of unread ones stays there until the view is left", async () => {
  showInbox([{ id: "a" }, { id: "b" }]);
  const feed = await openInbox("Notifications, 2 unread");
  const choose = async (name: string) => {
    fireEvent.click(feed.getByRole("button", { name: /^Filter: / }));
    fireEvent.click(await feed.findByRole("menuitemradio", { name }));
  };
  await choose("Unread");
  fireEvent.click(await feed.findByRole("button", { name: /^Unread, Subject of a/ }));
  await bell("Notifications, 1 unread");
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(feed.getByRole("listitem", { name: /^Subject of a/ })).toBeTruthy();
  await choose("All");
  await choose("Unread");
  await waitFor(() => expect(feed.queryByRole("listitem", { name: /^Subject of a/ })).toBeNull());
});

test("no toast says what the open list shows; one that the list holds back or that came before it has one until then", async () => {
  const { preview } = showInbox([{ id: "a" }], { children: <Toaster /> });
  await bell("Notifications, 1 unread");
  const toasts = () => screen.queryByRole("region", { name: "New notifications" })?.textContent ?? "";
  const arrive = (subject: string) => act(() => preview.receive({ subject, body: "It is new" }));
  arrive("Before");
  expect(toasts()).toContain("Before");

  const feed = await openInbox();
  await feed.findByText("Before");
  expect(toasts()).toBe("");
  // A list in which an item has the focus holds back what arrives.
  act(() => feed.getByRole("button", { name: "Notification settings" }).focus());
  await new Promise((resolve) => setTimeout(resolve));
  arrive("Beside");
  await feed.findByText("Beside");
  expect(toasts()).toBe("");

  const scroller = feed.getByText("Beside").closest(".belfry-scroller");
  Object.assign(scroller ?? {}, { scrollTop: 100 });
  fireEvent.scroll(scroller ?? document.body);
  arrive("Above");
  await feed.findByRole("button", { name: "1 new" });
  expect(toasts()).toContain("Above");
  fireEvent.click(feed.getByRole("button", { name: "1 new" }));
  await feed.findByText("Above");
  expect(toasts()).toBe("");
});
