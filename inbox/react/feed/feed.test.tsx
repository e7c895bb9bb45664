// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPreview } from "../../core/index.ts";
import { focused, type Given, openInbox, press, showInbox } from "../../testing/show-inbox.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const read = { isSeen: true, isRead: true };
const ids = () => [...document.querySelectorAll<HTMLElement>(".belfry-item")].map(({ dataset }) => dataset.id);

test("a view is chosen in a menu; each has its own list, and says what it is for when that is empty", async () => {
  const given: Given[] = [
    { id: "a" },
    { id: "r", ...read },
    { id: "x", ...read, isArchived: true },
    { id: "z", isSnoozed: true, snoozedUntil: "2999-01-01T10:00:00.000Z" },
  ];
  const { unmount } = showInbox(given);
  let feed = await openInbox();
  await waitFor(() => expect(ids()).toEqual(["a", "r"]));
  const choose = async (name: string) => {
    fireEvent.click(feed.getByRole("button", { name: /^Filter: / }));
    fireEvent.click(await feed.findByRole("menuitemradio", { name }));
  };
  for (const [name, shown] of [
    ["Unread", ["a"]],
    ["Archived", ["x"]],
    ["Snoozed", ["z"]],
  ] as const) {
    await choose(name);
    await waitFor(() => expect(ids()).toEqual(shown));
    expect(document.activeElement).toBe(feed.getByRole("button", { name: `Filter: ${name}` }));
  }
  expect(feed.getByText(/^Snoozed until /)).toBeTruthy();
  unmount();
  showInbox([]);
  feed = await openInbox();
  await feed.findByText("You’re all caught up");
  for (const [view, text] of [
    ["Unread", "Nothing unread"],
    ["Archived", "Nothing archived"],
    ["Snoozed", "Nothing snoozed"],
  ] as const) {
    await choose(view);
    expect(await feed.findByText(text)).toBeTruthy();
  }
});

test("a snoozed one is brought back at once, an archived one moves back", async () => {
  const { sent } = showInbox([
    { id: "x", ...read, isArchived: true },
    { id: "z", isSnoozed: true, snoozedUntil: "2999-01-01T10:00:00.000Z" },
  ]);
  const feed = await openInbox();
  const choose = async (name: string) => {
    fireEvent.click(feed.getByRole("button", { name: /^Filter: / }));
    fireEvent.click(await feed.findByRole("menuitemradio", { name }));
  };
  await choose("Snoozed");
  fireEvent.click(await feed.findByRole("button", { name: "Bring back now" }));
  await choose("Archived");
  fireEvent.click(await feed.findByRole("button", { name: "Move back to the inbox" }));
  await choose("All");
  await waitFor(() => expect(ids()).toEqual(["x", "z"]));
  expect(sent().map(({ kind }) => kind)).toEqual(["unsnooze", "unarchive"]);
});

test("everything is marked as read by a button that is absent when nothing is unread, and that can be undone", async () => {
  const { sent } = showInbox([{ id: "a" }, { id: "b" }]);
  const feed = await openInbox("Notifications, 2 unread");
  fireEvent.click(await feed.findByRole("button", { name: "Mark all as read" }));
  expect(await feed.findByRole("listitem", { name: /^Subject of a/ })).toBeTruthy();
  await waitFor(() => expect(feed.queryByRole("button", { name: "Mark all as read" })).toBeNull());
  fireEvent.click(feed.getByRole("button", { name: "Undo" }));
  expect(await feed.findByRole("button", { name: "Mark all as read" })).toBeTruthy();
  expect(feed.queryByText("Not saved.")).toBeNull();
  expect(sent()).toEqual([]);
});

test("an archived one comes back by Undo, unread as it was, and the bar says what was done", async () => {
  showInbox([{ id: "a" }]);
  const feed = await openInbox();
  fireEvent.click(await feed.findByRole("button", { name: "Archive" }));
  await feed.findByText("You’re all caught up");
  const status = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(status).toContain("Archived");
  fireEvent.click(feed.getByRole("button", { name: "Undo" }));
  expect(await feed.findByRole("listitem", { name: /^Unread, Subject of a/ })).toBeTruthy();
});

