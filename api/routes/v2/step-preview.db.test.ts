import { expect, onTestFinished, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
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

test("a test sends the email as the preview shows it, by the integration that answers", async () => {
  const own = await createTestEnvironment(api.db);
  const sink = await startMailSink();
  onTestFinished(() => sink.stop());
  const call = async (url: string, payload: object, headers: Record<string, string> = own.headers) => {
    const reply = await api.app.inject({ method: "POST", url, headers, payload });
    return { status: reply.statusCode, ...reply.json() };
  };
  const member = { ...(await signedIn(api.db, own.userId)), "novu-environment-id": own.environmentId };
  const { data: made } = await call("/v2/workflows", { name: "Tested", steps: [mail({}), text("Hello")] });
  const [email, sms] = made.steps;
  const send = (step: { _id: string }, payload: object) =>
    call(`/v2/workflows/${made._id}/steps/${step._id}/test-email`, payload, member);
  const to = `${own.environmentId}@example.com`;
  const none = await send(email, { to, integrationIdentifier: "nowhere" });
  expect([none.status, none.message]).toEqual([400, expect.stringContaining("no active email integration nowhere")]);

  await addSmtpServer(api.db, own.scope, sink.port);
  await call("/v1/tenants", { identifier: "tea", name: "Tea Ltd" });
  const controlValues = { subject: "For {{payload.name}}", editorType: "html", body: "<p>{{tenant.name}}</p>" };
  const sent = await send(email, { to, controlValues, data: { payload: { name: "Ada" }, tenant: "tea" } });
  expect([sent.status, sent.data?.integration], JSON.stringify(sent)).toEqual([201, expect.any(String)]);
  expect(sink.mailsTo(to)).toMatchObject([{ subject: "For Ada", html: expect.stringContaining("<p>Tea Ltd</p>") }]);

  const broken = await send(email, { to, controlValues: { ...controlValues, subject: "{{ x | upcas }}" } });
  expect(broken).toMatchObject({ status: 400, message: [expect.stringMatching(/^controlValues.subject: .*upcas/)] });
  expect((await send(sms, { to })).message).toContain("sends no email");
  expect((await send(email, { to: "nobody" })).status).toBe(400);
  await sink.stop();
  const refused = await send(email, { to });
  expect([refused.status, refused.message]).toEqual([400, expect.stringContaining("could not send the email")]);
});
