import { randomUUID } from "node:crypto";
import { Novu } from "@novu/js";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { methodsOf, methodsOfGroups, recording } from "./methods.ts";

// The published inbox client 3.19, which `react` and the other inboxes 3.x are made of.

/** For functions that Belfry does not have, and the client's own affairs. */
const BEYOND = [
  "channelConnections.",
  "channelEndpoints.",
  "loadWebChat",
  "changeContext",
  "notifications.triggerHelloWorldEvent",
  "socket.onSessionSuccess",
  "constructor",
  "clearCache",
];

const { api, environment, deliver } = await apiWithRunner();
const { app, db } = api;
const { scope } = environment;
await app.listen({ host: "127.0.0.1", port: 0 });
const called = new Set<string>();
const calledOfOne = new Set<string>();

const newNovu = (subscriberId: string, options: object = {}) =>
  new Novu({
    applicationIdentifier: environment.applicationIdentifier,
    subscriber: { subscriberId },
    useCache: false,
    apiUrl: app.listeningOrigin,
    socketUrl: app.listeningOrigin,
    ...options,
  });

/** A client with a session of a new subscriber, who has these messages, oldest first. */
async function anInbox(...some: Parameters<typeof storeMessages>[3]) {
  const subscriber = await createTestSubscriber(db, scope);
  const ids = await storeMessages(db, scope, subscriber.id, some);
  const client = newNovu(subscriber.subscriberId);
  onTestFinished(async () => {
    await client.socket.disconnect();
  });
  return { ...subscriber, ids, client, novu: recording(client, called) };
}

/** The data of a result, which must not be an error. */
async function dataOf<T>(result: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await result;
  expect(error).toBeUndefined();
  // Calls without data have none to return.
  return data as T;
}

const button = (type: "primary" | "secondary", content: string) => ({ type, content });
const cta = { action: { buttons: [button("primary", "Yes"), button("secondary", "No")] } };

