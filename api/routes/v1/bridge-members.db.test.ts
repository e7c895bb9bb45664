import { workflow } from "@novu/framework";
import { expect, onTestFinished, test } from "vitest";
import type { MemberRole } from "#contract/constants/statuses.ts";
import { newApiKey } from "#db/api-key.ts";
import { apiKeys } from "#db/schema/accounts/api-keys.ts";
import { startBridge } from "#test/support/bridge.ts";
import { bridgedApi } from "#test/support/bridged-api.ts";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { aMember } from "#test/support/sign-in.ts";

// What members may do with code-first workflows, by their roles and in Production.

const { api, db, sync, bridge, environment } = await bridgedApi();

const controlSchema = { type: "object", properties: { title: { type: "string", default: "Hi" } } } as const;
const orders = () => [
  workflow("orders", async ({ step }) => {
    await step.email("mail", ({ title }) => ({ subject: title, body: "<p>Hi</p>" }), { controlSchema });
    await step.custom("charge", async () => ({}));
  }),
];

/** Calls as a new member with the role. */
async function as(role: MemberRole, environmentId = environment().environmentId) {
  const { headers } = await aMember(db, environment().organizationId, role);
  return async (method: "GET" | "POST" | "PUT", url: string, payload?: object) => {
    const sent = { ...headers, "novu-environment-id": environmentId };
    const reply = await api.app.inject({ method, url, headers: sent, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json() };
  };
}

const CONTROLS = "/v1/bridge/controls/orders/mail";
const PREVIEW = "/v1/bridge/preview/orders";

test("members set controls in Production, where its own key has synced the workflow; publishing would bring neither", async () => {
  const { productionApiKey, productionEnvironmentId } = environment();
  const deployed = await startBridge(productionApiKey, orders());
  onTestFinished(() => deployed.close());
  bridge().deploy(orders());
  await sync();
  const headers = { authorization: `ApiKey ${productionApiKey}` };
  const payload = { bridgeUrl: deployed.url };
  expect((await api.app.inject({ method: "POST", url: "/v1/bridge/sync", headers, payload })).statusCode).toBe(201);
  const [member, viewer] = [await as("member", productionEnvironmentId), await as("viewer", productionEnvironmentId)];
  expect((await member("PUT", CONTROLS, { controls: { title: "Paid" } })).status).toBe(200);
  expect((await member("GET", CONTROLS)).body.data.controls).toEqual({ title: "Paid" });
  expect((await member("POST", `${PREVIEW}/mail`, {})).body.data.outputs.subject).toBe("Paid");
  expect((await (await as("member"))("GET", CONTROLS)).body.data).toBeNull();
  expect(await viewer("PUT", CONTROLS, { controls: {} })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("content.edit") },
  });
  // The steps come from the code, with the key of a deployment.
  expect((await member("POST", "/v1/bridge/sync", payload)).status).toBe(403);
});

test("an application with a key of its own is called with that, where nobody has seen the first one of a new organisation", async () => {
  const organization = await createTestEnvironment(db);
  const { scope, userId } = organization;
  const { key, ...stored } = newApiKey(testConfig.encryptionKey);
  await db.insert(apiKeys).values({ ...scope, userId, name: "Application", ...stored });
  const deployed = await startBridge(key, orders());
  onTestFinished(() => deployed.close());
  const call = (url: string, payload: object) =>
    api.app.inject({ method: "POST", url, headers: { authorization: `ApiKey ${key}` }, payload });
  expect((await call("/v1/bridge/sync", { bridgeUrl: deployed.url })).statusCode).toBe(201);
  expect((await call(`${PREVIEW}/mail`, {})).json().data.outputs.subject).toBe("Hi");
});

test("who only reads gets previews, without what the code gives to providers, and none of steps whose code does something", async () => {
  bridge().deploy(orders());
  await sync();
  const [member, viewer] = [await as("member"), await as("viewer")];
  const controls = { title: "Paid" };
  expect(await viewer("POST", `${PREVIEW}/mail`, { controls })).toMatchObject({
    status: 201,
    body: { data: { outputs: { subject: "Paid" } } },
  });
  expect((await member("POST", `${PREVIEW}/charge`, {})).status).toBe(201);
  const asked = bridge().requests.length;
  expect(await viewer("POST", `${PREVIEW}/charge`, {})).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("environment.use") },
  });
  expect(bridge().requests).toHaveLength(asked);
  // The framework makes providers' data up for a preview; another bridge may not.
  const providers = { sendgrid: { _passthrough: { headers: { authorization: "Bearer of-a-vendor" } } } };
  bridge().intercept = (_request, response) => {
    response.end(JSON.stringify({ outputs: { subject: "Paid", body: "" }, providers }));
    return true;
  };
  expect((await member("POST", `${PREVIEW}/mail`, {})).body.data).toMatchObject({ providers });
  expect((await viewer("POST", `${PREVIEW}/mail`, {})).body.data).toEqual({ outputs: { subject: "Paid", body: "" } });
});

test("previews wait for a slow bridge in a line of their own: too many are refused, and triggers are not", async () => {
  bridge().deploy(orders());
  await sync();
  const held: (() => void)[] = [];
  bridge().intercept = ({ action }, response) => {
    if (action !== "preview") return false;
    held.push(() => response.end(JSON.stringify({ outputs: {} })));
    if (held.length > 2) held.pop()?.();
    return true;
  };
  const viewer = await as("viewer");
  const previews = Array.from({ length: 13 }, () => viewer("POST", `${PREVIEW}/mail`, {}));
  expect(await Promise.race(previews)).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining("previews") },
  });
  expect((await sync()).status).toBe(201);
  for (const answer of held) answer();
  expect((await Promise.all(previews)).map(({ status }) => status).sort()).toEqual([...Array(12).fill(201), 429]);
});
