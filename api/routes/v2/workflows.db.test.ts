import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { countWorkflows } from "#db/queries/workflows/workflows.ts";
import { organizations } from "#db/schema/accounts/organizations.ts";
import { encodeId } from "#domain/values/short-id.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";

// Workflows by their control values.

const { api, environment } = await apiWithRunner();

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function call(method: Method, path: string, payload?: object, of: TestEnvironment = environment, app = api.app) {
  const reply = await app.inject({
    method,
    url: `/v2/workflows${path}`,
    // A sync reaches another environment.
    headers: path.endsWith("/sync") ? of.organizationHeaders : of.headers,
    ...(payload && { payload }),
  });
  const body = reply.body === "" ? undefined : reply.json();
  return { status: reply.statusCode, body, data: body?.data };
}

const inbox = (values: object = { body: "Hello {{subscriber.firstName}}" }, fields: object = {}) => ({
  name: "In-App Test Step",
  type: "in_app",
  controlValues: values,
  ...fields,
});

async function created(fields: object = {}, of = environment) {
  const { status, data, body } = await call("POST", "", { name: "Order shipped", steps: [inbox()], ...fields }, of);
  expect(status, JSON.stringify(body)).toBe(201);
  return data;
}

test("a workflow is created, read, replaced, found by its name, and deleted", async () => {
  const own = await createTestEnvironment(api.db);
  const workflow = await created({ tags: ["orders"], description: "Says that it left" }, own);
  expect(workflow).toMatchObject({
    workflowId: "order-shipped",
    name: "Order shipped",
    tags: ["orders"],
    description: "Says that it left",
    status: "ACTIVE",
    active: true,
    origin: "novu-cloud",
    severity: "none",
    validatePayload: false,
  });
  expect(workflow.slug).toBe(`order-shipped_wf_${encodeId(workflow._id)}`);
  expect(workflow).not.toHaveProperty("issues");
  const [step] = workflow.steps;
  expect(step).toMatchObject({
    stepId: "in-app-test-step",
    type: "in_app",
    workflowId: "order-shipped",
    workflowDatabaseId: workflow._id,
    controls: { values: { body: "Hello {{subscriber.firstName}}" }, uiSchema: { group: "IN_APP" } },
    issues: {},
  });
  expect(step.slug).toBe(`in-app-test-step_st_${encodeId(step._id)}`);
  expect(step.controls.dataSchema).toMatchObject({ type: "object", required: ["body"] });
  expect((await call("GET", `/${workflow._id}`, undefined, own)).data).toEqual(workflow);

  const steps = [
    { ...inbox({ body: "It left" }), _id: step._id, name: "Bell" },
    { name: "Mail", type: "email" },
  ];
  const { data: replaced } = await call("PUT", `/${workflow.slug}`, { name: "Parcel left", steps }, own);
  expect(replaced).toMatchObject({ _id: workflow._id, name: "Parcel left", workflowId: "order-shipped", tags: [] });
  expect(replaced.slug).toBe(`parcel-left_wf_${encodeId(workflow._id)}`);
  expect(Date.parse(replaced.updatedAt)).toBeGreaterThan(Date.parse(workflow.updatedAt));
  expect(replaced.steps).toMatchObject([
    { _id: step._id, stepId: "in-app-test-step", name: "Bell", slug: `bell_st_${encodeId(step._id)}` },
    { stepId: "mail", type: "email", controls: { values: { subject: "" } } },
  ]);
  const listed = await call("GET", "?query=CEL+LEF", undefined, own);
  expect(listed.data).toMatchObject({
    totalCount: 1,
    workflows: [{ _id: workflow._id, stepTypeOverviews: ["in_app", "email"], steps: [{ type: "in_app" }, {}] }],
  });
  expect((await call("DELETE", "/order-shipped", undefined, own)).status).toBe(204);
  const { status, body } = await call("GET", "/order-shipped", undefined, own);
  expect([status, body.message, body.workflowId, body.ctx]).toEqual([
    404,
    "Workflow cannot be found",
    "order-shipped",
    { workflowId: "order-shipped" },
  ]);
});

