import { beforeEach, expect, test } from "vitest";
import type { EnvironmentVariableUsage } from "#contract/accounts/environment-variables.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";

// Where workflows and layouts name environment variables: issues, usage, completion, previews, and what publishing needs.

const { app, db } = await testApp();

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

async function call(method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object) {
  const headers = environment.organizationHeaders;
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.body === "" ? undefined : reply.json().data;
}
const variable = (key: string, value?: string, isSecret = false) =>
  call("POST", "/v1/environment-variables", {
    key,
    isSecret,
    ...(value !== undefined && { values: [{ _environmentId: environment.environmentId, value }] }),
  });
const aV2 = (name: string, ...steps: object[]) => call("POST", "/v2/workflows", { name, steps });
const text = (body: string) => ({ name: "Text", type: "sms", controlValues: { body } });
const bell = (body: string) => ({ name: "Bell", type: "in_app", controlValues: { body } });
const usage = (key: string): Promise<EnvironmentVariableUsage> => call("GET", `/v1/environment-variables/${key}/usage`);

test("a variable without a value is an issue of the step until it has one, and so is a secret in an inbox", async () => {
  const { _id } = await aV2("Order", text("At {{ env.shopUrl }}, not process.env.none"), bell("{{ env.token }}"));
  const read = async () => {
    const { steps, status } = await call("GET", `/v2/workflows/${_id}`);
    return { status, issues: steps.map(({ issues }: { issues: { controls?: object } }) => issues.controls ?? {}) };
  };
  const messageOf = (message: string) => ({
    body: [expect.objectContaining({ message: expect.stringContaining(message) })],
  });
  expect(await read()).toEqual({
    status: "ERROR",
    issues: [
      messageOf("There is no environment variable shopUrl: create it"),
      messageOf("no environment variable token"),
    ],
  });
  await variable("shopUrl");
  await variable("token", "s3cr3t-value", true);
  expect((await read()).issues).toEqual([
    messageOf("shopUrl has no value in Development: set one"),
    messageOf("token is secret, and inboxes show a mask"),
  ]);
  const listed = await call("GET", "/v2/workflows?status=ERROR");
  expect(listed.workflows).toHaveLength(1);
  await call("PATCH", "/v1/environment-variables/shopUrl", {
    values: [{ _environmentId: environment.environmentId, value: "x" }],
  });
  const { steps } = await call("GET", `/v2/workflows/${_id}`);
  expect(steps[0].issues.controls ?? {}).toEqual({});
  expect(steps[0].variables.properties.env).toMatchObject({
    properties: { shopUrl: { type: "string" }, token: { description: expect.stringContaining("Secret") } },
  });
  await call("DELETE", "/v1/environment-variables/token");
  expect((await read()).issues[1]).toEqual(messageOf("no environment variable token"));
});

test("templates of version 1 name payloads by env where the organisation has no variables", async () => {
  const { id } = await aWorkflow(db, environment, [aStep("in_app", { content: "{{ env.shopUrl }}" })]);
  const issues = async () => (await call("GET", `/v2/workflows/${id}`)).steps[0].issues.controls ?? {};
  expect(await issues()).toEqual({});
  await variable("other", "x");
  expect(await issues()).toEqual({ content: [expect.objectContaining({ variableName: "{{env.shopUrl}}" })] });
});

test("usage names workflows with their steps, and layouts, wherever they name the variable", async () => {
  await variable("shop", "x");
  await variable("shopUrl", "x");
  const condition = [{ value: "AND", children: [{ on: "env", field: "shopUrl", operator: "EQUAL", value: "x" }] }];
  await aV2("By output", text("{{ env.shopUrl | upcase }}"), text("{{ env.other }} env.shopUrl {{ x.env.shopUrl }}"));
  await aV2("By name", text('{% if env["shopUrl"] == "x" %}y{% endif %}'));
  await aV2("By rule", { ...text("Hi"), controlValues: { body: "Hi", skip: { "==": [{ var: "env.shopUrl" }, "x"] } } });
  await aWorkflow(db, environment, [aStep("sms", { content: "Hi" }, { filters: condition as never })], {
    name: "By condition",
  });
  const http = { method: "GET", url: "https://x.example/{{ env.shopUrl }}" };
  await aWorkflow(db, environment, [aStep("http", { content: "" }, { metadata: { type: "http", ...http } as never })], {
    name: "By URL",
  });
  await call("POST", "/v2/layouts", {
    layoutId: "frame",
    name: "Frame",
    controlValues: { email: { body: "<a href='{{ env.shopUrl }}'></a>{{ body }}", editorType: "html" } },
  });
  const { workflows, layouts } = await usage("shopUrl");
  expect(workflows.map(({ name, steps }) => [name, steps.length])).toEqual([
    ["By URL", 1],
    ["By condition", 1],
    ["By name", 1],
    ["By output", 1],
    ["By rule", 1],
  ]);
  expect(layouts).toMatchObject([{ name: "Frame", layoutId: "frame" }]);
  expect(await usage("shop")).toEqual({ workflows: [], layouts: [] });
  const list = await call("GET", "/v1/environment-variables");
  expect(list.map(({ key, usedBy }: { key: string; usedBy: number }) => [key, usedBy])).toEqual([
    ["shop", 0],
    ["shopUrl", 6],
  ]);
});

test("previews have values with masks for secrets, or those that they are given", async () => {
  await variable("shopUrl", "https://shop");
  await variable("token", "s3cr3t-value-1234", true);
  const { _id, steps } = await aV2("Order", text("{{ env.shopUrl }} {{ env.token }} {{ env.none }}"));
  const url = `/v2/workflows/${_id}/step/${steps[0]._id}/preview`;
  const shown = await call("POST", url, { data: {} });
  expect(shown).toMatchObject({ message: { content: "https://shop ••••" }, missing: ["env.none"] });
  const given = await call("POST", url, { previewPayload: { env: { shopUrl: "https://other", none: 7 } } });
  expect(given.result.preview.body).toBe("https://other •••• 7");
});

test("a comparison says which values the target lacks, and publishing copies none", async () => {
  await variable("shopUrl", "https://dev");
  const { _id } = await aV2("Order", text("{{ env.shopUrl }}"));
  const target = environment.productionEnvironmentId;
  const { items } = await call("GET", `/v1/publications/preview?targetEnvironmentId=${target}`);
  const sentence = "Also needs the environment variable shopUrl, which Production has no value for";
  const order = items.find(({ name }: { name: string }) => name === "Order");
  expect(order.changes).toContain(sentence);
  const resources = [{ kind: "workflow", id: _id }];
  await call("POST", "/v1/publications", { targetEnvironmentId: target, resources });
  const read = await call("GET", "/v1/environment-variables/shopUrl");
  expect(read.values).toHaveLength(1);
});
