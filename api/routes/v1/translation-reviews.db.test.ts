import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";

// Outdated texts, imports of several locales, and the templates that print a key.

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

async function call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) {
  const reply = await app.inject({
    method,
    url,
    headers: environment.organizationHeaders,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}

async function aShop(locales: Record<string, object>) {
  await call("POST", "/v1/translations", { name: "Shop", identifier: "shop" });
  for (const [locale, texts] of Object.entries(locales)) await put(locale, texts);
}
const put = (locale: string, texts: object) => call("PUT", `/v1/translations/shop/locales/${locale}`, texts);
const texts = async (locale: string) => (await call("GET", `/v1/translations/shop/locales/${locale}`)).body.data;
const outdated = async () => (await call("GET", "/v1/translations/shop/outdated")).body.data;
const outdatedIn = async (locale: string) =>
  (await outdated()).locales.find((one: { locale: string }) => one.locale === locale)?.keys;
const review = (locale: string, keys?: string[]) =>
  call("POST", `/v1/translations/shop/locales/${locale}/review`, keys ? { keys } : {});

describe("a translation is outdated", () => {
  test("when the text of the default locale has changed since, until it is written again or found to be right", async () => {
    await aShop({ en: { hello: "Hello", order: { sent: "Sent" } }, de: { hello: "Hallo", "order.sent": "Versandt" } });
    expect(await outdated()).toEqual({ source: "en", locales: [{ locale: "de", keys: [] }] });
    await put("en", { hello: "Good day", order: { sent: "On its way" }, bye: "Bye" });
    expect(await outdatedIn("de")).toEqual(["hello", "order.sent"]);

    await put("de", { hello: "Guten Tag", "order.sent": "Versandt" });
    expect(await outdatedIn("de")).toEqual(["order.sent"]);
    const { status, body } = await review("de", ["order.sent", "no such key"]);
    expect([status, body.data.locales]).toEqual([201, [{ locale: "de", keys: [] }]]);
    expect(await texts("de")).toEqual({ hello: "Guten Tag", "order.sent": "Versandt" });
    await put("en", { hello: "Hi", order: { sent: "Gone" } });
    expect(await outdatedIn("de")).toEqual(["hello", "order.sent"]);
    expect((await review("de")).body.data.locales).toEqual([{ locale: "de", keys: [] }]);
  });

  test("also when its key was deleted and brought back with what the deletion has answered", async () => {
    await aShop({ en: { hello: "Hello", bye: "Bye" }, de: { hello: "Hallo", bye: "Tschüss" }, fr: { hello: "Salut" } });
    await put("en", { hello: "Good day", bye: "Bye" });
    await put("fr", { hello: "Bonjour" });
    expect([await outdatedIn("de"), await outdatedIn("fr")]).toEqual([["hello"], []]);
    const { removed } = (await call("DELETE", "/v1/translations/shop/keys?key=hello")).body.data;
    expect(removed).toMatchObject({ en: { text: "Good day" }, de: { text: "Hallo" }, fr: { text: "Bonjour" } });
    expect(await outdatedIn("de")).toEqual([]);
    const entries = Object.entries<{ text: string }>(removed);
    const locales = Object.fromEntries(entries.map(([locale, { text }]) => [locale, { hello: text }]));
    const notes = Object.fromEntries(entries.map(([locale, { text: _text, ...note }]) => [locale, { hello: note }]));
    await call("POST", "/v1/translations/shop/import", { locales, notes });
    expect([await outdatedIn("de"), await outdatedIn("fr")]).toEqual([["hello"], []]);
    expect(await texts("de")).toEqual({ hello: "Hallo", bye: "Tschüss" });
    // A text that was written in the meantime has notes of its own.
    await put("de", { hello: "Guten Tag", bye: "Tschüss" });
    await call("POST", "/v1/translations/shop/import", { locales: { de: { hello: "Guten Tag" } }, notes });
    expect(await outdatedIn("de")).toEqual([]);
  });

  test("not when the default text is as it was again, or came after it", async () => {
    await aShop({ de: { hello: "Hallo", bye: "Tschüss" }, en: { hello: "Hello" } });
    await put("en", { hello: "Hi", bye: "Bye" });
    expect(await outdatedIn("de")).toEqual(["hello"]);
    await put("en", { hello: "Hello", bye: "See you" });
    expect(await outdatedIn("de")).toEqual(["bye"]);
  });

  test("by the default locale that the organisation has now", async () => {
    await aShop({ en: { hello: "Hello" }, de: { hello: "Hallo" }, fr: { hello: "Salut" } });
    await put("en", { hello: "Good day" });
    await db.$client`update organizations set default_locale = 'de-AT' where id = ${environment.organizationId}`;
    expect(await outdated()).toEqual({
      source: "de",
      locales: [
        { locale: "en", keys: [] },
        { locale: "fr", keys: [] },
      ],
    });
    await put("de", { hello: "Guten Tag" });
    expect((await outdated()).locales.map(({ keys }: { keys: string[] }) => keys)).toEqual([["hello"], ["hello"]]);
  });

  test("in Production as in Development, whichever locale is promoted first", async () => {
    await aShop({ en: { hello: "Hello" }, de: { hello: "Hallo" } });
    await put("en", { hello: "Good day" });
    await put("de", { hello: "Guten Tag" });
    const pending = async () => (await call("GET", "/v1/changes?promoted=false")).body.data;
    for (const { _id } of (await pending()).toReversed()) await call("POST", `/v1/changes/${_id}/apply`);
    const headers = { authorization: `ApiKey ${environment.productionApiKey}` };
    const reply = await app.inject({ url: "/v1/translations/shop/outdated", headers });
    expect(reply.json().data).toEqual({ source: "en", locales: [{ locale: "de", keys: [] }] });
  });

  test("only beside a text in the default locale: without one there is nothing to be up to date with", async () => {
    await aShop({ de: { hello: "Hallo" } });
    expect(await outdated()).toEqual({ locales: [] });
    expect((await review("de")).status).toBe(400);
    expect((await review("fr")).status).toBe(404);
  });
});

describe("an import of several locales", () => {
  const importing = (body: object) => call("POST", "/v1/translations/shop/import", body);

  test("says what it would change before it does, and leaves what the file has not", async () => {
    await aShop({ en: { hello: "Hello", order: { sent: "Sent" } } });
    const file = { locales: { en: { "order.sent": "Gone", bye: "Bye" }, de: { hello: "Hallo" } } };
    const { status, body } = await call("POST", "/v1/translations/shop/import/preview", file);
    const changes = [
      { key: "bye", after: "Bye" },
      { key: "order.sent", before: "Sent", after: "Gone" },
    ];
    expect([status, body.data]).toEqual([
      201,
      [
        { locale: "en", isNew: false, added: 1, changed: 1, removed: 0, unchanged: 1, changes },
        { locale: "de", isNew: true, added: 1, changed: 0, removed: 0, unchanged: 0, changes: [expect.anything()] },
      ],
    ]);
    expect(await texts("en")).toEqual({ hello: "Hello", order: { sent: "Sent" } });
    expect((await importing(file)).body.data).toEqual(body.data);
    expect(await texts("en")).toEqual({ hello: "Hello", order: { sent: "Gone" }, bye: "Bye" });
    expect(await texts("de")).toEqual({ hello: "Hallo" });
  });

  test("takes the place of the texts where that is asked for", async () => {
    await aShop({ en: { hello: "Hello", bye: "Bye" } });
    const { body } = await importing({ locales: { en: { hello: "Hello" } }, mode: "replace" });
    expect(body.data).toMatchObject([{ removed: 1, unchanged: 1, changes: [{ key: "bye", before: "Bye" }] }]);
    expect(await texts("en")).toEqual({ hello: "Hello" });
  });

  test("writes nothing when one of its texts is refused, and names it", async () => {
    await aShop({ en: { hello: "Hello" } });
    const { status, body } = await importing({ locales: { en: { hello: "Hi" }, de: { hello: "Hallo {{}}" } } });
    expect([status, JSON.stringify(body.message)]).toEqual([
      400,
      expect.stringContaining("de: hello has a placeholder"),
    ]);
    expect(await texts("en")).toEqual({ hello: "Hello" });
    const nested = await importing({ locales: { de: { order: { sent: 7 } } } });
    expect([nested.status, JSON.stringify(nested.body)]).toEqual([400, expect.stringContaining("order.sent")]);
    expect((await importing({ locales: {} })).status).toBe(400);
    expect((await importing({ locales: { de_AT: {}, "de-at": {} } })).status).toBe(400);
  });

  test("has its translations up to date with the default texts of the same file", async () => {
    await aShop({ en: { hello: "Hello" }, de: { hello: "Hallo", bye: "Tschüss" } });
    await importing({ locales: { de: { hello: "Guten Tag" }, en: { hello: "Good day", bye: "Bye" } } });
    expect(await outdatedIn("de")).toEqual([]);
  });

  test("of 10,000 keys in three locales is done in one call", async () => {
    await aShop({});
    const file = (text: string) => Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key.${at}`, text]));
    await importing({ locales: { en: file("Hello") } });
    const { body } = await importing({ locales: { en: file("Hi"), de: file("Hallo"), fr: file("Salut") } });
    expect(body.data).toMatchObject([{ changed: 10_000 }, { added: 10_000 }, { added: 10_000 }]);
    await importing({ locales: { en: file("Good day") } });
    expect(await outdatedIn("fr")).toHaveLength(10_000);
  });
});

test("the keys that templates print are listed with their steps and layouts, and whether they are there", async () => {
  await aShop({ en: { hello: "Hello", unused: "Nobody" } });
  const sms = (name: string, body: string) => ({ name, type: "sms", controlValues: { body } });
  const { body: made } = await call("POST", "/v2/workflows", {
    name: "Orders",
    workflowId: "orders",
    steps: [
      sms("Greeting", "{{ 'shop.hello' | i18n }} {% comment %}{{ 'shop.unused' | i18n }}{% endcomment %}"),
      sms("Lost", "{% i18n 'shop.lost' %}Lost{% endi18n %} {{ 'other.key' | i18n }}"),
      sms("Any", "{{ payload.key | i18n }} i18n"),
    ],
  });
  const layout = await call("POST", "/v1/layouts", {
    name: "Frame",
    identifier: "frame",
    content: "{{ 'shop.hello' | i18n }} {{body}}",
  });
  expect([made.data.steps.length, layout.status]).toEqual([3, 201]);
  const workflowId = made.data._id;
  const place = (index: number, name: string) => ({
    kind: "step",
    workflowId,
    workflowName: "Orders",
    stepId: made.data.steps[index]._id,
    name,
  });
  const { body } = await call("GET", "/v1/translation-usage");
  expect(body.data).toEqual({
    keys: [
      { key: "other.key", exists: false, places: [place(1, "Lost")] },
      {
        key: "shop.hello",
        exists: true,
        places: [place(0, "Greeting"), { kind: "layout", layoutId: layout.body.data._id, name: "Frame" }],
      },
      { key: "shop.lost", exists: false, places: [place(1, "Lost")] },
    ],
    variable: [place(2, "Any")],
  });
  const ofGroup = await call("GET", "/v1/translation-usage?group=other");
  expect(ofGroup.body.data.keys.map(({ key }: { key: string }) => key)).toEqual(["other.key"]);
});
