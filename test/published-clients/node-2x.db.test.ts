import { randomUUID } from "node:crypto";
import {
  ButtonTypeEnum,
  ChannelTypeEnum,
  ChatProviderIdEnum,
  EmailProviderIdEnum,
  MessageActionStatusEnum,
  Novu,
} from "@novu/node";
import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { aMember } from "#test/support/sign-in.ts";
import { methodsOfGroups, OF_MANAGEMENT_2X, recording } from "./methods.ts";

// The published client 2.6 rejects whatever is not a 2xx, and returns the answer as it came.

const { api, environment, runner } = await apiWithRunner();
const { db } = api;
const { scope } = environment;
await api.app.listen({ host: "127.0.0.1", port: 0 });
const called = new Set<string>();
const clientOf = (apiKey: string) => new Novu(apiKey, { backendUrl: api.app.listeningOrigin });
const client = clientOf(environment.apiKey);
const novu = recording(client, called);

const newSubscriber = async () => (await createTestSubscriber(db, scope)).subscriberId;
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error) => error.response?.status,
  );

test("subscribers are identified, changed, listed and deleted", async () => {
  const { subscribers } = novu;
  const id = `ada-${randomUUID()}`;
  await subscribers.identify(id, { firstName: "Ada", data: { plan: "pro" } });
  await subscribers.update(id, { lastName: "Lovelace" });
  await subscribers.updateOnlineStatus(id, true);
  expect((await subscribers.get(id)).data.data).toMatchObject({
    firstName: "Ada",
    lastName: "Lovelace",
    data: { plan: "pro" },
    isOnline: true,
  });
  const bulk = await subscribers.bulkCreate([{ subscriberId: id }, { subscriberId: `${id}-2` }]);
  expect(bulk.data.data).toMatchObject({ updated: [{ subscriberId: id }], created: [{ subscriberId: `${id}-2` }] });
  expect((await subscribers.list(0, 1)).data).toMatchObject({ page: 0, pageSize: 1, hasMore: true });
  await addIntegration(db, scope, { channel: "chat", providerId: "slack", identifier: `slack-${id}` });
  await subscribers.setCredentials(id, ChatProviderIdEnum.Slack, { webhookUrl: "https://hooks.example.com/a" });
  const channelsOf = async () => (await subscribers.get(id)).data.data.channels;
  expect(await channelsOf()).toMatchObject([{ credentials: { webhookUrl: "https://hooks.example.com/a" } }]);
  await subscribers.unsetCredentials(id, ChatProviderIdEnum.Slack);
  expect(await channelsOf()).toMatchObject([{ credentials: { deviceTokens: [] } }]);
  await subscribers.deleteCredentials(id, ChatProviderIdEnum.Slack);
  expect(await channelsOf()).toEqual([]);
  await subscribers.delete(id);
  expect(await statusOf(subscribers.get(id))).toBe(404);
});

test("preferences are read and changed for one workflow and for all", async () => {
  const { subscribers } = novu;
  const id = await newSubscriber();
  const { id: workflowId } = await aWorkflow(db, environment, [aStep("in_app")]);
  await subscribers.updatePreference(id, workflowId, { channel: { type: ChannelTypeEnum.IN_APP, enabled: false } });
  const preferenceOf = ({ data }: { data: { data: { template: { _id: string }; preference: object }[] } }) =>
    data.data.find(({ template }) => template._id === workflowId)?.preference;
  expect(preferenceOf(await subscribers.getPreference(id))).toMatchObject({ channels: { in_app: false } });
  const byLevel = await subscribers.getPreferenceByLevel(id, "template" as never);
  expect(preferenceOf(byLevel)).toMatchObject({ channels: { in_app: false } });
  await subscribers.updateGlobalPreference(id, { preferences: [{ type: ChannelTypeEnum.SMS, enabled: false }] });
  const { data } = await subscribers.getGlobalPreference(id);
  expect(data.data).toMatchObject([{ preference: { enabled: true, channels: { sms: false, email: true } } }]);
});

