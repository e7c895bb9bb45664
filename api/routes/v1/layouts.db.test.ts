import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { BUILT_IN_LAYOUT } from "#domain/templates/email/built-in-layout.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep } from "#test/support/event.ts";

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

async function call(method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE", path: string, payload?: object) {
  const url = `/v1${path}`;
  const reply = await app.inject({ method, url, headers: environment.headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}

const content = "<html><body>{{{body}}} by {{company}}</body></html>";

async function aLayout(fields: object = {}): Promise<string> {
  const identifier = `layout-${randomUUID()}`;
  const { status, body } = await call("POST", "/layouts", { name: "Plain", identifier, content, ...fields });
  expect(status).toBe(201);
  return body.data._id;
}
const layout = async (id: string) => (await call("GET", `/layouts/${id}`)).body.data;
const defaults = async () =>
  (await call("GET", "/layouts?pageSize=100")).body.data.filter((one: { isDefault: boolean }) => one.isDefault);

async function aWorkflow(steps: object[]) {
  const groups = await call("GET", "/notification-groups");
  return call("POST", "/workflows", { name: "Mail", notificationGroupId: groups.body.data[0]._id, steps });
}

test("a new organisation has one default layout in Development and none in Production", async () => {
  const { body } = await call("GET", "/layouts");
  expect(body).toMatchObject({ page: 0, pageSize: 10, totalCount: 1 });
  expect(body.data[0]).toMatchObject({
    identifier: "belfry-default-layout",
    isDefault: true,
    content: BUILT_IN_LAYOUT,
  });
  const headers = { authorization: `ApiKey ${environment.productionApiKey}` };
  expect((await app.inject({ url: "/v1/layouts", headers })).json().totalCount).toBe(0);
});

test("creating and reading answer the whole layout, in Liquid, with a description that may be null", async () => {
  const variables = [
    { name: "company", type: "String", defaultValue: "Acme" },
    { name: "unused", type: "String" },
  ];
  const plain = await call("POST", "/layouts", { name: "Plain", content });
  expect(plain.body.data).toMatchObject({ name: "Plain", description: null, isDefault: false });
  const listed = await call("GET", "/layouts?pageSize=100");
  expect(listed.body.data.map(({ description }: { description: unknown }) => description)).not.toContain(undefined);
  const created = await call("POST", "/layouts", {
    name: "Receipt",
    identifier: "receipt",
    content,
    description: "For receipts",
    variables,
  });
  const id: string = created.body.data._id;
  expect(created.body.data).toEqual(await layout(id));
  expect(await layout(id)).toMatchObject({
    _id: id,
    id,
    _environmentId: environment.environmentId,
    _creatorId: environment.userId,
    description: "For receipts",
    channel: "email",
    contentType: "customHtml",
    isDefault: false,
    isDeleted: false,
    content: "<html><body>{{ body | raw }} by {{ company }}</body></html>",
    variables: [{ name: "company", type: "String", required: false, defaultValue: "Acme" }],
  });
});

test("a layout without an identifier gets one from its name, with a suffix where another layout has it", async () => {
  const create = async (body: object) => {
    const { status, body: answer } = await call("POST", "/layouts", { content, ...body });
    expect(status).toBe(201);
    return (await layout(answer.data._id)).identifier;
  };
  expect(await create({ name: "Für Quittungen" })).toBe("fuer-quittungen");
  expect(await create({ name: "Für Quittungen", identifier: null })).toMatch(/^fuer-quittungen-[a-z\d]+$/);
  expect(await create({ name: "!!!" })).toMatch(/^[a-z\d]+$/);
  const both = await Promise.all([create({ name: "Plain" }), create({ name: "Plain" })]);
  expect(new Set(both).size).toBe(2);
});

describe("what cannot be created says why", () => {
  test("an empty body", async () => {
    const { status, body } = await call("POST", "/layouts", {});
    expect([status, body.message]).toEqual([
      400,
      ["name should not be null or undefined", "name must be a string", "content should not be null or undefined"],
    ]);
  });

  test.each([
    ["no place for the content", "<html></html>", "must contain {{{body}}}"],
    ["a template that is none", "{{{body}}} {% if %}", "content"],
    ["Handlebars that has no counterpart", "{{{body}}} {{#weather}}x{{/weather}}", "content cannot be translated"],
  ])("%s", async (_, wrong, message) => {
    const { status, body } = await call("POST", "/layouts", { name: "Plain", identifier: "plain", content: wrong });
    expect(status).toBe(400);
    expect([body.message].flat().join()).toContain(message);
  });

  test("a taken identifier, also of two at once", async () => {
    const plain = { name: "Plain", identifier: "plain", content };
    const both = await Promise.all([call("POST", "/layouts", plain), call("POST", "/layouts", plain)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ error: "Conflict", message: expect.stringContaining("plain") });
    expect(refused?.body.message).toContain(environment.environmentId);
  });
});

test("one layout is the default, however it became it, and of several at once one in the end", async () => {
  const [first = "", second = "", third = ""] = [await aLayout(), await aLayout({ isDefault: true }), await aLayout()];
  expect((await defaults()).map(({ _id }: { _id: string }) => _id)).toEqual([second]);
  expect((await call("PATCH", `/layouts/${first}`, { isDefault: true })).body.data.isDefault).toBe(true);
  expect((await call("POST", `/layouts/${third}/default`)).status).toBe(204);
  expect((await defaults()).map(({ _id }: { _id: string }) => _id)).toEqual([third]);
  expect((await call("POST", `/layouts/${third}/default`)).status).toBe(204);
  const replies = await Promise.all([first, second, first, second].map((id) => call("POST", `/layouts/${id}/default`)));
  expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  expect(await defaults()).toHaveLength(1);
  expect((await call("POST", `/layouts/${randomUUID()}/default`)).status).toBe(404);
  const [current] = await defaults();
  expect(await call("PATCH", `/layouts/${current._id}`, { isDefault: false })).toMatchObject({ status: 409 });
});

test("a change keeps what is not given, and empty texts change nothing", async () => {
  const id = await aLayout({
    description: "Old",
    variables: [{ name: "company", type: "String", defaultValue: "Acme" }],
  });
  const { status, body } = await call("PATCH", `/layouts/${id}`, {
    name: "",
    identifier: "",
    content: "",
    description: "New",
  });
  expect([status, body.data.name, body.data.description]).toEqual([200, "Plain", "New"]);
  const changed = await call("PATCH", `/layouts/${id}`, { content: "{{ body }} {{ company }} {{ year }}" });
  expect(changed.body.data.variables).toEqual([
    { name: "company", type: "String", required: false, defaultValue: "Acme" },
    { name: "year", type: "String", required: false },
  ]);
  expect((await call("PATCH", `/layouts/${id}`, { variables: [] })).body.data.variables).toEqual([]);
  expect(await call("PATCH", `/layouts/${id}`, { content: "nothing" })).toMatchObject({ status: 400 });
});

test("a change of nothing is refused, whether the body is empty or missing", async () => {
  const id = await aLayout();
  for (const body of [undefined, {}]) {
    const reply = await call("PATCH", `/layouts/${id}`, body);
    expect([reply.status, typeof reply.body.message]).toEqual([400, "string"]);
  }
  const other = await aLayout({ identifier: "taken" });
  expect(await call("PATCH", `/layouts/${id}`, { identifier: "taken" })).toMatchObject({ status: 409 });
  expect(await call("PATCH", `/layouts/${other}`, { identifier: "taken" })).toMatchObject({ status: 200 });
});

test("lists are pages, newest first or as asked, or the one layout that a client asks for", async () => {
  const ids = [await aLayout(), await aLayout(), await aLayout()];
  const page = async (query: string) => {
    const { body } = await call("GET", `/layouts?${query}`);
    expect(body.totalCount).toBe(4);
    return body.data.map(({ _id }: { _id: string }) => _id);
  };
  expect(await page("pageSize=2&other=1")).toEqual([ids[2], ids[1]]);
  expect(await page("pageSize=2&page=1")).toHaveLength(2);
  expect(await page("pageSize=2&page=2")).toEqual([]);
  expect((await page("orderBy=1")).slice(1)).toEqual(ids);
  expect((await page("orderBy=ASC&sortBy=createdAt")).slice(1)).toEqual(ids);
  expect((await page("orderBy=-1")).slice(0, 3)).toEqual([...ids].reverse());
  expect((await call("GET", `/layouts?layoutId=${ids[1]}`)).body).toMatchObject({
    totalCount: 1,
    data: [{ _id: ids[1] }],
  });
  expect((await call("GET", "/layouts?layoutId=unknown")).body).toMatchObject({ totalCount: 0, data: [] });
  expect((await call("GET", "/layouts?page=first")).body.message).toEqual(["page must be an integer number"]);
  expect(typeof (await call("GET", "/layouts?pageSize=1001")).body.message).toBe("string");
});

test("a deleted layout is gone, and its identifier free again", async () => {
  const id = await aLayout({ identifier: "receipts" });
  expect(await call("DELETE", `/layouts/${id}`)).toEqual({ status: 204, body: undefined });
  for (const method of ["GET", "DELETE"] as const) expect((await call(method, `/layouts/${id}`)).status).toBe(404);
  expect((await call("PATCH", `/layouts/${id}`, { name: "x" })).status).toBe(404);
  await aLayout({ identifier: "receipts" });
});

test("a layout that an email or a variant uses cannot be deleted, nor can the default", async () => {
  const [standard] = await defaults();
  expect((await call("DELETE", `/layouts/${standard._id}`)).body.message).toContain("is the default");
  const [ofStep, ofVariant] = [await aLayout(), await aLayout()];
  const variant = {
    ...aStep("email", { layoutId: ofVariant }),
    filters: [{ value: "AND", children: [{ on: "payload", field: "a", value: "b", operator: "EQUAL" }] }],
  };
  const created = await aWorkflow([{ ...aStep("email", { layoutId: ofStep }), variants: [variant] }]);
  expect(created.body.data.steps[0].template._layoutId).toBe(ofStep);
  for (const id of [ofStep, ofVariant]) {
    expect(await call("DELETE", `/layouts/${id}`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("used") },
    });
  }
  await call("DELETE", `/workflows/${created.body.data._id}`);
  expect((await call("DELETE", `/layouts/${ofStep}`)).status).toBe(204);
});

test("a new email gets the default layout, unless it names one or none", async () => {
  const [standard] = await defaults();
  const id = await aLayout();
  const steps = [aStep("email"), aStep("email", { layoutId: id }), aStep("email", { layoutId: null }), aStep("sms")];
  const { body } = await aWorkflow(steps);
  const layoutsOf = (data: { steps: { template: { _layoutId?: string } }[] }) =>
    data.steps.map(({ template }) => template._layoutId);
  expect(layoutsOf(body.data)).toEqual([standard._id, id, undefined, undefined]);

  // An update keeps what it does not name; null takes the layout away.
  const kept = body.data.steps.map((step: { _id: string }, index: number) => {
    const { template, ...rest } = aStep(index === 3 ? "sms" : "email");
    return { ...rest, _templateId: step._id, template: index === 1 ? { ...template, layoutId: null } : template };
  });
  const updated = await call("PUT", `/workflows/${body.data._id}`, { steps: [...kept, aStep("email")] });
  expect(layoutsOf(updated.body.data)).toEqual([standard._id, undefined, undefined, undefined, standard._id]);
});

test("a layout of another environment cannot be used, and is not deleted while a workflow with it is saved", async () => {
  const id = await aLayout();
  const elsewhere = await createTestEnvironment(db);
  environment = elsewhere;
  const refused = await aWorkflow([aStep("email", { layoutId: id })]);
  expect(refused).toMatchObject({ status: 400, body: { message: [expect.stringContaining("names no layout")] } });

  const own = await aLayout();
  const [saved, removed] = await Promise.all([
    aWorkflow([aStep("email", { layoutId: own })]),
    call("DELETE", `/layouts/${own}`),
  ]);
  expect([saved.status, removed.status].join()).toMatch(/^(201,409|400,204)$/);
});

test("a reply callback is saved, with a warning while replies cannot arrive", async () => {
  const step = { ...aStep("email"), replyCallback: { active: true, url: "https://example.com/{{ payload.orderId }}" } };
  const warnings = async (): Promise<string[] | undefined> => {
    const { status, body } = await aWorkflow([step, { ...aStep("email"), replyCallback: { active: true } }]);
    expect(status).toBe(201);
    expect(body.data.steps[0].replyCallback).toEqual(step.replyCallback);
    return body.data.steps.map((one: { warnings?: string[] }) => one.warnings?.[0]);
  };
  expect(await warnings()).toEqual([
    expect.stringContaining("dns.inboundParseDomain"),
    expect.stringContaining("replyCallback.url"),
  ]);
  await call("PUT", `/environments/${environment.environmentId}`, { dns: { inboundParseDomain: "reply.example.com" } });
  expect(await warnings()).toEqual([expect.stringContaining("MX record of reply.example.com"), expect.anything()]);
  await db.$client`update environments set mx_record_configured = true where id = ${environment.environmentId}`;
  expect(await warnings()).toEqual([undefined, expect.anything()]);
});
