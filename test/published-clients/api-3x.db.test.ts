import { randomUUID } from "node:crypto";
import { Novu } from "@novu/api";
import { ProvidersIdEnum } from "@novu/api/models/components/providersidenum.js";
import { expect, test } from "vitest";
import { providerAlias } from "#contract/constants/provider-ids.ts";
import { providers } from "#providers/registry.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { methodsOf, OF_WORKFLOWS_3X, recording } from "./methods.ts";

// The published typed client 3.x validates every answer, so that a method which resolves has been answered as it demands.

/** Groups and methods for functions that Belfry does not have. */
const BEYOND = [
  "contexts.",
  "channelConnections.",
  "channelEndpoints.",
  "environmentVariables.",
  "translations.",
  "agents.",
  "domains.",
  "activity.",
  "integrations.integrationsControllerAutoConfigureIntegration",
  "integrations.createMobileLink",
  "integrations.integrationsControllerConfigureIntegrationWebhook",
  "integrations.generateConnectOAuthUrl",
  "integrations.linkChannelEndpoint",
  "integrations.generateLinkUserOAuthUrl",
  "integrations.generateChatOAuthUrl",
];

const { api, environment, runner } = await apiWithRunner();
const { db } = api;
const { scope } = environment;
await api.app.listen({ host: "127.0.0.1", port: 0 });
const called = new Set<string>();
const client = new Novu({
  secretKey: environment.organizationApiKey,
  serverURL: api.app.listeningOrigin,
  retryConfig: { strategy: "none" },
});
const novu = recording(client, called);

const newSubscriber = async () => (await createTestSubscriber(db, scope)).subscriberId;

/** A subscriber with in-app messages, oldest first. */
async function anInbox(...some: Parameters<typeof storeMessages>[3]) {
  const { id, subscriberId } = await createTestSubscriber(db, scope);
  return { subscriberId, ids: await storeMessages(db, scope, id, some) };
}

/** Triggers through the client and carries the event out. */
async function deliver(workflowId: string, to: Parameters<typeof novu.trigger>[0]["to"], payload = {}) {
  const { result } = await novu.trigger({ workflowId, to, payload });
  const start = api.started.find(({ event }) => event.transactionId === result.transactionId);
  if (start) await runner.toEnd(start.event);
  return result.transactionId ?? "";
}

test("subscribers are created, found, changed and deleted", async () => {
  const subscriberId = `ada-${randomUUID()}`;
  const email = `${subscriberId}@example.com`;
  const profile = { subscriberId, firstName: "Ada", lastName: "Lovelace", email, timezone: "Europe/London" };
  const created = await novu.subscribers.create({ ...profile, data: { plan: "pro" } });
  expect(created.result).toMatchObject(profile);
  const again = await novu.subscribers.create({ subscriberId }, true).catch((error) => error);
  expect(again).toMatchObject({ statusCode: 409, subscriberId, firstName: "Ada" });
  const patched = await novu.subscribers.patch({ firstName: null, phone: "+4412345" }, subscriberId);
  expect(patched.result).toMatchObject({ lastName: "Lovelace", phone: "+4412345" });
  const { result } = await novu.subscribers.retrieve(subscriberId);
  expect([result.firstName, result.data]).toEqual([undefined, { plan: "pro" }]);
  const { result: found } = await novu.subscribers.search({ email: email.slice(0, 20).toUpperCase() });
  expect(found).toMatchObject({ data: [{ subscriberId }], next: null, previous: null, totalCount: 1 });
  const bulk = await novu.subscribers.createBulk({
    subscribers: [{ subscriberId }, { subscriberId: `${subscriberId}-2` }],
  });
  expect(bulk.result).toMatchObject({ updated: [{ subscriberId }], created: [{ subscriberId: `${subscriberId}-2` }] });
  expect((await novu.subscribers.delete(subscriberId)).result).toEqual({ acknowledged: true, status: "deleted" });
  expect(await novu.subscribers.retrieve(subscriberId).catch((error) => error)).toMatchObject({ statusCode: 404 });
});

test("a list is read on from a cursor, in both directions", async () => {
  const prefix = `page-${randomUUID()}`;
  for (const letter of ["a", "b", "c"]) await novu.subscribers.create({ subscriberId: `${prefix}-${letter}` });
  const page = async (query: object) => {
    const { result } = await novu.subscribers.search({ subscriberId: prefix, limit: 2, ...query });
    return { ...result, ids: result.data.map(({ subscriberId }) => subscriberId.at(-1)).join("") };
  };
  const first = await page({});
  expect([first.ids, first.previous, first.totalCount]).toEqual(["cb", null, 3]);
  const second = await page({ after: first.next });
  expect([second.ids, second.next]).toEqual(["a", null]);
  expect(await page({ before: second.previous })).toMatchObject({ ids: "cb", previous: null });
  expect(await page({ after: first.next, includeCursor: true })).toMatchObject({ ids: "ba", next: null });
  expect(await page({ orderDirection: "ASC" })).toMatchObject({ ids: "ab" });
});