test.each([
  ["name", { name: "" }],
  ["name", { name: "x".repeat(65) }],
  ["description", { description: "x".repeat(257) }],
  ["tags.0", { tags: [""] }],
  ["tags.0", { tags: ["x".repeat(33)] }],
  ["tags", { tags: ["a", "a"] }],
  ["tags", { tags: Array.from({ length: 17 }, (_, index) => `tag ${index}`) }],
  ["steps.0.name", { steps: [{ type: "sms" }] }],
  ["steps.0.name", { steps: [{ type: "sms", name: "" }] }],
  ["steps.0.type", { steps: [{ type: "pigeon", name: "x" }] }],
  ["severity", { severity: "urgent" }],
])("a bad %s is refused by name, on create and on update", async (field, fields) => {
  const workflow = await created({ name: `Refused ${field}` });
  for (const [method, path] of [
    ["POST", ""],
    ["PUT", `/${workflow._id}`],
  ] as const) {
    const { status, body } = await call(method, path, { name: "Refused", steps: [inbox()], ...fields });
    expect([status, body.error]).toEqual([400, "Bad Request"]);
    expect(body.message.some((message: string) => message.startsWith(`${field} `))).toBe(true);
  }
});

test("a second workflow of a name has a suffix, and a given workflowId is the identifier", async () => {
  const first = await created({ name: "Same name" });
  const second = await created({ name: "Same name" });
  expect([first.workflowId, second.workflowId]).toEqual(["same-name", expect.stringMatching(/^same-name-\w{6}$/)]);
  expect((await created({ workflowId: "my-own" })).workflowId).toBe("my-own");
  const { steps } = await created({ name: "Twins", steps: [inbox(), inbox()] });
  expect(steps[1].stepId).toMatch(/^in-app-test-step-\w{6}$/);
});

test("content that is missing or wrong is an issue and makes the status ERROR, until it is mended", async () => {
  for (const values of [{}, { body: "" }, { body: null }]) {
    const { status, steps } = await created({ name: "Without body", steps: [inbox(values)] });
    expect(status).toBe("ERROR");
    expect(steps[0].issues.controls.body[0]).toEqual({
      issueType: "MISSING_VALUE",
      variableName: "body",
      message: "Body is required",
    });
  }
  const addressed = await created({
    name: "Of other addresses",
    steps: [
      "http:/a.example",
      "ftp://a.example",
      "https://a.example:99999",
      " https://ü.example/{{payload.a}}",
      "{{payload.url}}",
    ].map((url) => ({ name: "Call", type: "http_request", controlValues: { method: "GET", url } })),
  });
  const faults = addressed.steps.map(
    ({ issues }: { issues: { controls?: { url: { message: string }[] } } }) => issues.controls?.url[0]?.message,
  );
  const fault = "must be an http or https address, such as https://example.com/orders";
  expect(faults).toEqual([fault, fault, fault, undefined, undefined]);
  const addresses = (from: string, replyTo: string) => ({ subject: "Hi", body: "Hi", from: { email: from }, replyTo });
  const mails = await created({
    name: "Of other senders",
    steps: [
      ["Shop", "{{payload.mail}}"],
      ["r&d@müller.example", "Help <help@example.org>, b@example.org"],
      ["", ""],
    ].map(([from = "", replyTo = ""]) => ({ name: "Mail", type: "email", controlValues: addresses(from, replyTo) })),
  });
  const issuesOf = ({ issues }: { issues: { controls?: object } }) => Object.keys(issues.controls ?? {}).sort();
  expect(mails.steps.map(issuesOf)).toEqual([["from.email", "replyTo"], [], []]);
  const typed = await created({ name: "Of another type", steps: [inbox({ body: 5, subject: ["a"] })] });
  expect(typed.steps[0].issues.controls).toMatchObject({
    body: [{ message: "must be a string" }],
    subject: [{ message: "must be a string" }],
  });
  const values = {
    body: "{{name}} {{payload.a}} {{subscriber.nope}} {{subscriber.data.x}} {% for i in payload.l %}{{i.b}}{% endfor %}",
    subject:
      "{{tenant.data.x}} {{actor.firstName}} {{branding.color}} {{step.total_count}} {{tenant.nope}} {{branding.nope}}",
    primaryAction: { label: "Go", redirect: { url: "mailto:a@b.c" } },
    skip: { and: [{ "==": [{ var: "payload.a" }, ""] }, { "!=": [{ var: "tenant.id" }, 1] }] },
  };
  const workflow = await created({ name: "Wrong", steps: [inbox(values)] });
  const { controls } = workflow.steps[0].issues;
  expect(controls.body.map(({ variableName }: { variableName: string }) => variableName)).toEqual([
    "{{name}}",
    "{{subscriber.nope}}",
  ]);
  expect(controls.subject.map(({ variableName }: { variableName: string }) => variableName)).toEqual([
    "{{tenant.nope}}",
    "{{branding.nope}}",
  ]);
  expect(controls["primaryAction.redirect.url"][0]).toMatchObject({ issueType: "MISSING_VALUE" });
  expect(controls.skip.map(({ issueType }: { issueType: string }) => issueType)).toEqual([
    "MISSING_VALUE",
    "ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
  ]);
  const steps = [{ ...inbox({ body: "Hello" }), _id: workflow.steps[0]._id }];
  const { data } = await call("PUT", `/${workflow._id}`, { name: "Right", steps });
  expect([data.status, data.steps[0].issues]).toEqual(["ACTIVE", {}]);
  const unparsable = await created({ name: "Unparsable", steps: [inbox({ body: "Hello {{ payload.a" })] });
  expect(unparsable.steps[0].issues.controls.body[0].issueType).toBe("ILLEGAL_VARIABLE_IN_CONTROL_VALUE");
});

