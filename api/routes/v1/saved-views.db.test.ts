import { beforeEach, expect, test } from "vitest";
import type { SavedView } from "#contract/activity/saved-views.ts";
import { SAVED_VIEWS_MAX } from "#contract/constants/activity/saved-views.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { aMember } from "#test/support/sign-in.ts";

// Filters of lists are kept under names: by their authors alone, or for all members of the environment.

const { api, runner } = await apiWithRunner();

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(api.db);
});

type Headers = Record<string, string>;
async function call(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path = "",
  payload?: object,
  headers: Headers = environment.headers,
) {
  const reply = await api.app.inject({ method, url: `/v1/saved-views${path}`, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}
const aView = { name: "Failed mails", list: "runs", search: "channels=email&failedAfter=2026-01-01T00:00:00Z" };
async function create(view: object = {}, headers?: Headers): Promise<SavedView> {
  const { status, body } = await call("POST", "", { ...aView, ...view }, headers);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
async function memberHeaders(role: "viewer" | "member"): Promise<Headers> {
  const { headers } = await aMember(api.db, environment.organizationId, role);
  return { ...headers, "novu-environment-id": environment.environmentId };
}
const namesFor = async (headers?: Headers, query = "") =>
  (await call("GET", query, undefined, headers)).body.data.map(({ name }: SavedView) => name);

test("a view is its author's alone until it is shared, and then everybody's to read", async () => {
  const other = await memberHeaders("viewer");
  const { _id } = await create();
  expect(await namesFor()).toEqual(["Failed mails"]);
  expect(await namesFor(other)).toEqual([]);
  expect((await call("PATCH", `/${_id}`, { isShared: true })).body.data).toMatchObject({ isShared: true, isOwn: true });
  const { body } = await call("GET", "", undefined, other);
  expect(body.data).toEqual([expect.objectContaining({ ...aView, isOwn: false })]);
  const member = await memberHeaders("member");
  expect((await call("PATCH", `/${_id}`, { name: "Mine" }, member)).status).toBe(404);
  expect((await call("DELETE", `/${_id}`, undefined, member)).status).toBe(404);
  expect((await call("DELETE", `/${_id}`)).status).toBe(204);
  expect(await namesFor(other)).toEqual([]);
});

test("views are listed by name and by list, and not in another environment", async () => {
  await create({ name: "Z" });
  await create({ name: "A", list: "messages" });
  expect(await namesFor()).toEqual(["A", "Z"]);
  expect(await namesFor(undefined, "?list=messages")).toEqual(["A"]);
  expect(await namesFor((await createTestEnvironment(api.db)).headers)).toEqual([]);
});

test("a name is given once for each list, also when two are created at once", async () => {
  const replies = await Promise.all([call("POST", "", aView), call("POST", "", aView)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  await create({ list: "messages" });
  const { _id } = await create({ name: "Other" });
  expect((await call("PATCH", `/${_id}`, { name: aView.name })).status).toBe(409);
});

test("there is an end to their number", async () => {
  for (let number = 0; number < SAVED_VIEWS_MAX; number += 1) await create({ name: `View ${number}` });
  const { status, body } = await call("POST", "", aView);
  expect(status).toBe(409);
  expect(JSON.stringify(body)).toContain("delete one first");
});

test.each([
  [{ name: "" }, "name"],
  [{ list: "people" }, "list"],
  [{ search: "a".repeat(2_001) }, "search"],
  [{ isShared: "yes" }, "isShared"],
])("refuses %j and names the field", async (given, field) => {
  const { status, body } = await call("POST", "", { ...aView, ...given });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(field);
});

test("runs are counted by the filters of their list, up to a number", async () => {
  const workflow = await aWorkflow(api.db, environment, [aStep("in_app")]);
  const { ref } = await anAcceptedEvent(api.db, environment, workflow, { to: ["ada", "bob"] });
  await runner.start(ref);
  const count = async (query = "") =>
    (await api.app.inject({ url: `/v1/notifications/count${query}`, headers: environment.headers })).json().data;
  expect(await count()).toEqual({ count: 2, isMore: false });
  expect(await count("?subscriberIds=ada")).toEqual({ count: 1, isMore: false });
  expect(await count("?subscriberIds=nobody")).toEqual({ count: 0, isMore: false });
});
