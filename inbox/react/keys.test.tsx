// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bell, focused, type Given, openInbox, press, type ShowOptions, showInbox } from "../testing/show-inbox.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const three: Given[] = [{ id: "a" }, { id: "b" }, { id: "c" }];

/** Opens an inbox of which the first item has the focus. */
async function openThree(options?: ShowOptions) {
  const shown = showInbox(three, options);
  const feed = await openInbox("Notifications, 3 unread");
  await waitFor(() => expect(focused()).toMatch(/^Unread, Subject of a/));
  return { ...shown, feed };
}

const ids = () => [...document.querySelectorAll<HTMLElement>(".belfry-item")].map(({ dataset }) => dataset.id);

test.each(["ArrowDown", "click"])("the bell opens by %s, and natively by Enter and Space", async (how) => {
  showInbox(three);
  const button = await bell("Notifications, 3 unread");
  expect(button.tagName).toBe("BUTTON");
  if (how === "click") fireEvent.click(button);
  else fireEvent.keyDown(button, { key: how });
  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(button.getAttribute("aria-expanded")).toBe("true");
});

test("arrows, J and K, Home and End move through the list, which is one tab stop", async () => {
  const { feed } = await openThree();
  for (const [key, id] of [
    ["ArrowDown", "b"],
    ["j", "c"],
    ["j", "c"],
    ["k", "b"],
    ["ArrowUp", "a"],
    ["ArrowUp", "a"],
    ["End", "c"],
    ["Home", "a"],
    ["End", "c"],
  ] as const) {
    press(key);
    expect(focused()).toContain(`Subject of ${id}`);
  }
  const mains = feed.getAllByRole("button", { name: /^Unread, / });
  expect(mains.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  expect(feed.getAllByRole("button", { name: "Archive" }).map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
});

test("U marks as read and as unread, and the focus stays", async () => {
  const { sent } = await openThree();
  press("u");
  await waitFor(() => expect(focused()).toMatch(/^Subject of a/));
  press("U");
  await waitFor(() => expect(focused()).toMatch(/^Unread, Subject of a/));
  await waitFor(() => expect(sent().map(({ kind }) => kind)).toEqual(["read", "unread"]));
});

test("E archives, and the focus goes to the next item, from the last one to the one before, and then to the heading", async () => {
  const { feed } = await openThree();
  press("e");
  await waitFor(() => expect(focused()).toMatch(/Subject of b/));
  press("End");
  press("e");
  await waitFor(() => expect(focused()).toMatch(/Subject of b/));
  press("e");
  await feed.findByText("You’re all caught up");
  expect(document.activeElement).toBe(feed.getByRole("heading", { name: "Notifications" }));
});

test("Delete deletes, once however long it is held, and Z takes back what was deleted within the time for that", async () => {
  const { feed, sent } = await openThree();
  press("Delete");
  await waitFor(() => expect(ids()).toEqual(["b", "c"]));
  for (let repeat = 0; repeat < 5; repeat += 1) press("Delete", { repeat: true });
  press("e", { repeat: true });
  expect(ids()).toEqual(["b", "c"]);
  for (const left of [["c"], []]) {
    press("Delete");
    await waitFor(() => expect(ids()).toEqual(left));
  }
  expect(feed.getByText("3 deleted", { selector: ".belfry-undo span" })).toBeTruthy();
  press("z");
  await waitFor(() => expect(ids()).toEqual(["a", "b", "c"]));
  expect(sent()).toEqual([]);
});

test("S opens the snooze menu, whose arrows move and whose Escape closes it alone", async () => {
  const { feed } = await openThree();
  press("s");
  const menu = await feed.findByRole("menu", { name: "Snooze" });
  expect(focused()).toMatch(/^For one hour/);
  press("ArrowUp");
  expect(focused()).toMatch(/^Choose a time/);
  press("ArrowDown");
  expect(focused()).toMatch(/^For one hour/);
  press("u");
  expect(focused()).toMatch(/^Until tomorrow/);
  press("Escape");
  expect(menu.isConnected).toBe(false);
  expect(focused()).toMatch(/Subject of a/);
  expect(feed.getByRole("heading", { name: "Notifications" })).toBeTruthy();
});

test.each([
  ["F10", { shiftKey: true }],
  ["ContextMenu", {}],
] as const)("%s opens the menu with every action", async (key, init) => {
  const { feed } = await openThree();
  press(key, init);
  const menu = await feed.findByRole("menu", { name: "More actions for Subject of a" });
  const entries = [...menu.querySelectorAll('[role="menuitem"] .belfry-grow')].map(({ textContent }) => textContent);
  expect(entries).toEqual(["Mark as read", "Archive", "Snooze", "Delete"]);
  fireEvent.click(feed.getByRole("menuitem", { name: /Archive/ }));
  await waitFor(() => expect(ids()).toEqual(["b", "c"]));
  await waitFor(() => expect(focused()).toMatch(/Subject of b/));
});

test("letters act only without Ctrl, Alt and the command key", async () => {
  await openThree();
  press("e", { ctrlKey: true });
  press("Delete", { metaKey: true });
  press("e", { altKey: true });
  expect(ids()).toEqual(["a", "b", "c"]);
});

test("letters can be turned off; the keys for moving and for the menu stay", async () => {
  const { feed, sent } = await openThree({ shortcuts: false });
  for (const key of ["u", "e", "s", "j", "Delete"]) press(key);
  expect(focused()).toMatch(/^Unread, Subject of a/);
  expect(feed.queryByRole("menu")).toBeNull();
  expect(sent()).toEqual([]);
  expect(feed.getAllByRole("button", { name: "Archive" })[0]?.dataset.tip).toBe("Archive");
  press("ArrowDown");
  expect(focused()).toMatch(/Subject of b/);
  press("F10", { shiftKey: true });
  expect(await feed.findByRole("menu")).toBeTruthy();
});

test("tooltips show names and keys, of the list's own buttons and of its items", async () => {
  const { feed } = await openThree();
  const tip = (name: string) => feed.getAllByRole("button", { name })[0]?.dataset.tip;
  expect(["Mark as read", "Archive", "More actions for Subject of a", "Notification settings"].map(tip)).toEqual([
    "Mark as read  U",
    "Archive  E",
    "⇧F10",
    "Notification settings",
  ]);
});

test("of a long list some forty items are in the page, and keys reach all of it", async () => {
  const many = Array.from({ length: 120 }, (_, index) => ({ id: `m${index}`, isRead: true, isSeen: true }));
  showInbox(many);
  const feed = await openInbox();
  for (let page = 0; page < 4; page += 1) {
    fireEvent.click(await feed.findByRole("button", { name: "Load more" }));
    await waitFor(() => expect(feed.queryByRole("button", { name: /Loading/ })).toBeNull());
  }
  await waitFor(() => expect(feed.queryByRole("button", { name: "Load more" })).toBeNull());
  const items = () => [...document.querySelectorAll(".belfry-item")];
  expect(items()).toHaveLength(40);
  expect(items().map((one) => one.getAttribute("aria-posinset"))).toEqual(items().map((_, index) => `${index + 1}`));
  expect(items()[0]?.getAttribute("aria-setsize")).toBe("120");
  act(() => feed.getByRole("button", { name: /^Subject of m0,/ }).focus());
  press("End");
  expect(focused()).toMatch(/^Subject of m119,/);
  expect(document.activeElement?.closest("li")?.getAttribute("aria-posinset")).toBe("120");
  expect(items()).toHaveLength(41);
  press("ArrowUp");
  expect(focused()).toMatch(/^Subject of m118,/);
  press("Home");
  expect(focused()).toMatch(/^Subject of m0,/);
  for (let step = 0; step < 45; step += 1) press("ArrowDown");
  expect(focused()).toMatch(/^Subject of m45,/);
});

test("arrows, Home and End select a tab", async () => {
  const stores = [
    { storeId: "all", label: "All" },
    { storeId: "b", label: "Security", query: { tags: ["security"] } },
    { storeId: "c", label: "Social", query: { tags: ["social"] } },
  ];
  showInbox([{ id: "a" }, { id: "s", tags: ["security"] }], { stores });
  const feed = await openInbox("Notifications, 2 unread");
  const tab = (name: RegExp) => feed.getByRole("tab", { name });
  await feed.findByRole("tab", { name: "Security 1" });
  tab(/^All/).focus();
  for (const [key, name] of [
    ["ArrowRight", /^Security/],
    ["ArrowRight", /^Social/],
    ["ArrowRight", /^All/],
    ["ArrowLeft", /^Social/],
    ["Home", /^All/],
    ["End", /^Social/],
    ["ArrowLeft", /^Security/],
  ] as const) {
    press(key);
    expect(document.activeElement).toBe(tab(name));
    expect(tab(name).getAttribute("aria-selected")).toBe("true");
    expect(feed.getAllByRole("tab").filter(({ tabIndex }) => tabIndex === 0)).toEqual([tab(name)]);
  }
  await waitFor(() => expect(ids()).toEqual(["s"]));
  expect(feed.getByRole("tabpanel", { name: /^Security/ })).toBeTruthy();
  expect(feed.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["All 2", "Security 1", "Social"]);
});
