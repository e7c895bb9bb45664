import { expect, test } from "vitest";
import { createTestEnvironment } from "#test/support/environment.ts";
import { aStep } from "#test/support/event.ts";
import { eventsApi } from "#test/support/events-api.ts";

// What clients send that write every field without a value as null.

const { api, environment, workflowOf, eventsOf } = await eventsApi();

async function call(method: "GET" | "POST" | "PUT" | "PATCH", url: string, payload?: object) {
  const { headers } = environment;
  const reply = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  const body = reply.body === "" ? undefined : reply.json();
  return { status: reply.statusCode, body, data: body?.data };
}

const done = async (...[method, url, payload]: Parameters<typeof call>) => {
  const { status, body, data } = await call(method, url, payload);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return data;
};

const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));

test("a workflow of version 1 is created and updated", async () => {
  const [group] = await done("GET", "/v1/notification-groups");
  const step = {
    ...nulls(
      "_id",
      "_templateId",
      "uuid",
      "name",
      "active",
      "filters",
      "shouldStopOnFail",
      "replyCallback",
      "metadata",
    ),
    ...nulls("variants", "outsideHours", "branchId", "expiresAfter"),
    template: {
      type: "in_app",
      content: "Hello",
      ...nulls("name", "subject", "title", "preheader", "senderName", "cta", "feedId", "layoutId", "actor"),
      ...nulls("contentType", "variables"),
    },
  };
  const workflow = await done("POST", "/v1/workflows", {
    name: "Order shipped",
    notificationGroupId: group._id,
    steps: [step],
    ...nulls(
      "description",
      "tags",
      "active",
      "critical",
      "preferenceSettings",
      "data",
      "blueprintId",
      "notificationGroup",
    ),
  });
  expect(workflow).toMatchObject({ active: false, tags: [], steps: [{ active: true, filters: [], metadata: {} }] });
  const changed = await done("PUT", `/v1/workflows/${workflow._id}`, {
    name: "Order sent",
    steps: [{ ...step, _id: workflow.steps[0]._id }],
    ...nulls("description", "identifier", "notificationGroupId", "tags", "critical", "preferenceSettings", "data"),
  });
  expect(changed).toMatchObject({
    name: "Order sent",
    triggers: workflow.triggers,
    steps: [{ _id: workflow.steps[0]._id }],
  });
});

test("a workflow of version 2 is created and updated, and null clears its preferences as before", async () => {
  const unset = nulls("description", "tags", "active", "validatePayload", "payloadSchema", "severity");
  const steps = [
    { name: "Inbox", type: "in_app", controlValues: { body: "Hi", skip: null }, ...nulls("_id", "stepId") },
  ];
  const workflow = await done("POST", "/v2/workflows", {
    name: "Order shipped",
    workflowId: "null-order",
    steps,
    ...unset,
    ...nulls("preferences", "__source"),
  });
  expect(workflow).toMatchObject({ active: true, tags: [], severity: "none", validatePayload: false });
  const preferences = { user: { all: { enabled: false, readOnly: null }, channels: { email: null } }, workflow: null };
  const body = { name: "Order sent", origin: workflow.origin, steps: workflow.steps, ...unset };
  const changed = await done("PUT", `/v2/workflows/${workflow._id}`, { ...body, preferences });
  expect(changed).toMatchObject({ name: "Order sent", preferences: { user: { all: { enabled: false } } } });
  const cleared = await done("PUT", `/v2/workflows/${workflow._id}`, { ...body, preferences: { user: null } });
  expect(cleared.preferences.user).toBeNull();
});

