// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InboxHttpError } from "../../core/http.ts";
import { chooseAction, type Given, openInbox, type ShowOptions, showInbox } from "../../testing/show-inbox.tsx";
import { initialsOf } from "../avatar.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

async function showItem(given: Partial<Given>, options?: ShowOptions) {
  const shown = showInbox([{ id: "a", ...given }], options);
  const feed = await openInbox();
  const item = await feed.findByRole("listitem");
  return { ...shown, feed, item };
}

test("an item is named by its state, subject and time, and by its body where it has no subject", async () => {
  const createdAt = new Date(Date.now() - 5 * 60_000).toISOString();
  const { feed } = await showItem({ createdAt });
  expect(feed.getByRole("listitem", { name: "Unread, Subject of a, 5 minutes ago" })).toBeTruthy();
  cleanup();
  await showItem({ createdAt, subject: "", body: "Stock is\nlow", isRead: true });
  expect(screen.getByRole("listitem", { name: "Stock is low, 5 minutes ago" })).toBeTruthy();
});

test("pressing an item marks it as read at once, and tells the page", async () => {
  const onNotificationClick = vi.fn();
  const { feed, sent } = await showItem({}, { onNotificationClick });
  fireEvent.click(feed.getByRole("button", { name: /^Unread, Subject of a/ }));
  expect(feed.getByRole("listitem", { name: /^Subject of a, / })).toBeTruthy();
  expect(onNotificationClick).toHaveBeenCalledWith(expect.objectContaining({ id: "a" }));
  await waitFor(() => expect(sent()).toEqual([{ kind: "read", ids: ["a"] }]));
});

test("a single-page application follows an address itself, unless it opens elsewhere", async () => {
  const navigate = vi.fn();
  const { feed } = await showItem({ redirect: { url: "/orders/1" } }, { navigate });
  const link = feed.getByRole("link", { name: /Subject of a/ });
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener("click", stay);
  fireEvent.click(link, { ctrlKey: true });
  fireEvent.click(link, { metaKey: true });
  expect(navigate).not.toHaveBeenCalled();
  fireEvent.click(link);
  expect(navigate).toHaveBeenCalledWith("/orders/1");
  expect(screen.queryByRole("dialog")).toBeNull();
  cleanup();
  const elsewhere = await showItem({ redirect: { url: "/orders/2", target: "_blank" } }, { navigate });
  const other = elsewhere.feed.getByRole("link", { name: /Subject of a/ });
  expect([other.getAttribute("target"), other.getAttribute("rel")]).toEqual(["_blank", "noopener"]);
  fireEvent.click(other);
  expect(navigate).toHaveBeenCalledTimes(1);
  document.removeEventListener("click", stay);
});

test("an address that is not safe to follow is not followed", async () => {
  const { feed } = await showItem({
    redirect: { url: "javascript:alert(1)" },
    primaryAction: { label: "Trap", isCompleted: false, redirect: { url: "java\tscript:alert(1)" } },
  });
  expect(feed.queryByRole("link")).toBeNull();
  expect(feed.getByRole("button", { name: "Trap" })).toBeTruthy();
});

test("a button without an address is completed in its place, and marks the notification as read", async () => {
  const onActionClick = vi.fn();
  const { feed, sent } = await showItem(
    {
      primaryAction: { label: "Approve", isCompleted: false },
      secondaryAction: { label: "Decline", isCompleted: false },
    },
    { onActionClick },
  );
  fireEvent.click(feed.getByRole("button", { name: "Approve" }));
  const done = await feed.findByRole("button", { name: /^Approve\s?, Done$/ });
  expect(done.getAttribute("data-done")).toBe("true");
  expect(feed.getByRole("listitem", { name: /^Subject of a/ })).toBeTruthy();
  fireEvent.click(done);
  await waitFor(() => expect(sent()).toEqual([{ kind: "complete", ids: ["a"], button: "primary" }]));
  expect(onActionClick).toHaveBeenCalledTimes(1);
  expect(onActionClick).toHaveBeenCalledWith(expect.objectContaining({ id: "a" }), "primary");
  // There is one answer, until it is taken back.
  expect(feed.queryByRole("button", { name: "Decline" })).toBeNull();
  await chooseAction(feed, "a", "Undo: Approve");
  fireEvent.click(await feed.findByRole("button", { name: "Decline" }));
  expect(await feed.findByRole("button", { name: /^Decline\s?, Done$/ })).toBeTruthy();
  expect(feed.queryByRole("button", { name: "Approve" })).toBeNull();
  await waitFor(() => expect(sent().map(({ kind }) => kind)).toEqual(["complete", "revert", "complete"]));
});

