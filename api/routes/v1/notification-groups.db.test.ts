import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";

const { app, db, close } = await testApp();
afterAll(close);

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

async function call(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  environment: TestEnvironment,
  path = "",
  body?: object,
  key = environment.apiKey,
) {
  const response = await app.inject({
    method,
    url: `/v1/notification-groups${path}`,
    headers: { authorization: `ApiKey ${key}` },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}

test("a new group belongs to the environment and is read back by its id", async () => {
  const environment = await createTestEnvironment(db);
  const { status, body } = await call("POST", environment, "", { name: "Billing" });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    name: "Billing",
    id: body.data._id,
    _environmentId: environment.environmentId,
    _organizationId: environment.organizationId,
  });
  expect((await call("GET", environment, `/${body.data.id}`)).body).toEqual(body);
});

test("names need not be unique, and the list starts with General", async () => {
  const environment = await createTestEnvironment(db);
  for (const name of ["Billing", "Billing"]) await call("POST", environment, "", { name });
  const { body } = await call("GET", environment);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["General", "Billing", "Billing"]);
});

test("Production's General names Development's as its parent, and the lists stay apart", async () => {
  const environment = await createTestEnvironment(db);
  await call("POST", environment, "", { name: "Billing" });
  const development = (await call("GET", environment)).body.data;
  const production = (await call("GET", environment, "", undefined, environment.productionApiKey)).body.data;
  expect(production).toHaveLength(1);
  expect(production[0]).toMatchObject({ name: "General", _parentId: development[0]._id });
});

test("renaming keeps the id", async () => {
  const environment = await createTestEnvironment(db);
  const { body } = await call("POST", environment, "", { name: "Billing" });
  const renamed = await call("PATCH", environment, `/${body.data._id}`, { name: "Invoices" });
  expect(renamed).toMatchObject({ status: 200, body: { data: { _id: body.data._id, name: "Invoices" } } });
  expect((await call("GET", environment, `/${body.data._id}`)).body.data.name).toBe("Invoices");
});

test("a group without a name is refused", async () => {
  const environment = await createTestEnvironment(db);
  const missing = await call("POST", environment, "", {});
  expect(missing.status).toBe(400);
  expect(missing.body.message).toEqual(["name should not be null or undefined", "name must be a string"]);
  expect((await call("POST", environment, "", { name: "" })).body.message).toEqual(["name should not be empty"]);
});

test("a deleted group is gone, also for the second delete", async () => {
  const environment = await createTestEnvironment(db);
  const { body } = await call("POST", environment, "", { name: "Billing" });
  const path = `/${body.data._id}`;
  expect(await call("DELETE", environment, path)).toEqual({
    status: 200,
    body: { data: { acknowledged: true, status: "deleted" } },
  });
  for (const method of ["GET", "DELETE"] as const) {
    expect((await call(method, environment, path)).body.statusCode).toBe(404);
  }
  expect((await call("PATCH", environment, path, { name: "Again" })).body.statusCode).toBe(404);
});

test("a group of another environment is unknown, as is a malformed id", async () => {
  const environment = await createTestEnvironment(db);
  const stranger = await createTestEnvironment(db);
  const { body } = await call("POST", stranger, "", { name: "Theirs" });
  for (const id of [body.data._id, UNKNOWN, "abc"]) {
    expect((await call("GET", environment, `/${id}`)).status).toBe(404);
    expect((await call("PATCH", environment, `/${id}`, { name: "Mine" })).status).toBe(404);
    expect((await call("DELETE", environment, `/${id}`)).status).toBe(404);
  }
  expect((await call("GET", environment, "", undefined, "wrong")).status).toBe(401);
});