test("a notification is marked, snoozed, archived, acted on and deleted by its id", async () => {
  const { novu, ids } = await anInbox({ cta }, {}, {});
  const { notifications } = novu;
  const [notificationId = ""] = ids;
  const one = { notificationId };
  const page = await dataOf(notifications.list({ limit: 2 }));
  expect([page.notifications.map(({ id }) => id), page.hasMore]).toEqual([[ids[2], ids[1]], true]);
  const next = await dataOf(notifications.list({ limit: 2, after: ids[1] ?? "" }));
  expect([next.notifications.map(({ id }) => id), next.hasMore]).toEqual([[ids[0]], false]);
  expect(await dataOf(notifications.read(one))).toMatchObject({ isRead: true, isSeen: true });
  expect(await dataOf(notifications.count({ read: false }))).toEqual({ count: 2, filter: { read: false } });
  expect(await dataOf(notifications.unread(one))).toMatchObject({ isRead: false });
  expect(await dataOf(notifications.archive(one))).toMatchObject({ isArchived: true });
  expect(await dataOf(notifications.unarchive(one))).toMatchObject({ isArchived: false });
  const snoozeUntil = new Date(Date.now() + 3_600_000).toISOString();
  expect(await dataOf(notifications.snooze({ ...one, snoozeUntil }))).toMatchObject({
    isSnoozed: true,
    snoozedUntil: snoozeUntil,
  });
  expect((await dataOf(notifications.list({ snoozed: true }))).notifications).toMatchObject([{ id: notificationId }]);
  expect(await dataOf(notifications.unsnooze(one))).toMatchObject({ isSnoozed: false });
  expect(await dataOf(notifications.completePrimary(one))).toMatchObject({ primaryAction: { isCompleted: true } });
  expect(await dataOf(notifications.revertPrimary(one))).toMatchObject({ primaryAction: { isCompleted: false } });
  expect(await dataOf(notifications.completeSecondary(one))).toMatchObject({ secondaryAction: { isCompleted: true } });
  expect(await dataOf(notifications.revertSecondary(one))).toMatchObject({ secondaryAction: { isCompleted: false } });
  const [, middle] = page.notifications;
  if (!middle) throw new Error("The page is too short");
  // By its id alone, the client makes the call and calls it an error whatever is answered.
  expect(await dataOf(notifications.seen({ notification: middle }))).toMatchObject({ id: ids[1], isSeen: true });
  const counted = await dataOf(notifications.count({ filters: [{ seen: false }, { archived: false }] }));
  expect(counted.counts).toEqual([
    { count: 1, filter: { seen: false } },
    { count: 3, filter: { archived: false } },
  ]);
  await dataOf(notifications.delete(one));
  const rest = await dataOf(notifications.list());
  expect(rest.notifications.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  notifications.clearCache();
});

test("all notifications are marked, archived and deleted at once, by tags and data", async () => {
  const { novu } = await anInbox({ tags: ["a"], data: { plan: "pro" } }, { tags: ["b"] }, { tags: ["b"] });
  const { notifications } = novu;
  const count = async (filter: object) => (await dataOf(notifications.count(filter))).count;
  await dataOf(notifications.seenAll({ tags: ["a"] }));
  expect(await count({ seen: false })).toBe(2);
  await dataOf(notifications.readAll({ data: { plan: "pro" } }));
  expect([await count({ read: false }), await count({ read: true, tags: ["a"] })]).toEqual([2, 1]);
  await dataOf(notifications.archiveAllRead());
  expect(await count({ archived: true })).toBe(1);
  await dataOf(notifications.archiveAll({ tags: ["b"] }));
  expect(await count({ archived: true })).toBe(3);
  await dataOf(notifications.deleteAll({ tags: ["b"] }));
  expect(await count({ archived: true })).toBe(1);
});

test("a notification that was listed changes itself", async () => {
  const { novu } = await anInbox({ cta });
  const [listed] = (await dataOf(novu.notifications.list())).notifications;
  if (!listed) throw new Error("The inbox is empty");
  const one = recording(listed, calledOfOne);
  const snoozeUntil = new Date(Date.now() + 3_600_000).toISOString();
  await dataOf(one.seen());
  expect(await dataOf(one.read())).toMatchObject({ isRead: true });
  expect(await dataOf(one.unread())).toMatchObject({ isRead: false });
  expect(await dataOf(one.archive())).toMatchObject({ isArchived: true });
  expect(await dataOf(one.unarchive())).toMatchObject({ isArchived: false });
  expect(await dataOf(one.snooze(snoozeUntil))).toMatchObject({ isSnoozed: true });
  expect(await dataOf(one.unsnooze())).toMatchObject({ isSnoozed: false });
  expect(await dataOf(one.completePrimary())).toMatchObject({ primaryAction: { isCompleted: true } });
  expect(await dataOf(one.revertPrimary())).toMatchObject({ primaryAction: { isCompleted: false } });
  expect(await dataOf(one.completeSecondary())).toMatchObject({ secondaryAction: { isCompleted: true } });
  expect(await dataOf(one.revertSecondary())).toMatchObject({ secondaryAction: { isCompleted: false } });
  await dataOf(one.delete());
  expect((await dataOf(novu.notifications.list())).notifications).toEqual([]);
  const methods = methodsOf(listed).filter((method) => !["on", "off"].includes(method));
  expect(methods.filter((method) => !calledOfOne.has(method))).toEqual([]);
});

test("preferences and the schedule are read and changed, alone and several at once", async () => {
  const { novu } = await anInbox();
  const { identifier, id } = await aWorkflow(db, environment, [aStep("in_app"), aStep("email", { subject: "x" })]);
  const { preferences } = novu;
  const changed = await dataOf(preferences.update({ workflowId: id, channels: { email: false } }));
  expect(changed).toMatchObject({ level: "template", channels: { email: false }, workflow: { identifier } });
  const several = [{ workflowId: identifier, channels: { in_app: false } }];
  expect(await dataOf(preferences.bulkUpdate(several))).toMatchObject([{ channels: { email: false, in_app: false } }]);
  const monday = { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] };
  const schedule = { isEnabled: true, weeklySchedule: { monday } };
  expect(await dataOf(preferences.schedule.update(schedule))).toMatchObject(schedule);
  await dataOf(preferences.schedule.update({ isEnabled: false }));
  expect(await dataOf(preferences.schedule.get())).toMatchObject({ isEnabled: false, weeklySchedule: { monday } });
  const listed = await dataOf(preferences.list());
  expect(listed.find(({ level }) => level === "global")?.schedule).toMatchObject({ isEnabled: false });
  const ofWorkflow = listed.find(({ workflow }) => workflow?.identifier === identifier);
  expect(ofWorkflow).toMatchObject({ channels: { email: false, in_app: false } });
  if (ofWorkflow)
    expect(await dataOf(ofWorkflow.update({ channels: { email: true } }))).toMatchObject({ channels: { email: true } });
});

