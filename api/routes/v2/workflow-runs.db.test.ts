import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { testConfig } from "#test/support/environment.ts";
import { signSubscriberToken } from "../../tokens.ts";

// Workflows of `/v2/workflows` are executed from their control values.

const { api, environment, runner } = await apiWithRunner();

const post = (url: string, payload: object) =>
  api.app.inject({ method: "POST", url, headers: environment.headers, payload });

async function created(steps: object[], fields: object = {}) {
  const reply = await post("/v2/workflows", { name: `Run ${Math.random()}`, steps, ...fields });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().data;
}

const trigger = (name: string, given: object = {}) => post("/v1/events/trigger", { name, to: "ada", ...given });

async function accepted(name: string, given: object = {}) {
  expect((await trigger(name, given)).json().data).toMatchObject({ status: "processed" });
  const event = api.started.at(-1)?.event;
  if (!event) throw new Error("Nothing was started");
  return event;
}

const messagesOf = (eventId: string) =>
  api.db
    .$client`select channel, subject, content, content_format, cta, actor, data, severity, status from messages where event_id = ${eventId} order by created_at`;

const jobsOf = (eventId: string) => api.db.$client`
  select j.type, j.status from jobs j join runs r on r.id = j.run_id where r.event_id = ${eventId} order by j.position`;

const detailsOf = (eventId: string) => api.db.$client`
  select d.detail, d.raw from execution_details d join runs r on r.id = d.run_id where r.event_id = ${eventId}`;

const step = (type: string, controlValues: object, name = type) => ({ name, type, controlValues });

test("an in-app step sends its subject, body, avatar, buttons, address and data, rendered for the subscriber", async () => {
  const { workflowId } = await created([
    step("in_app", {
      subject: "Order {{payload.id}}",
      body: "Hi {{subscriber.firstName}}",
      avatar: "https://example.com/{{payload.id}}.png",
      primaryAction: { label: "Open {{payload.id}}", redirect: { url: "/orders/{{payload.id}}", target: "_self" } },
      secondaryAction: { label: "Later" },
      redirect: { url: "/orders", target: "_blank" },
      data: { order: { id: "{{payload.id}}" }, count: 2 },
    }),
  ]);
  const event = await accepted(workflowId, { to: { subscriberId: "eva", firstName: "Eva" }, payload: { id: "A1" } });
  await runner.toEnd(event);
  expect(await messagesOf(event.eventId)).toEqual([
    {
      channel: "in_app",
      subject: "Order A1",
      content: "Hi Eva",
      content_format: "html",
      severity: "none",
      status: "sent",
      cta: {
        type: "redirect",
        data: { url: "/orders", target: "_blank" },
        action: {
          status: "pending",
          result: {},
          buttons: [
            { type: "primary", content: "Open A1", url: "/orders/A1", target: "_self" },
            { type: "secondary", content: "Later" },
          ],
        },
      },
      actor: { type: "system_custom", data: "https://example.com/A1.png" },
      data: { order: { id: "A1" }, count: 2 },
    },
  ]);
});

/** Returns the texts of an inbox as clients of version 3 are answered them, and as pages of version 2 are; newest first. */
async function shownTo(subscriberId: string) {
  const [subscriber] = await api.db.$client`
    select id from subscribers where subscriber_id = ${subscriberId} and environment_id = ${environment.environmentId}`;
  const { organizationId, environmentId } = environment.scope;
  const claims = { _id: subscriber?.id, subscriberId, organizationId, environmentId };
  const headers = { authorization: `Bearer ${await signSubscriberToken(claims, testConfig.secret)}` };
  const read = async (url: string) => (await api.app.inject({ url, headers })).json().data;
  const texts = await read("/v1/inbox/notifications");
  const pages = await read("/v1/widgets/notifications/feed");
  return {
    texts: texts.map(({ body, subject }: { body: string; subject?: string }) => ({ body, subject })),
    pages: pages.map(({ content, subject }: { content: string; subject?: string }) => ({ content, subject })),
  };
}

