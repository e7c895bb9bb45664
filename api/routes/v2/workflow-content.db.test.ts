import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLogs } from "#db/schema/accounts/audit-logs.ts";
import { workflowSteps } from "#db/schema/workflows/workflow-steps.ts";
import { workflows } from "#db/schema/workflows/workflows.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { onPlan, workflowsApi } from "#test/support/workflows-api.ts";

// Whatever a workflow consists of, and whichever version of the API made it, both show and keep it.

const { app, create } = await workflowsApi();

async function call(method: "GET" | "POST" | "PUT" | "PATCH", url: string, of: TestEnvironment, payload?: object) {
  const reply = await app.inject({ method, url, headers: of.headers, ...(payload && { payload }) });
  return { status: reply.statusCode, data: reply.json().data, body: reply.json() };
}

const v2 = (method: "GET" | "POST" | "PUT" | "PATCH", path: string, of: TestEnvironment, payload?: object) =>
  call(method, `/v2/workflows${path}`, of, payload);

async function feedOf(environment: TestEnvironment): Promise<string> {
  return (await call("POST", "/v1/feeds", environment, { name: "Orders" })).data._id;
}

/** Each kind of step that `/v1/workflows` stores, with all that it may have. */
const everyStepOfV1 = (feedId: string) => [
  {
    name: "Choice",
    uuid: "choice",
    template: { type: "branch" },
    metadata: {
      type: "branch",
      branches: [{ branchId: "large", name: "Large", filters: onPlan("pro") }],
      defaultBranchId: "others",
    },
  },
  {
    name: "Bell",
    uuid: "bell",
    branchId: "large",
    shouldStopOnFail: true,
    expiresAfter: { amount: 2, unit: "days" },
    integrationIdentifier: "bell-of-the-shop",
    filters: onPlan("pro"),
    replyCallback: { active: true, url: "https://example.com/reply" },
    template: {
      type: "in_app",
      subject: "Order {{ number }}",
      content: "It left, {{ subscriber.firstName }}",
      feedId,
      actor: { type: "user", data: null },
      avatar: "https://example.com/{{ number }}.png",
      data: { number: "{{ number }}", list: [1, { two: 2 }] },
      cta: {
        type: "redirect",
        data: { url: "/orders/{{ number }}", target: "_self" },
        action: {
          buttons: [
            { type: "primary", content: "Accept", resultContent: "Accepted", url: "/accept" },
            { type: "secondary", content: "Decline" },
          ],
        },
      },
      variables: [{ name: "number", type: "String", required: true }],
    },
    variants: [
      { name: "Short", filters: onPlan("free"), template: { type: "in_app", content: "Left", subject: "Short" } },
    ],
  },
  {
    name: "Mail in blocks",
    template: {
      type: "email",
      subject: "Order {{ number }}",
      preheader: "On its way",
      senderName: "The shop",
      contentType: "editor",
      content: [
        { type: "text", content: "Hello <b>{{ subscriber.firstName }}</b>", styles: { textAlign: "center" } },
        { type: "button", content: "Follow", url: "https://example.com/{{ number }}" },
      ],
    },
  },
  {
    name: "Mail in html",
    outsideHours: "merge",
    template: {
      type: "email",
      subject: "s",
      contentType: "customHtml",
      content: "<p>{{ number }}</p>",
      from: "orders@example.com",
      replyTo: "help@example.com",
      unescaped: true,
    },
  },
  { name: "Text", template: { type: "sms", content: "Order {{ number }}" }, active: false },
  { name: "Chat", template: { type: "chat", content: "Order {{ number }}" } },
  { name: "Push", template: { type: "push", title: "Order {{ number }}", content: "It left" } },
  {
    name: "Regular",
    template: { type: "digest" },
    metadata: { type: "regular", amount: 5, unit: "minutes", digestKey: "orderId" },
  },
  {
    name: "Backoff",
    template: { type: "digest" },
    metadata: { type: "backoff", amount: 5, unit: "minutes", backoffAmount: 1, backoffUnit: "hours" },
  },
  {
    name: "Weekly",
    template: { type: "digest" },
    metadata: {
      type: "timed",
      amount: 1,
      unit: "weeks",
      digestKey: "orderId",
      timed: { atTime: "09:30", weekDays: ["monday", "friday"], timezone: "Europe/Berlin" },
    },
  },
  {
    name: "Monthly",
    template: { type: "digest" },
    metadata: {
      type: "timed",
      amount: 1,
      unit: "months",
      timed: { atTime: "17:00", monthlyType: "on", ordinal: "last", ordinalValue: "weekday" },
    },
  },
  {
    name: "By cron",
    template: { type: "digest" },
    metadata: { type: "timed", timed: { cronExpression: "0 9 * * 1", timezone: "Asia/Tokyo" } },
  },
  { name: "Pause", template: { type: "delay" }, metadata: { type: "regular", amount: 2, unit: "hours" } },
  { name: "Until", template: { type: "delay" }, metadata: { type: "scheduled", delayPath: "sendAt" } },
  {
    name: "Throttle",
    template: { type: "throttle" },
    metadata: { type: "throttle", limit: 3, amount: 1, unit: "hours", throttleKey: "orderId" },
  },
  {
    name: "Throttle by payload",
    template: { type: "throttle" },
    metadata: { type: "throttle", limit: 1, windowPath: "until" },
  },
  {
    name: "Request",
    uuid: "request",
    template: { type: "http" },
    metadata: {
      type: "http",
      method: "POST",
      url: "https://example.com/{{ number }}",
      headers: { "x-order": "{{ number }}" },
      body: { number: "{{ number }}", list: [1, { two: 2 }] },
      timeoutSeconds: 7,
    },
  },
  {
    name: "Wait for a signal",
    template: { type: "wait_for_event" },
    metadata: { type: "wait_for_event", amount: 1, unit: "days", signal: "paid", matchPath: "orderId" },
  },
  {
    name: "Wait for a workflow",
    template: { type: "wait_for_event" },
    metadata: { type: "wait_for_event", amount: 1, unit: "days", workflowIdentifier: "payment" },
  },
  {
    name: "Start another",
    template: { type: "trigger" },
    metadata: { type: "trigger", workflowId: "payment", payload: { order: "{{ number }}", copies: 2 } },
  },
];