test.each([
  ["every day", /^must be a cron expression of five fields/],
  ["0 9 31 2 *", /^never fires/],
])(
  "the cron expression %s of a digest or delay is an issue of its step, unless another way of waiting counts",
  async (cron, says) => {
    const step = (type: string, values: object) => ({ name: type, type, controlValues: { ...values, cron } });
    const regular = { type: "regular", amount: 1, unit: "hours" };
    const { steps } = await created({
      name: `Cron ${cron}`,
      steps: [step("digest", { type: "timed" }), step("delay", { type: "timed" }), step("digest", regular)],
    });
    const issues = steps.map(
      (one: { issues?: { controls?: Record<string, { message: string }[]> } }) => one.issues?.controls?.cron,
    );
    expect(issues).toEqual([
      [expect.objectContaining({ message: expect.stringMatching(says) })],
      [expect.objectContaining({ message: expect.stringMatching(says) })],
      undefined,
    ]);
  },
);

test("a wait beyond the plan, and a channel without integration, are issues; only the first makes the status ERROR", async () => {
  const own = await createTestEnvironment(api.db);
  await api.db.update(organizations).set({ serviceLevel: "free" }).where(eq(organizations.id, own.organizationId));
  const planned = await testApp({ db: api.db, config: { ...testConfig, planLimits: "standard" } });
  const digest = { name: "Digest", type: "digest", controlValues: { amount: "555", unit: "days" } };
  const chat = { name: "Text", type: "chat", controlValues: { body: "Hi" } };
  const { data } = await call("POST", "", { name: "Waits", steps: [digest, chat] }, own, planned.app);
  expect(data.steps[0].issues.controls).toMatchObject({
    amount: [{ issueType: "TIER_LIMIT_EXCEEDED" }],
    unit: [{ issueType: "TIER_LIMIT_EXCEEDED" }],
  });
  expect(data.steps[1].issues).toMatchObject({ integration: { chat: [{ issueType: "MISSING_INTEGRATION" }] } });
  expect(data.status).toBe("ERROR");
  const { data: texts } = await call("POST", "", { name: "Texts", steps: [chat] }, own, planned.app);
  expect(texts.status).toBe("ACTIVE");
  await planned.close();
});

