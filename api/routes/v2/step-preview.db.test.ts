import { expect, onTestFinished, test } from "vitest";
import { findByReference } from "#db/queries/workflows/workflows.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { startFakeVendor } from "#test/support/fake-vendor.ts";
import { addIntegration, addSmtpServer } from "#test/support/integrations.ts";
import { startMailSink } from "#test/support/mail-sink.ts";
import { signedIn } from "#test/support/sign-in.ts";

// The preview of a step for the data of an event.

const { api, environment } = await apiWithRunner();

async function post(url: string, payload: object) {
  const reply = await api.app.inject({ method: "POST", url, headers: environment.headers, payload });
  return { status: reply.statusCode, body: reply.json() };
}

/** A workflow with the previews of its steps, by their place. */
async function workflow(...steps: object[]) {
  const { status, body } = await post("/v2/workflows", { name: `Previewed ${steps.length}`, steps });
  expect(status, JSON.stringify(body)).toBe(201);
  return async (index: number, data: object, controlValues?: object) => {
    const url = `/v2/workflows/${body.data._id}/step/${body.data.steps[index]._id}/preview`;
    const reply = await post(url, { data, ...(controlValues && { controlValues }) });
    return { status: reply.status, message: reply.body.message, ...reply.body.data, shown: reply.body.data?.message };
  };
}

const mail = (controlValues: object) => ({
  name: "Mail",
  type: "email",
  controlValues: { editorType: "html", subject: "Hello", body: "<p>Hello</p>", ...controlValues },
});
const text = (body: string) => ({ name: "Text", type: "sms", controlValues: { body } });

test("a preview for data shows what is typed, as the subscriber, the tenant and the payload make it", async () => {
  await post("/v1/subscribers", { subscriberId: "ada", firstName: "Ada", locale: "de", data: { plan: "gold" } });
  await post("/v1/tenants", { identifier: "acme", name: "Acme & Co", data: { city: "Ulm" } });
  const preview = await workflow(mail({}));
  const values = {
    editorType: "html",
    subject: "For {{subscriber.firstName}}",
    preheader: "{{subscriber.data.plan}}",
    body: "<p>{{tenant.name}} {{tenant.data.city}} {{subscriber.locale}} {{subscriber.timezone}} {{payload.order}}</p>",
  };
  const data = { subscriberId: "ada", tenant: "acme", payload: { order: "<7>" }, timezone: "Asia/Tokyo" };
  expect(await preview(0, data, values)).toMatchObject({
    status: 201,
    shown: {
      channel: "email",
      subject: "For Ada",
      preheader: "gold",
      html: expect.stringContaining("<p>Acme &amp; Co Ulm de Asia/Tokyo &lt;7&gt;</p>"),
      text: expect.stringContaining("Acme & Co Ulm de Asia/Tokyo <7>"),
    },
    missing: [],
  });
  const inFrench = await preview(0, { ...data, locale: "fr" }, values);
  expect(inFrench.shown.html).toContain("Acme &amp; Co Ulm fr Asia/Tokyo");
});

test("a preview says which translations are not in the locale that it is shown in", async () => {
  await post("/v1/translations", { name: "Shop", identifier: "shop" });
  const locales = { "de-AT": { hello: "Servus" }, de: { hello: "Hallo", bye: "Tschüss" }, en: { sent: "Sent" } };
  await post("/v1/translations/shop/import", { locales });
  const print = ["hello", "bye", "sent", "lost"].map((key) => `{{ "shop.${key}" | i18n }}`).join(" ");
  const preview = await workflow(text(print), text("{{ payload.key | i18n }}"), text("Hello"));
  expect(await preview(0, { locale: "de-AT" })).toMatchObject({
    shown: { content: "Servus Tschüss Sent shop.lost" },
    translations: {
      locales: ["de-AT", "de", "en"],
      fellBack: [{ key: "shop.bye", locale: "de" }, { key: "shop.sent", locale: "en" }, { key: "shop.lost" }],
    },
  });
  for (const index of [1, 2]) expect(await preview(index, {})).not.toHaveProperty("translations");
});

