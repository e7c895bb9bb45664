// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { TranslationUsage } from "#contract/workflows/translations.ts";
import { failure } from "./testing/fake-server.ts";
import { aTranslationGroup, PRODUCTION } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { cellOf } from "./testing/test-write.ts";

afterEach(cleanup);

type Texts = Record<string, Record<string, unknown>>;

interface Shop {
  outdated?: Record<string, string[]>;
  usage?: Partial<TranslationUsage>;
}

/** A server with the group `shop`, whose texts calls may replace. */
/** The notes that imports came with. */
const imports: unknown[] = [];
afterEach(() => imports.splice(0));

function aShop(texts: Texts, { outdated = {}, usage = {} }: Shop = {}) {
  const group = () => aTranslationGroup(Object.keys(texts));
  const locales = ["de", "de-AT", "en"].flatMap((locale) => [
    [
      `GET /translations/shop/locales/${locale}`,
      () => (texts[locale] ? { body: { data: texts[locale] } } : failure(404, "Not found")),
    ] as const,
    [
      `PUT /translations/shop/locales/${locale}`,
      ({ body }: { body: unknown }) => {
        texts[locale] = body as Record<string, unknown>;
        return { body: { data: group() } };
      },
    ] as const,
    [
      `POST /translations/shop/locales/${locale}/review`,
      ({ body }: { body: unknown }) => {
        const { keys } = Object(body);
        outdated[locale] = keys ? (outdated[locale] ?? []).filter((key) => !keys.includes(key)) : [];
        return { status: 201, ...reviews() };
      },
    ] as const,
  ]);
  const imported = (body: unknown, { isDry }: { isDry: boolean }) => {
    const { locales: given, mode, notes } = Object(body);
    if (notes) imports.push(notes);
    const answer = Object.entries<Record<string, unknown>>(given).map(([locale, ofLocale]) => {
      const before = texts[locale] ?? {};
      if (!isDry) texts[locale] = mode === "replace" ? ofLocale : { ...before, ...ofLocale };
      const added = Object.keys(ofLocale).filter((key) => before[key] === undefined);
      const changes = added.map((key) => ({ key, after: String(ofLocale[key]) }));
      return { locale, isNew: false, added: added.length, changed: 0, removed: 0, unchanged: 0, changes };
    });
    return { status: 201, body: { data: answer } };
  };
  const reviews = () => ({
    body: { data: { source: "en", locales: Object.entries(outdated).map(([locale, keys]) => ({ locale, keys })) } },
  });
  return {
    "GET /translations": () => ({ body: { data: [group()], page: 0, pageSize: 25, totalCount: 1 } }),
    "GET /translations/shop": () => ({ body: { data: group() } }),
    "GET /translations/shop/outdated": reviews,
    "GET /translation-usage": () => ({ body: { data: { keys: [], variable: [], ...usage } } }),
    "POST /translations/shop/import/preview": ({ body }: { body: unknown }) => imported(body, { isDry: true }),
    "POST /translations/shop/import": ({ body }: { body: unknown }) => imported(body, { isDry: false }),
    "GET /translation-counts": () => ({ body: { data: [] } }),
    "DELETE /translations/shop/keys": ({ query }: { query: URLSearchParams }) => {
      const key = query.get("key") ?? "";
      const removed = Object.entries(texts).flatMap(([locale, { [key]: text }]) =>
        text === undefined ? [] : [[locale, { text, writtenFor: `en ${locale}` }] as const],
      );
      for (const ofLocale of Object.values(texts)) delete ofLocale[key];
      return { body: { data: { ...group(), removed: Object.fromEntries(removed) } } };
    },
    ...Object.fromEntries(locales),
  };
}

/** A button, which may be the cell of a text. */
const cell = (name: string) =>
  screen.findByRole<HTMLButtonElement>("button", { name: (given) => given === name || cellOf(name).test(given) });
/** Returns the notes beside a text. */
const notesOf = (name: string) => {
  const id = screen.getByRole("button", { name: cellOf(name) }).getAttribute("aria-describedby");
  return document.getElementById(id ?? "")?.textContent ?? "";
};

