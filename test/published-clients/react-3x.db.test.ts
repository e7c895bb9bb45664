import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { and, eq } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { messages } from "#db/schema/messages.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { customerPages } from "#test/support/customer-page.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";

// The published `<Inbox>` 3.19 and its hooks, in a browser, on a page of another origin.

const { api, environment, deliver } = await apiWithRunner();
const { app, db } = api;
const { scope, applicationIdentifier } = environment;
await app.listen({ host: "127.0.0.1", port: 0 });
const preflights: string[] = [];
app.server.on("request", ({ method, headers }) => {
  if (method === "OPTIONS") preflights.push(headers["access-control-request-headers"] ?? "");
});
const upgraded: Duplex[] = [];
app.server.on("upgrade", (_request, socket) => upgraded.push(socket));
const site = await customerPages(fileURLToPath(new URL("pages/react-inbox.tsx", import.meta.url)));

const urls = { backendUrl: app.listeningOrigin, socketUrl: app.listeningOrigin };
const element = (page: Page | Locator, name: string) => page.locator(`.nv-${name}`);
const text = (page: Page | Locator, key: string) => page.locator(`[data-localization="${key}"]`);
const subjects = (page: Page) => element(page, "notificationBody");

/** A page with the inbox of a new subscriber, who has these messages, oldest first. */
async function aPage(some: Parameters<typeof storeMessages>[3] = [], settings: object = {}) {
  const subscriber = await createTestSubscriber(db, scope);
  const ids = await storeMessages(db, scope, subscriber.id, some);
  const page = await site.open({ applicationIdentifier, subscriber: subscriber.subscriberId, ...urls, ...settings });
  const bell = page.locator(".nv-inbox__popoverTrigger");
  return {
    ...subscriber,
    ids,
    page,
    bell,
    row: (content: string) => page.locator("a", { hasText: content }),
    /** The subscriber's messages as they are stored. */
    stored: async (id: string | undefined) => {
      const rows = await db.select().from(messages).where(eq(messages.subscriberId, subscriber.id));
      return rows.find((row) => row.id === id);
    },
    read: async (url: string) =>
      (await app.inject({ url: `/v1/inbox/${url}`, headers: subscriber.headers })).json().data,
  };
}

/** Expects something of a value that the page or the API changes. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 5_000 });

/** Clicks what a notification shows while the pointer is over it. */
async function press(row: Locator, name: string) {
  await row.hover();
  await element(row, name).click();
}

async function filter(page: Page, key: string) {
  await element(page, "inboxStatus__dropdownTrigger").click();
  await text(page, `inbox.filters.dropdownOptions.${key}`).click();
}

async function ofAll(page: Page, key: string) {
  await element(page, "moreActions__dropdownTrigger").click();
  await text(page, `notifications.actions.${key}`).click();
}

test("a page of another origin shows the unread count in the bell, and the list page by page", async () => {
  const some = Array.from({ length: 12 }, (_, index) => ({ content: `Message ${index}.` }));
  const { page, bell, ids, stored: message } = await aPage([...some, { content: "Fire", severity: "high" }]);
  await bell.getByText("13 unread, 1 high").waitFor();
  expect(preflights).toContain("authorization,content-type,novu-api-version,novu-client-version");
  await bell.click();
  await soon(() => subjects(page).count()).toBe(10);
  await subjects(page).last().hover();
  await page.mouse.wheel(0, 5_000);
  await subjects(page).nth(12).waitFor();
  await subjects(page).last().scrollIntoViewIfNeeded();
  await soon(() => subjects(page).allTextContents()).toEqual(["Fire", ...some.map(({ content }) => content).reverse()]);
  // It says by itself what was in view for a second.
  await soon(() => message(ids[0])).toMatchObject({ seen: true, read: false });
});