test("a preview has the actor of its data, and lacks one without", async () => {
  await post("/v1/subscribers", { subscriberId: "grace", firstName: "Grace" });
  const preview = await workflow(text("{{actor.firstName}} wrote to {{subscriber.firstName}}"));
  const shown = await preview(0, { actor: "grace" });
  expect(shown).toMatchObject({ shown: { content: "Grace wrote to Ada" }, missing: [] });
  expect((await preview(0, {})).missing).toEqual(["actor.firstName"]);
  const unknown = await preview(0, { actor: "nobody" });
  expect(unknown).toMatchObject({ status: 404, message: expect.stringContaining("nobody") });
});

test("what the templates need and the data lacks stays empty, and is listed", async () => {
  const preview = await workflow(mail({ subject: "{{payload.order.id}}", body: "{{subscriber.data.plan}}" }));
  const asked =
    "{% if payload.note %}{{payload.note}}{% endif %}{{subscriber.unsubscribeUrl | size}}{{branding.color}}";
  const lacking = await preview(0, {});
  expect(lacking.missing.toSorted()).toEqual(["payload.order.id", "subscriber.data.plan"]);
  expect(lacking.shown).toMatchObject({ subject: "", html: "" });
  const enough = await preview(0, {}, { editorType: "html", subject: "Hello", body: asked });
  expect(enough.missing).toEqual([]);
});

test("a template that cannot be parsed is a problem with its place, and no error", async () => {
  const preview = await workflow(mail({}));
  const { status, problem, shown } = await preview(0, {}, { subject: "Hello", body: "<p>{{payload.x | upcas}}</p>" });
  expect(status).toBe(201);
  expect(problem).toEqual({ path: "body", message: expect.stringContaining("upcas") });
  expect(shown).toBeUndefined();
  const endless = "{% for a in (1..99999) %}{% for b in (1..99999) %}{{a}}{% endfor %}{% endfor %}";
  const slow = await preview(0, {}, { subject: "Hello", body: endless });
  expect(slow.problem.message).toBeTruthy();
});

test("the events of a digest are there after it, as many as are given", async () => {
  const digest = { name: "Hourly", stepId: "hourly", type: "digest", controlValues: { amount: 1, unit: "hours" } };
  const body =
    "{{steps.hourly.eventCount}}:{% for one in steps.hourly.events %}{{one.payload.id}}{% if one.time %}t{% endif %} {% endfor %}{{step.total_count}}";
  const preview = await workflow(text("{{step.total_count}}"), digest, text(body));
  const three = { digestEvents: [{ id: 1 }, { id: 2 }, { id: 3 }] };
  expect((await preview(2, three)).shown.content).toBe("3:1t 2t 3t 3");
  expect((await preview(2, { digestEvents: [] })).shown.content).toBe("0:0");
  // There is no digest before the first step.
  expect((await preview(0, three)).shown.content).toBe("0");
});

test("each channel has its own parts", async () => {
  const bell = {
    name: "Bell",
    type: "in_app",
    controlValues: {
      subject: "Hi",
      body: "<b>{{payload.x}}</b>",
      avatar: "https://example.com/a.png",
      redirect: { url: "/orders" },
      primaryAction: { label: "Open {{payload.x}}", redirect: { url: "/x" } },
    },
  };
  const push = { name: "Push", type: "push", controlValues: { subject: "Hi", body: "{{payload.x}}" } };
  const chat = { name: "Chat", type: "chat", controlValues: { body: "{{payload.x}}" } };
  const preview = await workflow(bell, push, chat, text(`${"a".repeat(160)}{{payload.x}}`));
  const data = { payload: { x: "ж" } };
  expect((await preview(0, data)).shown).toMatchObject({
    channel: "in_app",
    subject: "Hi",
    content: "<b>ж</b>",
    format: "html",
    avatar: "https://example.com/a.png",
    cta: { data: { url: "/orders" }, action: { buttons: [{ type: "primary", content: "Open ж", url: "/x" }] } },
  });
  expect((await preview(1, data)).shown).toEqual({ channel: "push", title: "Hi", content: "ж" });
  expect((await preview(2, data)).shown).toEqual({ channel: "chat", content: "ж" });
  expect((await preview(3, data)).shown).toMatchObject({ encoding: "UCS-2", segments: 3, units: 161, capacity: 201 });
});