test("a group is opened from the list; its missing texts are marked, and where they come from is shown", async () => {
  renderDashboard("/translations", {
    handlers: aShop({ "de-AT": { hello: "Servus" }, en: { hello: "Hello", order: { sent: "Sent" } } }),
  });
  fireEvent.click(await screen.findByRole("link", { name: "Shop" }));
  await screen.findByRole("heading", { level: 1, name: "Shop" });
  const missing = await screen.findByRole("button", { name: cellOf("order.sent in de-AT") });
  expect(missing.textContent).toBe("Sent");
  expect(notesOf("order.sent in de-AT")).toBe("MissingThe text in en is sent");
  expect(screen.getByRole("button", { name: cellOf("order.sent in en") }).textContent).toBe("Sent");
  expect(screen.getByRole("columnheader", { name: /^de-AT/ }).textContent).toMatch(/^de-ATThen en1 missing/);
});

test("a new group is opened; its identifier may be left to the server", async () => {
  const { router, received } = renderDashboard("/translations", {
    handlers: {
      ...aShop({ en: { hello: "Hello" } }),
      "POST /translations": async () => ({ status: 201, body: aShop({})["GET /translations/shop"]().body }),
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "New group" }));
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Shop" } });
  fireEvent.click(screen.getByRole("button", { name: "Create" }));
  await screen.findByRole("button", { name: cellOf("hello in en") });
  expect(router.state.location.pathname).toBe("/translations/shop");
  expect(received.find(({ method }) => method === "POST")?.body).toEqual({ name: "Shop" });
});

test("a text is written in its cell, and leaves the others as somebody else may have changed them", async () => {
  const texts: Record<string, Record<string, unknown>> = {
    de: { hello: "Hallo" },
    en: { hello: "Hello", order: { sent: "Sent" } },
  };
  renderDashboard("/translations/shop", { handlers: aShop(texts) });
  fireEvent.click(await screen.findByRole("button", { name: cellOf("order.sent in de") }));
  texts.de = { hello: "Servus" };
  fireEvent.change(screen.getByRole("textbox", { name: "order.sent in de" }), { target: { value: "Versandt" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: cellOf("order.sent in de") }).textContent).toBe("Versandt"),
  );
  expect(texts.de).toEqual({ hello: "Servus", "order.sent": "Versandt" });
  expect(screen.getByRole("button", { name: cellOf("hello in de") }).textContent).toBe("Servus");
});

test("a refused text stays in its field with the reason", async () => {
  renderDashboard("/translations/shop", {
    handlers: {
      ...aShop({ en: { hello: "Hello" } }),
      "POST /translations/shop/import": () => failure(400, "hello has a placeholder without a name"),
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: cellOf("hello in en") }));
  fireEvent.change(screen.getByRole("textbox", { name: "hello in en" }), { target: { value: "{{}}" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toContain("placeholder without a name");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "hello in en" }).value).toBe("{{}}");
});

test("keys and locales are added", async () => {
  const texts: Texts = { en: { hello: "Hello" } };
  renderDashboard("/translations/shop", { handlers: aShop(texts) });
  await cell("hello in en");
  fireEvent.click(screen.getByRole("button", { name: "Add locale" }));
  fireEvent.change(await screen.findByLabelText("Locale"), { target: { value: "de" } });
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  await cell("hello in de");
  fireEvent.click(screen.getByRole("button", { name: "Add key" }));
  fireEvent.change(await screen.findByLabelText("Key"), { target: { value: "bye" } });
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  await cell("bye in de");
  expect(notesOf("bye in de")).toContain("The key shop.bye is sent");
});

