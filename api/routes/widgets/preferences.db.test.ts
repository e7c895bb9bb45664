import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { preferences } from "#db/schema/preferences.ts";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

// Preferences of the older inboxes.

const { app, db, close } = await testApp();
afterAll(close);

const environment = await createTestEnvironment(db);
const { id: workflowId } = await aWorkflow(db, environment, [aStep("in_app"), aStep("email", { subject: "x" })]);

async function aCaller() {
  const { headers } = await createTestSubscriber(db, environment.scope);
  return async (method: "GET" | "PATCH", path = "", payload?: object) => {
    const url = `/v1/widgets/preferences${path}`;
    const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, data: reply.json().data };
  };
}

test("a workflow shows the channels that it has a step of, at the level of templates and without a level", async () => {
  const call = await aCaller();
  const { data } = await call("GET");
  expect(data).toMatchObject([
    { template: { _id: workflowId }, preference: { channels: { email: true, in_app: true } } },
  ]);
  expect((await call("GET", "/template")).data).toEqual(data);
});

test("the choice for all workflows is a list where it is read, and an object where it is changed", async () => {
  const call = await aCaller();
  const preferences = [{ channelType: "sms", type: "sms", enabled: false }];
  const { data } = await call("PATCH", "", { preferences });
  const channels = { email: true, sms: false, in_app: true, chat: true, push: true };
  expect(data).toMatchObject({ preference: { enabled: true, channels } });
  expect((await call("GET", "/global")).data).toEqual([data]);
});

test("a subscriber's choice is its own", async () => {
  const [call, other] = [await aCaller(), await aCaller()];
  const { data } = await call("PATCH", `/${workflowId}`, { channel: { type: "email", enabled: false } });
  expect(data.preference).toMatchObject({
    channels: { email: false },
    overrides: expect.arrayContaining([{ channel: "email", source: "subscriber" }]),
  });
  expect((await call("GET")).data).toEqual([data]);
  expect((await call("PATCH", `/${workflowId}`, {})).status).toBe(400);
  expect((await other("GET")).data).toMatchObject([{ preference: { channels: { email: true } } }]);
});

test("nobody opts a subscriber out of a critical workflow, and a choice about it is not stored", async () => {
  const other = await createTestEnvironment(db);
  const { headers, subscriberId } = await createTestSubscriber(db, other.scope);
  const { id } = await aWorkflow(db, other, [aStep("email", { subject: "x" })], { critical: true });
  const patch = async (url: string, payload: object, as: Record<string, string>) => {
    const reply = await app.inject({ method: "PATCH", url, headers: as, payload });
    return [reply.statusCode, reply.json().message];
  };
  const refused = [400, `Critical workflow with id: ${id} can not be updated: it reaches every subscriber`];
  for (const choice of [{ channel: { type: "email", enabled: false } }, { enabled: false }]) {
    expect(await patch(`/v1/widgets/preferences/${id}`, choice, headers)).toEqual(refused);
  }
  expect(await patch(`/v1/inbox/preferences/${id}`, { email: false }, headers)).toEqual(refused);
  const byKey = { workflowId: id, channels: { email: false } };
  expect(await patch(`/v2/subscribers/${subscriberId}/preferences`, byKey, other.headers)).toEqual(refused);
  expect(await db.select().from(preferences).where(eq(preferences.workflowId, id))).toEqual([]);
});

test.each([
  ["GET", "/other", undefined, 400],
  ["PATCH", `/${workflowId}`, { channel: {} }, 400],
  ["PATCH", "/00000000-0000-4000-8000-000000000000", { enabled: false }, 404],
] as const)("%s %s of %j is refused with %i", async (method, path, body, status) => {
  const call = await aCaller();
  expect((await call(method, path, body)).status).toBe(status);
});
