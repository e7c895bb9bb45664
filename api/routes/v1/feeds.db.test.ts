import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { testConfig } from "#test/support/environment.ts";
import { aStep } from "#test/support/event.ts";
import { signSubscriberToken } from "../../tokens.ts";

const { api, environment, runner } = await apiWithRunner();
const { app, db, started } = api;

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, headers = {}) {
  const url = `/v1${path}`;
  const sent = { ...environment.headers, ...headers };
  const reply = await app.inject({ method, url, headers: sent, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}

async function aFeed(): Promise<{ id: string; identifier: string }> {
  const name = `feed-${randomUUID()}`;
  const { status, body } = await call("POST", "/feeds", { name });
  expect([status, body.data]).toMatchObject([
    201,
    { name, identifier: name, _environmentId: environment.environmentId },
  ]);
  return { id: body.data._id, identifier: name };
}

async function aWorkflowOf(steps: object[]) {
  const groups = await call("GET", "/notification-groups");
  const group = groups.body.data[0]._id;
  const name = `Workflow ${randomUUID()}`;
  const { status, body } = await call("POST", "/workflows", { name, notificationGroupId: group, active: true, steps });
  expect(status).toBe(201);
  return body.data;
}

async function trigger(name: string, to: string) {
  expect((await call("POST", "/events/trigger", { name, to, payload: {} })).status).toBe(201);
  const ref = started.at(-1)?.event;
  if (ref) await runner.toEnd(ref);
}

async function inboxOf(subscriberId: string) {
  const [row] = await db.$client<{ id: string }[]>`
    select id from subscribers where subscriber_id = ${subscriberId} and environment_id = ${environment.environmentId}`;
  const token = await signSubscriberToken(
    { _id: row?.id ?? "", subscriberId, ...environment.scope },
    testConfig.secret,
  );
  const headers = { authorization: `Bearer ${token}` };
  return (method: "GET" | "POST" | "DELETE", path: string, body?: object) =>
    call(method, `/widgets${path}`, body, headers);
}

const texts = ({ body }: { body: { data: { content: string }[] } }) => body.data.map(({ content }) => content);

test("a name belongs to one live feed, and deleting one answers with those that remain", async () => {
  const [kept, gone] = [await aFeed(), await aFeed()];
  expect((await call("POST", "/feeds", { name: kept.identifier })).status).toBe(409);
  const { status, body } = await call("DELETE", `/feeds/${gone.id}`);
  const identifiers = (feeds: { identifier: string }[]) => feeds.map(({ identifier }) => identifier);
  expect(status).toBe(200);
  expect(identifiers(body.data)).toContain(kept.identifier);
  expect(identifiers(body.data)).not.toContain(gone.identifier);
  expect((await call("DELETE", `/feeds/${gone.id}`)).status).toBe(400);
  expect((await call("DELETE", "/feeds/unknown")).status).toBe(400);
  expect((await call("POST", "/feeds", { name: gone.identifier })).status).toBe(201);
});

test("a feed that a step or a variant sends to is not deleted, until its workflow is", async () => {
  const [ofStep, ofVariant] = [await aFeed(), await aFeed()];
  const filters = [{ value: "AND", children: [{ on: "payload", field: "a", operator: "EQUAL", value: "b" }] }];
  const variants = [{ filters, template: { type: "in_app", content: "x", feedId: ofVariant.id } }];
  const { _id } = await aWorkflowOf([{ template: { type: "in_app", content: "x", feedId: ofStep.id }, variants }]);
  for (const { id } of [ofStep, ofVariant]) expect((await call("DELETE", `/feeds/${id}`)).status).toBe(400);
  await call("DELETE", `/workflows/${_id}`);
  for (const { id } of [ofStep, ofVariant]) expect((await call("DELETE", `/feeds/${id}`)).status).toBe(200);
});

test("a message is in its step's feed, and feeds, counts, marks and deletes can be narrowed to it", async () => {
  const [billing, other] = [await aFeed(), await aFeed()];
  const to = `reader-${randomUUID()}`;
  const workflow = await aWorkflowOf([
    aStep("in_app", { content: "invoice", feedId: billing.id }),
    aStep("in_app", { content: "comment", feedId: other.id }),
    aStep("in_app", { content: "plain" }),
  ]);
  await trigger(workflow.triggers[0].identifier, to);
  const inbox = await inboxOf(to);
  const feed = `/notifications/feed?feedIdentifier=${billing.identifier}`;
  const narrowed = await inbox("GET", feed);
  expect(texts(narrowed)).toEqual(["invoice"]);
  expect(narrowed.body.data[0]._feedId).toBe(billing.id);
  expect(texts(await inbox("GET", `${feed}&feedIdentifier=${other.identifier}`))).toHaveLength(2);
  expect(texts(await inbox("GET", "/notifications/feed"))).toHaveLength(3);
  expect(texts(await call("GET", `/subscribers/${to}${feed}`))).toEqual(["invoice"]);
  const unseen = `/notifications/unseen?feedIdentifier=${billing.identifier}`;
  expect((await inbox("GET", unseen)).body.data.count).toBe(1);
  expect((await inbox("POST", "/messages/read", { feedId: billing.identifier })).body.data).toBe(1);
  expect((await inbox("GET", unseen)).body.data.count).toBe(0);
  expect((await inbox("DELETE", `/messages?feedId=${billing.id}`)).status).toBe(204);
  expect(texts(await inbox("GET", "/notifications/feed")).sort()).toEqual(["comment", "plain"]);
});

test("messages follow their step to another feed", async () => {
  const [before, after] = [await aFeed(), await aFeed()];
  const to = `mover-${randomUUID()}`;
  const workflow = await aWorkflowOf([aStep("in_app", { content: "moved", feedId: before.id })]);
  await trigger(workflow.triggers[0].identifier, to);
  const template = { type: "in_app", content: "moved", feedId: after.id };
  const steps = [{ _templateId: workflow.steps[0]._templateId, template }];
  expect((await call("PUT", `/workflows/${workflow._id}`, { steps })).status).toBe(200);
  const inbox = await inboxOf(to);
  expect(texts(await inbox("GET", `/notifications/feed?feedIdentifier=${after.identifier}`))).toEqual(["moved"]);
  expect(texts(await inbox("GET", `/notifications/feed?feedIdentifier=${before.identifier}`))).toEqual([]);
});

test("the workflows that send to a feed are listed with their steps, also those whose variant does", async () => {
  const [feed, other] = [await aFeed(), await aFeed()];
  expect((await call("GET", `/feeds/${feed.id}/usage`)).body.data).toEqual({ workflows: [] });
  const sending = (feedId: string) => aStep("in_app", { feedId });
  const used = await aWorkflowOf([sending(feed.id), sending(other.id)]);
  expect((await call("GET", `/feeds/${feed.id}/usage`)).body.data.workflows).toMatchObject([
    { _id: used._id, name: used.name, steps: [{ _id: expect.any(String) }] },
  ]);
  expect((await call("DELETE", `/feeds/${feed.id}`)).status).toBe(400);
  for (const id of [randomUUID(), "no-id"]) expect((await call("GET", `/feeds/${id}/usage`)).status, id).toBe(404);
});