test("a value is shown as text in inboxes of version 3, and as html of the same text in pages of version 2", async () => {
  const body = "Hi {{payload.name}}";
  const { workflowId } = await created([
    step("in_app", { body: `<b>Hi</b> {{payload.name}}`, subject: "For {{payload.name}}" }, "Markup"),
    step("in_app", { body, disableOutputSanitization: true }, "Open"),
    step("in_app", { body: `<p>${body}</p>`, disableOutputSanitization: true }, "Open markup"),
  ]);
  const name = "O'Brien & <i>Co</i>";
  const event = await accepted(workflowId, { to: "obrien", payload: { name } });
  await runner.toEnd(event);
  const html = "O&#39;Brien &amp; &lt;i&gt;Co&lt;/i&gt;";
  expect(await shownTo("obrien")).toEqual({
    texts: [
      { body: "Hi O'Brien & Co", subject: undefined },
      { body: `Hi ${name}`, subject: undefined },
      { body: `Hi ${name}`, subject: `For ${name}` },
    ],
    pages: [
      { content: "<p>Hi O'Brien &amp; <i>Co</i></p>", subject: undefined },
      { content: `Hi ${html}`, subject: undefined },
      { content: "<b>Hi</b> O'Brien &amp; &lt;i&gt;Co&lt;/i&gt;", subject: `For ${html}` },
    ],
  });
});

test("disableOutputSanitization puts values in unescaped, and scripts never reach an inbox", async () => {
  const body = "{{payload.title}}!";
  const open = { body, disableOutputSanitization: true };
  const { workflowId } = await created([
    step("in_app", open, "Open"),
    step("in_app", { body, disableOutputSanitization: false }, "Escaped"),
    step("email", { ...open, subject: "S", editorType: "html" }, "Mail"),
  ]);
  const title = "Tom & <i>Jerry</i><script>alert(1)</script>";
  const event = await accepted(workflowId, {
    to: { subscriberId: "tom", email: "tom@example.com" },
    payload: { title },
  });
  await runner.toEnd(event);
  expect(await messagesOf(event.eventId)).toMatchObject([
    { content: `${title}!`, content_format: "text" },
    { content_format: "html", content: "Tom &amp; &lt;i&gt;Jerry&lt;/i&gt;&lt;script&gt;alert(1)&lt;/script&gt;!" },
    { content: `${title}!` },
  ]);
  const { pages } = await shownTo("tom");
  expect(pages).toHaveLength(2);
  for (const { content } of pages) expect(content).not.toContain("<");
  const plain = await accepted(workflowId, { to: "tom", payload: { title: "Tom & Jerry" } });
  await runner.toEnd(plain);
  expect((await messagesOf(plain.eventId))[0]).toMatchObject({ content: "Tom & Jerry!" });
});

test("emails of the block editor and of HTML, texts and pushes are made of their controls", async () => {
  const document = {
    type: "doc",
    content: [
      {
        type: "heading",
        attrs: { level: 2 },
        content: [
          { type: "text", text: "<Hello> " },
          { type: "variable", attrs: { id: "subscriber.firstName", fallback: "you" } },
        ],
      },
      { type: "button", attrs: { text: "Go", url: "payload.link", isUrlVariable: true } },
    ],
  };
  const { workflowId } = await created([
    step("email", { subject: "S {{payload.a}}", body: JSON.stringify(document) }, "Blocks"),
    step("email", { subject: "H", body: "<b>{{payload.a}}</b>", editorType: "html" }, "Html"),
    step("sms", { body: "Code {{payload.a}}" }),
  ]);
  const payload = { a: "<1>", link: "https://example.com/a", email: "ada@example.com" };
  const event = await accepted(workflowId, {
    to: { subscriberId: "ada", firstName: "Ada", phone: "+15550100" },
    payload,
  });
  await runner.toEnd(event);
  const [blocks, html, sms] = await messagesOf(event.eventId);
  expect(blocks).toMatchObject({ channel: "email", subject: "S <1>" });
  expect(blocks?.content).toContain("&lt;Hello&gt; Ada</h2>");
  expect(blocks?.content).toContain('<a href="https://example.com/a"');
  expect(html).toMatchObject({ subject: "H", content: "<b>&lt;1&gt;</b>" });
  expect(sms).toMatchObject({ channel: "sms", content: "Code <1>" });
});