test("a notification lights up the bell while the inbox is closed, and is announced while it is open", async () => {
  const { page, bell, id, subscriberId, row } = await aPage();
  await soon(() => app.inboxRooms.ownerOf(id)).toBeDefined();
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app", { content: "First" })]);
  await deliver(identifier, subscriberId);
  await bell.getByText("1 unread").waitFor();
  await bell.click();
  await row("First").waitFor();
  const { identifier: second } = await aWorkflow(db, environment, [aStep("in_app", { content: "Second" })]);
  await deliver(second, subscriberId);
  await text(page, "notifications.newNotifications").click();
  await row("Second").waitFor();
  await soon(() => subjects(page).allTextContents()).toEqual(["Second", "First"]);
  await bell.getByText("2 unread").waitFor();
});

test("a notification is read, unread, archived and brought back by the controls of its row", async () => {
  const { page, bell, ids, row, stored: message } = await aPage([{ content: "Other" }, { content: "Mine" }]);
  const mine = row("Mine");
  await bell.click();
  await press(mine, "notificationRead__button");
  await bell.getByText("1 unread").waitFor();
  await soon(() => message(ids[1])).toMatchObject({ read: true, seen: true, archived: false });
  await filter(page, "unread");
  await mine.waitFor({ state: "detached" });
  await soon(() => subjects(page).allTextContents()).toEqual(["Other"]);
  await filter(page, "default");
  await press(mine, "notificationUnread__button");
  await bell.getByText("2 unread").waitFor();
  await soon(() => message(ids[1])).toMatchObject({ read: false, seen: true });
  await press(mine, "notificationArchive__button");
  await mine.waitFor({ state: "detached" });
  await bell.getByText("1 unread").waitFor();
  await soon(() => message(ids[1])).toMatchObject({ archived: true, read: true });
  await filter(page, "archived");
  await press(mine, "notificationUnarchive__button");
  await mine.waitFor({ state: "detached" });
  await soon(() => message(ids[1])).toMatchObject({ archived: false, read: true });
  await filter(page, "default");
  await mine.waitFor();
  await soon(() => subjects(page).allTextContents()).toEqual(["Mine", "Other"]);
});