test("subscriptions are made, listed, read, changed and ended, with conditions, alone and several at once", async () => {
  const { novu, client, subscriberId } = await anInbox();
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const other = await aWorkflow(db, environment, [aStep("in_app")]);
  const [topicKey, identifier] = [`crew-${randomUUID()}`, `own-${randomUUID()}`];
  const operands: [object, string] = [{ var: "payload.tier" }, "premium"];
  const condition = { "===": operands };
  const { subscriptions } = novu;
  expect(await dataOf(subscriptions.list({ topicKey }))).toEqual([]);
  expect(await dataOf(subscriptions.get({ topicKey, identifier }))).toBeNull();
  const created = await dataOf(
    subscriptions.create({
      topicKey,
      topicName: "Crew",
      identifier,
      name: "Mine",
      preferences: [{ workflowId: workflow.identifier, condition }],
    }),
  );
  expect(created).toMatchObject({ identifier, topicKey });
  expect(created.preferences).toMatchObject([
    { subscriptionId: identifier, enabled: true, condition, workflow: { identifier: workflow.identifier } },
  ]);
  const plain = await dataOf(subscriptions.create({ topicKey }));
  expect(plain.identifier).toBe(`tk_${topicKey}:si_${subscriberId}`);
  // The default identifier is the client's own.
  expect(await dataOf(subscriptions.get({ topicKey }))).toMatchObject({ id: plain.id });
  const asked = await dataOf(subscriptions.get({ topicKey, workflowIds: [other.identifier] }));
  expect(asked?.preferences).toMatchObject([{ enabled: true, workflow: { id: other.id } }]);
  expect((await dataOf(subscriptions.list({ topicKey }))).map((one) => one.identifier)).toEqual([
    identifier,
    plain.identifier,
  ]);
  const chosen = await dataOf(created.updatePreference({ workflowId: workflow.id, value: false }));
  expect([chosen.enabled, chosen.condition, chosen.subscriptionId]).toEqual([false, undefined, identifier]);
  const again = await dataOf(chosen.update({ value: condition }));
  expect([again.enabled, again.condition]).toEqual([true, condition]);
  const several = await dataOf(
    created.bulkUpdatePreferences([
      { workflowId: workflow.identifier, value: true },
      { workflowId: other.identifier, value: false },
    ]),
  );
  expect(several.map(({ enabled, condition: one }) => [enabled, one])).toEqual([
    [true, undefined],
    [false, undefined],
  ]);
  const patched = await dataOf(
    subscriptions.update({
      topicKey,
      identifier,
      name: "Ours",
      preferences: [{ filter: { tags: ["none"], workflowIds: [other.id] }, enabled: false }],
    }),
  );
  expect(patched.preferences).toMatchObject([{ workflow: { id: other.id }, enabled: false }]);
  await dataOf(subscriptions.delete({ topicKey, identifier }));
  await dataOf(plain.delete());
  expect(await dataOf(client.subscriptions.list({ topicKey }))).toEqual([]);
});