test("a link beside an answer stays, and is no answer", async () => {
  const { feed } = await showItem({
    primaryAction: { label: "Approve", isCompleted: false },
    secondaryAction: { label: "Details", isCompleted: true, redirect: { url: "#details" } },
  });
  fireEvent.click(feed.getByRole("button", { name: "Approve" }));
  expect(await feed.findByRole("button", { name: /^Approve\s?, Done$/ })).toBeTruthy();
  expect(feed.getByRole("link", { name: /^Details/ })).toBeTruthy();
});

test("a press on the text opens a notification, and one that selects in it does not", async () => {
  const { feed, item, sent } = await showItem({ body: "Your code is 4711" });
  const body = item.querySelector(".belfry-body") as HTMLElement;
  fireEvent.click(body, { detail: 1 });
  fireEvent.click(body, { detail: 2 });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(sent()).toEqual([]);
  const selected = vi.spyOn(document, "getSelection").mockReturnValue({ isCollapsed: false } as Selection);
  fireEvent.click(body, { detail: 1 });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(sent()).toEqual([]);
  selected.mockRestore();
  fireEvent.click(body, { detail: 1 });
  expect(await feed.findByRole("listitem", { name: /^Subject of a/ })).toBeTruthy();
});

test("what is done by a key or a button is announced", async () => {
  const { feed } = await showItem({});
  const announced = (text: string) =>
    waitFor(() => expect(feed.getAllByRole("status").map(({ textContent }) => textContent)).toContain(text));
  fireEvent.click(feed.getByRole("button", { name: "Mark as read" }));
  await announced("Marked as read");
  fireEvent.click(feed.getByRole("button", { name: "Mark as unread" }));
  await announced("Marked as unread");
});

test("keys in a field of the page's own belong to that, and so do those of an input method", async () => {
  const { feed, sent } = await showItem({}, { renderItem: () => <input aria-label="Answer" /> });
  const input = feed.getByLabelText("Answer");
  for (const key of ["e", "u", "Delete", "z"]) fireEvent.keyDown(input, { key });
  const opener = feed.getByRole("button", { name: /^Unread, Subject of a/ });
  fireEvent.keyDown(opener, { key: "e", isComposing: true });
  expect(sent()).toEqual([]);
  expect(feed.getByRole("listitem")).toBeTruthy();
});

test("a button with an address is a link that is followed and completed", async () => {
  const navigate = vi.fn();
  const primaryAction = { label: "Track", isCompleted: false, redirect: { url: "/track/1" } };
  const { feed, sent } = await showItem({ primaryAction }, { navigate });
  const link = feed.getByRole("link", { name: "Track" });
  expect(link.getAttribute("href")).toBe("/track/1");
  fireEvent.click(link);
  expect(navigate).toHaveBeenCalledWith("/track/1");
  await waitFor(() => expect(sent()).toEqual([{ kind: "complete", ids: ["a"], button: "primary" }]));
});

test("a body's markup is reduced to what is safe, and its links open no way back", async () => {
  const bodyHtml = `<b>Bold</b> <img src=x onerror="x"><script>alert(1)</script>
    <a href="https://example.com">good</a> <a href="java\tscript:alert(1)">bad</a>`;
  const { feed } = await showItem({ bodyHtml });
  expect(feed.getByText("Bold").tagName).toBe("STRONG");
  const link = feed.getByRole("link", { name: "good" });
  expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual(["https://example.com", "noopener"]);
  expect(feed.queryByRole("link", { name: "bad" })).toBeNull();
  expect(document.querySelector(".belfry-body img, .belfry-body script")).toBeNull();
});

test("markup in a body that is text is shown as it is", async () => {
  const { feed } = await showItem({ body: "1 < 2 & <b>not bold</b>" });
  expect(feed.getByText("1 < 2 & <b>not bold</b>")).toBeTruthy();
});

test("a person without a picture has initials, in the same colour each time; a system has an icon", async () => {
  expect([initialsOf("Priya Raman"), initialsOf("mei"), initialsOf("Ana Lucía de la Cruz")]).toEqual(["PR", "M", "AC"]);
  const actor = { type: "user", data: null, name: "Priya Raman" } as const;
  const first = (await showItem({ actor })).item.querySelector<HTMLElement>(".belfry-avatar");
  cleanup();
  const second = (await showItem({ actor })).item.querySelector<HTMLElement>(".belfry-avatar");
  expect(first?.textContent).toBe("PR");
  expect(first?.dataset.hue).toBe(second?.dataset.hue);
  cleanup();
  const { item } = await showItem({ actor: { type: "system_icon", data: "warning" } });
  expect(item.querySelector('.belfry-avatar[data-icon="warning"] svg')).not.toBeNull();
});

