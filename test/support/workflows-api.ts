import { afterAll, expect } from "vitest";
import { type TestEnvironment, testApp } from "./environment.ts";

export const UNKNOWN = "00000000-0000-4000-8000-000000000000";

export const inApp = { template: { type: "in_app", content: "Hello {{ name }}" } };
export const email = {
  name: "Mail",
  template: {
    type: "email",
    name: "Welcome mail",
    subject: "Welcome {{ subscriber.firstName }}",
    preheader: "Hi",
    senderName: "Ada",
    contentType: "editor",
    content: [{ type: "text", content: "From {{ company }}" }],
  },
};
export const sms = { template: { type: "sms", content: "Your code is {{ code }}" } };
export const delay = { template: { type: "delay" }, metadata: { type: "regular", amount: 2, unit: "days" } };
export const onPlan = (value: string) => [
  { value: "AND", children: [{ on: "payload", field: "plan", operator: "EQUAL", value }] },
];

interface Call {
  path?: string;
  body?: unknown;
  key?: string;
  base?: string;
}

/** The calls of the API that create, read and change workflows, for all tests of a file. */
export async function workflowsApi() {
  const { app, db, close } = await testApp();
  afterAll(close);

  async function call(method: "GET" | "POST" | "PUT" | "DELETE", environment: TestEnvironment, options: Call = {}) {
    const { path = "", body, key = environment.apiKey, base = "/v1/workflows" } = options;
    const response = await app.inject({
      method,
      url: `${base}${path}`,
      headers: { authorization: `ApiKey ${key}` },
      ...(body !== undefined && {
        payload: JSON.stringify(body),
        headers: { authorization: `ApiKey ${key}`, "content-type": "application/json" },
      }),
    });
    return { status: response.statusCode, body: response.json() };
  }

  async function groupOf(environment: TestEnvironment, key = environment.apiKey): Promise<string> {
    const { body } = await call("GET", environment, { base: "/v1/notification-groups", key });
    return body.data[0]._id;
  }

  async function create(environment: TestEnvironment, fields: object = {}) {
    const notificationGroupId = await groupOf(environment);
    return call("POST", environment, {
      body: { name: "Order shipped", notificationGroupId, steps: [inApp], ...fields },
    });
  }

  async function created(environment: TestEnvironment, fields: object = {}) {
    const { status, body } = await create(environment, fields);
    expect(status).toBe(201);
    return body.data;
  }

  return { app, db, call, groupOf, create, created };
}
