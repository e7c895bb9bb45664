import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { integrations } from "#db/schema/integrations.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";

const { app, db, close } = await testApp();
afterAll(close);

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

interface Call {
  path?: string;
  body?: unknown;
  key?: string;
  base?: string;
}

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

const inApp = { template: { type: "in_app", content: "Hello {{ name }}" } };
const email = {
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
const sms = { template: { type: "sms", content: "Your code is {{ code }}" } };
const delay = { template: { type: "delay" }, metadata: { type: "regular", amount: 2, unit: "days" } };
const onPlan = (value: string) => [
  { value: "AND", children: [{ on: "payload", field: "plan", operator: "EQUAL", value }] },
];

async function create(environment: TestEnvironment, fields: object = {}) {
  const notificationGroupId = await groupOf(environment);
  return call("POST", environment, { body: { name: "Order shipped", notificationGroupId, steps: [inApp], ...fields } });
}

async function created(environment: TestEnvironment, fields: object = {}) {
  const { status, body } = await create(environment, fields);
  expect(status).toBe(201);
  return body.data;
}

describe("creating", () => {
  test("a workflow starts as an inactive draft with every channel on", async () => {
    const environment = await createTestEnvironment(db);
    expect(await created(environment, { tags: ["orders"], description: "Tells that it left" })).toMatchObject({
      name: "Order shipped",
      description: "Tells that it left",
      active: false,
      draft: true,
      critical: false,
      type: "REGULAR",
      tags: ["orders"],
      preferenceSettings: { in_app: true, email: true, sms: true, chat: true, push: true },
      version: 1,
      deleted: false,
      isBlueprint: false,
      _environmentId: environment.environmentId,
      _organizationId: environment.organizationId,
      _creatorId: environment.userId,
    });
  });

  test("the trigger identifier is the slug of the name, and a second workflow of that name gets a suffix", async () => {
    const environment = await createTestEnvironment(db);
    const first = await created(environment);
    const second = await created(environment);
    expect(first.triggers[0].identifier).toBe("order-shipped");
    expect(second.triggers[0].identifier).toMatch(/^order-shipped-[a-z0-9]{6}$/);
  });

  test("workflows created at the same moment under one name all get an identifier of their own", async () => {
    const environment = await createTestEnvironment(db);
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(environment)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const identifiers = answers.map(({ body }) => body.data.triggers[0].identifier);
    expect(new Set(identifiers).size).toBe(5);
    expect(identifiers).toContain("order-shipped");
  });

  test("a name without Latin letters still gets an identifier", async () => {
    const environment = await createTestEnvironment(db);
    const workflow = await created(environment, { name: "🎉🎉" });
    expect(workflow.triggers[0].identifier).toMatch(/^[a-z0-9]{6}$/);
  });

  test("an email template keeps its fields, and its variants theirs", async () => {
    const environment = await createTestEnvironment(db);
    const variant = { ...email, name: "For pros", filters: onPlan("pro") };
    const { steps } = await created(environment, {
      steps: [{ ...email, filters: onPlan("free"), variants: [variant] }],
    });
    expect(steps[0]).toMatchObject({
      name: "Mail",
      filters: onPlan("free"),
      template: { ...email.template, active: true },
      variants: [{ name: "For pros", filters: onPlan("pro"), template: { ...email.template, active: true } }],
    });
  });

  test("steps of chat and push keep content and title", async () => {
    const environment = await createTestEnvironment(db);
    const chat = { template: { type: "chat", content: "Hi {{ name }}" } };
    const push = { template: { type: "push", title: "Hi {{ title }}", content: "Hello" } };
    const { steps, triggers } = await created(environment, { steps: [chat, push] });
    expect(steps).toMatchObject([chat, push]);
    expect(triggers[0].variables.map((variable: { name: string }) => variable.name)).toEqual(["name", "title"]);
  });

  test("each step names the one before it as its parent, and its id is its template's id", async () => {
    const environment = await createTestEnvironment(db);
    const { steps } = await created(environment, { steps: [inApp, delay, sms] });
    expect(steps.map((step: { _parentId: unknown }) => step._parentId)).toEqual([null, steps[0]._id, steps[1]._id]);
    for (const step of steps)
      expect([step.id, step._templateId, step.template._id]).toEqual([step._id, step._id, step._id]);
  });

  test("the trigger lists the names that templates and conditions use", async () => {
    const environment = await createTestEnvironment(db);
    const greeting = { template: { type: "in_app", content: "{{ tenant.name }}: {{ name }}" }, filters: onPlan("pro") };
    const { triggers } = await created(environment, { steps: [greeting, email, sms] });
    expect(triggers).toEqual([
      {
        type: "event",
        identifier: "order-shipped",
        variables: ["name", "plan", "company", "code"].map((name) => ({ name, type: "String" })),
        reservedVariables: [{ type: "tenant", variables: [{ name: "identifier", type: "String" }] }],
        subscriberVariables: [{ name: "email" }, { name: "phone" }],
      },
    ]);
  });

  test("scripts in an editor's content are not stored; styles are (engine.md 12, scenario 75)", async () => {
    const environment = await createTestEnvironment(db);
    const content = [{ type: "text", content: '<b style="color: red">Hi</b><script>alert(1)</script>{{ name }}' }];
    const { steps } = await created(environment, { steps: [{ template: { ...email.template, content } }] });
    expect(steps[0].template.content).toEqual([{ type: "text", content: '<b style="color: red">Hi</b>{{ name }}' }]);
  });

  test("templates in Handlebars are stored in Liquid, wherever they are", async () => {
    const environment = await createTestEnvironment(db);
    const button = { type: "button", content: "{{#if a}}Go{{/if}}", url: "https://example.com/{{{b}}}" };
    const cta = {
      type: "redirect",
      data: { url: "/{{{c}}}" },
      action: { buttons: [{ type: "primary", content: "{{titlecase d}}", url: "/{{{e}}}" }] },
    };
    const filters = [
      { value: "AND", children: [{ on: "payload", field: "f", operator: "EQUAL", value: "{{{payload.g}}}" }] },
    ];
    const { steps, triggers } = await created(environment, {
      steps: [
        {
          template: {
            ...{ type: "email", subject: "{{uppercase h}}", preheader: "{{{i}}}", senderName: "{{lowercase j}}" },
            content: [button],
          },
          filters,
        },
        { template: { type: "in_app", content: "{{#each items}}{{name}}{{else}}<br>{{/each}}{{k}}", cta } },
        { ...sms, variants: [{ template: { type: "sms", content: "{{pluralize n 'a' 'b'}}" }, filters }] },
      ],
    });
    const [first, second, third] = steps;
    expect(first).toMatchObject({
      template: {
        ...{ subject: "{{ h | uppercase }}", preheader: "{{ i | raw }}", senderName: "{{ j | lowercase }}" },
        content: [{ content: "{% if a %}Go{% endif %}", url: "https://example.com/{{ b | raw }}" }],
      },
      filters: [{ children: [{ field: "f", value: "{{ payload.g | raw }}" }] }],
    });
    expect(second.template).toMatchObject({
      content: "{% each item in items %}{{ item.name }}{% else %}<br>{% endeach %}{{k}}".replace("{{k}}", "{{ k }}"),
      cta: {
        data: { url: "/{{ c | raw }}" },
        action: { buttons: [{ content: "{{ d | titlecase }}", url: "/{{ e | raw }}" }] },
      },
    });
    expect(third.variants[0]).toMatchObject({
      template: { content: '{{ n | pluralize: "a", "b" }}' },
      filters: [{ children: [{ value: "{{ payload.g | raw }}" }] }],
    });
    expect(triggers[0].variables).toEqual(
      expect.arrayContaining([
        { name: "a", type: "Boolean" },
        { name: "items", type: "Array" },
        { name: "items.name", type: "String" },
        { name: "e", type: "String" },
        { name: "g", type: "String" },
      ]),
    );
  });

  test("what is read back can be saved again, and is the same", async () => {
    const environment = await createTestEnvironment(db);
    const content = "{{#each list}}{{@index}}{{this}}{{/each}}\\{{x}}";
    const { _id, steps } = await created(environment, { steps: [{ template: { type: "sms", content } }] });
    const { body } = await call("PUT", environment, {
      path: `/${_id}`,
      body: { steps: [{ template: steps[0].template }] },
    });
    expect(body.data.steps[0].template.content).toBe(steps[0].template.content);
  });

  test("ids that came with a copied step are not kept", async () => {
    const environment = await createTestEnvironment(db);
    const { steps } = await created(environment, { steps: [{ ...inApp, _id: UNKNOWN, _templateId: UNKNOWN }] });
    expect(steps[0]._id).not.toBe(UNKNOWN);
  });
});

describe("what cannot be saved says which field and what to do", () => {
  test.each<[string, object, string]>([
    [
      "a step whose code is elsewhere",
      { steps: [{ template: { type: "custom", content: "" } }] },
      "steps.0.template.type must be one of the following values: in_app, email, sms, chat, push, delay, digest, throttle, http, wait_for_event, branch, trigger",
    ],
    [
      "a trigger step that names no workflow",
      { steps: [{ template: { type: "trigger" } }] },
      "steps.0.metadata.workflowId should not be empty: a trigger step needs the identifier of the workflow that it starts",
    ],
    [
      "a trigger step with a delay",
      { steps: [{ template: { type: "trigger" }, metadata: { type: "regular", amount: 1, unit: "days" } }] },
      "steps.0.metadata.type must be one of the following values: trigger",
    ],
    [
      "a trigger step whose payload is no object",
      { steps: [{ template: { type: "trigger" }, metadata: { workflowId: "a", payload: [] } }] },
      "steps.0.metadata.payload must be an object",
    ],
    ["a step without a template", { steps: [{}] }, "steps.0.template should not be null or undefined"],
    [
      "a message without content",
      { steps: [{ template: { type: "sms" } }] },
      "steps.0.template.content should not be empty",
    ],
    [
      "a template that does not parse",
      { steps: [inApp, { template: { ...email.template, subject: "Hi {{ name" } }] },
      'steps.1.template.subject is not a valid template. Template cannot be rendered: output "{{ name" not closed, line:1, col:4',
    ],
    [
      "a block of an email that does not parse",
      { steps: [{ template: { ...email.template, content: [{ type: "text", content: "a\n{% if b %}" }] } }] },
      "steps.0.template.content.0.content is not a valid template. Template cannot be rendered: tag {% if b %} not closed, line:2, col:1",
    ],
    [
      "a link that runs code",
      { steps: [{ template: { ...inApp.template, cta: { data: { url: " Java\tScript:alert(1)" } } } }] },
      "steps.0.template.cta.data.url must not be a javascript, data, vbscript address: use a path, or https:, mailto:, tel: or an app's scheme",
    ],
    [
      "a button that runs code",
      {
        steps: [
          {
            template: {
              ...inApp.template,
              cta: { action: { buttons: [{ type: "primary", content: "Go", url: "data:text/html,{{ x }}" }] } },
            },
          },
        ],
      },
      "steps.0.template.cta.action.buttons.0.url must not be a javascript, data, vbscript address: use a path, or https:, mailto:, tel: or an app's scheme",
    ],
    [
      "a button of an email that runs code",
      {
        steps: [
          { template: { ...email.template, content: [{ type: "button", content: "Go", url: "vbscript&colon;x" }] } },
        ],
      },
      "steps.0.template.content.0.url must not be a javascript, data, vbscript address: use a path, or https:, mailto:, tel: or an app's scheme",
    ],
    [
      "a condition whose value does not parse",
      { steps: [{ ...inApp, filters: onPlan("{{ x") }] },
      'steps.0.filters.0.children.0.value is not a valid template. Template cannot be rendered: output "{{ x" not closed, line:1, col:1',
    ],
    [
      "a delay without a length",
      { steps: [{ template: { type: "delay" }, metadata: { unit: "days" } }] },
      "steps.0.metadata.amount should not be empty: a delay needs an amount and a unit, or the type scheduled and a delayPath",
    ],
    [
      "a delay without a unit",
      { steps: [{ template: { type: "delay" }, metadata: { amount: 2 } }] },
      "steps.0.metadata.unit should not be empty: a delay needs an amount and a unit, which is one of seconds, minutes, hours, days, weeks, months",
    ],
    [
      "a delay of no length",
      { steps: [{ template: { type: "delay" }, metadata: { amount: 0, unit: "days" } }] },
      "steps.0.metadata.amount must be a positive number",
    ],
    [
      "a scheduled delay that does not say where its date is",
      { steps: [{ template: { type: "delay" }, metadata: { type: "scheduled" } }] },
      "steps.0.metadata.delayPath should not be empty: a scheduled delay needs the place of its date in the payload, such as sendAt",
    ],
    [
      "a variant without conditions",
      { steps: [{ ...sms, variants: [{ ...sms, name: "B" }] }] },
      "steps.0.variants.0.filters should not be empty: Variant conditions are required, variant name B",
    ],
    [
      "a variant of another channel than its step",
      { steps: [{ ...sms, variants: [{ ...inApp, filters: onPlan("pro") }] }] },
      "steps.0.variants.0.template.type must be sms, as its step is",
    ],
    [
      "a delay with variants",
      { steps: [{ ...delay, variants: [{ ...sms, filters: onPlan("pro") }] }] },
      "steps.0.variants must be empty: only steps that send a message have variants",
    ],
    [
      "an unknown feed",
      { steps: [{ template: { ...inApp.template, feedId: UNKNOWN } }] },
      `steps.0.template.feedId ${UNKNOWN} names no feed of this environment: leave it out`,
    ],
    [
      "an unknown layout",
      { steps: [{ template: { ...email.template, layoutId: UNKNOWN } }] },
      `steps.0.template.layoutId ${UNKNOWN} names no layout of this environment: take one from GET /v1/layouts`,
    ],
    [
      "an unknown group",
      { notificationGroupId: UNKNOWN },
      `notificationGroupId ${UNKNOWN} names no group of this environment: take one from GET /v1/notification-groups`,
    ],
    ["a group that is no id", { notificationGroupId: "general" }, "notificationGroupId must be a UUID"],
    ["a workflow without a name", { name: "" }, "name should not be empty"],
    [
      "an action that is a text",
      { steps: [{ template: { ...inApp.template, cta: { action: "" } } }] },
      "steps.0.template.cta.action must be an object",
    ],
    [
      "a condition that is none",
      { steps: [{ ...inApp, filters: [{ value: "AND", children: [{ on: "weather" }] }] }] },
      "steps.0.filters.0.children.0 must be a condition with `on`, or a group of conditions with `children`",
    ],
  ])("%s", async (_case, fields, issue) => {
    const environment = await createTestEnvironment(db);
    const { status, body } = await create(environment, fields);
    expect(status).toBe(400);
    expect([body.message].flat()).toContain(issue);
  });

  test("a webhook condition needs an address that can be called, in steps and variants", async () => {
    const environment = await createTestEnvironment(db);
    const asking = (webhookUrl?: string) => [
      { value: "AND", children: [{ value: "OR", children: [{ on: "webhook", webhookUrl, field: "x" }] }] },
    ];
    const stepsAsking = (webhookUrl?: string) => {
      const filters = asking(webhookUrl);
      return { steps: [{ ...sms, filters, variants: [{ name: "Short", filters, template: sms.template }] }] };
    };
    const { status, body } = await create(environment, stepsAsking("ftp://example.com"));
    expect(status).toBe(400);
    const issue = "webhookUrl must be an http or https address, such as https://example.com/condition";
    expect(body.message).toEqual([
      `steps.0.filters.0.children.0.children.0.${issue}`,
      `steps.0.variants.0.filters.0.children.0.children.0.${issue}`,
    ]);
    expect((await create(environment, stepsAsking("https://example.com"))).status).toBe(201);
    expect((await create(environment, stepsAsking())).status).toBe(201);
  });

  test("a delay of 180 days is taken, a longer one is refused where it stands with the ceiling", async () => {
    const environment = await createTestEnvironment(db);
    const lasting = (amount: number, unit: string) => ({ ...delay, metadata: { type: "regular", amount, unit } });
    const { _id, steps } = await created(environment, { steps: [lasting(180, "days"), lasting(6, "months"), sms] });
    expect(steps).toHaveLength(3);
    const tooLong = [sms, lasting(181, "days"), lasting(26, "weeks")];
    const issues = [
      "steps.1.metadata.amount is 181 days; a delay may last 180 days at most: enter a shorter time",
      "steps.2.metadata.amount is 26 weeks; a delay may last 180 days at most: enter a shorter time",
    ];
    const refusals = [
      await create(environment, { steps: tooLong }),
      await call("PUT", environment, { path: `/${_id}`, body: { steps: tooLong } }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.message])).toEqual([
      [400, issues],
      [400, issues],
    ]);
  });

  test("names and identifiers are refused when they are too long or hold a NUL", async () => {
    const environment = await createTestEnvironment(db);
    const tooLong = "x".repeat(256);
    const named = await create(environment, { name: tooLong, steps: [{ ...sms, name: tooLong, uuid: tooLong }] });
    expect([named.status, named.body.message]).toEqual([
      400,
      [
        "name must be at most 255 characters",
        "steps.0.name must be at most 255 characters",
        "steps.0.uuid must be at most 255 characters",
      ],
    ]);
    const { _id } = await created(environment, { name: "x".repeat(255) });
    for (const [identifier, issue] of [
      [tooLong, "identifier must be at most 255 characters"],
      ["a\0", "identifier must not contain the NUL character"],
    ]) {
      const { status, body } = await call("PUT", environment, { path: `/${_id}`, body: { identifier } });
      expect([status, body.message]).toEqual([400, [issue]]);
    }
  });

  test("every place that cannot be translated is named, with the field, the line and the column", async () => {
    const environment = await createTestEnvironment(db);
    const content = "Hi\n{{> header}} {{join list ','}}";
    const { status, body } = await create(environment, {
      steps: [
        { template: { type: "sms", content } },
        {
          ...sms,
          variants: [{ template: { type: "sms", content: "{{#if a}}{% if b %}" }, filters: onPlan("{{#if c}}") }],
        },
      ],
    });
    expect(status).toBe(400);
    expect(body.message).toEqual([
      "steps.0.template.content cannot be translated from Handlebars to Liquid, line 2, column 1: there are no partials: put the text of the partial in this place",
      expect.stringMatching(
        /^steps\.0\.template\.content cannot be translated from Handlebars to Liquid, line 2, column 14: there is no helper join/,
      ),
      expect.stringMatching(
        /^steps\.1\.variants\.0\.template\.content mixes two template languages: \{\{#if a\}\} in line 1, column 1 is Handlebars/,
      ),
      expect.stringMatching(
        /^steps\.1\.variants\.0\.filters\.0\.children\.0\.value cannot be translated .*line 1, column 10: the template ends/,
      ),
    ]);
  });

  test("all unparsable templates are named at once (engine.md 12, scenario 90)", async () => {
    const environment = await createTestEnvironment(db);
    const broken = { template: { type: "sms", content: "{{ x" } };
    const { body } = await create(environment, {
      steps: [broken, { ...sms, variants: [{ ...broken, filters: onPlan("a") }] }],
    });
    expect(body.message).toEqual([
      expect.stringMatching(/^steps\.0\.template\.content is not/),
      expect.stringMatching(/^steps\.1\.variants\.0\.template\.content is not/),
    ]);
  });
});

describe("Production", () => {
  test("workflows cannot be created, switched or deleted there", async () => {
    const environment = await createTestEnvironment(db);
    const key = environment.productionApiKey;
    const notificationGroupId = await groupOf(environment, key);
    const refused = [
      await call("POST", environment, { key, body: { name: "A", notificationGroupId, steps: [] } }),
      await call("PUT", environment, { key, path: `/${UNKNOWN}/status`, body: { active: true } }),
      await call("DELETE", environment, { key, path: `/${UNKNOWN}` }),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(401);
      expect(body.message).toContain("only allowed in Development");
    }
  });

  test("a workflow of Development is not there", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    const key = environment.productionApiKey;
    expect((await call("GET", environment, { key, path: `/${_id}` })).status).toBe(404);
    expect((await call("PUT", environment, { key, path: `/${_id}`, body: { name: "B" } })).status).toBe(404);
    expect((await call("GET", environment, { key })).body).toMatchObject({ data: [], totalCount: 0 });
  });
});

describe("reading", () => {
  test("a workflow is found by its id and by its trigger identifier, under both paths", async () => {
    const environment = await createTestEnvironment(db);
    const workflow = await created(environment);
    for (const path of [`/${workflow._id}`, "/order-shipped"]) {
      for (const base of ["/v1/workflows", "/v1/notification-templates"]) {
        expect(await call("GET", environment, { base, path })).toEqual({ status: 200, body: { data: workflow } });
      }
    }
  });

  test("unknown and malformed ids are 404", async () => {
    const environment = await createTestEnvironment(db);
    for (const path of [`/${UNKNOWN}`, "/nothing"]) {
      expect(await call("GET", environment, { path })).toMatchObject({ status: 404, body: { error: "Not Found" } });
    }
  });

  test("without a key there is nothing to read", async () => {
    expect((await app.inject({ url: "/v1/workflows" })).statusCode).toBe(401);
    const environment = await createTestEnvironment(db);
    expect((await call("GET", environment, { key: "wrong" })).status).toBe(401);
  });

  test("only /workflows knows the system variables", async () => {
    const environment = await createTestEnvironment(db);
    const { status, body } = await call("GET", environment, { path: "/variables" });
    expect(status).toBe(200);
    expect(body.data.translations).toEqual({});
    expect(body.data.system).toMatchObject({ step: { digest: "boolean", events: "array", total_count: "number" } });
    const other = await call("GET", environment, { base: "/v1/notification-templates", path: "/variables" });
    expect(other.status).toBe(404);
  });
});

describe("listing", () => {
  test("newest first, in pages, with the group and without variants and contents", async () => {
    const environment = await createTestEnvironment(db);
    const steps = [{ ...sms, variants: [{ ...sms, filters: onPlan("pro") }] }];
    for (const name of ["One", "Two", "Three"]) await created(environment, { name, steps });
    const { status, body } = await call("GET", environment, { path: "?page=0&limit=2&defaultLimit=10&maxLimit=50" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 0, pageSize: 2, totalCount: 3 });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["Three", "Two"]);
    const [{ notificationGroup, steps: listed }] = body.data;
    expect(notificationGroup.name).toBe("General");
    expect(listed[0].template).toEqual({ _id: listed[0]._id, type: "sms" });
    expect(listed[0].variants).toBeUndefined();
    const second = await call("GET", environment, { path: "?page=1&limit=2" });
    expect(second.body.data.map(({ name }: { name: string }) => name)).toEqual(["One"]);
  });

  test("a query finds names and identifiers in any case, and its wildcards are plain characters", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment, { name: "Sale 50% off" });
    await created(environment, { name: "Sale 500 off" });
    const found = async (query: string) => {
      const { body } = await call("GET", environment, { path: `?query=${encodeURIComponent(query)}` });
      return body.data.map(({ name }: { name: string }) => name);
    };
    expect(await found("SALE")).toEqual(["Sale 500 off", "Sale 50% off"]);
    expect(await found("50%")).toEqual(["Sale 50% off"]);
    expect(await found("e-500-o")).toEqual(["Sale 500 off"]);
    expect(await found("_")).toEqual([]);
    expect(await found("\\")).toEqual([]);
  });

  test("more than 50 a page are refused", async () => {
    const environment = await createTestEnvironment(db);
    const { status, body } = await call("GET", environment, { path: "?limit=51" });
    expect(status).toBe(400);
    expect(body.message).toEqual(["limit must not be greater than 50"]);
  });

  test("each workflow tells whether its channels can be sent on", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment, { steps: [inApp, delay, email] });
    const status = async () => (await call("GET", environment)).body.data[0].workflowIntegrationStatus;
    expect(await status()).toEqual({
      hasActiveIntegrations: true,
      channels: {
        in_app: { hasActiveIntegrations: true },
        email: { hasActiveIntegrations: true, hasPrimaryIntegrations: true },
      },
    });
    await db
      .update(integrations)
      .set({ active: false, primary: false })
      .where(eq(integrations.environmentId, environment.environmentId));
    expect(await status()).toEqual({
      hasActiveIntegrations: false,
      hasPrimaryIntegrations: false,
      channels: {
        in_app: { hasActiveIntegrations: false },
        email: { hasActiveIntegrations: false, hasPrimaryIntegrations: false },
      },
    });
  });
});

