import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

async function call(method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE", path: string, payload?: object) {
  const url = `/v1${path}`;
  const reply = await app.inject({ method, url, headers: environment.headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}

async function aTenant(identifier: string, fields: object = {}): Promise<string> {
  const { status, body } = await call("POST", "/tenants", { identifier, name: identifier, ...fields });
  expect(status).toBe(201);
  return body.data._id;
}

describe("tenants", () => {
  test("a tenant is read back as it was created, wrapped although it has data", async () => {
    const id = await aTenant("acme", { data: { plan: "gold" } });
    const { status, body } = await call("GET", "/tenants/acme");
    expect([status, body.data]).toMatchObject([200, { _id: id, identifier: "acme", data: { plan: "gold" } }]);
    expect((await call("GET", "/tenants/nobody")).status).toBe(404);
  });

  test.each([["a\0b"], ["\ud800"], ["a\udc00"]])("data that cannot be stored is refused: %j", async (text) => {
    for (const data of [{ text }, { [text]: 1 }]) {
      const { status, body } = await call("POST", "/tenants", { identifier: "acme", name: "Acme", data });
      expect([status, body.message]).toEqual([400, expect.stringMatching(/^data.* must not contain/s)]);
    }
    expect((await call("GET", "/tenants/acme")).status).toBe(404);
  });

  test("an identifier is taken once in an environment, also by two calls at once", async () => {
    const both = await Promise.all([1, 2].map(() => call("POST", "/tenants", { identifier: "acme", name: "Acme" })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test("a missing identifier is refused as empty and as no text", async () => {
    const { status, body } = await call("POST", "/tenants", { name: "Acme" });
    expect(status).toBe(400);
    expect(body.message).toEqual(["identifier should not be empty", "identifier must be a string"]);
  });

  test("a list is searched by how an identifier or a name begins", async () => {
    await aTenant("acme-1", { name: "One" });
    await aTenant("two", { name: "Acme Two" });
    await aTenant("three", { name: "Not acme" });
    const found = async (query: string) =>
      (await call("GET", `/tenants?query=${query}`)).body.data.map((one: { identifier: string }) => one.identifier);
    expect(await found("acme")).toEqual(["two", "acme-1"]);
    expect(await found("")).toEqual(["three", "two", "acme-1"]);
  });

  test("lists are newest first, and a full page says that there may be more", async () => {
    for (let number = 0; number < 9; number += 1) await aTenant(`tenant-${number}`);
    const first = (await call("GET", "/tenants?limit=5")).body;
    expect(first).toMatchObject({
      page: 0,
      pageSize: 5,
      hasMore: true,
      data: [{ identifier: "tenant-8" }, {}, {}, {}, {}],
    });
    expect((await call("GET", "/tenants?limit=5&page=1")).body).toMatchObject({
      hasMore: false,
      data: [{}, {}, {}, {}],
    });
    expect((await call("GET", "/tenants?limit=101")).status).toBe(400);
  });

  test("a change replaces the data as a whole, passes over what is empty, and takes no taken identifier", async () => {
    await aTenant("acme", { data: { plan: "gold", seats: 3 } });
    await aTenant("other");
    const { body } = await call("PATCH", "/tenants/acme", { identifier: null, name: "", data: { plan: "free" } });
    expect(body.data).toMatchObject({ identifier: "acme", name: "acme", data: { plan: "free" } });
    expect(body.data.data).not.toHaveProperty("seats");
    expect((await call("PATCH", "/tenants/acme", { identifier: "other" })).status).toBe(409);
    expect((await call("PATCH", "/tenants/nobody", { name: "x" })).status).toBe(404);
    expect((await call("PATCH", "/tenants/acme", { identifier: "renamed" })).body.data.identifier).toBe("renamed");
  });

  test("a deleted tenant is gone with its overrides", async () => {
    const tenantId = await aTenant("acme");
    const { id: workflowId } = await aWorkflow(db, environment, [aStep("sms")]);
    expect((await call("POST", "/workflow-overrides", { workflowId, tenantId })).status).toBe(201);
    expect((await call("DELETE", "/tenants/acme")).status).toBe(204);
    const again = await call("DELETE", "/tenants/acme");
    expect([again.status, again.body.message]).toEqual([404, expect.stringContaining("acme")]);
    expect((await call("GET", "/workflow-overrides")).body.data).toEqual([]);
  });
});

describe("workflow overrides", () => {
  async function aPair() {
    const tenantId = await aTenant(`tenant-${randomUUID()}`);
    const { id: workflowId } = await aWorkflow(db, environment, [aStep("sms")]);
    return { tenantId, workflowId };
  }
  const ofPair = ({ tenantId, workflowId }: { tenantId: string; workflowId: string }) =>
    `/workflow-overrides/workflows/${workflowId}/tenants/${tenantId}`;

  test("a deleted workflow has no overrides, by whatever they are asked for", async () => {
    const pair = await aPair();
    const { _id } = (await call("POST", "/workflow-overrides", pair)).body.data;
    expect((await call("DELETE", `/notification-templates/${pair.workflowId}`)).status).toBe(200);
    for (const path of [`/workflow-overrides/${_id}`, ofPair(pair)]) {
      expect((await call("GET", path)).status).toBe(404);
      expect((await call("PUT", path, { active: true })).status).toBe(404);
    }
    const { data } = (await call("GET", "/workflow-overrides?limit=100")).body;
    expect(data.map((override: { _id: string }) => override._id)).not.toContain(_id);
  });

  test("a new override has every channel that it does not name, and is inactive", async () => {
    const pair = await aPair();
    const { status, body } = await call("POST", "/workflow-overrides", {
      ...pair,
      preferenceSettings: { email: false },
    });
    expect([status, body.data]).toMatchObject([
      201,
      {
        _workflowId: pair.workflowId,
        _tenantId: pair.tenantId,
        active: false,
        deleted: false,
        preferenceSettings: { email: false, sms: true, in_app: true, chat: true, push: true },
      },
    ]);
    expect((await call("GET", ofPair(pair))).body.data._id).toBe(body.data._id);
    expect((await call("POST", "/workflow-overrides", pair)).status).toBe(409);
  });

  test("those of one tenant are listed with their workflows and what these do for all others", async () => {
    const [pair, other] = [await aPair(), await aPair()];
    const { _id } = (await call("POST", "/workflow-overrides", { ...pair, preferenceSettings: { sms: false } })).body
      .data;
    expect((await call("POST", "/workflow-overrides", other)).status).toBe(201);
    const { data } = (await call("GET", `/workflow-overrides?tenantId=${pair.tenantId}`)).body;
    expect(data).toMatchObject([
      {
        _id,
        active: false,
        preferenceSettings: { sms: false },
        workflow: { name: expect.any(String), active: true, preferenceSettings: { sms: true, email: true } },
      },
    ]);
    expect((await call("GET", `/workflow-overrides?tenantId=${randomUUID()}`)).body.data).toEqual([]);
    const refused = await call("GET", "/workflow-overrides?tenantId=acme");
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("must be a UUID")]);
  });

  test("what is missing or unknown is named: the tenant before the workflow", async () => {
    const { tenantId, workflowId } = await aPair();
    const missing = await call("POST", "/workflow-overrides", { tenantId });
    expect(missing.body.message).toEqual(["workflowId should not be null or undefined", "workflowId must be a string"]);
    const noId = await call("PUT", ofPair({ workflowId, tenantId: "acme" }), { active: true });
    expect([noId.status, String(noId.body.message)]).toEqual([400, expect.stringContaining("_tenantId")]);
    const unknown = randomUUID();
    const both = await call("POST", "/workflow-overrides", { tenantId: unknown, workflowId: unknown });
    expect([both.status, both.body.message]).toEqual([404, expect.stringContaining("tenant")]);
    const workflow = await call("POST", "/workflow-overrides", { tenantId, workflowId: unknown });
    expect([workflow.status, workflow.body.message]).toEqual([404, expect.stringContaining("workflow")]);
    expect((await call("PUT", ofPair({ tenantId, workflowId }), { active: true })).status).toBe(404);
  });

  test("a change keeps what it does not name, by id and by pair", async () => {
    const pair = await aPair();
    const { body } = await call("POST", "/workflow-overrides", { ...pair, preferenceSettings: { email: false } });
    const path = `/workflow-overrides/${body.data._id}`;
    const changed = await call("PUT", path, { active: true, preferenceSettings: { email: true, sms: false } });
    const flags = { email: true, sms: false, in_app: true, chat: true, push: true };
    expect(changed.body.data).toMatchObject({ active: true, preferenceSettings: flags });
    const again = await call("PUT", ofPair(pair), { preferenceSettings: { push: false } });
    expect(again.body.data).toMatchObject({ active: true, preferenceSettings: { ...flags, push: false } });
  });

  test("two changes at once both count", async () => {
    const { body } = await call("POST", "/workflow-overrides", await aPair());
    const path = `/workflow-overrides/${body.data._id}`;
    await Promise.all(
      ["sms", "push", "chat"].map((channel) => call("PUT", path, { preferenceSettings: { [channel]: false } })),
    );
    const flags = { email: true, in_app: true, sms: false, push: false, chat: false };
    expect((await call("GET", path)).body.data.preferenceSettings).toEqual(flags);
  });

  test("lists are pages, and a deleted one is gone", async () => {
    expect((await call("GET", "/workflow-overrides")).body.data).toEqual([]);
    const ids: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      ids.push((await call("POST", "/workflow-overrides", await aPair())).body.data._id);
    }
    const first = (await call("GET", "/workflow-overrides?limit=2")).body;
    expect(first).toMatchObject({ hasMore: true, data: [{ _id: ids[2] }, { _id: ids[1] }] });
    expect((await call("GET", "/workflow-overrides?limit=2&page=1")).body).toMatchObject({
      hasMore: false,
      data: [{}],
    });
    expect((await call("DELETE", `/workflow-overrides/${ids[0]}`)).body).toEqual({ data: true });
    expect((await call("DELETE", `/workflow-overrides/${ids[0]}`)).status).toBe(404);
    expect((await call("GET", `/workflow-overrides/${ids[0]}`)).status).toBe(404);
  });

  test("no call is served in Production", async () => {
    const headers = { authorization: `ApiKey ${environment.productionApiKey}` };
    const id = randomUUID();
    for (const [method, url] of [
      ["GET", "/v1/workflow-overrides"],
      ["GET", `/v1/workflow-overrides/${id}`],
      ["DELETE", `/v1/workflow-overrides/${id}`],
      ["GET", `/v1${ofPair({ workflowId: id, tenantId: id })}`],
    ] as const) {
      expect((await app.inject({ method, url, headers })).statusCode).toBe(401);
    }
  });
});