test("a file is imported once its changes were seen; one with a fault is not, and its line is named", async () => {
  const texts: Texts = { en: { hello: "Hello" }, de: { hello: "Hallo" } };
  const { received } = renderDashboard("/translations/shop", { handlers: aShop(texts) });
  await cell("hello in en");
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  const choose = async (content: string, name: string) =>
    fireEvent.change(await screen.findByLabelText("File of texts"), { target: { files: [new File([content], name)] } });
  await choose("key,de\n,Hallo", "shop.csv");
  expect((await screen.findByRole("alert")).textContent).toContain("Line 2: the key is missing.");
  await choose("key,de,en\nbye,Tschüss,Bye", "shop.csv");
  const changes = await screen.findByRole("list", { name: "Changes by locale" });
  expect(changes.textContent).toBe("de: 1 addeden: 1 added");
  expect(screen.getByRole("list", { name: "Changed texts" }).textContent).toContain("Tschüss");
  expect(texts.de).toEqual({ hello: "Hallo" });
  fireEvent.click(screen.getByRole("button", { name: "Import 2 changes" }));
  expect((await cell("bye in de")).textContent).toBe("Tschüss");
  expect(texts.en).toEqual({ hello: "Hello", bye: "Bye" });
  expect(received.filter(({ path }) => path.endsWith("/import"))).toMatchObject([{ body: { mode: "merge" } }]);
});

test("a file of JSON is in the locale that it is named after, which can be another one", async () => {
  const texts: Texts = { en: { hello: "Hello" } };
  renderDashboard("/translations/shop", { handlers: aShop(texts) });
  await cell("hello in en");
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  const file = new File([JSON.stringify({ bye: "Bye" })], "shop.de-at.json");
  fireEvent.change(await screen.findByLabelText("File of texts"), { target: { files: [file] } });
  const locale = await screen.findByRole<HTMLInputElement>("combobox", { name: "Locale" });
  expect(locale.value).toBe("de-AT");
  fireEvent.change(locale, { target: { value: "" } });
  await screen.findByText("Choose a locale to see what the import changes.");
  fireEvent.change(locale, { target: { value: "en" } });
  fireEvent.click(screen.getByRole("radio", { name: /^Remove them/ }));
  await screen.findByText(/: 1 added/);
  fireEvent.click(screen.getByRole("button", { name: "Import 1 change" }));
  await cell("bye in en");
  expect(texts).toEqual({ en: { bye: "Bye" } });
});

test("a file of XLIFF is imported in the locales that it names", async () => {
  const texts: Texts = { en: { hello: "Hello" }, de: {} };
  renderDashboard("/translations/shop", { handlers: aShop(texts) });
  await cell("hello in en");
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  const unit = '<trans-unit id="hello"><source>Hello</source><target>Grüß Gott</target></trans-unit>';
  const file = `<xliff version="1.2"><file target-language="de"><body>${unit}</body></file></xliff>`;
  const wide = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(Uint16Array.from(file, (char) => char.charCodeAt(0)).buffer),
  ]);
  const files = [new File([wide], "shop.xlf")];
  fireEvent.change(await screen.findByLabelText("File of texts"), { target: { files } });
  fireEvent.click(await screen.findByRole("button", { name: "Import 1 change" }));
  await waitFor(() => expect(texts.de).toEqual({ hello: "Grüß Gott" }));
});

