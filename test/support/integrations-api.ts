import { afterAll, expect } from "vitest";
import type { Integration } from "#contract/integrations.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "./environment.ts";

export const UNKNOWN = "00000000-0000-4000-8000-000000000000";
export const smtpCredentials = {
  host: "127.0.0.1",
  port: "587",
  user: "ada",
  password: "hunter22",
  from: "ada@example.com",
  senderName: "Ada",
};
export const onTenant = [
  { value: "AND", children: [{ on: "tenant", field: "identifier", operator: "EQUAL", value: "acme" }] },
];

/** An integration of a mail server that nobody tries to reach. */
export const smtp = (fields: object = {}) => ({ providerId: "nodemailer", channel: "email", check: false, ...fields });

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The calls of the API that list, create and change integrations, for all tests of a file. */
export async function integrationsApi() {
  const { app, db, close } = await testApp();
  afterAll(close);

  async function call(method: Method, environment: TestEnvironment, path: string, body?: object, key?: string) {
    const response = await app.inject({
      method,
      url: `/v1/integrations${path}`,
      headers: { authorization: `ApiKey ${key ?? environment.organizationApiKey}` },
      ...(body && { payload: body }),
    });
    return { status: response.statusCode, body: response.json() };
  }

  async function created(environment: TestEnvironment, fields: object): Promise<Integration> {
    const { status, body } = await call("POST", environment, "", fields);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data;
  }

  async function update(environment: TestEnvironment, id: string, changes: object): Promise<Integration> {
    const { status, body } = await call("PUT", environment, `/${id}`, { check: false, ...changes });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  }

  async function listed(environment: TestEnvironment, path = ""): Promise<Integration[]> {
    return (await call("GET", environment, path)).body.data;
  }

  /** An environment whose email channel has nothing connected yet. */
  async function environmentWithoutEmail(): Promise<TestEnvironment> {
    const environment = await createTestEnvironment(db);
    const builtIn = (await listed(environment)).find(
      ({ channel, _environmentId }) => channel === "email" && _environmentId === environment.environmentId,
    );
    await call("DELETE", environment, `/${builtIn?._id}`);
    return environment;
  }

  /** The environment's email integrations by name: priority, with a star for the primary. */
  async function prioritiesOf(environment: TestEnvironment): Promise<Record<string, string>> {
    const own = (await listed(environment)).filter(
      ({ channel, _environmentId }) => channel === "email" && _environmentId === environment.environmentId,
    );
    return Object.fromEntries(own.map(({ name, priority, primary }) => [name, `${priority}${primary ? "*" : ""}`]));
  }

  return { app, db, call, created, update, listed, environmentWithoutEmail, prioritiesOf };
}
