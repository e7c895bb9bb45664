import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { eq } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { messages } from "#db/schema/messages.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { customerPages } from "#test/support/customer-page.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";

// The published notification center 2.0, in a browser, on a page of another origin.

const { api, environment, deliver } = await apiWithRunner();
const { app, db } = api;
const { scope, applicationIdentifier } = environment;
await app.listen({ host: "127.0.0.1", port: 0 });
const site = await customerPages(fileURLToPath(new URL("pages/notification-center.tsx", import.meta.url)));

const urls = { backendUrl: app.listeningOrigin, socketUrl: app.listeningOrigin };
const element = (page: Page | Locator, name: string) => page.locator(`[data-test-id="${name}"]`);
const contents = (page: Page) => element(page, "notification-content");

/** A page with the notification center of a new subscriber, who has these messages, oldest first. */
async function aPage(
  some: Parameters<typeof storeMessages>[3] = [],
  settings: { stores?: object; tabs?: object; inline?: boolean; hooks?: object } = {},
) {
  const subscriber = await createTestSubscriber(db, scope);
  const ids = await storeMessages(db, scope, subscriber.id, some);
  const { stores, ...rest } = settings;
  const everything = { fetchNotifications: true, fetchUserPreferences: true, fetchUserGlobalPreferences: true };
  const provider = {
    applicationIdentifier,
    subscriberId: subscriber.subscriberId,
    ...urls,
    stores,
    ...(settings.hooks && { initialFetchingStrategy: everything }),
  };
  const page = await site.open({ provider, ...rest });
  return {
    ...subscriber,
    page,
    bell: element(page, "notification-bell"),
    /** The count beside the title, which is not there for none. */
    badge: element(page, "unseen-count-label").first(),
    row: (content: string) => element(page, "notification-list-item").filter({ hasText: content }),
    /** The messages as they are stored, in the order of their creation. */
    stored: async () => {
      const rows = await db.select().from(messages).where(eq(messages.subscriberId, subscriber.id));
      return ids.map((id) => rows.find((row) => row.id === id));
    },
  };
}

/** Expects something of a value that the page or the API changes. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 5_000 });

/** Chooses from the menu of a notification, which is shown while the pointer is over it. */
async function choose(page: Page, row: Locator, name: string) {
  await row.hover();
  await element(row, "notification-dots-button").click();
  await element(page, `notification-${name}`).click();
}

test("a page of another origin shows the unseen count, and the list page by page, which is seen once it is closed", async () => {
  const some = Array.from({ length: 12 }, (_, index) => ({ content: `Message <b>${index}</b>.` }));
  const { page, bell, badge, stored } = await aPage(some);
  await page.getByText("12 unseen").waitFor();
  await bell.click();
  await badge.getByText("12").waitFor();
  await contents(page).nth(9).waitFor();
  expect(await contents(page).count()).toBe(10);
  await contents(page).last().scrollIntoViewIfNeeded();
  await contents(page).nth(11).waitFor();
  expect(await contents(page).allTextContents()).toEqual(some.map((_, index) => `Message ${11 - index}.`));
  await bell.click();
  await page.getByText("0 unseen").waitFor();
  const states = async () => (await stored()).map((row) => [row?.seen, row?.read]);
  await soon(states).toEqual(some.map(() => [true, false]));
});

test("a notification arrives by the socket, in the bell and in the open list", async () => {
  const { page, bell, badge, id, subscriberId, row } = await aPage();
  await vi.waitFor(() => expect(app.inboxRooms.ownerOf(id)).toBeDefined(), 5_000);
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app", { content: "First" })]);
  await deliver(identifier, subscriberId);
  await page.getByText("1 unseen").waitFor();
  await bell.click();
  await row("First").waitFor();
  const { identifier: second } = await aWorkflow(db, environment, [aStep("in_app", { content: "Later" })]);
  await deliver(second, subscriberId);
  await row("Later").waitFor();
  await soon(() => contents(page).allTextContents()).toEqual(["Later", "First"]);
  await badge.getByText("2").waitFor();
});