test("all that are read are archived from the menu of the list", async () => {
  showInbox([{ id: "a" }, { id: "b", ...read }, { id: "c", ...read }]);
  const feed = await openInbox();
  await feed.findAllByRole("listitem");
  const openMenu = () => fireEvent.click(feed.getByRole("button", { name: "More actions for the list" }));
  openMenu();
  fireEvent.click(await feed.findByRole("menuitem", { name: "Archive read ones" }));
  await waitFor(() => expect(ids()).toEqual(["a"]));
  expect(feed.getByText("2 archived", { selector: ".belfry-undo span" })).toBeTruthy();
  // None that is left has been read.
  openMenu();
  expect((await feed.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Archive all"]);
});

test("older ones are loaded by a button", async () => {
  showInbox(Array.from({ length: 30 }, (_, index) => ({ id: `m${index}`, ...read })));
  const feed = await openInbox();
  fireEvent.click(await feed.findByRole("button", { name: "Load more" }));
  expect(await feed.findByRole("listitem", { name: /^Subject of m29,/ })).toBeTruthy();
  expect(feed.queryByRole("button", { name: "Load more" })).toBeNull();
});

test("one that came back from a snooze is under the day of its return, and the server's order is kept", async () => {
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() - days * day).toISOString();
  showInbox([
    { id: "back", createdAt: at(3), deliveredAt: [at(3), at(0)] },
    { id: "today", createdAt: at(0) },
    { id: "before", createdAt: at(1) },
  ]);
  const feed = await openInbox();
  await feed.findAllByRole("listitem");
  expect(feed.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Today",
    "Yesterday",
  ]);
  expect(ids()).toEqual(["back", "today", "before"]);
});

/** happy-dom has no `:focus-visible`. */
function showFocus() {
  const { querySelector } = Element.prototype;
  vi.spyOn(Element.prototype, "querySelector").mockImplementation(function (this: Element, selector: string) {
    return querySelector.call(this, selector.replace(":focus-visible", ":focus"));
  });
}

test("one that is brought back by Undo does not wait behind a button, though an item has the keyboard's focus", async () => {
  showFocus();
  showInbox([{ id: "a" }, { id: "b" }]);
  const feed = await openInbox();
  const item = await feed.findByRole("button", { name: /^Unread, Subject of a/ });
  act(() => {
    item.blur();
    item.focus();
  });
  press("e");
  await waitFor(() => expect(ids()).toEqual(["b"]));
  await waitFor(() => expect(focused()).toMatch(/Subject of b/));
  // The list is fetched without it.
  await new Promise((resolve) => setTimeout(resolve, 250));
  press("z");
  await waitFor(() => expect(ids()).toEqual(["a", "b"]));
});

test("new ones wait behind a button while an item has the keyboard's focus", async () => {
  const given: Given[] = [{ id: "a" }];
  const later = { id: "new", subject: "New one", body: "", createdAt: new Date(Date.now() + 1_000).toISOString() };
  let isNew = false;
  const { preview } = showInbox(given);
  const list = preview.list;
  preview.list = async (query, page) => {
    const found = await list(query, page);
    const fresh = createPreview({ notifications: [later] });
    return isNew
      ? { ...found, notifications: [...(await fresh.list({}, page)).notifications, ...found.notifications] }
      : found;
  };
  const feed = await openInbox();
  const item = await feed.findByRole("button", { name: /^Unread, Subject of a/ });
  showFocus();
  act(() => {
    item.blur();
    item.focus();
  });
  isNew = true;
  act(() => void window.dispatchEvent(new Event("online")));
  const show = await feed.findByRole("button", { name: "1 new" });
  expect(ids()).toEqual(["a"]);
  fireEvent.click(show);
  await waitFor(() => expect(ids()).toEqual(["new", "a"]));
});

test("a list that cannot be loaded offers another try and no technical words", async () => {
  const { preview } = showInbox([{ id: "a" }]);
  const { list } = preview;
  vi.spyOn(preview, "list")
    .mockRejectedValueOnce(new Error("relation does not exist"))
    .mockImplementation((query, page) => list(query, page));
  const feed = await openInbox("Notifications, 1 unread");
  fireEvent.click(await feed.findByRole("button", { name: "Try again" }));
  expect(feed.queryByText(/relation/)).toBeNull();
  expect(await feed.findByRole("listitem", { name: /Subject of a/ })).toBeTruthy();
});

test("while it loads there are five rows, and offline there is one strip", async () => {
  const { preview } = showInbox([{ id: "a" }]);
  let answer: (() => void) | undefined;
  const { list } = preview;
  preview.list = async (query, page) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return list(query, page);
  };
  const feed = await openInbox();
  expect(feed.getByRole("status", { name: "Loading notifications" }).children).toHaveLength(5);
  await waitFor(() => expect(answer).toBeDefined());
  answer?.();
  await feed.findByRole("listitem");
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(await feed.findByText(/^You’re offline/)).toBeTruthy();
  expect(document.querySelectorAll(".belfry-strip")).toHaveLength(1);
});

