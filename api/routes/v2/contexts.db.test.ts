import { createHmac } from "node:crypto";
import { Novu as NovuApi } from "@novu/api";
import { Novu } from "@novu/js";
import { canonicalize } from "@tufjs/canonical-json";
import { expect, onTestFinished, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { openInboxSocket } from "#test/support/inbox-socket.ts";

const { api, environment, runner } = await apiWithRunner();
const { app, db, started } = api;
await app.listen({ host: "127.0.0.1", port: 0 });
const server = new NovuApi({
  secretKey: environment.apiKey,
  serverURL: app.listeningOrigin,
  retryConfig: { strategy: "none" },
});

const call = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
  headers = environment.headers,
) => app.inject({ method, url, headers, ...(payload && { payload }) });

const greeting = await aWorkflow(db, environment, [
  aStep("in_app", { content: "Hello from {{ context.tenant.data.name }}{{ context.app.id }}" }),
]);

let people = 0;
const newPerson = () => `person-${++people}`;

async function trigger(to: unknown, more: object = {}, name = greeting.identifier) {
  const reply = await call("POST", "/v1/events/trigger", { name, to, ...more });
  expect(reply.json()).toMatchObject({ data: { status: "processed" } });
  const { transactionId } = reply.json().data;
  const start = started.find(({ event }) => event.transactionId === transactionId);
  if (!start) throw new Error("The event was not started");
  await runner.toEnd(start.event);
  return transactionId as string;
}

async function sessionOf(subscriberId: string, context?: object) {
  const { applicationIdentifier } = environment;
  const payload = { applicationIdentifier, subscriber: { subscriberId }, ...(context && { context }) };
  const reply = await app.inject({ method: "POST", url: "/v1/inbox/session", payload });
  expect(reply.statusCode).toBe(201);
  const { token, ...session } = reply.json().data;
  const headers = { authorization: `Bearer ${token}` };
  return {
    ...session,
    token,
    headers,
    bodies: async (query = ""): Promise<string[]> =>
      (await call("GET", `/v1/inbox/notifications${query}`, undefined, headers))
        .json()
        .data.map(({ body }: { body: string }) => body),
  };
}

interface Preference {
  workflow: { identifier: string };
}

const acme = { tenant: { id: "acme", data: { name: "Acme" } } };
const acmeApp = { ...acme, app: "mail" };

test("an inbox shows the notifications of exactly its contexts, with counts and marks of these alone", async () => {
  const to = newPerson();
  await trigger(to, { context: acme });
  await trigger(to, { context: acmeApp });
  await trigger(to, { context: { tenant: "globex" } });
  await trigger(to);
  const [none, ofAcme, ofBoth] = [
    await sessionOf(to),
    await sessionOf(to, { tenant: "acme" }),
    await sessionOf(to, { app: "mail", tenant: { id: "acme" } }),
  ];
  expect([none, ofAcme, ofBoth].map(({ contextKeys, totalUnreadCount }) => [contextKeys, totalUnreadCount])).toEqual([
    [undefined, 1],
    [["tenant:acme"], 1],
    [["app:mail", "tenant:acme"], 1],
  ]);
  expect(await none.bodies()).toEqual(["Hello from "]);
  expect(await ofAcme.bodies()).toEqual(["Hello from Acme"]);
  expect(await ofBoth.bodies()).toEqual(["Hello from Acmemail"]);
  await call("POST", "/v1/inbox/notifications/read", {}, ofAcme.headers);
  expect(await ofAcme.bodies("?read=true")).toEqual(["Hello from Acme"]);
  expect(await none.bodies("?read=true")).toEqual([]);
  expect(await ofBoth.bodies("?read=true")).toEqual([]);
});

