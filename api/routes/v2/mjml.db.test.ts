import { expect, onTestFinished, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { startMailSink } from "#test/support/mail-sink.ts";

// Emails and layouts in MJML, whichever version of the API brings them.

const { api, environment, deliver } = await apiWithRunner();

async function call(method: "GET" | "POST" | "PUT", url: string, payload?: object) {
  const { headers } = environment;
  const reply = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, data: reply.json().data, text: reply.body };
}

const inColumn = (content: string) =>
  `<mjml>\n<mj-body><mj-section><mj-column>\n${content}</mj-column></mj-section></mj-body></mjml>`;
const SOURCE = inColumn(
  `<mj-text color="{{ payload.color }}">{% unless payload.count > 2 %}Hello {{ subscriber.firstName | default: "you" }}{% endunless %}</mj-text>`,
);
const MISPLACED = "<mjml><mj-body><mj-section>\n<mj-text>Hello</mj-text></mj-section></mj-body></mjml>";
const FAULT = /Line 2: mj-text cannot be used inside mj-section/;

const mail = (body: string, fields: object = {}) => ({
  name: "Mail",
  type: "email",
  controlValues: { subject: "Hello", editorType: "html", body, ...fields },
});
const create = (name: string, ...steps: object[]) => call("POST", "/v2/workflows", { name, steps });