test("a subscriber's feed is read, marked and acted on, and messages are deleted", async () => {
  const { subscribers, messages } = novu;
  const { id, subscriberId } = await createTestSubscriber(db, scope);
  const transactionId = randomUUID();
  const buttons = [{ type: "primary" as const, content: "Yes" }];
  const ids = await storeMessages(db, scope, id, [{ cta: { action: { buttons } } }, { transactionId }, {}]);
  const [first = "", second = "", third = ""] = ids;
  const unseen = async () => (await subscribers.getUnseenCount(subscriberId, false)).data.data.count;
  expect(await unseen()).toBe(3);
  await subscribers.markMessageSeen(subscriberId, first);
  expect(await unseen()).toBe(2);
  await subscribers.markMessageRead(subscriberId, first);
  await subscribers.markMessageAs(subscriberId, second, { seen: true, read: true });
  const read = await subscribers.getNotificationsFeed(subscriberId, { read: true, seen: true });
  expect(read.data.data.map(({ _id }: { _id: string }) => _id)).toEqual([second, first]);
  await subscribers.markAllMessagesAs(subscriberId, "seen" as never);
  expect(await unseen()).toBe(0);
  const acted = await subscribers.markMessageActionSeen(subscriberId, first, ButtonTypeEnum.PRIMARY, {
    status: MessageActionStatusEnum.DONE,
  });
  expect(acted.data.data.cta.action.status).toBe("done");
  await messages.deleteById(first);
  await messages.deleteByTransactionId(transactionId);
  const listed = await messages.list({ subscriberId });
  expect(listed.data).toMatchObject({ totalCount: 1, data: [{ _id: third, subscriber: { subscriberId } }] });
});

test("events are triggered, in bulk and to all, cancelled, and their history is read", async () => {
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app")]);
  const to = await newSubscriber();
  const { data } = await novu.trigger(identifier, { to: { subscriberId: to }, payload: { n: 1 } });
  const start = api.started.find(({ event }) => event.transactionId === data.data.transactionId);
  if (!start) throw new Error("The event was not started");
  await runner.toEnd(start.event);
  const [run] = await db.$client`select id from runs where event_id = ${start.event.eventId}`;
  const details = await novu.executionDetails.get({ notificationId: run?.id, subscriberId: to });
  expect(details.data.data.length).toBeGreaterThan(0);
  const transactionId = randomUUID();
  await novu.events.trigger(identifier, { to, payload: {}, transactionId });
  expect((await novu.events.cancel(transactionId)).data.data).toBe(true);
  const event = { name: identifier, to, payload: {} };
  for (const bulk of [await novu.bulkTrigger([event]), await novu.events.bulkTrigger([event])]) {
    expect(bulk.data.data).toMatchObject([{ status: "processed" }]);
  }
  for (const all of [
    await novu.broadcast(identifier, { payload: {} }),
    await novu.events.broadcast(identifier, { payload: {} }),
  ]) {
    expect(all.data.data).toMatchObject({ status: "processed" });
  }
});

test("topics are created, filled, renamed, listed, emptied and deleted", async () => {
  const { topics } = novu;
  const [key, ada] = [`crew:${randomUUID()}`, await newSubscriber()];
  await topics.create({ key, name: "Crew" });
  expect((await topics.addSubscribers(key, { subscribers: [ada] })).data.data.succeeded).toEqual([ada]);
  expect((await topics.checkSubscriber(key, ada)).data.data.externalSubscriberId).toBe(ada);
  expect((await topics.getSubscriber(key, ada)).data.data.topicKey).toBe(key);
  await topics.rename(key, "All hands");
  expect((await topics.list({ key })).data.data).toMatchObject([{ name: "All hands", subscribers: [ada] }]);
  await topics.removeSubscribers(key, { subscribers: [ada] });
  expect((await topics.get(key)).data.data.subscribers).toEqual([]);
  await topics.delete(key);
  expect(await statusOf(topics.get(key))).toBe(404);
});

