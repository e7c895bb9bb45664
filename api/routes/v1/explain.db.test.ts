import { expect, onTestFinished, test } from "vitest";
import type { SubscriberHours } from "#contract/schemas/subscriber-hours.ts";
import { saveWorkflowOverride } from "#db/queries/workflows/workflow-overrides.ts";
import { preferences } from "#db/schema/preferences.ts";
import { tenants } from "#db/schema/tenants.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { hoursFrom } from "#test/support/hours.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// What is explained is what then happens: each case is explained, triggered and run to its end, and both are compared.

const { api } = await apiWithRunner();
const { db } = api;

const payloadIs = (field: string, value: unknown) =>
  [{ value: "AND", children: [{ on: "payload", field, operator: "EQUAL", value }] }] as never;
const delay = (metadata: object = { type: "regular", amount: 2, unit: "hours" }, step: object = {}) => ({
  ...aStep("delay"),
  metadata,
  ...step,
});
const digest = (metadata: object = { type: "regular", amount: 10, unit: "minutes" }, step: object = {}) => ({
  ...aStep("digest"),
  metadata,
  ...step,
});
const collected = "{{ step.total_count }}:{% for event in step.events %} {{ event.name }}{% endfor %}";

interface Case {
  steps: object[];
  settings?: object;
  /** Stores what there is beforehand. */
  given?(environment: TestEnvironment, workflow: { id: string }): Promise<unknown>;
  /** Earlier events of the workflow. */
  before?: object[];
  trigger?: object;
}

/** The subscriber `ada`, with a preference of this kind. */
const preferring = (type: "SUBSCRIBER_GLOBAL" | "SUBSCRIBER_WORKFLOW", channels: object) => {
  return async ({ scope }: TestEnvironment, workflow: { id: string }) => {
    const { rows } = await storeSubscribers(db, scope, [{ subscriberId: "ada", email: "ada@example.com" }]);
    await db.insert(preferences).values({
      ...scope,
      type,
      channels,
      subscriberId: rows[0]?.id ?? "",
      ...(type === "SUBSCRIBER_WORKFLOW" && { workflowId: workflow.id }),
    });
  };
};

/** The subscriber `ada`, with these hours. */
const withHours =
  (hours: SubscriberHours) =>
  async ({ scope }: TestEnvironment) => {
    await storeSubscribers(db, scope, [{ subscriberId: "ada", email: "ada@example.com" }]);
    await db.$client`
      update subscribers set hours = ${JSON.stringify(hours)}::text::jsonb
      where environment_id = ${scope.environmentId} and subscriber_id = 'ada'`;
  };