test("a notification of other contexts is not there for a session that names it", async () => {
  const to = newPerson();
  await trigger(to, { context: acme });
  const [none, ofAcme] = [await sessionOf(to), await sessionOf(to, acme)];
  const list = await call("GET", "/v1/inbox/notifications", undefined, ofAcme.headers);
  const [{ id }] = list.json().data;
  for (const change of ["read", "archive", "delete"]) {
    const method = change === "delete" ? "DELETE" : "PATCH";
    expect((await call(method, `/v1/inbox/notifications/${id}/${change}`, undefined, none.headers)).statusCode).toBe(
      404,
    );
  }
  // Older inboxes pass over what is not theirs.
  const marked = await call("POST", "/v1/widgets/messages/mark-as", { messageId: id, markAs: "read" }, none.headers);
  expect(marked.json().data).toEqual([]);
  expect(await ofAcme.bodies("?read=false")).toEqual(["Hello from Acme"]);
});

test("open inboxes are sent the messages and counts of their own contexts", async () => {
  const to = newPerson();
  const [none, ofAcme] = [await sessionOf(to), await sessionOf(to, acme)];
  const sockets = await Promise.all([none, ofAcme].map(({ token }) => openInboxSocket(app, token)));
  onTestFinished(() => sockets.forEach((socket) => void socket.close()));
  await Promise.all(sockets.map(({ joined }) => joined));
  await trigger(to, { context: acme });
  const [plain, contextual] = sockets;
  const frames = await contextual?.next(3);
  expect(frames?.map(({ event, data }) => [event, "unseenCount" in data ? data.unseenCount : undefined])).toEqual([
    ["notification_received", undefined],
    ["unseen_count_changed", 1],
    ["unread_count_changed", undefined],
  ]);
  const others = await plain?.next(2);
  expect(others?.map(({ event, data }) => [event, "unseenCount" in data ? data.unseenCount : undefined])).toEqual([
    ["unseen_count_changed", 0],
    ["unread_count_changed", undefined],
  ]);
});

test("preferences are of the contexts for which they were chosen", async () => {
  const to = newPerson();
  await sessionOf(to);
  const ofAcme = await sessionOf(to, acme);
  const off = await call("PATCH", `/v1/inbox/preferences/${greeting.id}`, { in_app: false }, ofAcme.headers);
  expect(off.json().data.channels).toEqual({ in_app: false });
  await trigger(to, { context: acme });
  await trigger(to);
  expect(await ofAcme.bodies()).toEqual([]);
  expect(await (await sessionOf(to)).bodies()).toEqual(["Hello from "]);
  const read = async (query: string) => {
    const reply = await call("GET", `/v2/subscribers/${to}/preferences${query}`);
    return reply.json().data.workflows.find(({ workflow }: Preference) => workflow.identifier === greeting.identifier)
      .channels;
  };
  expect(await read("?contextKeys=tenant%3Aacme")).toEqual({ in_app: false });
  expect(await read("")).toEqual({ in_app: true });
  const url = `/v2/subscribers/${to}/preferences`;
  const changed = await call("PATCH", url, {
    workflowId: greeting.identifier,
    channels: { in_app: true },
    context: acme,
  });
  expect(changed.statusCode).toBe(200);
  expect(await read("?contextKeys=tenant%3Aacme")).toEqual({ in_app: true });
});

test("a link in a message changes the preferences of the message's contexts", async () => {
  const mail = await aWorkflow(db, environment, [
    aStep("in_app", { content: "{{ subscriber.preferencesUrl }}" }),
    aStep("email", { content: "{{ subscriber.unsubscribeUrl }}", subject: "Hello" }),
  ]);
  const to = newPerson();
  await trigger(to, { context: acme }, mail.identifier);
  const ofAcme = await sessionOf(to, acme);
  const [url = ""] = await ofAcme.bodies();
  const { pathname } = new URL(url);
  const payload = "List-Unsubscribe=One-Click";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const done = await app.inject({ method: "POST", url: `${pathname}/one-click`, headers, payload });
  expect(done.statusCode).toBe(200);
  const channels = async (query: string) => {
    const reply = await call("GET", `/v2/subscribers/${to}/preferences${query}`);
    return reply.json().data.workflows.find(({ workflow }: Preference) => workflow.identifier === mail.identifier)
      .channels.email;
  };
  expect(await channels("?contextKeys=tenant%3Aacme")).toBe(false);
  expect(await channels("")).toBe(true);
});