test("data that names nobody, or is none, is refused with its field", async () => {
  const preview = await workflow(text("Hello"));
  const nobody = await preview(0, { subscriberId: "nobody" });
  expect([nobody.status, nobody.message]).toEqual([404, expect.stringContaining("nobody")]);
  expect((await preview(0, { tenant: "nowhere" })).status).toBe(404);
  const wrong = await preview(0, { timezone: "Mars" });
  expect([wrong.status, JSON.stringify(wrong.message)]).toEqual([400, expect.stringContaining("timezone")]);
  const many = await preview(0, { digestEvents: Array.from({ length: 101 }, () => ({})) });
  expect(JSON.stringify(many.message)).toContain("no more than 100");
});

test("a step that sends nothing has nothing to show", async () => {
  const preview = await workflow({ name: "Wait", type: "delay", controlValues: { amount: 1, unit: "hours" } });
  expect(await preview(0, {})).toMatchObject({ status: 201, result: { preview: {} }, shown: undefined });
});

test("a chat message has the blocks of its step, with what their variables hold", async () => {
  const slack = { blocks: [{ type: "header", text: { type: "plain_text", text: "For {{payload.name}}" } }] };
  const chat = { name: "Chat", type: "chat", controlValues: { body: "Hello", providers: { slack } } };
  const preview = await workflow(chat);
  const shown = { blocks: [{ type: "header", text: { type: "plain_text", text: "For <Ada>" } }] };
  expect(await preview(0, { payload: { name: "<Ada>" } })).toMatchObject({
    shown: { channel: "chat", content: "Hello", providers: { slack: shown } },
    missing: [],
  });
  expect((await preview(0, {})).missing).toEqual(["payload.name"]);
  const broken = { body: "Hello", providers: { slack: { text: "{{ x | upcas }}" } } };
  expect((await preview(0, {}, broken)).problem).toMatchObject({ path: "providers.slack.text" });
});

/** A member of an environment of its own, who sends tests of a workflow's steps. */
async function testing(...steps: object[]) {
  const own = await createTestEnvironment(api.db);
  const call = async (url: string, payload: object, headers: Record<string, string> = own.headers) => {
    const reply = await api.app.inject({ method: "POST", url, headers, payload });
    return { status: reply.statusCode, ...reply.json() };
  };
  const member = { ...(await signedIn(api.db, own.userId)), "novu-environment-id": own.environmentId };
  const { data: made } = await call("/v2/workflows", { name: "Tested", steps });
  const send = (index: number, payload: object) =>
    call(`/v2/workflows/${made._id}/steps/${made.steps[index]._id}/test-message`, payload, member);
  /** Whether the next save still changes the version that is tested. */
  const isWorkingCopy = async () => (await findByReference(api.db, own.scope, made._id)).version.keptAt === null;
  return { own, call, send, isWorkingCopy };
}