test("a step is skipped for those for whom its rule holds, by payload, subscriber and earlier steps", async () => {
  const skip = {
    or: [
      { "==": [{ var: "payload.plan" }, "free"] },
      { endsWith: [{ var: "subscriber.email" }, "@blocked.example"] },
      { "==": [{ var: "steps.first.read" }, true] },
    ],
  };
  const { workflowId } = await created([
    step("in_app", { body: "One" }, "First"),
    step("delay", { type: "regular", amount: 1, unit: "hours" }),
    step("in_app", { body: "Two", skip }, "Second"),
  ]);
  const statusOf = async (given: object, reads = false) => {
    const event = await accepted(workflowId, given);
    await runner.start(event);
    if (reads) await api.db.$client`update messages set read = true, seen = true where event_id = ${event.eventId}`;
    runner.skip(3_700_000);
    await runner.untilItWaits({ event, cohort: 0 });
    const jobs = await jobsOf(event.eventId);
    return jobs.at(-1)?.status;
  };
  expect(await statusOf({ payload: { plan: "pro" } })).toBe("completed");
  expect(await statusOf({ payload: { plan: "free" } })).toBe("canceled");
  expect(await statusOf({ to: { subscriberId: "bob", email: "bob@blocked.example" } })).toBe("canceled");
  expect(await statusOf({ to: "cyn" }, true)).toBe("canceled");
});

test("a digest collects by its key, and later steps read its events by the step's name", async () => {
  const { workflowId, steps } = await created([
    step("digest", { amount: 5, unit: "minutes", digestKey: "payload.room" }, "My digest"),
    step("in_app", {
      body: "{{steps.my-digest.eventCount}}: {% for e in steps.my-digest.events %}{{e.payload.text}} {% endfor %}",
    }),
  ]);
  expect(steps[1].issues).toEqual({});
  const first = await accepted(workflowId, { to: "dan", payload: { room: 1, text: "a" } });
  await runner.start(first);
  await runner.start(await accepted(workflowId, { to: "dan", payload: { room: 1, text: "b" } }));
  const other = await accepted(workflowId, { to: "dan", payload: { room: 2, text: "c" } });
  await runner.start(other);
  runner.skip(400_000);
  for (const event of [first, other]) await runner.untilItWaits({ event, cohort: 0 });
  expect((await messagesOf(first.eventId))[0]?.content).toBe("2: a b ");
  expect((await messagesOf(other.eventId))[0]?.content).toBe("1: c ");
});

test("digests and delays by a cron, look-back windows, and throttles are those of the engine", async () => {
  const { _id } = await created([
    step("digest", { cron: "0 9 * * *" }, "Timed"),
    step("digest", { amount: "2", unit: "hours", lookBackWindow: { amount: 1, unit: "days" } }, "Backoff"),
    step("delay", { type: "timed", cron: "0 9 * * *" }),
    step("throttle", { threshold: 1, amount: 1, unit: "hours", throttleKey: "payload.k" }),
    step("http_request", {
      method: "POST",
      url: "https://example.com",
      headers: [{ key: "a", value: "b" }],
      body: { a: 1 },
    }),
  ]);
  const rows = await api.db.$client`
    select s.type, s.metadata from workflow_steps s join workflows w on w.version_id = s.version_id
    where w.id = ${_id} order by s.position`;
  expect(rows.map(({ type, metadata }) => [type, metadata])).toEqual([
    ["digest", { type: "timed", timed: { cronExpression: "0 9 * * *" } }],
    ["digest", { type: "backoff", amount: 2, unit: "hours", backoffAmount: 1, backoffUnit: "days" }],
    ["delay", { type: "timed", timed: { cronExpression: "0 9 * * *" } }],
    ["throttle", { type: "throttle", limit: 1, amount: 1, unit: "hours", throttleKey: "k" }],
    ["http", { type: "http", method: "POST", url: "https://example.com", headers: { a: "b" }, body: { a: 1 } }],
  ]);
  const delayed = await created([step("delay", { type: "timed", cron: "0 9 * * *" }), step("in_app", { body: "Now" })]);
  const event = await accepted(delayed.workflowId, { to: "tim" });
  expect(await runner.toEnd(event)).toBe(1);
  expect(await messagesOf(event.eventId)).toMatchObject([{ content: "Now" }]);
});

test("a step without what it needs fails and says why, and the run goes on", async () => {
  const { workflowId, status } = await created([
    step("in_app", {}, "Empty"),
    step("throttle", {}, "Without window"),
    step("in_app", { body: "Still here" }),
  ]);
  expect(status).toBe("ERROR");
  const event = await accepted(workflowId, { to: "fay" });
  await runner.toEnd(event);
  expect(await jobsOf(event.eventId)).toMatchObject([
    { status: "failed" },
    { status: "failed" },
    { status: "completed" },
  ]);
  const raws = (await detailsOf(event.eventId)).map(({ raw }) => JSON.stringify(raw));
  expect(raws.join()).toContain("the body of the step is empty");
});