test("preferences are changed for one workflow, for several and for all", async () => {
  const subscriberId = await newSubscriber();
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app"), aStep("email", { subject: "x" })]);
  const { result } = await novu.subscribers.preferences.update(
    { workflowId: identifier, channels: { email: false } },
    subscriberId,
  );
  const ofWorkflow = ({ workflows }: typeof result) =>
    workflows.find(({ workflow }) => workflow.identifier === identifier);
  expect(ofWorkflow(result)).toMatchObject({ channels: { email: false, inApp: true } });
  const [bulk] = (
    await novu.subscribers.preferences.bulkUpdate(
      { preferences: [{ workflowId: identifier, channels: { inApp: false } }] },
      subscriberId,
    )
  ).result;
  expect(bulk).toMatchObject({ level: "template", channels: { email: false, inApp: false } });
  const monday = { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] };
  const schedule = { isEnabled: true, weeklySchedule: { monday } };
  await novu.subscribers.preferences.update({ channels: { sms: false }, schedule }, subscriberId);
  const { result: listed } = await novu.subscribers.preferences.list({ subscriberId });
  expect(listed.global).toMatchObject({ enabled: true, channels: { sms: false, email: true }, schedule });
  expect(ofWorkflow(listed)).toMatchObject({ channels: { email: false, inApp: false } });
});

test("a subscriber's inbox is read and changed, one notification or all at once", async () => {
  const buttons = [{ type: "primary" as const, content: "Yes" }];
  const { subscriberId, ids } = await anInbox({ cta: { action: { buttons } } }, {}, {});
  const { notifications } = novu.subscribers;
  const [notificationId = ""] = ids;
  const one = { subscriberId, notificationId };
  const { result: page } = await notifications.list({ subscriberId, limit: 2 });
  expect([page.data.map(({ id }) => id), page.hasMore]).toEqual([[ids[2], ids[1]], true]);
  expect((await notifications.markAsRead(one)).result.isRead).toBe(true);
  expect((await notifications.markAsUnread(one)).result.isRead).toBe(false);
  expect((await notifications.archive(one)).result.isArchived).toBe(true);
  expect((await notifications.unarchive(one)).result.isArchived).toBe(false);
  const snoozeUntil = new Date(Date.now() + 3_600_000);
  const snoozed = await notifications.snooze({ ...one, snoozeSubscriberNotificationDto: { snoozeUntil } });
  expect(snoozed.result.isSnoozed).toBe(true);
  expect((await notifications.unsnooze(one)).result.isSnoozed).toBe(false);
  const action = { ...one, actionType: "primary" as const };
  expect((await notifications.completeAction(action)).result.primaryAction?.isCompleted).toBe(true);
  expect((await notifications.revertAction(action)).result.primaryAction?.isCompleted).toBe(false);
  const count = async (filter: object) =>
    (await notifications.count(subscriberId, JSON.stringify([filter]))).result[0]?.count;
  expect(await count({ seen: false })).toBe(2);
  await notifications.markAsSeen({ notificationIds: ids }, subscriberId);
  expect(await count({ seen: false })).toBe(0);
  await notifications.markAllAsRead({}, subscriberId);
  expect(await count({ read: false })).toBe(0);
  await notifications.archiveAllRead({}, subscriberId);
  expect(await count({ archived: true })).toBe(3);
  await notifications.archiveAll({}, subscriberId);
  await notifications.delete(one);
  expect(await count({ archived: true })).toBe(2);
  await notifications.deleteAll({}, subscriberId);
  expect(await count({ archived: true })).toBe(0);
});