test("the gear opens the page's settings, and they lead back", async () => {
  showInbox([{ id: "a" }], {
    renderPreferences: ({ onBack }) => (
      <button type="button" onClick={onBack}>
        Back
      </button>
    ),
  });
  const feed = await openInbox();
  fireEvent.click(await feed.findByRole("button", { name: "Notification settings" }));
  expect(feed.queryByRole("heading", { name: "Notifications" })).toBeNull();
  fireEvent.click(feed.getByRole("button", { name: "Back" }));
  expect(await feed.findByRole("listitem")).toBeTruthy();
  expect(document.activeElement).toBe(feed.getByRole("button", { name: "Notification settings" }));
});

test("each part can be replaced, and names and keys stay", async () => {
  const { sent } = showInbox([{ id: "a", primaryAction: { label: "Go", isCompleted: false } }], {
    renderBell: ({ unread, open }) => `bell ${unread} ${open}`,
    renderHeader: ({ title, unread, readAll }) => (
      <button type="button" onClick={readAll}>
        {`${title}: ${unread}`}
      </button>
    ),
    renderItem: ({ notification, actions }) => (
      <>
        <b>{`item ${notification.id}`}</b>
        <button type="button" onClick={actions.archive}>
          Put away
        </button>
      </>
    ),
    renderEmpty: ({ view }) => `empty ${view}`,
    renderFooter: () => "footer",
  });
  const feed = await openInbox("Notifications, 1 unread");
  expect(screen.getByRole("button", { name: "Notifications, 1 unread" }).textContent).toBe("bell 1 true");
  expect(await feed.findByText("item a")).toBeTruthy();
  expect(feed.getByRole("heading", { name: "Notifications" })).toBeTruthy();
  expect(feed.getByRole("button", { name: /^Unread, Subject of a/ })).toBeTruthy();
  expect(feed.queryByRole("button", { name: "Go" })).toBeNull();
  expect(feed.getByText("footer")).toBeTruthy();
  expect(await feed.findByRole("button", { name: "Notifications: 1" })).toBeTruthy();
  fireEvent.click(feed.getByRole("button", { name: "Put away" }));
  expect(await feed.findByText("empty all")).toBeTruthy();
  await waitFor(() => expect(sent()).toEqual([{ kind: "archive", ids: ["a"] }]));
});

test("parts of an item, and states, can be replaced", async () => {
  const { preview } = showInbox([{ id: "a" }], {
    renderAvatar: ({ notification }) => <i>{`avatar ${notification.id}`}</i>,
    renderBody: ({ notification }) => <i>{`body ${notification.body}`}</i>,
    renderActions: ({ actions }) => (
      <button type="button" onClick={actions.read}>
        Got it
      </button>
    ),
    renderLoading: () => <i>wait</i>,
    renderError: ({ retry, offline }) => <button type="button" onClick={retry}>{`again ${offline}`}</button>,
  });
  const { list } = preview;
  let refuse: (() => void) | undefined;
  const pending = new Promise<never>((_, reject) => {
    refuse = () => reject(new Error("No"));
  });
  vi.spyOn(preview, "list")
    .mockReturnValueOnce(pending)
    .mockImplementation((...call) => list(...call));
  const feed = await openInbox("Notifications, 1 unread");
  expect(feed.getByText("wait")).toBeTruthy();
  refuse?.();
  fireEvent.click(await feed.findByRole("button", { name: "again false" }));
  for (const text of ["avatar a", "body Body of a"]) expect(await feed.findByText(text)).toBeTruthy();
  fireEvent.click(feed.getByRole("button", { name: "Got it" }));
  expect(await feed.findByRole("listitem", { name: /^Subject of a/ })).toBeTruthy();
});

test("named parts have the page's classes, and icons may be the page's", async () => {
  showInbox([{ id: "a" }], { appearance: { elements: { item: "my-item" }, icons: { bell: <i>ding</i> } } });
  const feed = await openInbox();
  const item = await feed.findByRole("listitem");
  expect(item.className).toBe("belfry-item my-item");
  expect(item.dataset.part).toBe("item");
  expect(screen.getByRole("button", { name: "Notifications, 1 unread" }).textContent).toBe("ding1");
});