test("no more workflows are made than the plan allows, also by calls at once on both paths", async () => {
  const own = await createTestEnvironment(api.db);
  const { organizationId, scope, headers } = own;
  await api.db.update(organizations).set({ serviceLevel: "free" }).where(eq(organizations.id, organizationId));
  const planned = await testApp({ db: api.db, config: { ...testConfig, planLimits: "standard" } });
  onTestFinished(() => planned.close());
  const v1 = (method: "GET" | "POST", url: string, payload?: object) =>
    planned.app.inject({ method, url: `/v1/${url}`, headers, ...(payload && { payload }) });
  const [group] = (await v1("GET", "notification-groups")).json().data;
  const older = { name: "Older", notificationGroupId: group._id, steps: [] };
  const statuses = await Promise.all(
    Array.from({ length: 24 }, async (_, number) =>
      number % 2 === 0
        ? (await v1("POST", "workflows", older)).statusCode
        : (await call("POST", "", { name: "Newer", steps: [] }, own, planned.app)).status,
    ),
  );
  expect(statuses.sort()).toEqual([...Array(20).fill(201), ...Array(4).fill(400)]);
  expect(await countWorkflows(api.db, scope)).toBe(20);
});

test("more steps than the plan allows are an issue of the workflow, which is saved and runs; without plans there is none", async () => {
  const own = await createTestEnvironment(api.db);
  const level = (serviceLevel: "free" | "unlimited") =>
    api.db.update(organizations).set({ serviceLevel }).where(eq(organizations.id, own.organizationId));
  await level("free");
  const planned = await testApp({ db: api.db, config: { ...testConfig, planLimits: "standard" } });
  const steps = (count: number) => Array.from({ length: count }, (_, i) => inbox({ body: `Hello ${i}` }));
  const { data } = await call("POST", "", { name: "Long", steps: steps(21) }, own, planned.app);
  const issues = { steps: [{ issueType: "LIMIT_REACHED", message: expect.stringContaining("20 steps") }] };
  expect(data).toMatchObject({ status: "ACTIVE", issues });
  expect(data.steps).toHaveLength(21);
  const read = () => call("GET", `/${data._id}`, undefined, own, planned.app);
  expect((await read()).data.issues).toEqual(issues);
  expect((await call("GET", `/${data._id}`, undefined, own)).data).not.toHaveProperty("issues");
  await level("unlimited");
  expect((await read()).data).not.toHaveProperty("issues");
  await level("free");
  const { data: shorter } = await call("PUT", `/${data._id}`, { name: "Short", steps: steps(20) }, own, planned.app);
  expect(shorter).not.toHaveProperty("issues");
  await planned.close();
});

test("variables of the content are in the schema of the payload, of each step and of the test data", async () => {
  const mail = {
    name: "Mail",
    type: "email",
    controlValues: { subject: "{{payload.order.id}}", body: "{{nothing.here}}" },
  };
  const { _id, steps } = await created({
    name: "Variables",
    steps: [mail, inbox({ body: "{{payload.name}}", test: 1 })],
  });
  const payload = {
    type: "object",
    properties: {
      order: { properties: { id: { type: "string", default: "{{payload.order.id}}" } } },
      name: { type: "string", default: "{{payload.name}}" },
    },
  };
  expect(steps[1].variables).toMatchObject({ type: "object", additionalProperties: false, properties: { payload } });
  expect(Object.keys(steps[1].variables.properties.steps.properties)).toEqual(["mail"]);
  expect(Object.keys(steps[0].variables.properties.payload.properties)).toEqual(["order", "name"]);
  expect(steps[1].controls.values).toEqual({ body: "{{payload.name}}", test: 1 });
  const { data } = await call("GET", `/${_id}/test-data`);
  expect(data.payload).toMatchObject(payload);
  expect(data.to).toMatchObject({
    required: ["subscriberId", "email"],
    properties: { subscriberId: { default: environment.userId }, email: { default: environment.email } },
  });
  expect(data.example).toEqual({
    name: "variables",
    to: { subscriberId: "subscriber-1", email: "subscriber@example.com" },
    payload: { order: { id: "A-1042" }, name: "Ada" },
  });
  const bare = await created({ name: "Bare", steps: [] });
  expect((await call("GET", `/${bare._id}/test-data`)).data.payload).toEqual({});
});

