import { randomUUID } from "node:crypto";
import { ApiService } from "@novu/client";
import { HeadlessService } from "@novu/headless";
import { afterAll, expect, test, vi } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { methodsOf, recording } from "./methods.ts";

// The published browser clients 2.6: `client` makes the calls, `headless` adds a cache and a socket.

/** Methods of the two that only they themselves call. */
const INTERNAL = ["removeNullUndefined", "assertSessionInitialized", "applyToken", "initializeSocket"];

const { api, environment, deliver } = await apiWithRunner();
const { app, db } = api;
const { scope } = environment;
await app.listen({ host: "127.0.0.1", port: 0 });
const backendUrl = app.listeningOrigin;
const called = new Set<string>();
const buttons = [{ type: "primary" as const, content: "Yes" }];
const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** A subscriber whom the client has a session of. */
async function aClient() {
  const subscriber = await createTestSubscriber(db, scope);
  const client = recording(new ApiService(backendUrl), called);
  const session = await client.initializeSession(environment.applicationIdentifier, subscriber.subscriberId, null);
  // Without a hash it says nothing else about the person.
  expect(session).toMatchObject({ profile: { _id: subscriber.id } });
  client.setAuthorizationToken(session.token);
  const store = (...some: Parameters<typeof storeMessages>[3]) => storeMessages(db, scope, subscriber.id, some);
  return { ...subscriber, client, store };
}

interface Handlers<T> {
  listener: () => void;
  onSuccess: (value: T) => void;
  onError: (error: unknown) => void;
}

/** The value that a method of the headless client passes to `onSuccess`. */
const succeeding = <T>(start: (handlers: Handlers<T>) => unknown): Promise<T> =>
  new Promise((onSuccess, onError) => start({ listener: () => {}, onSuccess, onError }));

test("client: the feed is read, counted, marked and acted on", async () => {
  const { client, store } = await aClient();
  const ids = await store({ cta: { action: { buttons } } }, {}, {}, {});
  const [first = "", second = "", third = "", fourth = ""] = ids;
  const feed = async (query: object = {}) => {
    const { data } = await client.getNotificationsList(0, query);
    return data.map(({ _id }) => _id);
  };
  expect(await feed()).toEqual([...ids].reverse());
  expect(await feed({ payload: { unknown: 1 } })).toEqual([]);
  const counts = async () => [(await client.getUnseenCount()).count, (await client.getUnreadCount()).count];
  expect(await counts()).toEqual([4, 4]);
  await client.markMessageAs(first, { seen: true });
  expect(await counts()).toEqual([3, 4]);
  await client.markMessageAs([first, second], { seen: true, read: true });
  expect(await counts()).toEqual([2, 2]);
  expect(await client.markMessagesAs({ messageId: third, markAs: "read" })).toMatchObject([{ _id: third, read: true }]);
  expect(await feed({ read: false })).toEqual([fourth]);
  expect(await client.getTabCount({ seen: false })).toEqual({ count: 1 });
  const acted = await client.updateAction(first, "primary", "done", { answer: "yes" });
  expect(acted).toMatchObject({ cta: { action: { status: "done" } } });
  expect(await client.markAllMessagesAsSeen()).toBe(1);
  expect(await client.markAllMessagesAsRead()).toBe(1);
  expect(await counts()).toEqual([0, 0]);
  await client.removeMessage(first);
  await client.removeMessages([second]);
  expect(await feed()).toEqual([fourth, third]);
  await client.removeAllMessages();
  expect(await feed()).toEqual([]);
});

test("client: preferences, the organisation and the usage log; without a token it is refused", async () => {
  const { client } = await aClient();
  const { id: workflowId } = await aWorkflow(db, environment, [aStep("in_app"), aStep("email", { subject: "x" })]);
  const ofWorkflow = (some: { template?: { _id: string } }[]) =>
    some.find(({ template }) => template?._id === workflowId);
  const changed = await client.updateSubscriberPreference(workflowId, "email", false);
  expect(changed).toMatchObject({ preference: { channels: { email: false, in_app: true } } });
  expect(ofWorkflow(await client.getUserPreference())).toMatchObject({ preference: { channels: { email: false } } });
  const byLevel = await client.getPreferences({ level: "template" });
  expect(ofWorkflow(byLevel as never)).toMatchObject({ preference: { channels: { email: false } } });
  await client.updateSubscriberGlobalPreference([{ channelType: "sms", enabled: false }], true);
  const [global] = await client.getUserGlobalPreference();
  expect(global).toMatchObject({ preference: { enabled: true, channels: { sms: false } } });
  expect(await client.getOrganization()).toMatchObject({ _id: environment.organizationId });
  await client.postUsageLog("Open", { page: "inbox" });
  client.disposeAuthorizationToken();
  await expect(client.getOrganization()).rejects.toThrow("Status: 401");
});

async function aHeadless() {
  const subscriber = await createTestSubscriber(db, scope);
  const { applicationIdentifier } = environment;
  const { subscriberId } = subscriber;
  const service = new HeadlessService({
    applicationIdentifier,
    subscriberId,
    backendUrl,
    socketUrl: backendUrl,
    config: { retry: 0 },
  });
  const headless = recording(service, called);
  const session = await succeeding<{ token: string }>((handlers) => headless.initializeSession(handlers));
  expect(session.token).toEqual(expect.any(String));
  // It has no method that ends its connection.
  closing.push(() => Reflect.get(service, "socket").disconnect());
  await vi.waitFor(() => expect(app.inboxRooms.ownerOf(subscriber.id)).toBeDefined(), 5_000);
  const store = (...some: Parameters<typeof storeMessages>[3]) => storeMessages(db, scope, subscriber.id, some);
  return { ...subscriber, headless, store };
}