test("a notification is snoozed for an hour, listed with the snoozed ones, and brought back", async () => {
  const { page, bell, ids, row, stored: message } = await aPage([{ content: "Other" }, { content: "Mine" }]);
  await bell.click();
  await press(row("Mine"), "notificationSnooze__button");
  await page.getByText("An hour from now").click();
  await row("Mine").waitFor({ state: "detached" });
  await bell.getByText("1 unread").waitFor();
  const until = (await message(ids[1]))?.snoozedUntil;
  expect(Math.abs(Number(until) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  await filter(page, "snoozed");
  await row("Mine").getByText("Snoozed until").waitFor();
  await press(row("Mine"), "notificationUnsnooze__button");
  await row("Mine").waitFor({ state: "detached" });
  await bell.getByText("2 unread").waitFor();
  await soon(() => message(ids[1])).toMatchObject({ snoozedUntil: null, read: false });
  await filter(page, "default");
  await row("Mine").waitFor();
});

test("all notifications are read, and archived, at once", async () => {
  const { page, bell, ids, row, stored: message } = await aPage([{ content: "Old" }, { content: "New" }]);
  await bell.click();
  await press(row("Old"), "notificationRead__button");
  await bell.getByText("1 unread").waitFor();
  await ofAll(page, "archiveRead");
  await row("Old").waitFor({ state: "detached" });
  await soon(() => message(ids[0])).toMatchObject({ archived: true });
  await soon(() => message(ids[1])).toMatchObject({ archived: false, read: false });
  await ofAll(page, "readAll");
  await bell.getByText("0 unread").waitFor();
  await soon(() => message(ids[1])).toMatchObject({ archived: false, read: true });
  await ofAll(page, "archiveAll");
  await text(page, "notifications.emptyNotice").waitFor();
  await soon(() => message(ids[1])).toMatchObject({ archived: true });
});

test("each tab has the notifications of its tags, their count, and marks only those", async () => {
  const tabs = [
    { label: "Everything", filter: { tags: [] } },
    { label: "Orders", filter: { tags: ["orders"] } },
    { label: "Urgent", filter: { severity: "high" } },
  ];
  const some = [
    { content: "Order", tags: ["orders"] },
    { content: "Comment" },
    { content: "Fire", severity: "high" as const },
  ];
  const { page, bell, ids, id, subscriberId, stored: message } = await aPage(some, { tabs });
  const tab = (name: string) => page.getByRole("tab", { name });
  const shown = page.locator("[role=tabpanel]:visible").locator(".nv-notificationBody");
  await bell.click();
  await tab("Orders").getByText("1", { exact: true }).waitFor();
  await soon(() => app.inboxRooms.ownerOf(id)).toBeDefined();
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app")], { tags: ["orders"] });
  await deliver(identifier, subscriberId);
  await tab("Orders").getByText("2", { exact: true }).waitFor();
  await tab("Orders").click();
  await soon(() => shown.allTextContents()).toEqual(["in_app for Grace", "Order"]);
  await ofAll(page, "readAll");
  await tab("Everything").getByText("2", { exact: true }).waitFor();
  await bell.getByText("2 unread").waitFor();
  await soon(() => Promise.all(ids.map(async (one) => (await message(one))?.read))).toEqual([true, false, false]);
  await tab("Urgent").click();
  await soon(() => shown.allTextContents()).toEqual(["Fire"]);
});

test("buttons complete their action and lead where they say, and so does the notification itself", async () => {
  const buttons = [
    { type: "primary" as const, content: "Accept", url: "/accepted", target: "_self" as const },
    { type: "secondary" as const, content: "Help", url: `${site.origin}/help`, target: "_blank" as const },
  ];
  const link = { data: { url: "/orders/7" }, type: "redirect" as const };
  const {
    page,
    bell,
    ids,
    row,
    stored: message,
  } = await aPage([
    { content: "Order", cta: link },
    { content: "Shall we?", cta: { action: { buttons } } },
  ]);
  await bell.click();
  const [help] = await Promise.all([page.context().waitForEvent("page"), row("Shall we?").getByText("Help").click()]);
  await help.getByRole("heading", { name: "/help" }).waitFor();
  await help.close();
  expect((await message(ids[1]))?.cta?.action).toMatchObject({ status: "done", result: { type: "secondary" } });
  await row("Shall we?").getByText("Accept").click();
  await page.waitForURL("**/accepted");
  await soon(() => message(ids[1])).toMatchObject({ cta: { action: { result: { type: "primary" } } }, read: true });
  await row("Order").click();
  await page.waitForURL("**/orders/7");
  await soon(() => message(ids[0])).toMatchObject({ read: true });
  await bell.getByText("0 unread").waitFor();
});

test("channels are switched for everything and for one workflow; those of a critical workflow cannot be", async () => {
  const steps = [aStep("in_app"), aStep("email", { subject: "x" }), aStep("sms")];
  const name = `Comments ${randomUUID()}`;
  const { id } = await aWorkflow(db, environment, steps, { name });
  const critical = await aWorkflow(db, environment, steps, { name: `Logins ${randomUUID()}`, critical: true });
  const { page, bell, read } = await aPage([], { preferencesFilter: { criticality: "all" } });
  const channel = (workflow: string, type: string) => page.locator(`[id="channel-${workflow}-${type}"]`);
  const toggle = (workflow: string, type: string) => page.locator(`label[for="channel-${workflow}-${type}"]`).click();
  const preference = async (workflow: string) => {
    const all: { level: string; channels: object; workflow?: { id: string } }[] =
      await read("preferences?criticality=all");
    return all.find((one) => (one.workflow?.id ?? "") === workflow)?.channels;
  };
  const open = async () => {
    await bell.click();
    await element(page, "preferences__button").click();
    await text(page, "preferences.global").click();
    await page.getByText(name).click();
    await page.getByText("Logins").click();
  };
  await open();
  await toggle("", "email");
  await soon(() => preference("")).toMatchObject({ email: false, sms: true });
  expect(await preference(id)).toEqual({ in_app: true, email: false, sms: true });
  expect(await preference(critical.id)).toEqual({ in_app: true, email: true, sms: true });
  await toggle(id, "sms");
  await soon(() => preference(id)).toEqual({ in_app: true, email: false, sms: false });
  expect(await channel(critical.id, "sms").isDisabled()).toBe(true);
  await page.reload();
  await open();
  for (const [workflow, type, isOn] of [
    ["", "email", false],
    ["", "sms", true],
    [id, "in_app", true],
    [id, "email", false],
    [id, "sms", false],
    [critical.id, "email", true],
  ] as const) {
    expect([workflow, type, await channel(workflow, type).isChecked()]).toEqual([workflow, type, isOn]);
  }
});

test("the hours of a subscriber are switched on, changed by the day and by the clock, and switched off again", async () => {
  const { page, bell, read } = await aPage();
  const hours = async () => (await read("preferences/global")).schedule;
  const open = async () => {
    await bell.click();
    await element(page, "preferences__button").click();
    await text(page, "preferences.schedule.title").waitFor();
  };
  await open();
  const row = element(page, "scheduleContainer");
  const day = (name: string) => element(row, "scheduleBodyRow").filter({ hasText: name });
  // The page draws its rows anew when it has the answer to a change, which would lose what is clicked meanwhile.
  const change = async (control: Locator) => {
    const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
    await control.click();
    await (await answered).finished();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  };
  await change(element(row, "scheduleActionsContainer").locator("label"));
  const nineToFive = { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] };
  const days = { monday: nineToFive, friday: nineToFive };
  await soon(hours).toMatchObject({ isEnabled: true, weeklySchedule: days });
  await change(day("Sunday").locator("label").first());
  await soon(hours).toMatchObject({ weeklySchedule: { ...days, sunday: nineToFive } });
  await element(day("Monday"), "timeSelect__dropdownTrigger").first().click();
  await change(page.getByText("10:30 AM", { exact: true }));
  await soon(async () => (await hours()).weeklySchedule.monday.hours).toEqual([{ start: "10:30 AM", end: "05:00 PM" }]);
  await page.reload();
  await open();
  await day("Monday").getByText("10:30").waitFor();
  await change(element(row, "scheduleActionsContainer").locator("label"));
  await soon(hours).toMatchObject({ isEnabled: false, weeklySchedule: { sunday: nineToFive } });
});

test("a socket that was cut comes back by itself, and the next notification brings the count of what was missed", async () => {
  const { bell, id, subscriberId, row } = await aPage();
  await soon(() => app.inboxRooms.ownerOf(id)).toBeDefined();
  for (const socket of upgraded.splice(0)) socket.destroy();
  await soon(() => app.inboxRooms.ownerOf(id)).toBeUndefined();
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app")]);
  await deliver(identifier, subscriberId);
  await soon(() => app.inboxRooms.ownerOf(id)).toBeDefined();
  await deliver(identifier, subscriberId);
  await bell.getByText("2 unread").waitFor();
  await bell.click();
  await row("in_app for Grace").nth(1).waitFor();
});

test("hooks list, count and mark notifications, receive them, and switch channels and hours", async () => {
  const name = `Comments ${randomUUID()}`;
  const workflow = await aWorkflow(db, environment, [aStep("in_app"), aStep("email", { subject: "x" })], { name });
  const subscriber = await createTestSubscriber(db, scope);
  await storeMessages(db, scope, subscriber.id, [{ content: "One" }, { content: "Two" }, { content: "Three" }]);
  const { subscriberId } = subscriber;
  const page = await site.open({ hooks: { applicationIdentifier, subscriber: subscriberId, ...urls } });
  const list = page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
  const button = (label: string) => page.getByRole("button", { name: label, exact: true });
  const listed = (...content: string[]) =>
    soon(async () => (await list.allTextContents()).map((one) => one.replace(/(Read)?Later$/, ""))).toEqual(content);
  await page.getByText("3 unread, 3 unseen").waitFor();
  await listed("Three", "Two");
  await button("More").click();
  await listed("Three", "Two", "One");
  await list.filter({ hasText: "One" }).getByText("Read").click();
  await page.getByText("2 unread, 2 unseen").waitFor();
  await soon(() => app.inboxRooms.ownerOf(subscriber.id)).toBeDefined();
  await deliver(workflow.identifier, subscriberId);
  await page.getByText("3 unread, 3 unseen").waitFor();
  await listed("in_app for Grace", "Three", "Two", "One");
  await button("See all").click();
  await page.getByText("3 unread, 0 unseen").waitFor();
  await button("Archive read").click();
  await listed("in_app for Grace", "Three", "Two");
  await button("Read all").click();
  await page.getByText("0 unread, 0 unseen").waitFor();
  await button("Archive all").click();
  await listed();
  const inApp = and(eq(messages.subscriberId, subscriber.id), eq(messages.channel, "in_app"));
  const marked = { archived: true, read: true, seen: true };
  await soon(() => db.select().from(messages).where(inApp)).toMatchObject([marked, marked, marked, marked]);

  const get = async (url: string) =>
    (await app.inject({ url: `/v1/inbox/${url}`, headers: subscriber.headers })).json().data;
  const byEmail = page.getByLabel(`${name} by email`);
  await byEmail.click();
  const ofWorkflow = (one: { workflow?: { id: string } }) => one.workflow?.id === workflow.id;
  await soon(async () => (await get("preferences")).find(ofWorkflow).channels).toEqual({ in_app: true, email: false });
  await soon(() => byEmail.isChecked()).toBe(false);
  await page.getByText("At any time").waitFor();
  await button("Hours").click();
  await page.getByText("Within hours").waitFor();
  await soon(async () => (await get("preferences/global")).schedule).toMatchObject({ isEnabled: true });
});

test("hooks read again what was changed elsewhere, and the client of useNovu acts on a notification", async () => {
  const subscriber = await createTestSubscriber(db, scope);
  const stored = [{ content: "One" }, { content: "Two" }];
  const [, second] = await storeMessages(db, scope, subscriber.id, stored);
  const { subscriberId, headers } = subscriber;
  const page = await site.open({ hooks: { applicationIdentifier, subscriber: subscriberId, ...urls } });
  const list = page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
  const byEmail = page.getByLabel("Everything by email");
  const change = (method: "PATCH" | "POST", url: string, payload: object) =>
    app.inject({ method, url: `/v1/inbox/${url}`, headers, payload });
  await page.getByText("2 unread, 2 unseen").waitFor();
  await page.getByText("At any time").waitFor();
  await list.nth(1).waitFor();
  expect(await byEmail.isChecked()).toBe(true);

  await list.filter({ hasText: "Two" }).getByText("Later").click();
  const isSnoozed = async () => {
    const { data } = (await app.inject({ url: "/v1/inbox/notifications?snoozed=true", headers })).json();
    return data.map(({ id, isSnoozed }: { id: string; isSnoozed: boolean }) => [id, isSnoozed]);
  };
  await soon(isSnoozed).toEqual([[second, true]]);
  await page.getByText("1 unread, 1 unseen").waitFor();
  await change("PATCH", "preferences", { email: false, schedule: { isEnabled: true } });
  // Stored, and not told to anybody who is connected.
  await storeMessages(db, scope, subscriber.id, [{ content: "Three" }]);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText("2 unread, 2 unseen").waitFor();
  await page.getByText("Within hours").waitFor();
  await soon(() => list.allTextContents()).toEqual(["ThreeReadLater", "OneReadLater"]);
  await soon(() => byEmail.isChecked()).toBe(false);
});