test("a workflow and its steps are found by id, slug, any text that ends in the encoded id, and identifier", async () => {
  const { _id, slug, steps } = await created({ name: "By any name" });
  const [step] = steps;
  for (const reference of [_id, slug, `whatever_${encodeId(_id)}`, "by-any-name"]) {
    expect((await call("GET", `/${reference}`)).data._id).toBe(_id);
  }
  for (const reference of [step._id, step.slug, `x_${encodeId(step._id)}`, step.stepId]) {
    expect((await call("GET", `/by-any-name/steps/${reference}`)).data._id).toBe(step._id);
  }
  const missing = await call("GET", "/by-any-name/steps/nothing");
  expect([missing.status, missing.body]).toMatchObject([
    400,
    { message: "No step found", stepId: "nothing", workflowId: "by-any-name", ctx: { stepId: "nothing" } },
  ]);
  expect((await call("GET", "/nothing/steps/x")).status).toBe(404);
});

test("preferences of members and of the definition are stored apart, and null takes the members' away", async () => {
  const preferences = { user: { all: { enabled: false } }, workflow: { channels: { email: { enabled: false } } } };
  const { _id, preferences: stored, steps } = await created({ name: "Preferred", preferences });
  expect(stored.user).toMatchObject({
    all: { enabled: false, readOnly: false },
    channels: { sms: { enabled: false } },
  });
  expect(stored.default).toMatchObject({ all: { enabled: true }, channels: { email: { enabled: false }, sms: {} } });
  const body = { name: "Preferred", steps: [{ ...inbox(), _id: steps[0]._id }] };
  const { data } = await call("PUT", `/${_id}`, { ...body, preferences: { user: null } });
  expect(data.preferences).toMatchObject({ user: null, default: { channels: { email: { enabled: true } } } });
});

test("a list has pages that do not overlap, orders, and conditions; the older list shows none of these workflows", async () => {
  const own = await createTestEnvironment(api.db);
  for (const name of ["Beta", "Alpha", "Gamma"]) await created({ name, tags: [name] }, own);
  await created({ name: "Broken", active: true, steps: [inbox({})] }, own);
  await created({ name: "Off", active: false }, own);
  const names = async (query: string) => {
    const { data } = await call("GET", `?${query}`, undefined, own);
    return [data.totalCount, ...data.workflows.map(({ name }: { name: string }) => name)];
  };
  expect(await names("limit=2")).toEqual([5, "Off", "Broken"]);
  expect(await names("limit=2&offset=2")).toEqual([5, "Gamma", "Alpha"]);
  expect(await names("offset=10")).toEqual([5]);
  expect(await names("orderBy=name&orderDirection=ASC&limit=2")).toEqual([5, "Alpha", "Beta"]);
  expect(await names("orderByField=name&limit=1")).toEqual([5, "Off"]);
  expect(await names("tags[]=Alpha&tags[]=Beta")).toEqual([2, "Alpha", "Beta"]);
  expect(await names("status=ERROR")).toEqual([1, "Broken"]);
  expect(await names("status[]=ERROR&status[]=INACTIVE")).toEqual([2, "Off", "Broken"]);
  expect(await names("query=%25")).toEqual([0]);
  const v1 = await api.app.inject({ url: "/v1/workflows", headers: own.headers });
  expect(v1.json()).toMatchObject({ totalCount: 0, data: [] });
  const tags = await api.app.inject({ url: `/v2/environments/${own.environmentId}/tags`, headers: own.headers });
  expect(tags.json()).toEqual({ data: [{ name: "Alpha" }, { name: "Beta" }, { name: "Gamma" }] });
});

