import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { integrations } from "#db/schema/integrations.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { delay, email, inApp, onPlan, sms, UNKNOWN, workflowsApi } from "#test/support/workflows-api.ts";

const { app, db, call, groupOf, create, created } = await workflowsApi();

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

  test("an identifier can be chosen, and one that is taken is refused", async () => {
    const environment = await createTestEnvironment(db);
    const first = await created(environment, { identifier: "shipped" });
    expect(first.triggers[0].identifier).toBe("shipped");
    const { status, body } = await create(environment, { identifier: "shipped" });
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^identifier shipped belongs to another/)]);
  });

  test("workflows created at the same moment under one name all get an identifier of their own", async () => {
    const environment = await createTestEnvironment(db);
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(environment)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const identifiers = answers.map(({ body }) => body.data.triggers[0].identifier);
    expect(new Set(identifiers).size).toBe(5);
    expect(identifiers).toContain("order-shipped");
  });

  test("a name in another script gets an identifier that can be read, and one that cannot be written one of its own", async () => {
    const environment = await createTestEnvironment(db);
    const identifierOf = async (name: string) => (await created(environment, { name })).triggers[0].identifier;
    expect(await identifierOf("订单发货")).toBe("ding-dan-fa-huo");
    expect(await identifierOf("𒀀𒀀")).toMatch(/^[a-z0-9]{6}$/);
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

  test("scripts in an editor's content are not stored; styles are", async () => {
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
            type: "email",
            subject: "{{uppercase h}}",
            preheader: "{{{i}}}",
            senderName: "{{lowercase j}}",
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
        subject: "{{ h | uppercase }}",
        preheader: "{{ i | raw }}",
        senderName: "{{ j | lowercase }}",
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
  test("a page has at most 50, and 100 under the older name", async () => {
    const environment = await createTestEnvironment(db);
    const list = async (base: string, limit: number) => {
      const { status, body } = await call("GET", environment, { base, path: `?limit=${limit}` });
      return status === 200 ? body.pageSize : body.message;
    };
    expect(await list("/v1/workflows", 50)).toBe(50);
    expect(await list("/v1/workflows", 51)).toEqual(["limit must not be greater than 50"]);
    expect(await list("/v1/notification-templates", 100)).toBe(100);
    expect(await list("/v1/notification-templates", 101)).toEqual(["limit must not be greater than 100"]);
  });

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
