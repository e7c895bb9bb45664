// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exposedTexts } from "#dashboard/testing/exposed-texts.ts";
import { bell, chooseAction, type Given, openInbox, press, showInbox } from "#inbox/testing/show-inbox.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const stores = [{ storeId: "all" }, { storeId: "orders", query: { tags: ["orders"] } }];
const tabs = stores.map(({ storeId }) => ({ storeId, label: `Tab ${storeId}` }));
const items: Given[] = [
  { id: "a", severity: "high", bodyHtml: "It is <b>on its way</b>, see <a href='/o'>the order</a>.", tags: ["orders"] },
  { id: "b", primaryAction: { label: "Yes", isCompleted: true }, secondaryAction: { label: "No", isCompleted: false } },
  {
    id: "c",
    primaryAction: { label: "Accept", isCompleted: false },
    actor: { type: "user", data: null, name: "Mira O" },
  },
  { id: "d", isSnoozed: true, snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() },
];

test("a translator of the browser can take no text from React, whatever is open", async () => {
  showInbox(items, { stores, tabs, badge: "count" });
  await bell("Notifications, 3 unread");
  const feed = await openInbox();
  await feed.findByText("Subject of a");
  expect(exposedTexts()).toEqual([]);

  fireEvent.click(feed.getByRole("button", { name: "Filter: All" }));
  expect(exposedTexts()).toEqual([]);
  fireEvent.click(feed.getByRole("menuitemradio", { name: "Snoozed" }));
  await feed.findByText("Subject of d");
  expect(exposedTexts()).toEqual([]);
  fireEvent.click(feed.getByRole("button", { name: "Filter: Snoozed" }));
  fireEvent.click(feed.getByRole("menuitemradio", { name: "All" }));

  await chooseAction(feed, "a", "Delete");
  await feed.findByRole("button", { name: "Undo" });
  expect(exposedTexts()).toEqual([]);
  await chooseAction(feed, "c", "Snooze");
  fireEvent.click(await feed.findByRole("menuitem", { name: /^Choose a time/ }));
  fireEvent.change(await feed.findByLabelText("Date and time"), { target: { value: "2020-01-01T10:00" } });
  fireEvent.click(feed.getByRole("button", { name: "Snooze" }));
  await feed.findByText("That time has passed.");
  expect(exposedTexts()).toEqual([]);
  press("Escape");

  fireEvent.click(feed.getByRole("button", { name: "Notification settings" }));
  await screen.findByRole("heading", { name: "Notification settings" });
  expect(exposedTexts()).toEqual([]);
});