test("an email in MJML is sent as its HTML, and read back as it was written by both versions of the API", async () => {
  const sink = await startMailSink();
  onTestFinished(() => sink.stop());
  await addSmtpServer(api.db, environment.scope, sink.port);
  await call("POST", "/v1/subscribers", { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" });
  const { status, data } = await create("In MJML", mail(SOURCE));
  expect([status, data.steps[0].controls.values.body, data.steps[0].issues.controls]).toEqual([201, SOURCE, undefined]);
  await deliver("in-mjml", "ada");
  const [sent] = sink.mailsTo("ada@example.com");
  expect(sent?.html).toMatch(/class="mj-column-per-100[\s\S]*Hello Ada/);
  expect(sent?.html).not.toContain("<mj-");
  expect(sent?.text).toContain("Hello Ada");

  const { data: first } = await call("GET", `/v1/workflows/${data._id}`);
  expect(first.steps[0].template).toMatchObject({ content: SOURCE, contentType: "customHtml" });
  expect(first.steps[0].template).not.toHaveProperty("mjml");
  const replaced = await call("PUT", `/v2/workflows/${data._id}`, {
    name: "In HTML",
    steps: [{ ...mail("<p>Plain {{ subscriber.firstName }}</p>"), _id: data.steps[0]._id }],
  });
  expect(replaced.data.steps[0].controls.values.body).toContain("<p>Plain");
  await deliver("in-mjml", "ada");
  expect(sink.mailsTo("ada@example.com")[1]?.html).toContain("<p>Plain Ada</p>");
});

test("version 1 takes MJML, also in Handlebars, and refuses what cannot be compiled with its field and line", async () => {
  const { data: groups } = await call("GET", "/v1/notification-groups");
  const workflow = (content: string) => ({
    name: "First",
    notificationGroupId: groups[0]._id,
    steps: [{ template: { type: "email", subject: "Hello", content, layoutId: null } }],
  });
  const source = inColumn("<mj-text>{{#if vip}}Welcome{{/if}}</mj-text>");
  const made = await call("POST", "/v1/workflows", workflow(source));
  const { template } = made.data.steps[0];
  expect([made.status, template.contentType]).toEqual([201, "customHtml"]);
  expect(template.content).toContain("<mj-text>{% if vip %}Welcome{% endif %}</mj-text>");
  const { data: shown } = await call("GET", `/v2/workflows/${made.data._id}`);
  expect(shown.steps[0].controls.values.body).toBe(template.content);
  const again = await call("PUT", `/v1/workflows/${made.data._id}`, { steps: made.data.steps });
  expect(again.data.steps[0].template.content).toBe(template.content);
  const html = { ...made.data.steps[0], template: { ...template, content: "<p>Hello</p>" } };
  const changed = await call("PUT", `/v1/workflows/${made.data._id}`, { steps: [html] });
  expect(changed.data.steps[0].template.content).toBe("<p>Hello</p>");

  const refused = await call("POST", "/v1/workflows", workflow(MISPLACED));
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringMatching(/steps\.0\.template\.content Line 2: mj-text/),
  ]);
});

test("faults of MJML are issues of the body and problems of its preview, and such a step is not sent", async () => {
  const misplaced = await create("Misplaced", mail(MISPLACED));
  const [issue] = misplaced.data.steps[0].issues.controls.body;
  expect([misplaced.status, issue.message]).toEqual([201, expect.stringMatching(FAULT)]);
  const address = `/v2/workflows/${misplaced.data._id}/step/${misplaced.data.steps[0]._id}/preview`;
  const preview = (controlValues: object) => call("POST", address, { controlValues, data: {} });
  const { controlValues } = mail(MISPLACED);
  expect((await preview(controlValues)).data).toMatchObject({
    problem: { message: expect.stringMatching(FAULT), path: "body" },
  });
  const included = { ...controlValues, body: inColumn(`<mj-include path="/etc/passwd" />`) };
  expect((await preview(included)).data.problem.message).toContain("mj-include is not supported");
  const lenient = {
    ...controlValues,
    body: inColumn(`<mj-text colour="red">Kept {{ payload.x | default: 1 }}</mj-text>`),
  };
  expect((await preview(lenient)).data.message.html).toContain("Kept 1");
  const saved = await create("Lenient", mail(lenient.body));
  expect(saved.data.steps[0].issues.controls.body).toMatchObject([
    { message: "Line 3: mj-text: Attribute colour is illegal." },
  ]);
});

test("a layout in MJML frames emails as HTML, and keeps its source when it is copied", async () => {
  const source = inColumn("<mj-text>{{ body }}</mj-text><mj-text>The shop</mj-text>");
  const values = (body: string) => ({ controlValues: { email: { body, editorType: "html" } } });
  const { status, data } = await call("POST", "/v2/layouts", { name: "Frame", layoutId: "frame", ...values(source) });
  expect([status, data.controls.values.email.body]).toEqual([201, source]);
  const copy = await call("POST", `/v2/layouts/${data._id}/duplicate`, { name: "Copy" });
  expect(copy.data.controls.values.email.body).toBe(source);
  expect((await call("GET", `/v1/layouts/${data._id}`)).data.content).toBe(source);
  const shown = await call("POST", `/v2/layouts/${data._id}/preview`, {});
  expect(shown.data.result.preview.body).toMatch(/mj-column-per-100[\s\S]*The content of the email[\s\S]*The shop/);
  const framed = await create("Framed", mail("<p>Inside</p>", { layoutId: "frame" }));
  const step = framed.data.steps[0];
  const inside = await call("POST", `/v2/workflows/${framed.data._id}/step/${step._id}/preview`, { data: {} });
  expect(inside.data.message.html).toMatch(/mj-column-per-100[\s\S]*<p[^>]*>Inside<\/p>[\s\S]*The shop/);

  const html = await call("PUT", `/v2/layouts/${data._id}`, { name: "Frame", ...values("<main>{{ body }}</main>") });
  expect(html.data.controls.values.email.body).toBe("<main>{{ body }}</main>");
  const wrong = await call("PUT", `/v2/layouts/${data._id}`, { name: "Frame", ...values(MISPLACED) });
  expect([wrong.status, wrong.text]).toEqual([
    400,
    expect.stringMatching(/controlValues\.email\.body Line 2: mj-text/),
  ]);
  const placeless = await call("POST", "/v1/layouts", { name: "None", content: SOURCE });
  expect([placeless.status, placeless.text]).toEqual([400, expect.stringContaining("must contain {{{body}}}")]);
});

test("MJML becomes HTML, and blocks by way of it", async () => {
  const convert = (body: string, to: string) => call("POST", "/v2/email-bodies/convert", { body, to });
  const html = await convert(SOURCE, "html");
  expect(html.data.body).toMatch(/<!doctype html>[\s\S]*Hello \{\{ subscriber\.firstName \| default: "you" \}\}/);
  const blocks = await convert(
    inColumn("<mj-text>Hello {{ payload.name }}</mj-text><mj-button href='/x'>Open</mj-button>"),
    "blocks",
  );
  expect(JSON.parse(blocks.data.body).content).toMatchObject([
    { type: "paragraph", content: [{ text: "Hello " }, { type: "variable", attrs: { id: "payload.name" } }] },
    { type: "button", attrs: { text: "Open", url: "/x" } },
  ]);
  expect(await convert(MISPLACED, "blocks")).toMatchObject({ status: 400, text: expect.stringMatching(/body Line 2/) });
});