test("lists are filtered by exactly the contexts that are named; an empty text asks for none", async () => {
  const to = newPerson();
  await trigger(to, { context: acme });
  await trigger(to, { context: acmeApp });
  await trigger(to);
  const count = async (url: string) => (await call("GET", url)).json().data.length;
  const keys = (...some: string[]) => some.map((key) => `contextKeys=${encodeURIComponent(key)}`).join("&");
  for (const list of [
    `/v1/messages?subscriberId=${to}&`,
    `/v1/notifications?subscriberIds=${to}&`,
    `/v2/subscribers/${to}/notifications?`,
  ]) {
    expect(await count(list), list).toBe(3);
    expect(await count(`${list}${keys("tenant:acme")}`), list).toBe(1);
    expect(await count(`${list}${keys("tenant:acme", "app:mail")}`), list).toBe(1);
    expect(await count(`${list}${keys("app:mail", "tenant:acme", "app:mail")}`), list).toBe(1);
    expect(await count(`${list}${keys("")}`), list).toBe(1);
    expect(await count(`${list}${keys("tenant:globex")}`), list).toBe(0);
    expect((await call("GET", `${list}${keys("acme")}`)).json().message, list).toEqual([
      expect.stringContaining("contextKeys must be keys"),
    ]);
  }
  const [run] = (await call("GET", `/v1/notifications?subscriberIds=${to}&${keys("tenant:acme")}`)).json().data;
  expect([run.contextKeys, run.jobs[0].contextKeys]).toEqual([["tenant:acme"], ["tenant:acme"]]);
});

test("a context is stored by its first trigger, and changed by its own calls alone", async () => {
  const to = newPerson();
  const named = (name: string) => ({ context: { tenant: { id: "initech", data: { name } } } });
  await trigger(to, named("Initech"));
  await trigger(to, named("Other"));
  const ofInitech = await sessionOf(to, { tenant: "initech" });
  expect(await ofInitech.bodies()).toEqual(["Hello from Initech", "Hello from Initech"]);
  const changed = await call("PATCH", "/v2/contexts/tenant/initech", { data: { name: "Initrode" } });
  expect(changed.json().data).toMatchObject({ type: "tenant", id: "initech", data: { name: "Initrode" } });
  await trigger(to, named("Other"));
  expect(await ofInitech.bodies()).toEqual(["Hello from Initrode", "Hello from Initech", "Hello from Initech"]);
  expect((await call("DELETE", "/v2/contexts/tenant/initech")).statusCode).toBe(204);
  expect((await call("GET", "/v2/contexts/tenant/initech")).statusCode).toBe(404);
  expect(await ofInitech.bodies()).toHaveLength(3);
});

test("a digest keeps the events of contexts apart", async () => {
  const digest = await aWorkflow(db, environment, [
    aStep("digest", {}, { metadata: { type: "regular", amount: 1, unit: "hours" } as never }),
    aStep("in_app", { content: "{{ step.total_count }}" }),
  ]);
  const to = newPerson();
  const post = (context?: object) =>
    call("POST", "/v1/events/trigger", { name: digest.identifier, to, ...(context && { context }) });
  const ids = [];
  for (const context of [acme, acme, { tenant: "globex" }, undefined]) {
    const { transactionId } = (await post(context)).json().data;
    ids.push(transactionId);
    const start = started.find(({ event }) => event.transactionId === transactionId);
    if (start) await runner.start(start.event);
  }
  const windows = await call("GET", `/v1/digests?workflowId=${digest.id}&subscriberId=${to}`);
  const found: { key: string; events: number }[] = windows.json().data;
  expect(found.map(({ key }) => key).sort()).toEqual(["", "tenant:acme", "tenant:globex"]);
});