test("a notification is read, unread and removed by its menu, and all are read at once", async () => {
  const some = [{ content: "One" }, { content: "Two" }, { content: "Three" }];
  const { page, badge, row, stored } = await aPage(some, { inline: true });
  const state = (one: { seen: boolean; read: boolean; deletedAt: Date | null } | undefined) => {
    if (!one || one.deletedAt) return "removed";
    if (one.read) return "read";
    return one.seen ? "seen" : "new";
  };
  const states = () => soon(async () => (await stored()).map(state));
  const shown = (name: string) => page.locator(`.nc-notifications-list-item-${name}`);
  await badge.getByText("3").waitFor();
  await choose(page, row("Three"), "mark-as-read");
  await states().toEqual(["new", "new", "read"]);
  await row("Three").and(shown("read")).waitFor();
  await badge.getByText("2").waitFor();
  await choose(page, row("Three"), "mark-as-unread");
  await row("Three").and(shown("unread")).waitFor();
  await states().toEqual(["new", "new", "seen"]);
  await choose(page, row("Two"), "remove-message");
  await row("Two").waitFor({ state: "detached" });
  await states().toEqual(["new", "removed", "seen"]);
  await element(page, "notifications-header-mark-all-as-read").click();
  await states().toEqual(["read", "removed", "read"]);
  await badge.waitFor({ state: "detached" });
  await soon(() => shown("unread").count()).toBe(0);
});

test("a click reads a notification and leads where it says; buttons complete their action", async () => {
  const buttons = [
    { type: "primary" as const, content: "Accept" },
    { type: "secondary" as const, content: "Decline" },
  ];
  const { page, bell, row, stored } = await aPage([
    { content: "Order", cta: { type: "redirect", data: { url: "/orders/7" } } },
    { content: "Shall we?", cta: { action: { buttons } } },
  ]);
  await bell.click();
  await row("Shall we?").getByText("Decline").click();
  await row("Shall we?").getByText("You chose secondary").waitFor();
  await soon(async () => (await stored())[1]?.cta?.action).toMatchObject({
    status: "done",
    result: { type: "secondary" },
  });
  await row("Order").click();
  await page.waitForURL("**/orders/7");
  await soon(async () => (await stored())[0]).toMatchObject({ read: true, seen: true });
});

test("each tab has the notifications of its feed and their count, and marks only those", async () => {
  const { headers } = environment;
  const name = `orders-${randomUUID()}`;
  const feed = (await app.inject({ method: "POST", url: "/v1/feeds", headers, payload: { name } })).json().data;
  const stores = [
    { storeId: "all" },
    { storeId: "orders", query: { feedIdentifier: feed.identifier } },
    { storeId: "unread", query: { read: false } },
  ];
  const tabs = stores.map(({ storeId }) => ({ storeId, name: storeId }));
  const some = [
    { content: "Comment" },
    { content: "Order", feedId: feed._id },
    { content: "Old", read: true, seen: true },
  ];
  const { page, bell, stored } = await aPage(some, { stores, tabs });
  const tab = (storeId: string) => element(page, `tab-${storeId}`);
  const shown = (...content: string[]) => soon(() => contents(page).allTextContents()).toEqual(content);
  await bell.click();
  await shown("Old", "Order", "Comment");
  await element(tab("all"), "unseen-count-label").getByText("2").waitFor();
  await element(tab("orders"), "unseen-count-label").getByText("1").waitFor();
  await tab("unread").click();
  await shown("Order", "Comment");
  await tab("orders").click();
  await shown("Order");
  await element(page, "notifications-header-mark-all-as-read").click();
  await soon(async () => (await stored()).map((one) => one?.read)).toEqual([false, true, true]);
});

test("channels are switched for one workflow; those of a critical workflow are not offered", async () => {
  const steps = [aStep("in_app"), aStep("email", { subject: "x" })];
  const name = `Comments ${randomUUID()}`;
  const { id } = await aWorkflow(db, environment, steps, { name });
  await aWorkflow(db, environment, steps, { name: `Logins ${randomUUID()}`, critical: true });
  const { page, bell, headers } = await aPage();
  const item = element(page, "workflow-list-item").filter({ hasText: name });
  const open = async () => {
    await bell.click();
    await element(page, "user-preference-cog").click();
    await item.getByRole("button").first().click();
  };
  const email = element(item, "channel-preference-item").filter({ hasText: "Email" });
  await open();
  await email.locator("label").click();
  await element(item, "workflow-active-channels").getByText("In App", { exact: true }).waitFor();
  const ofWorkflow = ({ template }: { template: { _id: string } }) => template._id === id;
  await soon(async () => {
    const { data } = (await app.inject({ url: "/v1/widgets/preferences", headers })).json();
    return data.find(ofWorkflow).preference.channels;
  }).toEqual({ in_app: true, email: false });
  await page.reload();
  await open();
  expect(await element(email, "channel-preference-item-toggle").isChecked()).toBe(false);
  expect(await page.getByText("Logins").count()).toBe(0);
});