test("a test sends the email as the preview shows it, and has the server's answer", async () => {
  const sink = await startMailSink();
  onTestFinished(() => sink.stop());
  const bell = { name: "Bell", type: "in_app", controlValues: { body: "Hello" } };
  const { own, call, send, isWorkingCopy } = await testing(mail({}), bell);
  const to = `${own.environmentId}@example.com`;
  const none = await send(0, { to, integrationIdentifier: "nowhere" });
  expect([none.status, none.message]).toEqual([400, expect.stringContaining("no active email integration nowhere")]);

  expect(await isWorkingCopy()).toBe(true);

  await addSmtpServer(api.db, own.scope, sink.port);
  await call("/v1/tenants", { identifier: "tea", name: "Tea Ltd" });
  await call("/v1/subscribers", { subscriberId: "ada", email: to });
  const controlValues = { subject: "For {{payload.name}}", editorType: "html", body: "<p>{{tenant.name}}</p>" };
  const sent = await send(0, { to, controlValues, data: { payload: { name: "Ada" }, tenant: "tea" } });
  const accepted = { integration: "SMTP", isAccepted: true, id: expect.any(String), status: 250 };
  expect(sent.data?.sends, JSON.stringify(sent)).toMatchObject([
    { ...accepted, answer: expect.stringMatching(/^250/) },
  ]);
  expect(sink.mailsTo(to)).toMatchObject([{ subject: "For Ada", html: expect.stringContaining("<p>Tea Ltd</p>") }]);
  expect(await isWorkingCopy()).toBe(false);
  expect((await send(0, { subscriberId: "ada" })).data.sends).toMatchObject([accepted]);
  expect(sink.mailsTo(to)).toHaveLength(2);

  const broken = await send(0, { to, controlValues: { ...controlValues, subject: "{{ x | upcas }}" } });
  expect(broken).toMatchObject({ status: 400, message: [expect.stringMatching(/^controlValues.subject: .*upcas/)] });
  expect((await send(1, { to })).message).toContain("sends nothing to a vendor");
  expect(await send(0, { to: "nobody" })).toMatchObject({ status: 400, message: ["to must be an email"] });
  expect(await send(0, {})).toMatchObject({ status: 400, message: [expect.stringMatching(/^to must be an address/)] });
  await sink.stop();
  const [refused] = (await send(0, { to })).data.sends;
  expect(refused).toMatchObject({
    integration: "SMTP",
    isAccepted: false,
    message: expect.stringContaining("127.0.0.1"),
  });
});

test("a test of a text message has the vendor's id and answer, or its refusal, without the secrets of the integration", async () => {
  const vendor = await startFakeVendor();
  onTestFinished(() => vendor.close());
  const { own, call, send } = await testing(text("For {{payload.name}}"));
  const secret = "a secret of the vendor";
  const credentials = {
    baseUrl: `${vendor.url}/send`,
    apiKeyRequestHeader: "x-key",
    apiKey: secret,
    from: "Shop",
    idPath: "message.id",
    datePath: "message.at",
  };
  await addIntegration(api.db, own.scope, {
    channel: "sms",
    providerId: "generic-sms",
    identifier: "vendor",
    credentials,
  });
  const bodies: unknown[] = [];
  vendor.answer = ({ headers }, body, response) => {
    bodies.push(JSON.parse(body));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ message: { id: "m-1", at: "2026-01-05T09:00:00Z" }, key: headers["x-key"] }));
  };
  const asked = { integrationIdentifier: "vendor", data: { payload: { name: "Ada" } } };
  const taken = await send(0, { ...asked, to: "+4915100000000" });
  expect(taken.data?.sends, JSON.stringify(taken)).toEqual([
    { integration: "vendor", isAccepted: true, id: "m-1", status: 200, answer: expect.stringContaining('"key":"***"') },
  ]);
  expect(bodies).toMatchObject([{ to: "+4915100000000", content: "For Ada" }]);

  vendor.answer = (_request, _body, response) => {
    response.statusCode = 422;
    response.end(`No such number, says ${secret}`);
  };
  await call("/v1/subscribers", { subscriberId: "ada", phone: "+4915100000001" });
  const refused = await send(0, { ...asked, subscriberId: "ada" });
  expect(refused.data.sends).toMatchObject([
    { isAccepted: false, status: 422, answer: "No such number, says ***", message: expect.stringContaining("422") },
  ]);
  vendor.answer = (_request, _body, response) => {
    response.statusCode = 401;
    response.end();
  };
  const [unknown] = (await send(0, { ...asked, to: "+4915100000000" })).data.sends;
  expect(unknown.message).toMatch(/answered 401: check the credentials of vendor$/);
  await call("/v1/subscribers", { subscriberId: "eve" });
  expect((await send(0, { ...asked, subscriberId: "eve" })).message).toEqual([
    expect.stringContaining("no phone number"),
  ]);
});