test("a subscriber keeps what is null, but an address, which null erases", async () => {
  const others = nulls("firstName", "lastName", "phone", "avatar", "locale", "timezone", "data", "channels");
  const whole = { firstName: "Ada", phone: "+44", locale: "en-GB", email: "ada@example.com", data: { plan: null } };
  await done("POST", "/v1/subscribers", { subscriberId: "nulls", ...whole });
  const { email: _email, ...rest } = whole;
  expect(await done("POST", "/v1/subscribers", { subscriberId: "nulls", ...others })).toMatchObject(whole);
  expect(await done("PUT", "/v1/subscribers/nulls", { ...others, email: null })).toMatchObject({
    ...rest,
    email: null,
  });
  const credentials = { webhookUrl: "https://example.com/hook", ...nulls("channel", "deviceTokens", "title") };
  await done("POST", "/v1/integrations", { providerId: "discord", channel: "chat", active: true, check: false });
  const given = { providerId: "discord", integrationIdentifier: null, credentials };
  const { channels } = await done("PUT", "/v1/subscribers/nulls/credentials", given);
  expect(channels).toMatchObject([{ credentials: { webhookUrl: "https://example.com/hook" } }]);
});

test("topics, integrations and layouts", async () => {
  expect(await done("POST", "/v2/topics", { key: "nulls", ...nulls("name", "data") })).toMatchObject({ key: "nulls" });
  const integration = await done("POST", "/v1/integrations", {
    providerId: "sendgrid",
    channel: "email",
    credentials: { apiKey: "key", from: "a@example.com", senderName: "A" },
    check: false,
    ...nulls("name", "identifier", "_environmentId", "active", "conditions"),
  });
  const changed = { name: "Mails", check: false, ...nulls("identifier", "active", "credentials", "conditions") };
  expect(await done("PUT", `/v1/integrations/${integration._id}`, changed)).toMatchObject({
    name: "Mails",
    identifier: integration.identifier,
  });
  const variables = [{ name: "company", type: "String", ...nulls("required", "defaultValue") }];
  const content = "{{{body}}} {{company}}";
  const unset = nulls("identifier", "description", "isDefault");
  const { _id } = await done("POST", "/v1/layouts", { name: "Null layout", content, variables, ...unset });
  await done("PATCH", `/v1/layouts/${_id}`, { name: "Other", content: null, variables: null, ...unset });
  expect(await done("GET", `/v1/layouts/${_id}`)).toMatchObject({ name: "Other", identifier: "null-layout" });
});

test("a trigger, alone and in a bulk, whose payload and overrides keep their nulls", async () => {
  const { identifier } = await workflowOf([aStep("in_app")]);
  const payload = { orderId: null, items: [null, { note: null }] };
  const event = {
    name: identifier,
    to: "ada",
    payload,
    overrides: { ...nulls("steps", "channels", "providers", "severity", "sms", "delay"), email: { replyTo: null } },
    actor: { subscriberId: "grace", ...nulls("firstName", "email", "channels", "data") },
    ...nulls("tenant", "context", "transactionId", "bridgeUrl", "controls", "expiresAt", "agentId"),
  };
  const single = await done("POST", "/v1/events/trigger", event);
  const [bulk] = await done("POST", "/v1/events/trigger/bulk", { events: [event] });
  for (const { status, transactionId } of [single, bulk]) {
    expect(status).toBe("processed");
    const [stored] = await eventsOf(transactionId);
    expect(stored).toMatchObject({ payload, overrides: { email: { replyTo: null } } });
  }
});

test("a field that is needed and null is refused as a missing one", async () => {
  const own = await createTestEnvironment(api.db);
  for (const [url, body, ...fields] of [
    ["/v1/subscribers", {}, "subscriberId"],
    ["/v1/topics", { name: "Crew" }, "key"],
    ["/v1/events/trigger", { to: "ada" }, "name"],
    ["/v2/workflows", { workflowId: "w", steps: [] }, "name"],
    ["/v1/workflows", { name: "w", steps: [{ template: { type: "in_app" } }] }, "notificationGroupId"],
  ] as const) {
    const answers = [body, { ...body, ...nulls(...fields) }].map(async (payload) => {
      const reply = await api.app.inject({ method: "POST", url, headers: own.headers, payload });
      return [reply.statusCode, reply.json().message];
    });
    const [missing, withNull] = await Promise.all(answers);
    expect(missing?.[0], url).toBe(400);
    expect(withNull).toEqual(missing);
  }
});