describe("updating", () => {
  const update = (environment: TestEnvironment, id: string, body: object) =>
    call("PUT", environment, { path: `/${id}`, body });

  test("an empty name keeps the old one, an empty description is one, and active is not changed here", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment, { description: "Old" });
    const { status, body } = await update(environment, _id, { name: "", description: "", active: true, tags: ["a"] });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: "Order shipped", description: "", active: false, tags: ["a"], version: 1 });
  });

  test("preference settings change by channel", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment, { preferenceSettings: { sms: false } });
    const { body } = await update(environment, _id, { preferenceSettings: { email: false } });
    expect(body.data.preferenceSettings).toEqual({ in_app: true, email: false, sms: false, chat: true, push: true });
  });

  test("nothing to update is refused", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    for (const body of [{}, { active: true }, { name: "" }]) {
      const answer = await update(environment, _id, body);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(/^Nothing to update: send name/);
    }
  });

  test("the identifier can be changed, but not to one that another workflow has", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment, { name: "Taken" });
    const { _id } = await created(environment);
    const renamed = await update(environment, _id, { identifier: "shipped" });
    expect(renamed.body.data.triggers[0].identifier).toBe("shipped");
    const { status, body } = await update(environment, _id, { identifier: "taken" });
    expect(status).toBe(400);
    expect(body.message).toBe("identifier taken belongs to another workflow of this environment: choose another one");
    expect((await update(environment, _id, { identifier: "shipped" })).status).toBe(200);
  });

  test("a step that names its id keeps it and what is not sent of its template; others are added and removed", async () => {
    const environment = await createTestEnvironment(db);
    const { _id, steps } = await created(environment, { steps: [inApp, email] });
    const kept = {
      _templateId: steps[1]._id,
      template: { type: "email", content: "Bye {{ reason }}", contentType: "customHtml" },
    };
    const { body } = await update(environment, _id, { steps: [kept, sms] });
    expect(body.data.version).toBe(2);
    expect(body.data.steps).toHaveLength(2);
    expect(body.data.steps[0]).toMatchObject({
      _id: steps[1]._id,
      uuid: steps[1].uuid,
      template: { subject: email.template.subject, content: "Bye {{ reason }}", contentType: "customHtml" },
    });
    expect(body.data.steps[1]._parentId).toBe(steps[1]._id);
    expect(body.data.triggers[0].variables.map(({ name }: { name: string }) => name)).toEqual(["reason", "code"]);
  });

  test("variants keep their ids too, and are chained", async () => {
    const environment = await createTestEnvironment(db);
    const variants = ["a", "b"].map((plan) => ({ ...sms, filters: onPlan(plan) }));
    const { _id, steps } = await created(environment, { steps: [{ ...sms, variants }] });
    const before = steps[0].variants;
    const { body } = await update(environment, _id, {
      steps: [{ ...steps[0], variants: [before[1], { ...sms, filters: onPlan("c") }] }],
    });
    const after = body.data.steps[0].variants;
    expect(after[0]).toMatchObject({ _id: before[1]._id, filters: onPlan("b"), _parentId: null });
    expect(after[1]._parentId).toBe(before[1]._id);
  });

  test("sending back what was read makes no new version", async () => {
    const environment = await createTestEnvironment(db);
    const variants = [{ ...email, filters: onPlan("pro") }];
    const { _id, steps } = await created(environment, { steps: [inApp, delay, { ...email, variants }] });
    const { body } = await update(environment, _id, { steps });
    expect(body.data.version).toBe(1);
    expect(body.data.steps).toEqual(steps);
  });

  test("an absent cta clears the stored one", async () => {
    const environment = await createTestEnvironment(db);
    const cta = { type: "redirect", data: { url: "/orders" } };
    const { _id, steps } = await created(environment, { steps: [{ template: { ...inApp.template, cta } }] });
    expect(steps[0].template.cta).toEqual(cta);
    const { body } = await update(environment, _id, { steps: [{ ...inApp, _templateId: steps[0]._id }] });
    expect(body.data.steps[0].template.cta).toBeUndefined();
  });

  test("a step id of another workflow is refused, as is one given twice", async () => {
    const environment = await createTestEnvironment(db);
    const other = await created(environment);
    const { _id, steps } = await created(environment);
    const foreign = other.steps[0]._id;
    const own = steps[0]._id;
    const { status, body } = await update(environment, _id, {
      steps: [
        { ...inApp, _id: foreign },
        { ...inApp, _id: own },
        { ...inApp, _id: own },
      ],
    });
    expect(status).toBe(400);
    expect(body.message).toEqual([
      `steps.0._templateId ${foreign} is not part of this workflow: leave it out to add it as new`,
      `steps.2._templateId ${own} is given twice: leave it out to add a copy`,
    ]);
  });

  test("changes at the same moment build upon each other", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => update(environment, _id, { steps: [{ ...sms, name: `${n}` }] })),
    );
    expect(answers.map(({ body }) => body.data.version).every((version: number) => version >= 2)).toBe(true);
    expect((await call("GET", environment, { path: `/${_id}` })).body.data.version).toBe(5);
  });

  test("unknown and malformed ids are 404", async () => {
    const environment = await createTestEnvironment(db);
    await created(environment);
    for (const id of [UNKNOWN, "order-shipped"]) {
      expect((await update(environment, id, { name: "B" })).status).toBe(404);
    }
  });
});