test("a key is deleted after it was said who prints it, and Undo brings its texts back", async () => {
  const texts: Texts = { en: { hello: "Hello", bye: "Bye" }, de: { hello: "Hallo" } };
  const places = [{ kind: "layout" as const, layoutId: "plain", name: "Plain" }];
  renderDashboard("/translations/shop", {
    handlers: aShop(texts, { usage: { keys: [{ key: "shop.hello", exists: true, places }] } }),
  });
  await cell("hello in en");
  fireEvent.click(screen.getByRole("button", { name: "Delete hello" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("Its texts in 2 locales are deleted.");
  within(dialog).getByRole("link", { name: "Plain" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete key" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: cellOf("hello in en") })).toBeNull());
  expect(texts).toEqual({ en: { bye: "Bye" }, de: {} });
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await cell("hello in de");
  expect(texts).toEqual({ en: { bye: "Bye", hello: "Hello" }, de: { hello: "Hallo" } });
  expect(imports).toEqual([{ en: { hello: { writtenFor: "en en" } }, de: { hello: { writtenFor: "en de" } } }]);
});

test("the list says how many texts are open, and leads to them", async () => {
  const counts = [
    {
      identifier: "shop",
      keys: 3,
      locales: [
        { locale: "de", missing: 2, outdated: 0 },
        { locale: "fr", missing: 0, outdated: 1 },
      ],
    },
  ];
  renderDashboard("/translations", {
    handlers: { ...aShop({ de: {} }), "GET /translation-counts": () => ({ body: { data: counts } }) },
  });
  const link = await screen.findByRole("link", { name: "2 missing in de" });
  expect(link.getAttribute("href")).toBe("/translations/shop?show=missing&locale=de");
  await screen.findByRole("link", { name: "1 outdated in fr" });
});

test("outdated texts and other placeholders are shown, found one after the other, and marked as up to date", async () => {
  const texts: Texts = {
    en: { bye: "Bye {{name}}", hello: "Hello", later: "Later" },
    de: { bye: "Tschüss {{nmae}}", hello: "Hallo" },
  };
  const { router } = renderDashboard("/translations/shop", { handlers: aShop(texts, { outdated: { de: ["hello"] } }) });
  await cell("hello in de");
  await waitFor(() => expect(notesOf("hello in de")).toBe("Outdated"));
  expect(notesOf("bye in de")).toBe("Lacks {{name}}The default has no {{nmae}}");
  const next = screen.getByRole("button", { name: "Next missing text" });
  for (const name of ["bye in de", "hello in de", "later in de", "bye in de"]) {
    fireEvent.click(next);
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toMatch(cellOf(name)));
  }
  fireEvent.click(screen.getByRole("button", { name: "1 outdated in de" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: cellOf("bye in de") })).toBeNull());
  expect(router.state.location.search).toMatchObject({ show: "outdated", locale: "de" });
  fireEvent.click(await screen.findByRole("button", { name: "Mark as up to date for hello in de" }));
  await waitFor(() => expect(notesOf("hello in de")).toBe(""));
  expect(texts.de?.hello).toBe("Hallo");
  fireEvent.click(await cell("Locale de"));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "All locales" }));
  await screen.findByText("There is no such text.");
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await screen.findByRole("columnheader", { name: /^en/ });
});

test("keys lead to the steps that print them, in each locale; keys without a text and unused ones are listed", async () => {
  const place = { kind: "step" as const, workflowId: "w", workflowName: "Orders", stepId: "mail", name: "Mail" };
  const keys = [
    { key: "shop.hello", exists: true, places: [place] },
    { key: "shop.lost", exists: false, places: [place] },
  ];
  const texts: Texts = { en: { hello: "Hello", idle: "Idle" }, de: {} };
  renderDashboard("/translations/shop", { handlers: aShop(texts, { usage: { keys } }) });
  fireEvent.click(await screen.findByRole("button", { name: "1 use of hello" }));
  const uses = within(await screen.findByRole("dialog", { name: "Templates that print hello" }));
  expect(uses.getByRole("link", { name: "de" }).getAttribute("href")).toContain("/workflows/w/steps/mail?locale=de");
  const dialog = screen.getByRole("dialog", { name: "Templates that print hello" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  fireEvent.click(await cell("Add shop.lost"));
  await cell("lost in de");
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Not used (1)" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: cellOf("hello in en") })).toBeNull());
  await cell("idle in en");
});

test("a locale that is there already is not added again, however it is written: its texts would be lost", async () => {
  const texts: Record<string, Record<string, unknown>> = { "de-AT": { hello: "Servus" } };
  const { received } = renderDashboard("/translations/shop", { handlers: aShop(texts) });
  await screen.findByRole("button", { name: cellOf("hello in de-AT") });
  fireEvent.click(screen.getByRole("button", { name: "Add locale" }));
  fireEvent.change(await screen.findByLabelText("Locale"), { target: { value: "de-at" } });
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  expect(await screen.findByText(/is there already/)).toBeTruthy();
  expect(received.filter(({ method }) => method === "PUT")).toEqual([]);
});

test("Production is read-only", async () => {
  renderDashboard("/translations/shop", { environmentId: PRODUCTION, handlers: aShop({ en: { hello: "Hello" } }) });
  const cell = await screen.findByRole<HTMLButtonElement>("button", { name: cellOf("hello in en") });
  expect(cell.disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add key" }).disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
});