test("the first active variant whose conditions pass is sent in the order in which an editor has put them, else the step's own content", async () => {
  const planIs = (...value: string[]) => [
    { value: "AND", children: [{ on: "payload", field: "plan", operator: "ANY_IN", value }] },
  ];
  const variant = (body: string, filters: object[], active = true) => ({
    name: body,
    active,
    filters,
    controlValues: { body: `${body} for {{subscriber.subscriberId}}` },
  });
  const variants = [variant("Second", planIs("gold", "silver")), variant("First", planIs("gold"))];
  const made = await created([{ ...step("in_app", { body: "Own" }), variants }]);
  const { headers } = environment;
  const url = `/v2/workflows/${made.workflowId}`;
  const read = async () => (await api.app.inject({ url, headers })).json().data;
  const [saved] = (await read()).steps;
  // As the editor saves it: in another order, with one that is switched off and one without conditions.
  const [second, first] = saved.variants;
  const steps = [
    {
      ...saved,
      variants: [variant("Off", planIs("gold"), false), variant("Never", []), first, second],
      branchId: null,
      expiresAfter: null,
      integrationIdentifier: null,
    },
  ];
  const reply = await api.app.inject({ method: "PUT", url, headers, payload: { name: "Varied", steps } });
  expect(reply.statusCode, reply.body).toBe(200);
  const sentTo = async (plan: string) => {
    const event = await accepted(made.workflowId, { to: "ivy", payload: { plan } });
    await runner.toEnd(event);
    return (await messagesOf(event.eventId)).map(({ content }) => content);
  };
  expect(await sentTo("gold")).toEqual(["First for ivy"]);
  expect(await sentTo("silver")).toEqual(["Second for ivy"]);
  expect(await sentTo("free")).toEqual(["Own"]);
});

test("messages have the workflow's severity, or the event's, and counts by severity are right beyond 100", async () => {
  const { workflowId } = await created([step("in_app", { body: "Hi" })], { severity: "high" });
  const plain = await accepted(workflowId, { to: "gus" });
  const other = await accepted(workflowId, { to: "gus", overrides: { severity: "low" } });
  for (const event of [plain, other]) await runner.toEnd(event);
  expect(await messagesOf(plain.eventId)).toMatchObject([{ severity: "high" }]);
  expect(await messagesOf(other.eventId)).toMatchObject([{ severity: "low" }]);
  const refused = await trigger(workflowId, { overrides: { severity: "urgent" } });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toEqual(["overrides.severity must be one of high, medium, low, none"]);
});

test("an event whose payload breaks the schema is refused with each path, where the workflow says so", async () => {
  const payloadSchema = {
    type: "object",
    properties: {
      order: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
      n: { type: "integer" },
    },
    required: ["order"],
  };
  const fields = { payloadSchema, validatePayload: true };
  const { workflowId, _id } = await created(
    [step("in_app", { body: "{{payload.order.id}} {{payload.nope}}" })],
    fields,
  );
  const refused = await trigger(workflowId, { payload: { order: {}, n: 1.5 } });
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({
    message: ["payload.order.id is required", "payload.n must be integer"],
    type: "PAYLOAD_VALIDATION_ERROR",
    errors: [{ field: "payload.order.id", message: "is required" }, { field: "payload.n" }],
  });
  expect((await trigger(workflowId)).json().message).toEqual(["payload.order is required"]);
  await accepted(workflowId, { payload: { order: { id: "1" } } });
  const patch = { method: "PATCH", url: `/v2/workflows/${_id}`, headers: environment.headers } as const;
  await api.app.inject({ ...patch, payload: { validatePayload: false } });
  await accepted(workflowId, { payload: { order: {} } });
  const pattern = { validatePayload: true, payloadSchema: { properties: { a: { pattern: "(a+)+$" } } } };
  const unbounded = await api.app.inject({ ...patch, payload: pattern });
  expect([unbounded.statusCode, unbounded.json().message]).toEqual([
    400,
    [expect.stringContaining("payloadSchema.properties.a.pattern cannot be used to check payloads")],
  ]);
});