describe("switching", () => {
  const setStatus = (environment: TestEnvironment, id: string, active?: unknown) =>
    call("PUT", environment, { path: `/${id}/status`, body: { active } });

  test("an active workflow is no draft", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    expect((await setStatus(environment, _id, true)).body.data).toMatchObject({ active: true, draft: false });
    expect((await setStatus(environment, _id, false)).body.data).toMatchObject({ active: false, draft: true });
  });

  test("setting what is set already, or nothing, is refused", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    const again = await setStatus(environment, _id, false);
    expect(again.status).toBe(400);
    expect(again.body.message).toBe("The workflow is inactive already: send the other state");
    expect((await setStatus(environment, _id)).status).toBe(400);
  });

  test("an unknown workflow is 404", async () => {
    const environment = await createTestEnvironment(db);
    expect((await setStatus(environment, UNKNOWN, true)).status).toBe(404);
  });
});

describe("deleting", () => {
  test("a deleted workflow is gone, and its identifier is free again", async () => {
    const environment = await createTestEnvironment(db);
    const { _id } = await created(environment);
    expect(await call("DELETE", environment, { path: `/${_id}` })).toEqual({ status: 200, body: { data: true } });
    expect((await call("GET", environment, { path: `/${_id}` })).status).toBe(404);
    expect((await call("GET", environment)).body.totalCount).toBe(0);
    expect((await created(environment)).triggers[0].identifier).toBe("order-shipped");
  });

  test("deleting what is not there is 400, as clients of this wire expect", async () => {
    const environment = await createTestEnvironment(db);
    for (const id of [UNKNOWN, "nothing"]) {
      const { status, body } = await call("DELETE", environment, { path: `/${id}` });
      expect(status).toBe(400);
      expect(body.message).toContain("Could not find workflow with id");
    }
  });
});