test("a sync creates, then updates the workflow in Production, where its ids stay", async () => {
  const preferences = { user: { all: { readOnly: true } } };
  const { _id, steps } = await created({ name: "Synced", tags: ["a"], severity: "low", preferences });
  const sync = { targetEnvironmentId: environment.productionEnvironmentId };
  const { data: first } = await call("PUT", "/synced/sync", sync);
  expect(first).toMatchObject({
    name: "Synced",
    tags: ["a"],
    workflowId: "synced",
    origin: "novu-cloud",
    severity: "low",
  });
  expect(first.preferences.user.all.readOnly).toBe(true);
  expect(first._id).not.toBe(_id);
  expect(first.steps[0]).toMatchObject({ stepId: steps[0].stepId, controls: { values: steps[0].controls.values } });
  const body = {
    name: "Synced 2",
    steps: [
      { ...inbox({ body: "New" }), _id: steps[0]._id },
      { name: "Mail", type: "email" },
    ],
  };
  await call("PUT", `/${_id}`, { ...body, preferences: { user: null } });
  const { data: second } = await call("PUT", `/${_id}/sync`, {
    targetEnvironmentId: `env_${encodeId(sync.targetEnvironmentId)}`,
  });
  expect(second).toMatchObject({ _id: first._id, name: "Synced 2", preferences: { user: null } });
  expect(second.steps).toMatchObject([
    { _id: first.steps[0]._id, controls: { values: { body: "New" } } },
    { stepId: "mail" },
  ]);
  const same = await call("PUT", "/unknown/sync", { targetEnvironmentId: environment.environmentId });
  expect(same.status).toBe(400);
  const unknown = await call("PUT", "/unknown/sync", sync);
  expect([unknown.status, unknown.body.ctx]).toEqual([404, { workflowId: "unknown" }]);
  const stranger = await createTestEnvironment(api.db);
  expect((await call("PUT", "/synced/sync", { targetEnvironmentId: stranger.environmentId })).status).toBe(400);
});

test("a synced workflow is read in the other environment by an organisation key, and not by the environment's own", async () => {
  const { _id, workflowId } = await created({ name: "Synced elsewhere" });
  const { productionEnvironmentId, headers, organizationHeaders } = environment;
  const { data: there } = await call("PUT", `/${_id}/sync`, { targetEnvironmentId: productionEnvironmentId });
  const url = `/v2/workflows/${workflowId}?environmentId=${productionEnvironmentId}`;
  const found = await api.app.inject({ url, headers: organizationHeaders });
  expect([found.statusCode, found.json().data._id]).toEqual([200, there._id]);
  expect((await api.app.inject({ url, headers })).statusCode).toBe(403);
});

test("two syncs at once make one workflow", async () => {
  await created({ name: "Synced twice" });
  const sync = { targetEnvironmentId: environment.productionEnvironmentId };
  const both = await Promise.all([call("PUT", "/synced-twice/sync", sync), call("PUT", "/synced-twice/sync", sync)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0].data._id).toBe(both[1].data._id);
});

test("a patch changes what it names: activity without a look at issues, one step without the others", async () => {
  const { _id, steps } = await created({ name: "Patched", steps: [inbox(), inbox({ body: "Second" })] });
  await call("PATCH", `/${_id}/steps/${steps[0]._id}`, { controlValues: null });
  const { data: step } = await call("PATCH", `/${_id}/steps/${steps[1].slug}`, { name: "Renamed" });
  expect(step).toMatchObject({ name: "Renamed", stepId: steps[1].stepId, controls: { values: { body: "Second" } } });
  expect((await call("GET", `/${_id}/steps/${steps[0]._id}`)).data).toMatchObject({
    controls: { values: {} },
    issues: {},
  });
  expect((await call("PATCH", `/${_id}`, { active: false })).data.status).toBe("INACTIVE");
  const { data } = await call("PATCH", `/${_id}`, { active: true, name: null, tags: ["new"] });
  expect(data).toMatchObject({ status: "ACTIVE", name: "Patched", tags: ["new"] });
  expect((await call("PATCH", "/nobody", { active: true })).status).toBe(404);
  expect((await call("PATCH", `/${_id}/steps/nothing`, { name: "x" })).status).toBe(400);
});