test("an event that would take too long to be checked is refused alone, and a schema with too long an enum is not saved", async () => {
  const anyOf = [...Array.from({ length: 2_000 }, (_, index) => ({ const: `${index}` })), { type: "string" }];
  const payloadSchema = { properties: { list: { items: { anyOf } } } };
  const { workflowId, _id } = await created([step("in_app", { body: "Hi" })], { payloadSchema, validatePayload: true });
  const began = performance.now();
  const refused = await trigger(workflowId, { payload: { list: Array.from({ length: 60_000 }, () => "a") } });
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    ["payload has too many values to be compared with its schema: send fewer, or make the schema simpler"],
  ]);
  expect(performance.now() - began).toBeLessThan(3_000);
  // Nothing of it is stored, which a worker could take up again.
  const [stored] = await api.db.$client`
    select count(*)::int from events e join workflows w on w.id = e.workflow_id where w.identifier = ${workflowId}`;
  expect(stored?.count).toBe(0);
  await accepted(workflowId, { payload: { list: ["a"] } });
  const plan = { enum: Array.from({ length: 5_001 }, (_, index) => index) };
  const unsaved = await api.app.inject({
    method: "PATCH",
    url: `/v2/workflows/${_id}`,
    headers: environment.headers,
    payload: { payloadSchema: { properties: { plan } } },
  });
  expect([unsaved.statusCode, unsaved.json().message]).toEqual([
    400,
    ["payloadSchema must have at most 5000 values in properties.plan.enum, which has 5001"],
  ]);
});

test("an event has the defaults of the schema where its payload has nothing, also when it is repeated", async () => {
  const payloadSchema = {
    properties: { order: { properties: { id: { type: "string", default: "none" } }, default: {} }, n: { default: 1 } },
    required: ["order", "n"],
  };
  const body = "{{payload.order.id}} {{payload.n}}";
  const { workflowId } = await created([step("in_app", { body })], { payloadSchema, validatePayload: true });
  const stored = async (transactionId: string) => {
    const [row] = await api.db.$client`
      select c.payload from events e join event_contents c on c.event_id = e.id where e.transaction_id = ${transactionId}`;
    return row?.payload;
  };
  const call = {
    ...({ method: "POST", url: "/v1/events/trigger" } as const),
    headers: { ...environment.headers, "idempotency-key": crypto.randomUUID() },
    payload: { name: workflowId, to: "ada", payload: { n: 2 } },
  };
  const first = await api.app.inject(call);
  expect(first.json().data).toMatchObject({ status: "processed" });
  expect(await stored(first.json().data.transactionId)).toEqual({ n: 2, order: { id: "none" } });
  expect((await api.app.inject(call)).json()).toEqual(first.json());
  const without = await trigger(workflowId);
  expect(await stored(without.json().data.transactionId)).toEqual({ n: 1, order: { id: "none" } });
});

test("the payload is checked before the tenant and before what is active", async () => {
  const fields = { payloadSchema: { required: ["order"] }, validatePayload: true, active: false };
  const { workflowId } = await created([step("in_app", { body: "Hi" })], fields);
  const refused = await trigger(workflowId, { tenant: "nobody" });
  expect([refused.statusCode, refused.json().message]).toEqual([400, ["payload.order is required"]]);
  const noTenant = await trigger(workflowId, { tenant: "nobody", payload: { order: 1 } });
  expect(noTenant.json().data).toMatchObject({ status: "no_tenant_found" });
  const inactive = await trigger(workflowId, { payload: { order: 1 } });
  expect(inactive.json().data).toMatchObject({ status: "trigger_not_active" });
});

test("a change of control values is for later events: one that runs keeps what it began with", async () => {
  const { _id, workflowId, steps } = await created([
    step("delay", { amount: 1, unit: "hours" }),
    step("in_app", { body: "Old" }),
  ]);
  const before = await accepted(workflowId, { to: "hal" });
  await runner.start(before);
  const url = `/v2/workflows/${_id}/steps/${steps[1]._id}`;
  await api.app.inject({
    method: "PATCH",
    url,
    headers: environment.headers,
    payload: { controlValues: { body: "New" } },
  });
  const after = await accepted(workflowId, { to: "hal" });
  await runner.start(after);
  runner.skip(3_700_000);
  for (const event of [before, after]) await runner.untilItWaits({ event, cohort: 0 });
  expect(await messagesOf(before.eventId)).toMatchObject([{ content: "Old" }]);
  expect(await messagesOf(after.eventId)).toMatchObject([{ content: "New" }]);
});

test("preferences of members decide in place of the definition's", async () => {
  const preferences = { user: { channels: { in_app: { enabled: false } } } };
  const { workflowId } = await created([step("in_app", { body: "Hi" })], { preferences });
  const event = await accepted(workflowId, { to: "ivy" });
  await runner.toEnd(event);
  expect(await messagesOf(event.eventId)).toEqual([]);
});