test("a test goes to each channel and device that a subscriber has, whose addresses its answer does not have", async () => {
  const vendor = await startFakeVendor();
  onTestFinished(() => vendor.close());
  const providers = {
    slack: { blocks: [{ type: "image", image_url: "{{payload.url}}", alt_text: "{{payload.name}}" }] },
  };
  const chat = { name: "Chat", type: "chat", controlValues: { body: "Hi {{payload.name}}", providers } };
  const push = { name: "Push", type: "push", controlValues: { subject: "Hi", body: "{{payload.name}}" } };
  const { own, call, send } = await testing(chat, push);
  await addIntegration(api.db, own.scope, {
    channel: "chat",
    providerId: "slack",
    identifier: "slack",
    credentials: { applicationId: "a", clientId: "b", secretKey: "c" },
  });
  await addIntegration(api.db, own.scope, {
    channel: "push",
    providerId: "push-webhook",
    identifier: "devices",
    credentials: { webhookUrl: vendor.url, secretKey: "signs" },
  });
  const calls: { url: string | undefined; body: Record<string, unknown> }[] = [];
  vendor.answer = ({ url }, body, response) => {
    calls.push({ url, body: JSON.parse(body) });
    response.end(`ok ${url} ${body}`);
  };
  await call("/v1/subscribers", { subscriberId: "ada" });
  const credentials = (providerId: string, given: object) =>
    api.app.inject({
      method: "PUT",
      url: "/v1/subscribers/ada/credentials",
      headers: own.headers,
      payload: { providerId, credentials: given },
    });
  await credentials("slack", { webhookUrl: `${vendor.url}/private/channel` });
  await credentials("push-webhook", { deviceTokens: ["token-of-ada-1", "token-of-ada-2"] });

  const data = { payload: { name: "<Ada>", url: "https://example.com/a?b=1&c=2" } };
  const chatted = await send(0, { subscriberId: "ada", data });
  expect(chatted.data?.sends, JSON.stringify(chatted)).toMatchObject([
    { integration: "slack", isAccepted: true, status: 200 },
  ]);
  expect(calls).toMatchObject([
    {
      url: "/private/channel",
      body: {
        text: "Hi &lt;Ada&gt;",
        blocks: [{ type: "image", image_url: data.payload.url, alt_text: "&lt;Ada&gt;" }],
      },
    },
  ]);
  expect(JSON.stringify(chatted)).not.toContain("private");
  expect((await send(0, { to: `${vendor.url}/another`, data })).data.sends).toMatchObject([{ isAccepted: true }]);
  expect((await send(0, { to: "nonsense", data })).message).toEqual([
    "to must be the http or https address of the channel",
  ]);
  const { answer } = vendor;
  vendor.answer = (_request, _body, response) => {
    response.statusCode = 404;
    response.end("no_team");
  };
  expect((await send(0, { to: `${vendor.url}/gone`, data })).data.sends).toMatchObject([
    {
      isAccepted: false,
      status: 404,
      answer: "no_team",
      message: expect.stringMatching(/^The address is not accepted/),
    },
  ]);
  vendor.answer = answer;

  const pushed = await send(1, { subscriberId: "ada", data });
  expect(pushed.data.sends).toMatchObject([{ isAccepted: true }, { isAccepted: true }]);
  // Devices are sent to at the same time: either arrives first.
  const targets = calls.slice(2).flatMap(({ body }) => body.target as string[]);
  expect(targets.toSorted()).toEqual(["token-of-ada-1", "token-of-ada-2"]);
  expect(JSON.stringify(pushed)).not.toContain("token-of-ada");
  await call("/v1/subscribers", { subscriberId: "eve" });
  expect((await send(1, { subscriberId: "eve", data })).message).toEqual([expect.stringContaining("has no device")]);
});