test("the preview of an email shows it in its layout, as it would be sent", async () => {
  const layout = {
    name: "Frame",
    identifier: "preview-frame",
    content: "<html>{{shop}} {{payload.year}} {{branding.color}} {{subscriber.lastName}} [{{{body}}}] {{foot}}</html>",
    variables: [
      { name: "shop", type: "String", required: true },
      { name: "foot", type: "String", required: true, defaultValue: "Bye" },
    ],
  };
  const saved = await api.app.inject({
    method: "POST",
    url: "/v1/layouts",
    headers: environment.headers,
    payload: layout,
  });
  expect(saved.statusCode, saved.body).toBe(201);
  await api.db
    .$client`update organizations set branding = '{"color": "#123456"}' where id = ${environment.organizationId}`;
  const body = "<b>{{payload.name}}</b>";
  const controlValues = { subject: "S", body, editorType: "html", layoutId: "preview-frame" };
  const { _id, steps } = await created({ name: "Framed", steps: [{ name: "Mail", type: "email", controlValues }] });
  const preview = async (given: object = {}) => {
    const { data } = await call("POST", `/${_id}/step/${steps[0]._id}/preview`, given);
    return [data.result.preview.body, data.previewPayloadExample.payload];
  };
  const sample = { name: "{{payload.name}}", shop: "{{payload.shop}}", year: "{{payload.year}}", foot: "Bye" };
  expect(await preview()).toEqual([
    "<html>{{payload.shop}} {{payload.year}} #123456 {{subscriber.lastName}} [<b>{{payload.name}}</b>] Bye</html>",
    sample,
  ]);
  const payload = { name: "Ada", shop: "Tea & Co", year: "1843", foot: "Ciao" };
  const [shown] = await preview({ previewPayload: { payload, subscriber: { lastName: "Lovelace" } } });
  expect(shown).toBe("<html>Tea &amp; Co 1843 #123456 Lovelace [<b>Ada</b>] Ciao</html>");
  expect(await preview({ controlValues: { ...controlValues, layoutId: null } })).toEqual([
    "<b>{{payload.name}}</b>",
    { name: "{{payload.name}}" },
  ]);
});

test("a preview shows placeholders, what the caller gives, and nothing at all rather than an error", async () => {
  const mail = {
    name: "Mail",
    type: "email",
    controlValues: { subject: "For {{payload.name | upcase}}", body: "<p>{{subscriber.firstName}}</p>" },
  };
  const bell = inbox({ body: "{{payload.text}} {{nothing}}", redirect: { target: "_self" }, avatar: "" });
  const digest = { name: "Digest", type: "digest", controlValues: { amount: 2, unit: "hours" } };
  const { _id, steps } = await created({ name: "Previewed", steps: [mail, bell, digest] });
  const preview = async (step: number, body: object = {}) =>
    (await call("POST", `/${_id}/step/${steps[step]._id}/preview`, body)).data;
  expect(await preview(0)).toEqual({
    result: {
      type: "email",
      preview: { subject: "For {{PAYLOAD.NAME}}", body: expect.stringContaining("{{subscriber.firstName}}") },
    },
    previewPayloadExample: {
      payload: { name: "{{payload.name}}" },
      subscriber: { firstName: "{{subscriber.firstName}}" },
    },
  });
  const given = { previewPayload: { payload: { name: "Ada", other: 1 } } };
  expect(await preview(0, given)).toMatchObject({
    result: { preview: { subject: "For ADA" } },
    previewPayloadExample: { payload: { name: "Ada" } },
  });
  expect((await preview(1)).result).toMatchObject({
    type: "in_app",
    preview: { body: "{{payload.text}} ", redirect: { url: "https://www.redirect-example.com" } },
  });
  const text = { previewPayload: { payload: { text: "O'Brien & Co" } } };
  expect((await preview(1, text)).result.preview).toMatchObject({ body: "O'Brien & Co " });
  expect((await preview(1, { controlValues: {} })).result.preview).toMatchObject({ body: " " });
  expect((await preview(2)).result).toEqual({ type: "digest", preview: { amount: 2, unit: "hours" } });
  const endless = "{% for a in (1..99999) %}{% for b in (1..99999) %}{{a}}{% endfor %}{% endfor %}";
  expect(await preview(1, { controlValues: { body: endless } })).toEqual({
    result: { preview: {} },
    previewPayloadExample: {},
  });
  const unknown = await call("POST", "/nobody/step/nothing/preview", {});
  expect([unknown.status, unknown.data]).toEqual([201, { result: { preview: {} }, previewPayloadExample: {} }]);
});