/** A workflow as a `GET` of version 1 shows it, without when it was saved. */
async function ofV1(id: string, of: TestEnvironment) {
  const { updatedAt: _when, version: _version, ...workflow } = (await call("GET", `/v1/workflows/${id}`, of)).data;
  return workflow;
}

/** A workflow without the integrations that its steps lack, which are looked up when it is saved. */
const withoutIssues = ({ steps, ...workflow }: { steps: { issues: object }[] }) => ({
  ...workflow,
  steps: steps.map(({ issues: _issues, ...step }) => step),
});

async function everyStep() {
  const environment = await createTestEnvironment(app.db);
  // The workflow that its steps start and wait for.
  await v2("POST", "", environment, { name: "Payment", workflowId: "payment", active: true, steps: [] });
  const { body, status } = await create(environment, {
    name: "Everything, with a name that is longer than version 2 takes for a new one",
    description: "d".repeat(400),
    tags: ["a tag of more than thirty-two characters"],
    critical: true,
    active: true,
    preferenceSettings: { email: false },
    data: { owner: "shop" },
    steps: everyStepOfV1(await feedOf(environment)),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return { environment, id: body.data._id };
}

test("a workflow of version 1 that is read and replaced by version 2 stays as it is, to the last field", async () => {
  const { environment, id } = await everyStep();
  const before = await ofV1(id, environment);
  const { data: read } = await v2("GET", `/${id}`, environment);
  expect(read.steps.map(({ type }: { type: string }) => type)).toContain("wait_for_event");
  expect(read.steps.every(({ issues }: { issues: object }) => !("controls" in issues))).toBe(true);

  const replaced = await v2("PUT", `/${id}`, environment, { ...read, baseVersion: read.version });
  expect(replaced.status, JSON.stringify(replaced.body)).toBe(200);
  expect(await ofV1(id, environment)).toEqual(before);
  expect(withoutIssues(replaced.data)).toEqual(withoutIssues({ ...read, updatedAt: replaced.data.updatedAt }));
});

test("what is changed of such a workflow is changed alone", async () => {
  const { environment, id } = await everyStep();
  const before = await ofV1(id, environment);
  const { data: read } = await v2("GET", `/${id}`, environment);
  await v2("PATCH", `/${id}/versions/${read.version}`, environment, { name: "Before it" });
  const steps = read.steps.map((step: { name: string; controlValues: object }) =>
    step.name === "Bell" ? { ...step, controlValues: { ...step.controlValues, body: "It is there" } } : step,
  );
  const { data } = await v2("PUT", `/${id}`, environment, { ...read, steps });
  expect(data.version).toBe(read.version + 1);
  const after = await ofV1(id, environment);
  const changed = before.steps.map((step: { name: string; template: object }) =>
    step.name === "Bell" ? { ...step, template: { ...step.template, content: "It is there" } } : step,
  );
  expect(after).toEqual({ ...before, steps: changed });
  const { data: versions } = await v2("GET", `/${id}/versions`, environment);
  expect(versions[0].changes).toEqual(["Changed body of Bell"]);
});

/** Fields of a step of version 1 beside its template and variants. */
const CONTENT_OF_STEP = [
  "metadata",
  "filters",
  "branchId",
  "shouldStopOnFail",
  "expiresAfter",
  "integrationIdentifier",
  "outsideHours",
  "active",
  "replyCallback",
  "uuid",
];

test("the control values of each step make the same step again", async () => {
  const { environment, id } = await everyStep();
  const { data: read } = await v2("GET", `/${id}`, environment);
  const steps = read.steps.map(({ _id, ...step }: { _id: string; variants: { _id: string }[] }) => ({
    ...step,
    variants: step.variants.map(({ _id: _variant, ...variant }) => variant),
  }));
  const made = await v2("POST", "", environment, { name: "Made anew", steps });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const contents = (workflow: { steps: Record<string, unknown>[] }) =>
    workflow.steps.map((step) => Object.fromEntries(CONTENT_OF_STEP.map((field) => [field, step[field]])));
  expect(read.steps[1]).toMatchObject({ integrationIdentifier: "bell-of-the-shop" });
  const [old, anew] = [await ofV1(id, environment), await ofV1(made.data._id, environment)];
  expect(contents(anew)).toEqual(contents(old));
  expect(anew.steps[1].variants[0]).toMatchObject({ name: "Short", template: { content: "Left", subject: "Short" } });
  expect(anew.steps[1].template).toMatchObject({
    cta: old.steps[1].template.cta,
    _feedId: old.steps[1].template._feedId,
  });
  // Blocks become the html that they are sent as.
  expect(anew.steps[2].template.content).toContain("Hello <b>{{ subscriber.firstName }}</b>");
  expect(anew.steps[2].template).toMatchObject({ preheader: "On its way", senderName: "The shop" });
});

test("a step that lacks something is saved with its issues, by the path of its control", async () => {
  const environment = await createTestEnvironment(app.db);
  const { data, status, body } = await v2("POST", "", environment, {
    name: "Drafts",
    steps: [
      { name: "Choice", type: "branch", controlValues: { branches: [{ branchId: "a", filters: [] }] } },
      { name: "Wait", type: "wait_for_event", controlValues: { amount: 1 } },
      { name: "Start", type: "trigger" },
      { name: "Lost", type: "sms", controlValues: { body: "x" }, branchId: "nowhere" },
      {
        name: "Odd",
        type: "delay",
        controlValues: { amount: 1, unit: "hours" },
        expiresAfter: { amount: 1, unit: "days" },
        integrationIdentifier: "mail",
        filters: onPlan("{% if %}"),
      },
      {
        name: "Variants",
        type: "sms",
        controlValues: { body: "x" },
        variants: [{ controlValues: { body: "{{ nobody.knows }}" } }],
      },
      {
        name: "Result",
        type: "sms",
        controlValues: { body: "x" },
        filters: [
          {
            value: "AND",
            children: [{ on: "stepResult", step: "none", field: "status", operator: "EQUAL", value: "1" }],
          },
        ],
      },
      { name: "Feed", type: "in_app", controlValues: { body: "x", feedId: "5b1e7a3c-0c8e-4c8e-9d55-7a1f4a3e9d10" } },
    ],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const paths = data.steps.map(({ issues }: { issues: { controls?: object } }) =>
    Object.keys(issues.controls ?? {}).sort(),
  );
  expect(paths).toEqual([
    ["branches.0.filters", "defaultBranchId"],
    ["signal", "unit"],
    ["workflowId"],
    ["branchId"],
    ["expiresAfter", "filters.0.children.0.value", "integrationIdentifier"],
    ["variants.0.body", "variants.0.filters"],
    ["filters"],
    ["feedId"],
  ]);
  expect(data.status).toBe("ERROR");
  // What was typed is there again.
  expect(data.steps[0].controlValues).toEqual({ branches: [{ branchId: "a", filters: [] }] });
  const { data: read } = await v2("GET", `/${data._id}`, environment);
  expect(read).toEqual(data);
});

test("a step that names a workflow which is not there, was deleted or is inactive has an issue for as long as it is so", async () => {
  const environment = await createTestEnvironment(app.db);
  const create = async (name: string, steps: object[]) =>
    (await v2("POST", "", environment, { name, workflowId: name, active: true, steps })).data;
  const { _id: id } = await create("starter", [
    { name: "Start", type: "trigger", controlValues: { workflowId: "target" } },
    { name: "Wait", type: "wait_for_event", controlValues: { workflowIdentifier: "target", amount: 1, unit: "hours" } },
    { name: "Template", type: "trigger", controlValues: { workflowId: "{{ payload.next }}" } },
  ]);
  const shown = async () => {
    const { data } = await v2("GET", `/${id}`, environment);
    const listed = (await v2("GET", "?query=starter", environment)).data.workflows[0];
    expect([listed.status, listed.needsAction]).toEqual([data.status, data.status === "ERROR"]);
    expect(listed.steps.map(({ issues = {} }) => issues)).toEqual(
      data.steps.map(({ issues }: { issues: object }) => issues),
    );
    return {
      status: data.status,
      issues: data.steps.map((step: { issues: { controls?: object } }) => step.issues.controls),
    };
  };
  const issue = (control: string, message: string) => ({
    [control]: [{ issueType: "MISSING_VALUE", variableName: control, message }],
  });
  const found = (message: string) => ({
    status: "ERROR",
    issues: [issue("workflowId", message), issue("workflowIdentifier", message), undefined],
  });
  expect(await shown()).toEqual(found("This environment has no workflow target: choose another one"));
  const target = await create("target", [{ name: "Text", type: "sms", controlValues: { body: "x" } }]);
  expect(await shown()).toEqual({ status: "ACTIVE", issues: [undefined, undefined, undefined] });
  await v2("PATCH", `/${target._id}`, environment, { active: false });
  expect(await shown()).toEqual(found("The workflow target is inactive: activate it, or choose another one"));
  await app.inject({ method: "DELETE", url: `/v2/workflows/${target._id}`, headers: environment.headers });
  expect(await shown()).toEqual(found("The workflow target was deleted: choose another one"));
});

test("a condition without its field or its value is an issue where it lacks it, in steps, branches and variants", async () => {
  const environment = await createTestEnvironment(app.db);
  const all = (...children: object[]) => [{ value: "AND", children }];
  const begun = { on: "payload", field: "", operator: "EQUAL", value: "" };
  const vip = { on: "payload", field: "vip", operator: "EQUAL", value: true };
  const { data, status } = await v2("POST", "", environment, {
    name: "Begun",
    steps: [
      { name: "Own", type: "sms", controlValues: { body: "x" }, filters: all(begun) },
      {
        name: "Nested",
        type: "sms",
        controlValues: { body: "x" },
        filters: all(vip, { value: "OR", children: [vip, { ...vip, operator: "LARGER", value: undefined }] }),
      },
      {
        name: "Branch",
        type: "branch",
        controlValues: { branches: [{ branchId: "a", filters: all({ ...vip, value: "" }) }], defaultBranchId: "b" },
      },
      {
        name: "Variant",
        type: "sms",
        controlValues: { body: "x" },
        variants: [
          { filters: all({ on: "webhook", webhookUrl: "", field: "", operator: "EQUAL" }), controlValues: {} },
        ],
      },
      {
        name: "Whole",
        type: "sms",
        controlValues: { body: "x" },
        filters: all(vip, { ...vip, operator: "IS_DEFINED", value: undefined }, { on: "isOnline", value: false }),
      },
    ],
  });
  expect(status).toBe(201);
  const issues = data.steps.map((step: { issues: { controls?: object } }) => step.issues.controls ?? {});
  const isMissing = (message: string) => [expect.objectContaining({ issueType: "MISSING_VALUE", message })];
  expect(issues).toEqual([
    { "filters.0.children.0.field": isMissing("Choose a field to finish this condition") },
    { "filters.0.children.1.children.1.value": isMissing("Enter a value to finish this condition") },
    { "branches.0.filters.0.children.0.value": isMissing("Enter a value to finish this condition") },
    {
      "variants.0.body": expect.anything(),
      "variants.0.filters.0.children.0.webhookUrl": isMissing(
        "Enter the address of the webhook to finish this condition",
      ),
    },
    {},
  ]);
});

test("a value that is invalid takes no other of its step with it", async () => {
  const environment = await createTestEnvironment(app.db);
  const steps = [
    { name: "Bell", type: "in_app", controlValues: { body: "x", avatar: "no address", redirect: { url: "/orders" } } },
    { name: "Mail", type: "email", controlValues: { subject: "s", body: "x", from: "no object", preheader: "Soon" } },
  ];
  const { data } = await v2("POST", "", environment, { name: "Half", steps });
  const { steps: stored } = await ofV1(data._id, environment);
  expect(stored[0].template).toMatchObject({ cta: { data: { url: "/orders" } } });
  expect(stored[0].template).not.toHaveProperty("avatar");
  expect(stored[1].template).toMatchObject({ preheader: "Soon" });
});

test("control values and their rule outlive a change by version 1", async () => {
  const { environment, id } = await everyStep();
  const skip = { "==": [{ var: "payload.plan" }, "none"] };
  const { data: read } = await v2("GET", `/${id}`, environment);
  const steps = read.steps.map((step: { name: string; controlValues: object }) =>
    ["Bell", "Text"].includes(step.name) ? { ...step, controlValues: { ...step.controlValues, skip } } : step,
  );
  await v2("PUT", `/${id}`, environment, { ...read, steps });
  const shown = await ofV1(id, environment);
  const changed = shown.steps.map((step: { name: string; template: { _feedId: string } }) => ({
    ...step,
    template: {
      ...step.template,
      feedId: step.template._feedId ?? undefined,
      ...(step.name === "Text" && { content: "Another text" }),
    },
  }));
  const put = await call("PUT", `/v1/workflows/${id}`, environment, { steps: changed });
  expect(put.status, JSON.stringify(put.body)).toBe(200);
  const { data: now } = await v2("GET", `/${id}`, environment);
  const valuesNamed = (name: string) => now.steps.find((step: { name: string }) => step.name === name).controlValues;
  expect(valuesNamed("Bell")).toMatchObject({ skip, body: "It left, {{ subscriber.firstName }}" });
  expect(valuesNamed("Text")).toEqual({ skip, body: "Another text" });
});

test("settings and variants are changed one by one, and what is left out stays", async () => {
  const environment = await createTestEnvironment(app.db);
  const { data: made } = await v2("POST", "", environment, {
    name: "Settings",
    steps: [
      {
        name: "Text",
        type: "sms",
        controlValues: { body: "x" },
        shouldStopOnFail: true,
        expiresAfter: { amount: 1, unit: "days" },
        integrationIdentifier: "texts",
        variants: [{ name: "V", filters: onPlan("pro"), controlValues: { body: "y" } }],
      },
    ],
  });
  const [step] = made.steps;
  const path = `/${made._id}/steps/${step._id}`;
  expect((await v2("PATCH", path, environment, { active: false })).data).toMatchObject({
    active: false,
    shouldStopOnFail: true,
    expiresAfter: { amount: 1, unit: "days" },
    integrationIdentifier: "texts",
    variants: step.variants,
  });
  const [variant] = step.variants;
  const changed = await v2("PATCH", path, environment, {
    expiresAfter: null,
    integrationIdentifier: null,
    variants: [
      { ...variant, active: false },
      { filters: onPlan("free"), controlValues: { body: "z" } },
    ],
  });
  expect(changed.data).not.toHaveProperty("expiresAfter");
  expect(changed.data).not.toHaveProperty("integrationIdentifier");
  expect(changed.data.variants).toMatchObject([
    { _id: variant._id, active: false, controlValues: { body: "y" } },
    { active: true, controlValues: { body: "z" } },
  ]);
  const unknown = await v2("PATCH", path, environment, { variants: [{ _id: made._id, filters: onPlan("pro") }] });
  expect([unknown.status, unknown.body.message[0]]).toEqual([400, expect.stringContaining("variants.0._id")]);

  // An older client sends neither.
  const replaced = await v2("PUT", `/${made._id}`, environment, {
    name: "Settings",
    steps: [{ _id: step._id, name: "Text", type: "sms", controlValues: { body: "new" } }],
  });
  expect(replaced.data.steps[0]).toMatchObject({
    active: false,
    shouldStopOnFail: true,
    variants: changed.data.variants,
  });
});

test("a step is renamed by its identifier, unless another one has it", async () => {
  const environment = await createTestEnvironment(app.db);
  const step = (name: string) => ({ name, type: "sms", controlValues: { body: "x" } });
  const { data: made } = await v2("POST", "", environment, { name: "Renamed", steps: [step("One"), step("Two")] });
  const [one, two] = made.steps;
  const renamed = await v2("PUT", `/${made._id}`, environment, { ...made, steps: [{ ...one, stepId: "first" }, two] });
  expect(renamed.data.steps.map(({ stepId }: { stepId: string }) => stepId)).toEqual(["first", "two"]);
  expect(renamed.data.steps[0]._id).toBe(one._id);
  const taken = await v2("PUT", `/${made._id}`, environment, { ...made, steps: [{ ...one, stepId: "two" }, two] });
  expect([taken.status, taken.body.message[0]]).toEqual([400, expect.stringContaining("steps.1.stepId")]);
});

test("published typed clients see types that they do not know as custom ones", async () => {
  const { environment, id } = await everyStep();
  const headers = { ...environment.headers, "user-agent": "speakeasy-sdk/typescript 1.2.0" };
  const one = (await app.inject({ url: `/v2/workflows/${id}`, headers })).json().data;
  const list = (await app.inject({ url: "/v2/workflows", headers })).json().data;
  const types = new Set(one.steps.map(({ type }: { type: string }) => type));
  expect([types.has("custom"), types.has("branch"), types.has("wait_for_event"), types.has("trigger")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(list.workflows[0].stepTypeOverviews).not.toContain("branch");
  expect(list.workflows[0].steps.map(({ type }: { type: string }) => type)).not.toContain("branch");
});

test("a secret in a header of an HTTP step is masked in every answer; its mask keeps it, unless the host changes", async () => {
  const environment = await createTestEnvironment(app.db);
  const request = { method: "POST", url: "https://api.example.com/orders", body: { a: 1 } };
  const headers = { Authorization: "Bearer sk_live_1234", "X-Order": "{{payload.id}}" };
  const workflow = { name: "Order", workflowId: "order", active: true };
  const step = { name: "Call", type: "http_request", controlValues: { ...request, headers } };
  const created = await v2("POST", "", environment, { ...workflow, steps: [step] });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const [{ _id: stepId, controlValues: shown }] = created.data.steps;
  const { _id: id } = created.data;
  expect(shown.headers).toEqual({ ...headers, Authorization: "nvsk.1234" });
  const [stored] = await stepsOf(id);
  const ofV1 = { name: "Call", template: { type: "http" }, metadata: { type: "http", ...request, headers } };
  const v1 = (await create(environment, { name: "Order of version 1", steps: [ofV1] })).body.data;
  expect(v1.steps[0].metadata.headers).toEqual(shown.headers);

  expect((await v2("PATCH", "/order/versions/1", environment, { name: "First" })).status).toBe(200);
  // Each way of sending what was read keeps what is stored.
  const back = { ...step, _id: stepId, controlValues: { ...shown, timeout: 5000 } };
  expect((await v2("PUT", "/order", environment, { ...workflow, steps: [back] })).status).toBe(200);
  expect((await v2("PATCH", `/order/steps/${stepId}`, environment, { controlValues: shown })).status).toBe(200);
  const backOfV1 = { ...ofV1, _templateId: v1.steps[0]._templateId, metadata: v1.steps[0].metadata };
  expect((await call("PUT", `/v1/workflows/${v1._id}`, environment, { steps: [backOfV1] })).status).toBe(200);
  expect(await stepsOf(v1._id)).toMatchObject([{ metadata: ofV1.metadata }]);
  expect(await stepsOf(id)).toMatchObject([{ metadata: stored?.metadata }]);
  const restored = await v2("POST", "/order/versions/1/restore", environment, {});
  expect([restored.status, (await stepsOf(id))[0]?.metadata]).toEqual([expect.any(Number), stored?.metadata]);

  const answers = await Promise.all(
    [
      "/v2/workflows",
      "/v2/workflows/order",
      `/v2/workflows/order/steps/${stepId}`,
      "/v2/workflows/order/versions/1",
      `/v1/workflows/${id}`,
      `/v1/workflows/${v1._id}`,
      "/v1/workflows",
      "/v1/changes?promoted=false",
    ].map((url) => app.inject({ url, headers: environment.headers })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  for (const { body } of answers) expect(body).not.toContain("sk_live");
  const noted = await app.db.select().from(auditLogs).where(eq(auditLogs.entityId, id));
  expect(JSON.stringify(noted)).toContain("nvsk.1234");
  expect(JSON.stringify(noted)).not.toContain("sk_live");

  const moved = { ...shown, url: "https://attacker.example/orders" };
  const refusals = [
    await v2("PUT", "/order", environment, { ...workflow, steps: [{ ...back, controlValues: moved }] }),
    await v2("PATCH", `/order/steps/${stepId}`, environment, { controlValues: moved }),
    await call("PUT", `/v1/workflows/${v1._id}`, environment, {
      steps: [{ ...backOfV1, metadata: { ...backOfV1.metadata, url: moved.url } }],
    }),
    await v2("POST", "", environment, { ...workflow, workflowId: "other", steps: [{ ...step, controlValues: shown }] }),
  ];
  for (const { status, body } of refusals) {
    expect([status, body.message]).toEqual([
      400,
      [expect.stringMatching(/headers\.Authorization (must be entered again|is not)/)],
    ]);
  }
  expect(await stepsOf(id)).toMatchObject([{ metadata: stored?.metadata }]);
});

/** The steps of the newest version as they are stored. */
const stepsOf = (workflowId: string) =>
  app.db
    .select({ metadata: workflowSteps.metadata })
    .from(workflowSteps)
    .innerJoin(workflows, eq(workflows.versionId, workflowSteps.versionId))
    .where(eq(workflows.id, workflowId));

test("expressions that an editor has written differently are saved as they were meant, by both versions", async () => {
  const environment = await createTestEnvironment(app.db);
  const body = '<a href="%7B%7Burl%7D%7D">{<b>{ name }</b>}</a> {{ plan | default: “none” }}';
  const meant = `<a href="{{url}}"><b>{{ name }}</b></a> {{ plan | default: 'none' }}`;
  const subject = "Hi &#123;&#123;\u200Bname &#125;&#125;";
  const first = await create(environment, {
    steps: [{ template: { type: "email", contentType: "customHtml", subject, content: body } }],
  });
  expect(first.body.data.steps[0].template).toMatchObject({ subject: "Hi {{name }}", content: meant });
  const second = await v2("POST", "", environment, {
    name: "Second",
    workflowId: "second",
    steps: [{ name: "Mail", type: "email", controlValues: { subject, body, editorType: "html" } }],
  });
  expect(second.data.steps[0].controls.values).toMatchObject({ subject: "Hi {{name }}", body: meant });
  const text = { type: "text", text: "{" };
  const bold = { type: "text", text: "{ payload.name }", marks: [{ type: "bold" }] };
  const document = {
    type: "doc",
    content: [{ type: "paragraph", content: [text, bold, { type: "text", text: "}" }] }],
  };
  const preview = await v2("POST", `/second/step/${second.data.steps[0].stepId}/preview`, environment, {
    controlValues: { subject: "{{ payload.name | default: ‘you’ }}", body: JSON.stringify(document) },
    previewPayload: { payload: { name: "Ada" } },
  });
  expect(preview.data.result.preview.subject).toBe("Ada");
  expect(preview.data.result.preview.body).toContain("<strong>Ada</strong>");
});

test("what is left of an expression that cannot be meant so is an issue, or refused, with its place and a remedy", async () => {
  const environment = await createTestEnvironment(app.db);
  const { data } = await v2("POST", "", environment, {
    name: "Left",
    workflowId: "left",
    steps: [{ name: "Text", type: "sms", controlValues: { body: "ok\n{{ payload.user’s }}" } }],
  });
  expect(data.steps[0].issues.controls.body[0].message).toContain(
    "has ’ in an expression, line 2, column 16: write a straight",
  );
  const refused = await create(environment, {
    steps: [{ template: { type: "sms", content: "{% if a = 1 %}x{% endif %}" } }],
  });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body.message)).toContain("compare with == in place of =");
});

const onMessage = (step: string, stepType = "unread") => [
  { value: "AND", children: [{ on: "previousStep", step, stepType }] },
];

describe("conditions on messages of other steps", () => {
  const bell = { name: "Bell", stepId: "bell", type: "in_app", controlValues: { body: "Hi" } };
  const mail = (filters: object[]) => ({
    name: "Mail",
    stepId: "mail",
    type: "email",
    controlValues: { subject: "{{ steps.bell.read }}", body: "x", skip: { "==": [{ var: "steps.bell.read" }, true] } },
    filters,
  });
  const issuesOf = (data: { steps: { issues: { controls?: Record<string, { message: string }[]> } }[] }) =>
    data.steps.map(({ issues }) =>
      Object.entries(issues.controls ?? {}).map(([path, [issue]]) => `${path}: ${issue?.message}`),
    );
  const place = "filters.0.children.0.step";

  test.each([
    ["is not there", "gone", [bell], "This workflow has no step gone: choose an earlier step that sends a message"],
    ["is the step itself", "mail", [bell], "A step knows nothing of its own message yet: choose an earlier step"],
    [
      "sends no message",
      "pause",
      [{ name: "Pause", stepId: "pause", type: "delay", controlValues: { amount: 1, unit: "hours" } }],
      "The step Pause sends no message: choose one that does",
    ],
  ])("have an issue where the step %s, by both versions", async (_, step, before, message) => {
    const environment = await createTestEnvironment(app.db);
    const made = await v2("POST", "", environment, { name: "Two", steps: [...before, mail(onMessage(step))] });
    const own = (lines: string[]) => lines.filter((line) => line.startsWith(place));
    expect(own(issuesOf(made.data)[before.length] ?? [])).toEqual([`${place}: ${message}`]);
    expect(made.data.status).toBe("ERROR");
  });

  test("have an issue in branches and variants, and for a step that comes later", async () => {
    const environment = await createTestEnvironment(app.db);
    const branch = {
      name: "Choice",
      type: "branch",
      controlValues: {
        branches: [{ branchId: "a", name: "A", filters: onMessage("later") }],
        defaultBranchId: "b",
      },
    };
    const later = { name: "Later", stepId: "later", type: "sms", controlValues: { body: "x" } };
    const varied = { ...bell, variants: [{ active: true, filters: onMessage("gone"), controlValues: { body: "y" } }] };
    const { data } = await v2("POST", "", environment, { name: "Places", steps: [branch, varied, later] });
    const message = "The step Later comes later: move it to the front, or choose an earlier step";
    expect(issuesOf(data)).toEqual([
      [`branches.0.filters.0.children.0.step: ${message}`],
      [expect.stringContaining("variants.0.filters.0.children.0.step: This workflow has no step gone")],
      [],
    ]);
  });

  test("of version 1 have them as well, and lose them when they are mended", async () => {
    const environment = await createTestEnvironment(app.db);
    const steps = (step: string) => [
      { uuid: "bell", template: { type: "in_app", content: "Hi" } },
      { template: { type: "sms", content: "x" }, filters: onMessage(step) },
    ];
    const { body } = await create(environment, { active: true, steps: steps("unknown") });
    const shown = async () => (await v2("GET", `/${body.data._id}`, environment)).data;
    const first = await shown();
    expect([first.status, issuesOf(first)[1]]).toEqual([
      "ERROR",
      [`${place}: This workflow has no step unknown: choose an earlier step that sends a message`],
    ]);
    const changed = await call("PUT", `/v1/workflows/${body.data._id}`, environment, { steps: steps("bell") });
    expect(changed.status).toBe(200);
    const second = await shown();
    expect(issuesOf(second)).toEqual([[], []]);
  });

  test("and templates follow a step that is renamed, and lack one that is removed", async () => {
    const environment = await createTestEnvironment(app.db);
    const made = await v2("POST", "", environment, { name: "Renamed", steps: [bell, mail(onMessage("bell"))] });
    const [first, second] = made.data.steps;
    const again = { ...mail(onMessage("bell")), _id: second._id };
    const renamed = await v2("PUT", `/${made.data._id}`, environment, {
      name: "Renamed",
      steps: [{ ...bell, _id: first._id, stepId: "chime" }, again],
    });
    expect(issuesOf(renamed.data)).toEqual(issuesOf(made.data));
    expect(renamed.data.steps[1]).toMatchObject({
      filters: onMessage("chime"),
      controls: {
        values: { subject: "{{ steps.chime.read }}", skip: { "==": [{ var: "steps.chime.read" }, true] } },
      },
    });
    const removed = await v2("PUT", `/${made.data._id}`, environment, {
      name: "Renamed",
      steps: [{ ...mail(onMessage("chime")), _id: second._id }],
    });
    expect(issuesOf(removed.data)[0]).toContain(
      `${place}: This workflow has no step chime: choose an earlier step that sends a message`,
    );
  });
});