test("the feed, its count, marks, actions and messages are those of the first version", async () => {
  const buttons = [{ type: "primary" as const, content: "Yes" }];
  const transactionId = randomUUID();
  const { subscriberId, ids } = await anInbox({ cta: { action: { buttons } } }, { transactionId });
  const { messages, notifications } = novu.subscribers;
  const [messageId = "", other = ""] = ids;
  expect((await notifications.unseenCount({ subscriberId })).result.count).toBe(2);
  const marked = await messages.markAllAs({ messageId, markAs: "read" }, subscriberId);
  expect(marked.result).toMatchObject([{ id: messageId, read: true, subscriber: { subscriberId } }]);
  await messages.updateAsSeen({
    subscriberId,
    messageId,
    type: "primary",
    markMessageActionAsSeenDto: { status: "done" },
  });
  const { result: feed } = await notifications.feed({ subscriberId });
  expect(feed.data.find(({ id }) => id === messageId)).toMatchObject({
    read: true,
    cta: { action: { status: "done" } },
  });
  expect((await messages.markAll({ markAs: "seen" }, subscriberId)).result).toBe(1);
  const listed = await novu.messages.retrieve({ subscriberId });
  expect(listed.result).toMatchObject({ page: 0, hasMore: false, data: [{ id: other }, { id: messageId }] });
  await novu.messages.delete(messageId);
  await novu.messages.deleteByTransactionId(transactionId, "in_app");
  expect((await novu.messages.retrieve({ subscriberId })).result.data).toEqual([]);
});

test("credentials and the online flag of a subscriber are set", async () => {
  const subscriberId = await newSubscriber();
  const { result: slack } = await novu.integrations.create({
    name: "Slack",
    providerId: "slack",
    channel: "chat",
    active: true,
    check: false,
    credentials: {},
    environmentId: environment.environmentId,
  });
  expect(slack).toMatchObject({ providerId: "slack", active: true });
  const { credentials, properties } = novu.subscribers;
  const set = { providerId: "slack" as const, credentials: { webhookUrl: "https://hooks.example.com/a" } };
  expect((await credentials.update(set, subscriberId)).result.channels).toMatchObject([set]);
  const appended = { ...set, credentials: { webhookUrl: "https://hooks.example.com/b" } };
  expect((await credentials.append(appended, subscriberId)).result.channels).toMatchObject([appended]);
  await credentials.delete(subscriberId, "slack");
  expect((await novu.subscribers.retrieve(subscriberId)).result.channels).toEqual([]);
  const { result } = await properties.updateOnlineFlag({ isOnline: true }, subscriberId);
  expect(result.isOnline).toBe(true);
});

test("topics are created or changed, found and deleted with their members", async () => {
  const key = `crew:${randomUUID()}`;
  expect((await novu.topics.create({ key, name: "Crew", data: { ship: "Ada" } })).result).toMatchObject({
    key,
    name: "Crew",
  });
  expect((await novu.topics.create({ key, name: "The crew" })).result).toMatchObject({ name: "The crew" });
  const again = await novu.topics.create({ key }, true).catch((error) => error);
  expect(again).toMatchObject({ statusCode: 409, key, id: expect.any(String) });
  expect((await novu.topics.update({ name: "All hands" }, key)).result.name).toBe("All hands");
  expect((await novu.topics.get(key)).result).toMatchObject({ name: "All hands", data: { ship: "Ada" } });
  expect((await novu.topics.list({ key })).result).toMatchObject({ data: [{ key }], totalCount: 1 });
  await novu.topics.subscriptions.create({ subscriptions: [await newSubscriber()] }, key);
  expect((await novu.topics.delete(key)).result).toEqual({ acknowledged: true });
  expect(await novu.topics.get(key).catch((error) => error)).toMatchObject({ statusCode: 404 });
});

test("subscriptions of a topic are created, listed, renamed and deleted, and who is unknown is named", async () => {
  const { subscriptions, subscribers } = novu.topics;
  const [topicKey, ada, bob] = [`crew:${randomUUID()}`, await newSubscriber(), await newSubscriber()];
  const identifier = `captain-${randomUUID()}`;
  const { result: created } = await subscriptions.create(
    { subscriptions: [ada, { identifier, subscriberId: bob, name: "Captain" }, "nobody"], name: "Crew" },
    topicKey,
  );
  expect(created.meta).toEqual({ totalCount: 3, successful: 2, failed: 1 });
  expect(created.errors).toMatchObject([{ subscriberId: "nobody", code: "SUBSCRIBER_NOT_FOUND" }]);
  expect((await novu.topics.get(topicKey)).result.name).toBe("Crew");
  const { result: listed } = await subscriptions.list({ topicKey });
  expect(listed.data.map(({ subscriber }) => subscriber.subscriberId).sort()).toEqual([ada, bob].sort());
  const { result: ofBob } = await novu.subscribers.topics.list({ subscriberId: bob });
  expect(ofBob.data).toMatchObject([{ identifier, topic: { key: topicKey } }]);
  await subscriptions.update({ topicKey, identifier, updateTopicSubscriptionRequestDto: { name: "First mate" } });
  expect((await subscriptions.getSubscription(topicKey, identifier)).result).toMatchObject({ name: "First mate" });
  expect((await subscribers.retrieve(ada, topicKey)).result).toMatchObject({ externalSubscriberId: ada });
  const byDefault = `tk=${topicKey}:si=${ada}`;
  const { result: deleted } = await subscriptions.delete(
    { subscriptions: [{ identifier }, { identifier: byDefault }, "nobody"] },
    topicKey,
  );
  expect(deleted).toMatchObject({ meta: { successful: 2, failed: 1 }, errors: [{ subscriberId: "nobody" }] });
  expect((await subscriptions.list({ topicKey })).result.data).toEqual([]);
});