test("headless: a notification arrives by the socket with its counts, and marks change them", async () => {
  const { headless, subscriberId } = await aHeadless();
  const [received, unseen, unread] = [vi.fn(), vi.fn(), vi.fn()];
  const stop = headless.listenNotificationReceive({ listener: received });
  headless.listenUnseenCountChange({ listener: unseen });
  headless.listenUnreadCountChange({ listener: unread });
  const { identifier } = await aWorkflow(db, environment, [aStep("in_app")]);
  const transactionId = await deliver(identifier, subscriberId);
  await vi.waitFor(() => expect(unread).toHaveBeenLastCalledWith(1), 5_000);
  expect(unseen).toHaveBeenLastCalledWith(1);
  expect(received.mock.calls).toMatchObject([[{ transactionId, content: "in_app for Grace", read: false }]]);
  const messageId: string = received.mock.calls[0]?.[0]._id;
  await succeeding((handlers) => headless.markNotificationsAsRead({ messageId, ...handlers }));
  await vi.waitFor(() => expect(unread).toHaveBeenLastCalledWith(0), 5_000);
  expect(unseen).toHaveBeenLastCalledWith(0);
  stop();
  await deliver(identifier, subscriberId);
  await vi.waitFor(() => expect(unread).toHaveBeenLastCalledWith(1), 5_000);
  expect(received).toHaveBeenCalledTimes(1);
});

test("headless: notifications are fetched, marked, acted on and removed", async () => {
  const { headless, store } = await aHeadless();
  const ids = await store({ cta: { action: { buttons } } }, {}, {});
  const [first = "", second = "", third = ""] = ids;
  const feed = async (storeId = randomUUID()) => {
    const { data } = await succeeding<{ data: { _id?: string; read: boolean }[] }>((handlers) =>
      headless.fetchNotifications({ storeId, ...(handlers as object) } as never),
    );
    return data;
  };
  const counts = async () => {
    const unseen = await succeeding<{ count: number }>((handlers) => headless.fetchUnseenCount(handlers));
    const unread = await succeeding<{ count: number }>((handlers) => headless.fetchUnreadCount(handlers));
    return [unseen.count, unread.count];
  };
  expect((await feed()).map(({ _id }) => _id)).toEqual([third, second, first]);
  expect(await counts()).toEqual([3, 3]);
  await succeeding((handlers) => headless.markNotificationsAsSeen({ messageId: first, ...handlers }));
  expect(await counts()).toEqual([2, 3]);
  const mark = { seen: true, read: true };
  await succeeding((handlers) => headless.markNotificationsAs({ messageId: [second], mark, ...handlers }));
  expect(await counts()).toEqual([1, 2]);
  expect(await succeeding((handlers) => headless.markAllMessagesAsSeen(handlers))).toBe(1);
  expect(await succeeding((handlers) => headless.markAllMessagesAsRead(handlers))).toBe(2);
  expect(await counts()).toEqual([0, 0]);
  const action = { messageId: first, actionButtonType: "primary" as never, status: "done" as never };
  const acted = await succeeding((handlers) => headless.updateAction({ ...action, ...handlers }));
  expect(acted).toMatchObject({ cta: { action: { status: "done" } } });
  await succeeding((handlers) => headless.removeNotification({ messageId: first, ...handlers }));
  await succeeding((handlers) => headless.removeNotifications({ messageIds: [second], ...handlers }));
  expect((await feed()).map(({ _id }) => _id)).toEqual([third]);
  await succeeding<void>((handlers) =>
    headless.removeAllNotifications({ ...handlers, onSuccess: () => handlers.onSuccess() }),
  );
  expect(await feed()).toEqual([]);
});

test("headless: preferences and the organisation", async () => {
  const { headless } = await aHeadless();
  const { id: templateId } = await aWorkflow(db, environment, [aStep("in_app"), aStep("email", { subject: "x" })]);
  const change = { templateId, channelType: "email", checked: false };
  const list = () =>
    succeeding<{ template: { _id: string } }[]>((handlers) => headless.fetchUserPreferences(handlers as never));
  // A change is put into the list that the client has read before.
  await list();
  const changed = await succeeding((handlers) => headless.updateUserPreferences({ ...change, ...handlers }));
  expect(changed).toMatchObject({ preference: { channels: { email: false } } });
  expect((await list()).find(({ template }) => template._id === templateId)).toMatchObject({
    preference: { channels: { email: false } },
  });
  const preferences = [{ channelType: "sms" as never, enabled: false }];
  await succeeding((handlers) => headless.updateUserGlobalPreferences({ preferences, ...handlers }));
  const global = await succeeding((handlers) => headless.fetchUserGlobalPreferences(handlers));
  expect(global).toMatchObject([{ preference: { channels: { sms: false } } }]);
  const organization = await succeeding((handlers) => headless.fetchOrganization(handlers));
  expect(organization).toMatchObject({ _id: environment.organizationId });
});

test.each([
  ["client", methodsOf(new ApiService(backendUrl))],
  ["headless", methodsOf(new HeadlessService({ applicationIdentifier: "a", backendUrl }))],
])("every method of %s is called here", (_, methods) => {
  expect(methods.length).toBeGreaterThan(20);
  expect(methods.filter((method) => !called.has(method) && !INTERNAL.includes(method))).toEqual([]);
});