test.each(["self-hosted", "cloud"])(
  "a notification arrives by the socket of kind %s with its counts, and marks change them",
  async (socketType) => {
    const { id, subscriberId } = await createTestSubscriber(db, scope);
    const socketUrl = socketType === "cloud" ? `${app.listeningOrigin}/v1/inbox/socket` : app.listeningOrigin;
    // Node 20 has no WebSocket of its own.
    const socketOptions = { socketType, ...(socketType === "cloud" && { WebSocket }) };
    const novu = recording(newNovu(subscriberId, { socketUrl, socketOptions }), called);
    onTestFinished(async () => {
      await novu.socket.disconnect();
    });
    const [received, unseen, unread] = [vi.fn(), vi.fn(), vi.fn()];
    novu.on("notifications.notification_received", received);
    novu.on("notifications.unseen_count_changed", unseen);
    novu.on("notifications.unread_count_changed", unread);
    expect(novu.socket.isSocketEvent("notifications.notification_received")).toBe(true);
    await dataOf(novu.socket.connect());
    await vi.waitFor(() => expect(app.inboxRooms.ownerOf(id)).toBeDefined(), 5_000);
    const { identifier } = await aWorkflow(db, environment, [aStep("in_app")]);
    const transactionId = await deliver(identifier, subscriberId);
    const counts = (total: number) => ({
      result: { total, severity: { high: 0, medium: 0, low: 0, none: total } },
    });
    await vi.waitFor(() => expect(unread).toHaveBeenLastCalledWith(counts(1)), 5_000);
    expect(unseen).toHaveBeenLastCalledWith({ result: 1 });
    expect(received).toHaveBeenCalledTimes(1);
    const { result } = received.mock.calls[0]?.[0] ?? {};
    expect(result).toMatchObject({
      transactionId,
      body: "in_app for Grace",
      isRead: false,
      isArchived: false,
      isSnoozed: false,
      workflow: { identifier },
    });
    await dataOf(result.read());
    await vi.waitFor(() => expect(unread).toHaveBeenLastCalledWith(counts(0)), 5_000);
    novu.off("notifications.notification_received", received);
    await deliver(identifier, subscriberId);
    await vi.waitFor(() => expect(unread).toHaveBeenLastCalledWith(counts(1)), 5_000);
    expect(received).toHaveBeenCalledTimes(1);
  },
);

test.each(["self-hosted", "cloud"])(
  "a value is read as it was written, from lists and by the socket of kind %s",
  async (socketType) => {
    const { id, subscriberId } = await createTestSubscriber(db, scope);
    const socketUrl = socketType === "cloud" ? `${app.listeningOrigin}/v1/inbox/socket` : app.listeningOrigin;
    const socketOptions = { socketType, ...(socketType === "cloud" && { WebSocket }) };
    const novu = newNovu(subscriberId, { socketUrl, socketOptions });
    onTestFinished(async () => {
      await novu.socket.disconnect();
    });
    const received = vi.fn();
    novu.on("notifications.notification_received", received);
    await dataOf(novu.socket.connect());
    await vi.waitFor(() => expect(app.inboxRooms.ownerOf(id)).toBeDefined(), 5_000);
    const name = "O'Brien & <i>Co</i>";
    const step = aStep("in_app", { content: `Hi {{ "${name}" }}`, subject: `For {{ "${name}" }}` });
    const { identifier } = await aWorkflow(db, environment, [step]);
    await deliver(identifier, subscriberId);
    await vi.waitFor(() => expect(received).toHaveBeenCalled(), 5_000);
    const shown = { body: `Hi ${name}`, subject: `For ${name}` };
    expect(received.mock.calls[0]?.[0].result).toMatchObject(shown);
    expect((await dataOf(novu.notifications.list())).notifications).toMatchObject([shown]);
  },
);

test("another subscriber takes the client over, and a session that is refused is an error of every call", async () => {
  const { novu } = await anInbox({});
  expect((await dataOf(novu.notifications.list())).notifications).toHaveLength(1);
  const { subscriberId } = await createTestSubscriber(db, scope);
  await novu.changeSubscriber({ subscriber: { subscriberId } });
  expect((await dataOf(novu.notifications.list())).notifications).toEqual([]);
  const stranger = newNovu("ada", { applicationIdentifier: `unknown-${randomUUID()}` });
  expect(await stranger.notifications.list()).toMatchObject({ error: expect.any(Error) });
});

test("what Belfry does not have is an error with a message, and never a failure of the server", async () => {
  const { client } = await anInbox();
  const answers = await Promise.all([client.channelConnections.list(), client.channelEndpoints.list()]);
  for (const { error } of answers) expect(error).toMatchObject({ message: expect.any(String) });
  expect(answers.map(({ error }) => Reflect.get(error?.originalError ?? {}, "status"))).toEqual([404, 404]);
});

test("every method of the client is called here, or is for a function that Belfry does not have", async () => {
  const { client } = await anInbox();
  const ofClient = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(client)));
  const own = ofClient.flatMap(([name, { value }]) => (typeof value === "function" ? [name] : []));
  const ofSchedule = methodsOfGroups({ schedule: client.preferences.schedule }).map((name) => `preferences.${name}`);
  const isListed = (method: string) => BEYOND.some((prefix) => method.startsWith(prefix));
  const all = [...own, "on", "off", ...methodsOfGroups(client), ...ofSchedule];
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter((method) => !called.has(method) && !isListed(method))).toEqual([]);
});