test("a picture that cannot be loaded gives way to the initials", async () => {
  const actor = { type: "user", data: "https://example.com/a.png", name: "Priya Raman" } as const;
  const { item } = await showItem({ actor });
  fireEvent.error(item.querySelector("img") as HTMLElement);
  expect(item.querySelector(".belfry-avatar")?.textContent).toBe("PR");
});

test("severity and what was snoozed are said in words", async () => {
  const created = new Date(Date.now() - 86_400_000).toISOString();
  const { feed } = await showItem({ severity: "high", deliveredAt: [created, new Date().toISOString()] });
  expect(feed.getByText("High priority")).toBeTruthy();
  expect(feed.getByText("Snoozed")).toBeTruthy();
  expect(feed.getByRole("listitem", { name: "Unread, Subject of a, Just now" })).toBeTruthy();
});

test("a snooze hides the notification until the moment that was chosen, and can be undone", async () => {
  const { feed, sent } = await showItem({});
  await chooseAction(feed, "a", /^Snooze/);
  fireEvent.click(await feed.findByRole("menuitem", { name: /^Until tomorrow/ }));
  await feed.findByText("You’re all caught up");
  expect(feed.getAllByText(/^Snoozed until .*9:00 AM$/)).toHaveLength(2);
  fireEvent.click(feed.getByRole("button", { name: "Undo" }));
  expect(await feed.findByRole("listitem", { name: /Subject of a/ })).toBeTruthy();
  expect(sent()).toEqual([]);
});

test("a chosen time has to be later than now and within the longest snooze", async () => {
  const openSession = async () => ({ token: "t", maxSnoozeDurationHours: 48, hidesBranding: true });
  const { feed, sent } = await showItem({}, { api: { openSession } });
  await chooseAction(feed, "a", /^Snooze/);
  fireEvent.click(await feed.findByRole("menuitem", { name: /^Choose a time/ }));
  const dialog = await feed.findByRole("dialog", { name: "Snooze" });
  const input = feed.getByLabelText("Date and time");
  expect(document.activeElement).toBe(input);
  const submit = (value: string) => {
    fireEvent.change(input, { target: { value } });
    fireEvent.submit(dialog.querySelector("form") as HTMLElement);
  };
  submit("2020-01-01T10:00");
  expect(feed.getByRole("alert").textContent).toBe("That time has passed.");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  submit("2999-01-01T10:00");
  expect(feed.getByRole("alert").textContent).toMatch(/^The latest is \w+, \w+ \d+, .*\.$/);
  const chosen = new Date(Date.now() + 30 * 3_600_000);
  chosen.setSeconds(0, 0);
  submit(new Date(chosen.getTime() - chosen.getTimezoneOffset() * 60_000).toISOString().slice(0, 16));
  await feed.findByText("You’re all caught up");
  fireEvent.click(screen.getByRole("button", { name: "Notifications" }));
  await waitFor(() => expect(sent()).toEqual([{ kind: "snooze", ids: ["a"], until: chosen.toISOString() }]));
});

test("where nothing can be snoozed, that is not offered", async () => {
  const openSession = async () => ({ token: "t", maxSnoozeDurationHours: 0, hidesBranding: true });
  const { feed } = await showItem({}, { api: { openSession } });
  expect(feed.queryByRole("button", { name: "Snooze" })).toBeNull();
  fireEvent.click(feed.getByRole("button", { name: "More actions for Subject of a" }));
  expect((await feed.findAllByRole("menuitem")).map(({ textContent }) => textContent)).not.toContain("SnoozeS");
});

test("a swipe from start to end marks as read, one from end to start archives", async () => {
  const { item, sent } = await showItem({});
  const row = item.querySelector(".belfry-item-row") as HTMLElement;
  const swipe = (to: number) => {
    const touch = { pointerType: "touch", pointerId: 1 };
    fireEvent.pointerDown(row, { ...touch, clientX: 200 });
    fireEvent.pointerMove(row, { ...touch, clientX: to });
    fireEvent.pointerUp(row, { ...touch, clientX: to });
  };
  swipe(240);
  await waitFor(() => expect(row.dataset.swipe).toBeUndefined());
  swipe(320);
  swipe(80);
  await waitFor(() => expect(sent().map(({ kind }) => kind)).toEqual(["read", "archive"]));
});

test("a change that the server refuses is taken back, and the list says so", async () => {
  const { feed } = await showItem({}, { api: { send: () => Promise.reject(new InboxHttpError(400, "No")) } });
  fireEvent.click(feed.getByRole("button", { name: "Mark as read" }));
  expect(await feed.findByText("Not saved.", { selector: ".belfry-strip span" })).toBeTruthy();
  expect(feed.getByRole("listitem", { name: /^Unread, Subject of a/ })).toBeTruthy();
});