test("every hook by itself: lists and counts, by the socket too; marks, acts on and removes one, some, a feed's and all", async () => {
  const name = `orders-${randomUUID()}`;
  const created = await app.inject({
    method: "POST",
    url: "/v1/feeds",
    headers: environment.headers,
    payload: { name },
  });
  const hooks = created.json().data;
  const buttons = [{ type: "primary" as const, content: "Accept" }];
  const of = { feedId: hooks._id };
  const some = [
    { content: "Order", ...of },
    { content: "Other order", ...of },
    { content: "Third" },
    { content: "Second", cta: { action: { buttons } } },
    { content: "First" },
  ];
  const { page, id, subscriberId, headers, stored } = await aPage(some, { hooks });
  const items = page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
  const press = (label: string) => page.getByRole("button", { name: label, exact: true }).click();
  const shown = (...content: string[]) => soon(() => items.locator("span").allTextContents()).toEqual(content);
  /** The list of the API, oldest first, and of each what was done to it. */
  const kept = () =>
    soon(async () => {
      const { data } = (await app.inject({ url: "/v1/widgets/notifications/feed", headers })).json();
      return data
        .map((one: { content: string; seen: boolean; read: boolean }) =>
          [one.content, ...(one.seen ? ["seen"] : []), ...(one.read ? ["read"] : [])].join(" "),
        )
        .reverse();
    });
  await page.getByText("5 unread, 5 unseen, 2 of the feed").waitFor();
  await shown("First", "Second", "Third", "Other order", "Order");
  const organization = (await app.inject({ url: "/v1/widgets/organization", headers })).json().data;
  await page.getByRole("heading", { name: organization.name, exact: true }).waitFor();

  await press("Read two");
  await kept().toEqual(["Order", "Other order", "Third", "Second seen read", "First seen read"]);
  await page.getByText("3 unread, 3 unseen, 2 of the feed").waitFor();
  await press("See all");
  await kept().toEqual(["Order seen", "Other order seen", "Third seen", "Second seen read", "First seen read"]);
  await page.getByText("3 unread, 0 unseen, 0 of the feed").waitFor();
  await items.filter({ hasText: "Second" }).getByText("Accept").click();
  await soon(async () => (await stored())[3]?.cta?.action).toMatchObject({
    status: "done",
    result: { type: "primary" },
  });

  await items.filter({ hasText: "Third" }).getByText("Remove").click();
  await shown("First", "Second", "Other order", "Order");
  await press("Remove two");
  await shown("Other order", "Order");
  await kept().toEqual(["Order seen", "Other order seen"]);
  await page.getByText("2 unread, 0 unseen, 0 of the feed").waitFor();
  await soon(() => app.inboxRooms.ownerOf(id)).toBeDefined();
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app", { content: "Arrived" })]);
  await deliver(identifier, subscriberId);
  await page.getByText("3 unread, 1 unseen, 0 of the feed").waitFor();
  await press("Remove all of the feed");
  await shown("Arrived");
  await kept().toEqual(["Arrived"]);
  await press("Remove all");
  await shown();
  await kept().toEqual([]);
  await page.getByText("0 unread, 0 unseen, 0 of the feed").waitFor();
});

test("hooks switch a channel of one workflow, and of all", async () => {
  const name = `Comments ${randomUUID()}`;
  const { id } = await aWorkflow(db, environment, [aStep("in_app"), aStep("email", { subject: "x" })], { name });
  const { page, headers } = await aPage([], { hooks: { _id: randomUUID(), identifier: "none" } });
  const byEmail = (what: string) => page.getByLabel(`${what} by email`, { exact: true });
  const read = async (path: string) =>
    (await app.inject({ url: `/v1/widgets/preferences${path}`, headers })).json().data;
  await byEmail(name).click();
  const ofWorkflow = ({ template }: { template: { _id: string } }) => template._id === id;
  await soon(async () => (await read("")).find(ofWorkflow).preference.channels).toEqual({ in_app: true, email: false });
  await soon(() => byEmail(name).isChecked()).toBe(false);
  expect(await byEmail("Everything").isChecked()).toBe(true);
  await byEmail("Everything").click();
  await soon(async () => (await read("/global"))[0].preference).toMatchObject({
    enabled: true,
    channels: { email: false, in_app: true },
  });
  await soon(() => byEmail("Everything").isChecked()).toBe(false);
});