test("layouts are created, changed, shown, copied and deleted by identifier, id or slug", async () => {
  const layoutId = `plain-${randomUUID()}`;
  const { result: created } = await novu.layouts.create({ layoutId, name: "Plain" });
  expect(created).toMatchObject({
    layoutId,
    isDefault: false,
    controls: { values: { email: { editorType: "html" } } },
  });
  const body = "<main>{{content}}</main>";
  const controlValues = { email: { body, editorType: "html" as const } };
  await novu.layouts.update({ name: "Plainer", controlValues }, created.slug);
  const { result: changed } = await novu.layouts.retrieve(created.id);
  expect(changed).toMatchObject({
    name: "Plainer",
    controls: { values: { email: { body } } },
  });
  const { result: preview } = await novu.layouts.generatePreview(
    { controlValues: { email: controlValues.email } },
    layoutId,
  );
  expect(preview.result.preview?.body).toMatch(/^<main><p>.+<\/p><\/main>$/);
  const { result: copy } = await novu.layouts.duplicate({ name: "Copy" }, layoutId);
  expect(copy.controls).toEqual(changed.controls);
  const email = aStep("email", { subject: "x", contentType: "customHtml", layoutId: created.id });
  const { identifier } = await aWorkflow(db, environment, [email]);
  expect((await novu.layouts.usage(layoutId)).result.workflows).toMatchObject([{ workflowId: identifier }]);
  await novu.layouts.delete(copy.slug);
  expect((await novu.layouts.list({ query: "plain" })).result).toMatchObject({
    layouts: [{ layoutId }],
    totalCount: 1,
  });
});

test("environments and integrations are managed", async () => {
  const { result: staging } = await novu.environments.create({ name: "Staging", color: "#ff0000" });
  expect(staging.apiKeys).toHaveLength(1);
  await novu.environments.update({ name: "Workshop" }, environment.environmentId);
  const { result: environments } = await novu.environments.list();
  expect(environments.map(({ name, type }) => [name, type])).toEqual(
    expect.arrayContaining([
      ["Workshop", "dev"],
      ["Production", "prod"],
      ["Staging", expect.any(String)],
    ]),
  );
  const { integrations } = novu;
  const { result: smtp } = await integrations.create({
    providerId: "nodemailer",
    channel: "email",
    active: true,
    check: false,
    credentials: { host: "127.0.0.1", port: "25", from: "ada@example.com", senderName: "Ada" },
  });
  const integrationId = smtp.id ?? "";
  const isOnline = { on: "isOnline" as const, value: true };
  const tenant = { on: "tenant" as const, field: "identifier", operator: "EQUAL" as const, value: "acme" };
  const conditions = [{ value: "OR" as const, children: [isOnline, tenant] }];
  await addIntegration(db, scope, {
    channel: "email",
    providerId: "nodemailer",
    identifier: `smtp-${randomUUID()}`,
    conditions,
    credentials: { host: "127.0.0.1", port: 25, secure: "false" },
  });
  await integrations.update({ name: "Relay", check: false }, integrationId);
  expect((await integrations.setAsPrimary(integrationId)).result).toMatchObject({ name: "Relay", primary: true });
  const isListed = ({ id }: { id?: string | undefined }) => id === integrationId;
  expect((await integrations.listActive()).result.some(isListed)).toBe(true);
  await integrations.delete(integrationId);
  expect((await integrations.list()).result.some(isListed)).toBe(false);
});

test("integrations and messages of our own providers have the client's names for them", async () => {
  const transactionId = randomUUID();
  const { id: workflowId } = await aWorkflow(db, environment, [aStep("in_app")]);
  const { subscriberId } = await anInbox({ transactionId, workflowId });
  const list = (await novu.integrations.list()).result.map(({ providerId }) => providerId);
  expect(list).toEqual(expect.arrayContaining(["novu", "novu-email", "novu-sms"]));
  expect(list.filter((providerId) => providerId.startsWith("belfry"))).toEqual([]);
  const { result: messages } = await novu.messages.retrieve({ transactionId: [transactionId] });
  expect(messages.data.map(({ providerId }) => providerId)).toEqual(["novu"]);
  const { result: feed } = await novu.subscribers.notifications.feed({ subscriberId });
  expect(feed.data.map(({ providerId }) => providerId)).toEqual(["novu"]);
});