test.each([
  [{ tenant: "a b" }, "context.tenant must be"],
  [{ Tenant: "acme" }, "context.Tenant has a type that must be lower-case"],
  [{ "a:b": "acme" }, "context.a:b has a type that must be lower-case"],
  [Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((type) => [type, "x"])), "must not have more than 5 contexts"],
  [{ tenant: { id: "acme", data: { text: "x".repeat(65_536) } } }, "must be at most 65536 bytes"],
  [["acme"], "context must be an object"],
  [{ tenant: 7 }, "context.tenant must be"],
])("the trigger %o is refused", async (context, message) => {
  const reply = await call("POST", "/v1/events/trigger", { name: greeting.identifier, to: "ada", context });
  expect(reply.statusCode).toBe(400);
  expect(JSON.stringify(reply.json().message)).toContain(message);
});

test("the published server client creates, lists, reads, changes and deletes contexts", async () => {
  const { contexts } = server;
  const created = await contexts.create({ type: "region", id: "us-east", data: { currency: "USD" } });
  expect(created.result).toMatchObject({ type: "region", id: "us-east", data: { currency: "USD" } });
  await expect(contexts.create({ type: "region", id: "us-east" })).rejects.toMatchObject({ statusCode: 409 });
  const listed = await contexts.list({ search: "region:us" });
  expect(listed.result.data).toMatchObject([{ id: "us-east" }]);
  expect((await contexts.list({ id: "us-east" })).result.data).toHaveLength(1);
  expect(
    (await contexts.update({ type: "region", id: "us-east", updateContextRequestDto: { data: {} } })).result.data,
  ).toEqual({});
  expect((await contexts.retrieve("us-east", "region")).result).toMatchObject({ type: "region" });
  await contexts.delete("us-east", "region");
  await expect(contexts.retrieve("us-east", "region")).rejects.toMatchObject({ statusCode: 404 });
});

test("the published inbox client shows the notifications of its context", async () => {
  const to = newPerson();
  await trigger(to, { context: acme });
  await trigger(to);
  const client = new Novu({
    applicationIdentifier: environment.applicationIdentifier,
    subscriber: { subscriberId: to },
    context: { tenant: "acme" },
    useCache: false,
    apiUrl: app.listeningOrigin,
    socketUrl: app.listeningOrigin,
  });
  onTestFinished(async () => void (await client.socket.disconnect()));
  const { data } = await client.notifications.list();
  expect(data?.notifications.map(({ body }) => body)).toEqual(["Hello from Acme"]);
  const { data: counted } = await client.notifications.count({ read: false });
  expect(counted).toMatchObject({ count: 1 });
});

test("where an inbox demands proofs, its contexts need one, too", async () => {
  const { apiKey, applicationIdentifier, environmentId } = environment;
  await db.$client`
    update integrations set credentials = coalesce(credentials, '{}') || '{"hmac": true}' where environment_id = ${environmentId} and channel = 'in_app'`;
  onTestFinished(async () => {
    await db.$client`
      update integrations set credentials = credentials - 'hmac' where environment_id = ${environmentId} and channel = 'in_app'`;
  });
  const sign = (text: string) => createHmac("sha256", apiKey).update(text).digest("hex");
  const to = newPerson();
  const context = { tenant: { id: "hooli", data: { name: 'Hooli "quoted"', seats: 3 } } };
  const open = (more: object) =>
    app.inject({
      method: "POST",
      url: "/v1/inbox/session",
      payload: { applicationIdentifier, subscriber: { subscriberId: to }, subscriberHash: sign(to), context, ...more },
    });
  for (const contextHash of [undefined, "", "0".repeat(64), sign(JSON.stringify({ tenant: "hooli" }))]) {
    const refused = await open({ contextHash });
    expect([refused.statusCode, JSON.stringify(refused.json().message)]).toEqual([
      400,
      expect.stringContaining("contextHash must be"),
    ]);
  }
  expect((await call("GET", "/v2/contexts/tenant/hooli")).statusCode).toBe(404);
  const opened = await open({ contextHash: sign(canonicalize(context)) });
  expect(opened.json().data.contextKeys).toEqual(["tenant:hooli"]);
  // A key vouches for it, so that it is stored.
  expect((await call("GET", "/v2/contexts/tenant/hooli")).json().data.data).toEqual({
    name: 'Hooli "quoted"',
    seats: 3,
  });
});
