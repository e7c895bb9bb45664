import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { TRANSLATION_TEXT_MAX } from "#contract/constants/limits.ts";
import { deleteEnvironmentRows } from "#db/queries/retention/deleted-environments.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { aStep } from "#test/support/event.ts";

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

async function callWith(key: string, method: Method, path: string, payload?: object | string, of = app) {
  const headers = {
    authorization: `ApiKey ${key}`,
    ...(payload !== undefined && { "content-type": "application/json" }),
  };
  const reply = await of.inject({ method, url: path, headers, ...(payload !== undefined && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}
const call = (method: Method, path: string, payload?: object | string) =>
  callWith(environment.apiKey, method, `/v1/translations${path}`, payload);
const inProduction = (method: Method, path: string) => callWith(environment.productionApiKey, method, path);

async function aGroup(identifier = "shop", locales: Record<string, object> = {}) {
  const { status, body } = await call("POST", "", { name: "Shop", identifier });
  expect(status).toBe(201);
  for (const [locale, texts] of Object.entries(locales)) {
    expect((await call("PUT", `/${identifier}/locales/${locale}`, texts)).status).toBe(200);
  }
  return body.data;
}

describe("a translation group", () => {
  test("is created, listed, read, changed and deleted", async () => {
    const { status, body } = await call("POST", "", { name: "Orders of the Shop" });
    expect([status, body.data]).toMatchObject([
      201,
      { name: "Orders of the Shop", identifier: "orders-of-the-shop", locales: [], _creatorId: environment.userId },
    ]);
    await aGroup("common_texts", { de: { a: "A", b: { c: "C" } } });
    const list = await call("GET", "?limit=1");
    expect(list.body).toMatchObject({ page: 0, pageSize: 1, totalCount: 2, data: [{ identifier: "common_texts" }] });
    expect(list.body.data[0].locales).toMatchObject([{ locale: "de", keys: 2, updatedAt: expect.any(String) }]);

    const changed = await call("PATCH", "/common_texts", { identifier: "common", name: "Common" });
    expect(changed.body.data).toMatchObject({ identifier: "common", name: "Common", locales: [{ locale: "de" }] });
    expect((await call("GET", "/common_texts")).status).toBe(404);
    expect((await call("GET", "/common")).body.data).toEqual(changed.body.data);
    expect((await call("DELETE", "/common")).status).toBe(204);
    expect((await call("DELETE", "/common")).status).toBe(404);
    expect((await call("GET", "/common/locales/de")).status).toBe(404);
  });

  test("has an identifier that no other group of the environment has, also of two at once", async () => {
    const both = await Promise.all([1, 2].map(() => call("POST", "", { name: "Shop", identifier: "shop" })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await aGroup("other");
    const taken = await call("PATCH", "/other", { identifier: "shop" });
    expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining("choose another identifier")]);
  });

  test.each([
    [{ name: "Shop", identifier: "shop.texts" }, "identifier must consist of letters, digits, underscores and hyphens"],
    [{ name: "!?" }, "identifier should not be empty: the name has no letters to make one of"],
    [{ identifier: "shop" }, "name should not be null or undefined"],
  ])("cannot be created of %j", async (given, message) => {
    const { status, body } = await call("POST", "", given);
    expect([status, [body.message].flat()]).toEqual([400, expect.arrayContaining([message])]);
  });

  test("is not changed by a call that gives nothing to change", async () => {
    await aGroup();
    expect((await call("PATCH", "/shop", {})).body).toMatchObject({ statusCode: 400 });
  });
});

describe("the texts of a locale", () => {
  test("are imported in place of those that it has, and exported as they were", async () => {
    await aGroup();
    const texts = { hello: "Servus {{name}}", order: { sent: "Am {{ at, d.M.yyyy }}" }, "order.open": "Offen" };
    const imported = await call("PUT", "/shop/locales/de_at", texts);
    expect([imported.status, imported.body.data.locales]).toMatchObject([200, [{ locale: "de-AT", keys: 3 }]]);
    for (const locale of ["de-AT", "DE-at", "de_AT"]) {
      expect((await call("GET", `/shop/locales/${locale}`)).body).toEqual({ data: texts });
    }
    await call("PUT", "/shop/locales/de-AT", { hello: "Grüß Gott" });
    expect((await call("GET", "/shop/locales/de-AT")).body.data).toEqual({ hello: "Grüß Gott" });
    expect((await call("DELETE", "/shop/locales/de-AT")).status).toBe(204);
    const gone = await call("GET", "/shop/locales/de-AT");
    expect([gone.status, gone.body.message]).toEqual([404, "The translation group shop has no texts in de-AT"]);
  });

  test("of two imports at once are those of one of them", async () => {
    await aGroup();
    const both = await Promise.all(["a", "b"].map((text) => call("PUT", "/shop/locales/en", { [text]: text })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { data } = (await call("GET", "/shop/locales/en")).body;
    expect([{ a: "a" }, { b: "b" }]).toContainEqual(data);
  });

  test.each<[string, object | string, string]>([
    ["a number", { order: { sent: 5 } }, "order.sent must be a text or an object of texts"],
    ["a list", { order: ["a"] }, "order must be a text or an object of texts"],
    ["a list of texts", ["a"], "must be an object"],
    [
      "a long text",
      { a: "x".repeat(TRANSLATION_TEXT_MAX + 1) },
      `a must be at most ${TRANSLATION_TEXT_MAX} characters`,
    ],
    ["a NUL character", { a: "\0" }, "a must not contain the NUL character"],
    ["half a character", '{"a":"\\ud800"}', "a must not contain half of a character"],
    [
      "a placeholder without a name",
      { order: { a: "{{ }}" } },
      "order.a has a placeholder without a name: write it as {{name}}",
    ],
    ["a pattern that is none", { a: "{{ at, nnn }}" }, "a has a pattern that is none, {{ at, nnn }}"],
    ["a key without a name", { a: { "": "x" } }, "has a key without a name"],
  ])("with %s are refused with the key", async (_, texts, message) => {
    await aGroup();
    const { status, body } = await call("PUT", "/shop/locales/en", texts);
    expect([status, [body.message].flat().join()]).toEqual([400, expect.stringContaining(message)]);
    expect((await call("GET", "/shop")).body.data.locales).toEqual([]);
  });

  test("are nested at most 20 levels deep", async () => {
    await aGroup();
    const nested = (levels: number): object => (levels === 1 ? { a: "x" } : { a: nested(levels - 1) });
    expect((await call("PUT", "/shop/locales/en", nested(20))).status).toBe(200);
    expect((await call("PUT", "/shop/locales/en", nested(21))).body.message).toEqual([
      "must be nested at most 20 levels deep",
    ]);
  });

  test("are of a locale that is one", async () => {
    await aGroup();
    for (const locale of ["german", "de-a1", "*"]) {
      const { status, body } = await call("PUT", `/shop/locales/${locale}`, { a: "A" });
      expect([status, [body.message].flat()]).toEqual([400, ["locale must be a locale such as en or pt-BR"]]);
    }
  });
});

test("a plan without translations refuses to edit them, and lets them be read and deleted", async () => {
  await aGroup("shop", { en: { hello: "Hello" } });
  const limited = await testApp({ db, config: { ...testConfig, planLimits: "standard" } });
  const limitedCall = (method: Method, path: string, payload?: object) =>
    callWith(environment.apiKey, method, `/v1/translations${path}`, payload, limited.app);
  for (const [method, path, body] of [
    ["POST", "", { name: "Other" }],
    ["PATCH", "/shop", { name: "Other" }],
    ["PUT", "/shop/locales/en", { hello: "Hi" }],
  ] as const) {
    const refused = await limitedCall(method, path, body);
    expect([refused.status, refused.body.message]).toEqual([403, "Your plan has no translations: change the plan"]);
  }
  expect((await limitedCall("GET", "/shop/locales/en")).body.data).toEqual({ hello: "Hello" });
  expect((await limitedCall("DELETE", "/shop/locales/en")).status).toBe(204);
  expect((await limitedCall("DELETE", "/shop")).status).toBe(204);
  await limited.close();
});

test("the keys of all groups are among the variables that templates can use", async () => {
  await aGroup("shop", { de: { hello: "Hallo", order: { sent: "Versandt" } }, en: { hello: "Hello", bye: "Bye" } });
  await aGroup("other", { fr: { a: "A" } });
  await aGroup("empty");
  const { body } = await callWith(environment.apiKey, "GET", "/v1/workflows/variables");
  expect(body.data.translations).toEqual({ shop: { hello: "String", bye: "String" }, other: { a: "String" } });
});

describe("previews and explanations", () => {
  const template = "{{ 'shop.hello' | i18n: name: subscriber.firstName }}";
  const texts = { en: { hello: "Hello {{name}}" }, de: { hello: "Hallo {{name}}" } };

  test("of a step and of a layout are written in the language of their subscriber", async () => {
    await aGroup("shop", texts);
    const workflow = await callWith(environment.apiKey, "POST", "/v2/workflows", {
      name: "Hello",
      workflowId: "hello",
      steps: [{ name: "Text", type: "sms", controlValues: { body: template } }],
    });
    const { _id, steps } = workflow.body.data;
    const previewOf = async (subscriber: object) =>
      (
        await callWith(environment.apiKey, "POST", `/v2/workflows/${_id}/step/${steps[0]._id}/preview`, {
          previewPayload: { subscriber },
        })
      ).body.data.result.preview.body;
    expect(await previewOf({ firstName: "Ann" })).toBe("Hello Ann");
    expect(await previewOf({ firstName: "Hans", locale: "de-DE" })).toBe("Hallo Hans");

    await callWith(environment.apiKey, "POST", "/v2/layouts", { name: "Plain", layoutId: "plain" });
    const layout = await callWith(environment.apiKey, "POST", "/v2/layouts/plain/preview", {
      controlValues: { email: { body: `<p>${template}</p>{{ content }}{{ body }}`, editorType: "html" } },
      previewPayload: { subscriber: { firstName: "Hans", locale: "de" } },
    });
    expect(layout.body.data.result.preview.body).toContain("<p>Hallo Hans</p>");
  });

  test("of an event show the email of each recipient in its layout and language", async () => {
    await aGroup("shop", texts);
    const groups = await callWith(environment.apiKey, "GET", "/v1/notification-groups");
    const layout = await callWith(environment.apiKey, "POST", "/v1/layouts", {
      name: "Plain",
      identifier: "plain",
      content: "<main>{{ body }}</main>",
    });
    const email = {
      contentType: "customHtml",
      content: `<p>${template}</p>`,
      subject: "Hi",
      layoutId: layout.body.data._id,
    };
    const workflow = await callWith(environment.apiKey, "POST", "/v1/workflows", {
      name: "Hello",
      notificationGroupId: groups.body.data[0]._id,
      active: true,
      steps: [aStep("email", email as object)],
    });
    expect(workflow.status).toBe(201);
    const { body } = await callWith(environment.apiKey, "POST", "/v1/events/explain", {
      name: workflow.body.data.triggers[0].identifier,
      to: { subscriberId: "hans", firstName: "Hans", email: "hans@example.com", locale: "de" },
    });
    expect(JSON.stringify(body)).toContain("Hallo Hans");
  });
});

test("a key is deleted in all locales, whatever it is called, and that is noted for each", async () => {
  const odd = "a/b?c&d=%20 ü";
  await aGroup("shop", {
    de: { hello: "Hallo", [odd]: "A" },
    en: { hello: "Hello", [odd]: "B" },
    fr: { hello: "Salut" },
  });
  const deleted = await call("DELETE", `/shop/keys?key=${encodeURIComponent(odd)}`);
  expect([deleted.status, deleted.body.data]).toMatchObject([200, { identifier: "shop", locales: [{}, {}, {}] }]);
  expect((await call("GET", "/shop/locales/de")).body.data).toEqual({ hello: "Hallo" });
  expect((await call("GET", "/shop/locales/en")).body.data).toEqual({ hello: "Hello" });
  expect(await call("DELETE", `/shop/keys?key=${encodeURIComponent(odd)}`)).toMatchObject({ status: 404 });
  expect((await call("DELETE", "/shop/keys")).status).toBe(400);
  expect((await call("DELETE", "/nothing/keys?key=a")).status).toBe(404);
});

test("missing and outdated texts are counted by locale; what a more general locale has is not missing", async () => {
  await aGroup("shop", {
    en: { hello: "Hello", bye: "Bye", sent: "Sent" },
    de: { hello: "Hallo", sent: "Versandt" },
    "de-AT": { hello: "Servus" },
  });
  await call("PUT", "/shop/locales/en", { hello: "Hi", bye: "Bye", sent: "Sent" });
  await aGroup("empty", {});
  const { body } = await callWith(environment.apiKey, "GET", "/v1/translation-counts");
  expect(body.data).toEqual([
    { identifier: "empty", keys: 0, locales: [] },
    {
      identifier: "shop",
      keys: 3,
      locales: [
        { locale: "de", missing: 1, outdated: 1 },
        { locale: "de-AT", missing: 1, outdated: 1 },
        { locale: "en", missing: 0, outdated: 0 },
      ],
    },
  ]);
});

describe("promotion", () => {
  const pending = async () =>
    (await callWith(environment.apiKey, "GET", "/v1/changes?promoted=false&limit=100")).body.data;
  const apply = (id: string) => callWith(environment.organizationApiKey, "POST", `/v1/changes/${id}/apply`);
  const production = async (path = "") => (await inProduction("GET", `/v1/translations${path}`)).body.data;

  test("of a new group takes its texts along, as one change", async () => {
    const group = await aGroup("shop", { de: { hello: "Hallo" }, en: { hello: "Hello" } });
    await call("PUT", "/shop/locales/de", { hello: "Servus" });
    const changes = await pending();
    expect(changes).toMatchObject([{ type: "TranslationGroup", _entityId: group._id, templateName: "Shop" }]);
    const applied = await apply(changes[0]._id);
    expect(applied.body.data.map(({ type }: { type: string }) => type)).toEqual([
      "Translation",
      "Translation",
      "TranslationGroup",
    ]);
    expect(await production()).toMatchObject([
      { identifier: "shop", _parentId: group._id, locales: [{ locale: "de" }, { locale: "en" }] },
    ]);
    expect(await production("/shop/locales/de")).toEqual({ hello: "Servus" });
    expect(await pending()).toEqual([]);
  });

  test("of texts is a change of its own once the group was promoted, named by group and locale", async () => {
    await aGroup("shop", { de: { hello: "Hallo", bye: "Bis bald" } });
    await apply((await pending())[0]._id);
    await call("PUT", "/shop/locales/de", { hello: "Servus", bye: "Bis bald" });
    const [change, ...others] = await pending();
    expect(others).toEqual([]);
    expect(change).toMatchObject({ type: "Translation", templateName: "de", translationGroup: "Shop" });
    expect(change.change).toEqual([{ op: "update", path: ["translations", "hello"], val: "Servus", oldVal: "Hallo" }]);
    expect(await production("/shop/locales/de")).toEqual({ hello: "Hallo", bye: "Bis bald" });
    await apply(change._id);
    expect(await production("/shop/locales/de")).toEqual({ hello: "Servus", bye: "Bis bald" });
    // Back to what was promoted is no change.
    await call("PUT", "/shop/locales/de", { hello: "Hi" });
    await call("PUT", "/shop/locales/de", { hello: "Servus", bye: "Bis bald" });
    expect(await pending()).toEqual([]);
  });

  test("of deleted texts, of a renamed group and of a deleted one", async () => {
    await aGroup("shop", { de: { hello: "Hallo" }, en: { hello: "Hello" } });
    await apply((await pending())[0]._id);
    await call("DELETE", "/shop/locales/de");
    await call("PATCH", "/shop", { identifier: "store" });
    for (const { _id } of await pending()) expect((await apply(_id)).status).toBe(201);
    expect(await production()).toMatchObject([{ identifier: "store", locales: [{ locale: "en" }] }]);
    // Texts that come back are the same entity.
    await call("PUT", "/store/locales/de", { hello: "Wieder" });
    for (const { _id } of await pending()) expect((await apply(_id)).status).toBe(201);
    expect(await production("/store/locales/de")).toEqual({ hello: "Wieder" });
    await call("DELETE", "/store");
    const [change, ...others] = await pending();
    expect([change.type, others]).toEqual(["TranslationGroup", []]);
    expect((await apply(change._id)).status).toBe(201);
    expect(await production()).toEqual([]);
  });

  test("of what was created and deleted before leaves nothing in either environment", async () => {
    await aGroup("shop", { de: { hello: "Hallo" } });
    await call("DELETE", "/shop");
    for (const { _id } of await pending()) expect((await apply(_id)).status).toBe(201);
    expect(await production()).toEqual([]);
  });

  test("of texts alone takes their group along, and is refused where Production has a group of its own", async () => {
    await aGroup("shop", { de: { hello: "Hallo" }, en: { hello: "Hello" } });
    await callWith(environment.productionApiKey, "POST", "/v1/translations", { name: "Own", identifier: "shop" });
    const [{ _id }] = await pending();
    const refused = await apply(_id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining("group with identifier shop of its own"),
    ]);
    await callWith(environment.productionApiKey, "DELETE", "/v1/translations/shop");
    const rows = await db.$client<{ id: string }[]>`
      select id from changes where parent_id = ${_id} and state ->> 'locale' = 'en'`;
    expect((await apply(rows[0]?.id ?? "")).status).toBe(201);
    expect(await production()).toMatchObject([{ identifier: "shop", locales: [{ locale: "en" }] }]);
    // The others wait by themselves now.
    expect(await pending()).toMatchObject([{ type: "Translation", templateName: "de" }]);
  });
});

test("the rows of a deleted environment go with their references", async () => {
  await aGroup("shop", { de: { hello: "Hallo" } });
  await deleteEnvironmentRows(db, environment.scope);
  const rows = await db.$client`
    select id from translation_groups where environment_id = ${environment.environmentId}
    union all select id from translations where environment_id = ${environment.environmentId}`;
  expect(rows).toEqual([]);
});
