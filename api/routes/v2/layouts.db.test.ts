import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { BUILT_IN_LAYOUT } from "#domain/templates/email/built-in-layout.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) {
  const url = `/v2${path}`;
  const reply = await app.inject({
    method,
    url,
    headers: environment.organizationHeaders,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}

async function aLayout(fields: object = {}) {
  const { status, body } = await call("POST", "/layouts", {
    name: "Plain",
    layoutId: `plain-${randomUUID()}`,
    ...fields,
  });
  expect(status).toBe(201);
  return body.data;
}
const put = (id: string, fields: object) => call("PUT", `/layouts/${id}`, { name: "Plain", ...fields });
const content = (body: string) => ({ controlValues: { email: { body, editorType: "html" } } });

test("a layout without an identifier gets one from its name, and keeps its description until that is emptied", async () => {
  const made = await aLayout({ name: "Plain frame", layoutId: undefined, description: "For receipts" });
  expect(made.controls.values.email.body).toBe(BUILT_IN_LAYOUT);
  expect(await aLayout(content("<i>{{ body }}</i>"))).toMatchObject({
    controls: { values: { email: { body: "<i>{{ body }}</i>" } } },
  });
  expect(made).toMatchObject({ layoutId: "plain-frame", description: "For receipts", revision: 1 });
  expect((await put(made._id, {})).body.data).toMatchObject({ description: "For receipts" });
  expect((await put(made._id, { description: "For bills" })).body.data).toMatchObject({ description: "For bills" });
  expect((await put(made._id, { description: "" })).body.data).not.toHaveProperty("description");
});

test("a save from an earlier revision is refused and changes nothing, and of two at once one is refused", async () => {
  const { _id, revision } = await aLayout();
  const save = (name: string, baseRevision: number) => put(_id, { name, baseRevision });
  const { body: read } = await call("GET", `/layouts/${_id}`);
  expect(read.data.updatedBy).toMatchObject({ _id: environment.userId, firstName: expect.any(String) });
  const answers = await Promise.all([save("One", revision), save("Two", revision)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)?.body;
  expect(refused.message).toMatch(/^baseRevision is 1, but somebody has saved revision 2 since/);
  const saved = answers.find(({ status }) => status === 200)?.body.data;
  expect((await call("GET", `/layouts/${_id}`)).body.data).toMatchObject({ name: saved.name, revision: 2 });
  expect(await save("Three", 9)).toMatchObject({
    status: 400,
    body: { fields: { baseRevision: [expect.stringMatching(/newest .* is 2/)] } },
  });
});

test.each([
  ["has no place for the content", "<p>Nothing</p>", /must contain \{\{\{body\}\}\}/],
  ["is empty", "", /must contain \{\{\{body\}\}\}/],
  ["is no template", "{{ body }}{% if %}", /cannot be rendered/],
])("a content that %s is refused under its path, and not saved", async (_, body, reason) => {
  const { _id } = await aLayout();
  const refused = await put(_id, content(body));
  expect(refused.status).toBe(400);
  expect(refused.body.fields["controlValues.email.body"].join()).toMatch(reason);
  expect((await call("GET", `/layouts/${_id}`)).body.data.revision).toBe(1);
});

test("a preview shows a content in Handlebars as it will be sent, with the organisation's logo", async () => {
  const logo = "https://example.com/logo.png";
  await app.inject({
    method: "PUT",
    url: "/v1/organizations/branding",
    headers: environment.organizationHeaders,
    payload: { logo },
  });
  const { _id } = await aLayout();
  const shown = await call("POST", `/layouts/${_id}/preview`, content('<img src="{{branding.logo}}">{{{body}}}'));
  expect(shown.status).toBe(201);
  expect(shown.body.data.result.preview.body).toContain(`<img src="${logo}">`);
  expect(shown.body.data.result.preview.body).toContain("<p>The content of the email</p>");
});

test.each(["<i>{{content}}</i>", "<i>{{- content | raw -}}</i>", "<i>{{ body }}</i>"])(
  "%s is read back as it was written, and the content of an email is printed there",
  async (body) => {
    const { _id, controls, variables } = await aLayout(content(body));
    expect(controls.values.email.body).toBe(body);
    expect(variables.properties.payload?.properties ?? {}).not.toHaveProperty("content");
    const shown = await call("POST", `/layouts/${_id}/preview`, {});
    expect(shown.body.data.result.preview.body).toBe("<i><p>The content of the email</p></i>");
  },
);

test("the variables of a layout are its own and the product's, and others are of the payload", async () => {
  const { _id } = await aLayout();
  const { variables } = (await put(_id, content("{{ body }} {{ company }} {{ subscriber.firstName }}"))).body.data;
  expect(Object.keys(variables.properties)).toEqual(
    expect.arrayContaining(["body", "subject", "branding", "subscriber"]),
  );
  expect(variables.properties.payload.properties).toHaveProperty("company");
  expect(variables.additionalProperties).toBe(true);
});

test("a list has the number of steps that use each layout, and its usage names them with their workflows", async () => {
  const [used, other] = [await aLayout({ name: "Used" }), await aLayout({ name: "Other" })];
  const email = (name: string, layoutId: string | null, variants: object[] = []) => ({
    name,
    type: "email",
    controlValues: { subject: "Hello", body: "Hello", layoutId },
    variants,
  });
  const variant = {
    name: "In German",
    filters: [],
    controlValues: { subject: "Hallo", body: "Hallo", layoutId: used._id },
  };
  const steps = [email("Bill", used._id, [variant]), email("Receipt", null, [variant]), email("Note", other._id)];
  const workflow = (await call("POST", "/workflows", { name: "Order", steps })).body.data;
  // A version that is not the current one uses nothing.
  const old = (await call("POST", "/workflows", { name: "Old", steps: [email("Gone", used._id)] })).body.data;
  expect((await call("PUT", `/workflows/${old._id}`, { name: "Old", steps: [] })).status).toBe(200);

  const { layouts } = (await call("GET", "/layouts?limit=100")).body.data;
  const counts = new Map(layouts.map((one: { _id: string; stepCount: number }) => [one._id, one.stepCount]));
  expect([counts.get(used._id), counts.get(other._id)]).toEqual([2, 1]);
  expect((await call("GET", `/layouts/${used._id}/usage`)).body.data).toEqual({
    workflows: [
      {
        _id: workflow._id,
        name: "Order",
        workflowId: workflow.workflowId,
        steps: workflow.steps.slice(0, 2).map(({ _id, name }: { _id: string; name: string }) => ({ _id, name })),
      },
    ],
  });
});