test("events are triggered, in bulk and to all, and cancelled", async () => {
  const { identifier: workflowId } = await aWorkflow(db, environment, [aStep("in_app")]);
  const to = await newSubscriber();
  const transactionId = randomUUID();
  const { result } = await novu.trigger({ workflowId, to, transactionId }, `key-${transactionId}`);
  const again = await novu.trigger({ workflowId, to, transactionId }, `key-${transactionId}`);
  expect([result.transactionId, again.result]).toEqual([transactionId, result]);
  const bulk = await novu.triggerBulk({
    events: [
      { workflowId, to },
      { workflowId, to: { type: "Topic", topicKey: "crew", exclude: [to] } },
    ],
  });
  expect(bulk.result.map(({ status }) => status)).toEqual(["processed", "processed"]);
  const all = await novu.triggerBroadcast({ name: workflowId, payload: {} });
  expect(all.result.status).toBe("processed");
  expect((await novu.cancel(transactionId)).result).toBe(true);
});

test("the activity feed is read whatever its steps, conditions and providers are", async () => {
  const isOnline = { on: "isOnline" as const, value: true };
  const plan = { on: "payload" as const, field: "amount", operator: "LARGER" as const, value: 5 };
  const filters = [{ isNegated: false, type: "GROUP" as const, value: "OR" as const, children: [isOnline, plan] }];
  const digest = aStep("digest", {}, { metadata: { type: "regular", amount: 5, unit: "minutes" } as never });
  const { id, identifier } = await aWorkflow(db, environment, [
    digest,
    aStep("in_app", {}, { filters }),
    aStep("email"),
  ]);
  const to = await newSubscriber();
  const topicKey = `crew:${randomUUID()}`;
  await novu.topics.subscriptions.create({ subscriptions: [to] }, topicKey);
  const transactionId = await deliver(identifier, { type: "Topic", topicKey }, { amount: 6 });
  await deliver(identifier, to, { amount: 6 });
  const list = async (query: object) => (await novu.notifications.list({ templates: [id], ...query })).result;
  const all = await list({ limit: 1, severity: ["none", "high"], after: new Date(Date.now() - 60_000).toISOString() });
  expect([all.data.length, all.pageSize, all.hasMore]).toEqual([1, 1, true]);
  expect((await list({ before: new Date(Date.now() - 60_000).toISOString() })).data).toEqual([]);
  const { data } = await list({ topicKey });
  expect(data).toMatchObject([{ transactionId, template: { triggers: [{ identifier }] } }]);
  const { result } = await novu.notifications.retrieve(data[0]?.id ?? "");
  const inApp = result.jobs?.find(({ type }) => type === "in_app");
  expect(inApp).toMatchObject({
    providerId: "novu",
    status: "completed",
    step: { filters: [{ children: [{ value: "5" }] }] },
  });
});

test("refusals are errors with the status and the sentence", async () => {
  const to = await newSubscriber();
  const unknown = await novu.trigger({ workflowId: "no-such-workflow", to }).catch((error) => error);
  expect(unknown).toMatchObject({ name: "ValidationErrorDto", statusCode: 422 });
  const { identifier: workflowId } = await aWorkflow(db, environment, [aStep("in_app")]);
  const invalid = await novu.trigger({ workflowId, to, transactionId: "x".repeat(300) }).catch((error) => error);
  expect(invalid).toMatchObject({ name: "PayloadValidationExceptionDto", statusCode: 400 });
  const stranger = new Novu({
    secretKey: "unknown",
    serverURL: api.app.listeningOrigin,
    retryConfig: { strategy: "none" },
  });
  expect(await stranger.topics.list({}).catch((error) => error)).toMatchObject({ name: "ErrorDto", statusCode: 401 });
});

test("the client accepts the name of every provider of ours", () => {
  const known: readonly string[] = Object.values(ProvidersIdEnum);
  expect(providers.map(({ id }) => providerAlias(id)).filter((id) => !known.includes(id))).toEqual([]);
});

test("every method of the client is called here or with the workflows, or Belfry does not have its function", () => {
  const isListed = (method: string) => [...BEYOND, ...OF_WORKFLOWS_3X].some((prefix) => method.startsWith(prefix));
  const methods = methodsOf(client);
  expect(methods.filter((method) => !called.has(method) && !isListed(method))).toEqual([]);
  expect(methods.filter((method) => called.has(method) && isListed(method))).toEqual([]);
});