test("layouts and notification groups are created, changed, listed and deleted", async () => {
  const { layouts, notificationGroups } = novu;
  const identifier = `plain-${randomUUID()}`;
  const made = await layouts.create({ name: "Plain", identifier, description: "", content: "{{{body}}}" });
  const { _id: layoutId } = made.data.data;
  await layouts.update(layoutId, { name: "Plainer" });
  const before = (await layouts.list({ page: 0, pageSize: 100 })).data.data;
  const former = before.find(({ isDefault }: { isDefault: boolean }) => isDefault);
  await layouts.setDefault(layoutId);
  expect((await layouts.get(layoutId)).data.data).toMatchObject([{ name: "Plainer", isDefault: true }]);
  await layouts.setDefault(former._id);
  await layouts.delete(layoutId);
  expect((await layouts.get(layoutId)).data.data).toEqual([]);

  const { _id: groupId } = (await notificationGroups.create("Orders")).data.data;
  await notificationGroups.update(groupId, { name: "Sales" });
  expect((await notificationGroups.getOne(groupId)).data.data.name).toBe("Sales");
  await notificationGroups.delete(groupId);
  const groups = (await notificationGroups.get()).data.data;
  expect(groups.map(({ name }: { name: string }) => name)).toEqual(["General"]);
});

test("integrations are created, changed, made primary, listed and deleted", async () => {
  const { integrations } = novu;
  const credentials = { host: "127.0.0.1", port: "25", from: "ada@example.com", senderName: "Ada" };
  const channel = ChannelTypeEnum.EMAIL;
  const made = await integrations.create(EmailProviderIdEnum.CustomSMTP, {
    channel,
    credentials,
    active: true,
    check: false,
  });
  const { _id: id } = made.data.data;
  await integrations.update(id, { name: "Relay", active: true, credentials, check: false });
  await integrations.setIntegrationAsPrimary(id);
  const shown = ({ data }: { data: { data: { _id: string }[] } }) => data.data.find(({ _id }) => _id === id);
  expect(shown(await integrations.getAll())).toMatchObject({ name: "Relay", primary: true });
  expect(shown(await integrations.getActive())).toMatchObject({ name: "Relay" });
  expect((await integrations.getInAppStatus()).data.data).toEqual({ active: false });
  expect((await integrations.getWebhookProviderStatus(id)).data.data).toBe(false);
  await integrations.delete(id);
  expect(shown(await integrations.getAll())).toBeUndefined();
});

test("environments and their keys, the organisation and its members are managed", async () => {
  const own = await createTestEnvironment(db);
  const { environments, organizations, inboundParse } = recording(clientOf(own.organizationApiKey), called);
  await environments.create({ name: "Staging" });
  await environments.updateOne(own.environmentId, { name: "Workshop" });
  expect((await environments.getCurrent()).data.data.name).toBe("Workshop");
  const names = (await environments.getAll()).data.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["Workshop", "Production", "Staging"]));
  expect((await inboundParse.getMxStatus()).data.data).toEqual({ mxRecordConfigured: false });

  await organizations.rename({ name: "Difference Engines" });
  const branding = { logo: "https://example.com/logo.png", color: "#123456", fontFamily: "Inter" };
  await organizations.updateBranding(branding as never);
  expect((await organizations.getCurrent()).data.data).toMatchObject({ name: "Difference Engines", branding });
  const { memberId } = await aMember(db, own.organizationId, "member");
  await organizations.updateMemberRole(memberId, { role: "admin" as never });
  const member = async () =>
    (await organizations.getMembers()).data.data.find(({ _id }: { _id: string }) => _id === memberId);
  expect((await member()).roles).toEqual(["admin"]);
  await organizations.removeMember(memberId);
  expect(await member()).toBeUndefined();
  await organizations.create({ name: "Another" });
  expect((await organizations.list()).data.data.map(({ name }: { name: string }) => name)).toContain(
    "Difference Engines",
  );

  const [former] = (await environments.getApiKeys()).data.data;
  const [fresh] = (await environments.regenerateApiKeys()).data.data;
  expect(fresh.key).not.toBe(former.key);
  expect(await statusOf(clientOf(former.key).environments.getCurrent())).toBe(401);
});

test("every method of the client is called here, or with the groups that have a file of their own", () => {
  const isListed = (method: string) => OF_MANAGEMENT_2X.some((prefix) => method.startsWith(prefix));
  const methods = methodsOfGroups(client);
  expect(methods.filter((method) => !called.has(method) && !isListed(method))).toEqual([]);
  expect(methods.filter((method) => called.has(method) && isListed(method))).toEqual([]);
});