test("a workflow is created in the group that it names, which has to be one of the environment", async () => {
  const own = await createTestEnvironment(api.db);
  const named = await api.app.inject({
    method: "POST",
    url: "/v1/notification-groups",
    headers: own.headers,
    payload: { name: "Orders" },
  });
  const notificationGroupId = named.json().data._id;
  await created({ notificationGroupId }, own);
  const listed = await call("GET", `?notificationGroupId=${notificationGroupId}`, undefined, own);
  expect(listed.data.workflows).toMatchObject([{ name: "Order shipped", notificationGroup: { name: "Orders" } }]);
  const other = await created({ workflowId: "other" }, own);
  expect((await call("PATCH", `/${other._id}`, { notificationGroupId }, own)).status).toBe(200);
  const both = await call("GET", `?notificationGroupId=${notificationGroupId}`, undefined, own);
  expect(both.data.totalCount).toBe(2);
  const elsewhere = await created();
  expect((await call("PATCH", `/${elsewhere._id}`, { notificationGroupId })).status).toBe(400);
  const refused = await call("POST", "", { name: "Other", steps: [], notificationGroupId });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringMatching(/^notificationGroupId .+ names no group/),
  ]);
});

test("a workflow that is created with the origin of version 1 names variables of the payload by their bare names", async () => {
  const steps = [inbox({ body: "Order {{ orderId }} has left" })];
  const copy = await created({ origin: "novu-cloud-v1", workflowId: "copied", steps });
  expect(copy).toMatchObject({ origin: "novu-cloud-v1", status: "ACTIVE", steps: [{ issues: {} }] });
  const other = await created({ workflowId: "made", origin: "somewhere", steps });
  expect(other).toMatchObject({ origin: "novu-cloud", status: "ERROR" });
});

test("the example of an event is as the schema describes payloads, has what the templates need, and its moments lie ahead", async () => {
  const payloadSchema = {
    type: "object",
    required: ["number", "sendAt"],
    properties: { number: { type: "integer", minimum: 10 }, sendAt: { type: "string", format: "date-time" } },
  };
  const delay = { name: "Delay", type: "delay", controlValues: { type: "dynamic", dynamicKey: "payload.sendAt" } };
  const { _id, workflowId } = await created({
    name: "Typed",
    payloadSchema,
    validatePayload: true,
    steps: [delay, inbox({ body: "{{payload.number}} {{payload.unknown}} {{actor.firstName}} {{tenant.name}}" })],
  });
  const { example } = (await call("GET", `/${_id}/test-data`)).data;
  expect(example).toEqual({
    name: workflowId,
    to: { subscriberId: "subscriber-1" },
    payload: { number: 10, sendAt: expect.any(String) },
    tenant: { identifier: "tenant-1" },
    actor: { subscriberId: "subscriber-2" },
  });
  expect(Date.parse(example.payload.sendAt)).toBeGreaterThan(Date.now());
});
