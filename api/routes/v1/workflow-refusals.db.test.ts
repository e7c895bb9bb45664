import { describe, expect, test } from "vitest";
import { createTestEnvironment } from "#test/support/environment.ts";
import { delay, email, inApp, onPlan, sms, UNKNOWN, workflowsApi } from "#test/support/workflows-api.ts";

const { db, call, create, created } = await workflowsApi();

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
      'steps.1.template.subject is not a valid template. Template cannot be rendered: output "{{ name" not closed, line:1, col:4: add }} where it ends',
    ],
    [
      "a block of an email that does not parse",
      { steps: [{ template: { ...email.template, content: [{ type: "text", content: "a\n{% if b %}" }] } }] },
      "steps.0.template.content.0.content is not a valid template. Template cannot be rendered: tag {% if b %} not closed, line:2, col:1: add {% endif %} where it ends",
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
      'steps.0.filters.0.children.0.value is not a valid template. Template cannot be rendered: output "{{ x" not closed, line:1, col:1: add }} where it ends',
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
    expect((await create(environment, stepsAsking("{{ env.hooks }}/ask"))).status).toBe(201);
    expect((await create(environment, stepsAsking("{{ payload.host }}/ask"))).status).toBe(400);
    expect((await create(environment, stepsAsking("{{ env.hooks | nope }}/ask"))).status).toBe(400);
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

  test("all unparsable templates are named at once", async () => {
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