const CASES: Record<string, Case> = {
  "an email that goes out": { steps: [aStep("email", { subject: "Hi {{ name }}" })] },
  "an email without an address": { steps: [aStep("email", { subject: "Hi" })], trigger: { to: "nobody" } },
  "a step after one that fails": {
    steps: [aStep("email", { subject: "Hi" }), aStep("in_app")],
    trigger: { to: "nobody" },
  },
  "a run that stops at a failure": {
    steps: [aStep("email", { subject: "Hi" }, { shouldStopOnFail: true }), aStep("in_app")],
    trigger: { to: "nobody" },
  },
  "an sms by demo provider": {
    steps: [aStep("sms")],
    trigger: { to: { subscriberId: "ada", phone: "+4912345" } },
  },
  "conditions that are met and not met": {
    steps: [
      aStep("in_app", {}, { filters: payloadIs("name", "Ada") }),
      aStep("email", { subject: "Hi" }, { filters: payloadIs("name", "Bob") }),
      aStep("in_app", { content: "last" }),
    ],
  },
  "a condition whose template fails": {
    steps: [aStep("in_app", {}, { filters: payloadIs("name", "{% for x in (1..99999999) %}{{ x }}{% endfor %}") })],
  },
  "a variant": {
    steps: [
      {
        ...aStep("in_app", { content: "root" }),
        variants: [
          { filters: payloadIs("name", "Bob"), template: { type: "in_app", content: "for Bob" } },
          { filters: payloadIs("name", "Ada"), template: { type: "in_app", content: "for {{ name }}" } },
        ],
      },
    ],
  },
  "a subscriber who switched the channel off for the workflow": {
    steps: [aStep("in_app"), aStep("email", { subject: "Hi" })],
    given: preferring("SUBSCRIBER_WORKFLOW", { in_app: false }),
  },
  "a subscriber who switched the channel off for all": {
    steps: [aStep("in_app"), aStep("email", { subject: "Hi" })],
    given: preferring("SUBSCRIBER_GLOBAL", { email: false }),
  },
  "a critical workflow": {
    steps: [aStep("in_app")],
    settings: { critical: true },
    given: preferring("SUBSCRIBER_GLOBAL", { in_app: false }),
  },
  "a workflow that has a channel off": {
    steps: [aStep("in_app"), aStep("email", { subject: "Hi" })],
    settings: { preferenceSettings: { in_app: false } },
  },
  "a tenant's override": {
    steps: [aStep("in_app", { content: "{{ tenant.name }}" }), aStep("email", { subject: "Hi" })],
    given: async ({ scope }, { id: workflowId }) => {
      const [tenant] = await db
        .insert(tenants)
        .values({ ...scope, identifier: "acme", name: "Acme" })
        .returning();
      const override = { workflowId, tenantId: tenant?.id ?? "", active: true, preferenceSettings: { email: false } };
      await db.transaction((transaction) => saveWorkflowOverride(transaction, scope, override));
    },
    trigger: { tenant: { identifier: "acme", name: "Acme Inc" } },
  },
  "no integration of the channel": {
    steps: [aStep("email", { subject: "Hi" })],
    given: ({ environmentId }) =>
      db.$client`update integrations set active = false where environment_id = ${environmentId}`,
  },
  "an integration that the event names, and there is none": {
    steps: [aStep("email", { subject: "Hi" })],
    trigger: { overrides: { email: { integrationIdentifier: "nowhere" } } },
  },
  "two steps of a channel, one of which names its integration": {
    steps: [aStep("email", { subject: "Hi" }, { integrationIdentifier: "own" }), aStep("email", { subject: "Hi" })],
    given: ({ scope }) =>
      addIntegration(db, scope, { channel: "email", providerId: "belfry-email", identifier: "own" }),
  },
  "a chat step without a connected channel": { steps: [aStep("chat"), aStep("in_app")] },
  "a push step with an entry that has no tokens": {
    steps: [aStep("push", { title: "Hi" })],
    given: ({ scope }) => addIntegration(db, scope, { channel: "push", providerId: "fcm", identifier: "fcm" }),
    trigger: { to: { subscriberId: "ada", channels: [{ providerId: "fcm", credentials: {} }] } },
  },
  "content that cannot be rendered": {
    steps: [aStep("in_app", { content: "{% for x in (1..99999999) %}{{ x }}{% endfor %}" }), aStep("in_app")],
  },
  "a delay": { steps: [aStep("in_app", { content: "1" }), delay(), aStep("in_app", { content: "2" })] },
  "a delay whose date has passed": {
    steps: [delay({ type: "scheduled", delayPath: "at" }), aStep("in_app")],
    trigger: { payload: { name: "Ada", at: "2020-01-01T00:00:00.000Z" } },
  },
  "a delay whose conditions fail": {
    steps: [delay(undefined, { filters: payloadIs("name", "Bob") }), aStep("in_app")],
  },
  "a digest that opens": { steps: [digest(), aStep("in_app", { content: collected })] },
  "a digest that is joined": { steps: [digest(), aStep("in_app", { content: collected })], before: [{}] },
  "a digest of another key": {
    steps: [digest({ type: "regular", amount: 10, unit: "minutes", digestKey: "name" }), aStep("in_app")],
    before: [{ payload: { name: "Bob" } }],
  },
  "the first event of a backoff digest": {
    steps: [
      digest({ type: "backoff", amount: 10, unit: "minutes", backoffAmount: 5, backoffUnit: "minutes" }),
      aStep("in_app", { content: collected }),
    ],
  },
  "the second event of a backoff digest": {
    steps: [
      digest({ type: "backoff", amount: 10, unit: "minutes", backoffAmount: 5, backoffUnit: "minutes" }),
      aStep("in_app", { content: collected }),
    ],
    before: [{}],
  },
  "a digest whose conditions fail": {
    steps: [digest(undefined, { filters: payloadIs("name", "Bob") }), aStep("in_app", { content: collected })],
  },
  "a step that starts a workflow": {
    steps: [{ ...aStep("trigger"), metadata: { type: "trigger", workflowId: "explained-follower" } }, aStep("in_app")],
    given: async (environment) => {
      const follower = await aWorkflow(db, environment, [aStep("in_app")]);
      await db.$client`update workflows set identifier = 'explained-follower' where id = ${follower.id}`;
    },
  },
  "a step that would start a workflow that is not there": {
    steps: [{ ...aStep("trigger"), metadata: { type: "trigger", workflowId: "nowhere" } }, aStep("in_app")],
  },
  "a step that looks at an earlier one": {
    steps: [
      aStep("in_app", {}, { uuid: "first" }),
      delay(),
      aStep(
        "email",
        { subject: "Unread" },
        {
          filters: [{ value: "AND", children: [{ on: "previousStep", step: "first", stepType: "unread" }] }] as never,
        },
      ),
      aStep(
        "email",
        { subject: "Read" },
        {
          filters: [{ value: "AND", children: [{ on: "previousStep", step: "first", stepType: "read" }] }] as never,
        },
      ),
    ],
  },
  "a layout that the environment does not have": {
    steps: [aStep("email", { subject: "Hi" }), aStep("in_app")],
    trigger: { overrides: { layoutIdentifier: "nowhere" } },
  },
  "a text that renders to nothing": {
    steps: [aStep("sms", { content: "{{ nothing }}" }), aStep("in_app")],
    trigger: { to: { subscriberId: "ada", phone: "+4912345" } },
  },
  "a chat entry without an address": {
    steps: [aStep("chat"), aStep("in_app")],
    given: ({ scope }) => addIntegration(db, scope, { channel: "chat", providerId: "slack", identifier: "slack" }),
    trigger: { to: { subscriberId: "ada", channels: [{ providerId: "slack", credentials: { channel: "general" } }] } },
  },
  "branches of which one is taken": {
    steps: [
      {
        ...aStep("branch", { content: "" }),
        metadata: { branches: [{ branchId: "a", filters: payloadIs("name", "Ada") }], defaultBranchId: "others" },
      },
      { ...aStep("in_app", { content: "for a" }), branchId: "a" },
      { ...aStep("in_app", { content: "for others" }), branchId: "others" },
    ],
  },
  "a throttle that lets nobody else pass": {
    steps: [{ ...aStep("throttle"), metadata: { limit: 1, amount: 1, unit: "hours" } }, aStep("in_app")],
    before: [{}],
  },
  "an event that has expired": {
    steps: [delay(), aStep("in_app")],
    trigger: { expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
  },
  "a message that is left out outside the subscriber's hours": {
    steps: [aStep("email", { subject: "Hi" }, { outsideHours: "drop" } as never), aStep("in_app")],
    given: withHours(hoursFrom(120).hours),
  },
  "a message that waits for the subscriber's hours": {
    steps: [aStep("email", { subject: "Hi" }), aStep("in_app")],
    given: withHours(hoursFrom(120).hours),
  },
  "hours that never open": {
    steps: [aStep("email", { subject: "Hi" }), aStep("in_app")],
    given: withHours({ isEnabled: true, weeklySchedule: {} }),
  },
  "a subscriber whose fields the event changes": {
    steps: [
      aStep("in_app", { content: "{{ subscriber.firstName }} {{ subscriber.data.city }} {{ actor.firstName }}" }),
    ],
    given: ({ scope }) =>
      storeSubscribers(db, scope, [{ subscriberId: "ada", firstName: "A", data: { city: "London" } }]),
    trigger: { to: { subscriberId: "ada", firstName: "Ada" }, actor: { subscriberId: "bob", firstName: "Bob" } },
  },
};

const TABLES = [
  "events",
  "event_contents",
  "cohorts",
  "runs",
  "jobs",
  "messages",
  "deliveries",
  "execution_details",
  "digest_windows",
  "digest_members",
  "digest_arrivals",
  "subscribers",
  "tenants",
  "outbox_messages",
  "demo_messages",
  "throttle_windows",
  "throttle_claims",
  "event_waits",
  "http_requests",
  "rates",
  "held_runs",
];

/** A hash of everything that is stored. */
async function stored(): Promise<string[]> {
  return Promise.all(
    TABLES.map(async (table) => {
      const [row] = await db.$client<{ hash: string }[]>`
        select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${db.$client(table)} t`;
      return `${table} ${row?.hash}`;
    }),
  );
}

async function call(environment: TestEnvironment, path: string, body: object) {
  const reply = await api.app.inject({ method: "POST", url: path, headers: environment.headers, payload: body });
  return { status: reply.statusCode, ...reply.json() };
}

/** Triggers the event and takes it up, as its execution would. */
async function taken(runner: EventRunner, environment: TestEnvironment, body: object) {
  const before = api.started.length;
  const { data } = await call(environment, "/v1/events/trigger", body);
  const event = api.started[before]?.event;
  if (!event) throw new Error(`the trigger was answered with ${JSON.stringify(data)}`);
  await runner.start(event);
  return event;
}

test.each(Object.entries(CASES))(
  "%s: is explained as it then happens, with a reason for each step, and writes nothing",
  async (_, given) => {
    const environment = await createTestEnvironment(db);
    // On a clock that no other case has put forward.
    const runner = createEventRunner(db);
    onTestFinished(() => runner.close());
    const workflow = await aWorkflow(db, environment, given.steps, given.settings);
    await given.given?.(environment, workflow);
    const event = {
      name: workflow.identifier,
      to: { subscriberId: "ada", email: "ada@example.com" },
      payload: { name: "Ada" },
      ...given.trigger,
    };
    for (const earlier of given.before ?? [])
      await taken(runner, environment, { ...event, payload: { name: "Bob" }, ...earlier });

    const before = await stored();
    const { data: explained } = await call(environment, "/v1/events/explain", event);
    expect(await stored()).toEqual(before);

    const ref = await taken(runner, environment, event);
    await runner.toEnd(ref, { again: true });
    const jobs = await db.$client`
    select j.type, j.status from jobs j join runs r on r.id = j.run_id where r.event_id = ${ref.eventId} order by j.position`;
    // What is explained are the steps, and not the job of the event itself.
    const details = await db.$client`
    select d.detail, d.status from execution_details d join runs r on r.id = d.run_id join jobs j on j.id = d.job_id
    where r.event_id = ${ref.eventId} and (d.detail not like 'Message sent%' or d.provider_id = 'belfry')
    order by d.created_at`;
    const messages = await db.$client`
    select channel, status, coalesce(content, blocks::text) as content, subject, email from messages
    where event_id = ${ref.eventId} order by created_at`;
    const [run] = explained.runs;
    type Step = (typeof run.steps)[number];
    for (const { type, status, reason, executionDetails } of run.steps as Step[]) {
      const said = executionDetails.map((one: Step) => one.status);
      if (status === "failed") expect({ type, said }).toEqual({ type, said: expect.arrayContaining(["Failed"]) });
      if (status === "canceled" || status === "skipped") expect([type, said.length]).not.toEqual([type, 0]);
      expect(reason).toEqual({ code: expect.not.stringMatching(/^not_/), text: expect.stringMatching(/\S/) });
    }
    const { headers } = environment;
    const url = `/v1/notifications?transactionId=${ref.transactionId}`;
    const [shown] = (await api.app.inject({ method: "GET", url, headers })).json().data;
    expect(shown.jobs.map(({ reason }: Step) => reason)).toEqual(run.steps.map(({ reason }: Step) => reason));
    expect(run.steps.map(({ type, status }: Step) => ({ type, status }))).toEqual([...jobs]);
    expect(
      run.steps.flatMap(({ executionDetails }: Step) =>
        executionDetails.map(({ detail, status }: Step) => ({ detail, status })),
      ),
    ).toEqual([...details]);
    expect(
      run.steps.flatMap(({ messages = [] }: Step) =>
        messages.map(({ channel, status, content = null, subject = null, email = null }: Step) => ({
          channel,
          status,
          subject,
          email,
          content: content === null || typeof content === "string" ? content : JSON.stringify(content),
        })),
      ),
    ).toEqual(messages.map((message) => ({ ...message })));
  },
);

test("a step that starts a workflow says which one; one whose code is at a bridge is not decided, and no bridge is asked", async () => {
  const environment = await createTestEnvironment(db);
  const follower = await aWorkflow(db, environment, [aStep("in_app")]);
  const workflow = await aWorkflow(db, environment, [
    { ...aStep("trigger"), metadata: { type: "trigger", workflowId: follower.identifier } },
    aStep("in_app"),
    aStep("in_app", { content: "last" }),
  ]);
  await db.$client`
    update workflow_steps set bridge_step_id = 'code' where version_id = ${workflow.versionId} and position = 1`;
  const event = { name: workflow.identifier, to: "ada" };
  const before = api.started.length;
  const { data } = await call(environment, "/v1/events/explain", event);
  type Step = { status: string; reason: { code: string; text: string } };
  expect(data.runs[0].steps.map(({ status, reason }: Step) => [status, reason.code])).toEqual([
    ["completed", "workflow_started"],
    ["undecided", "bridge_not_asked"],
    ["completed", "sent"],
  ]);
  expect(data.runs[0].steps[0].reason.text).toBe(`Starts the workflow ${follower.identifier} for the subscriber`);
  expect(api.started).toHaveLength(before);
  expect(await call(environment, "/v1/events/explain", { ...event, bridgeUrl: "https://example.com" })).toMatchObject({
    status: 400,
    message: ["bridgeUrl must be left out: an explanation asks no bridge"],
  });
});
