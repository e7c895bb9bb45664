// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { failure } from "./testing/fake-server.ts";
import { aTranslationGroup, PRODUCTION } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";

afterEach(cleanup);

/** A server with the group `shop`, whose texts calls may replace. */
function aShop(texts: Record<string, Record<string, unknown>>) {
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
  ]);
  return {
    "GET /translations": () => ({ body: { data: [group()], page: 0, pageSize: 25, totalCount: 1 } }),
    "GET /translations/shop": () => ({ body: { data: group() } }),
    ...Object.fromEntries(locales),
  };
}

test("a group is opened from the list; its missing texts are marked, and where they come from is shown", async () => {
  renderDashboard("/translations", {
    handlers: aShop({ "de-AT": { hello: "Servus" }, en: { hello: "Hello", order: { sent: "Sent" } } }),
  });
  fireEvent.click(await screen.findByRole("link", { name: "Shop" }));
  await screen.findByRole("heading", { level: 1, name: "Shop" });
  const missing = await screen.findByRole("button", { name: "order.sent in de-AT" });
  expect(missing.textContent).toBe("Missing");
  expect(screen.getByRole("button", { name: "order.sent in en" }).textContent).toBe("Sent");
  expect(screen.getByRole("columnheader", { name: /^de-AT/ }).textContent).toContain("then de, en");
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
  await screen.findByRole("button", { name: "hello in en" });
  expect(router.state.location.pathname).toBe("/translations/shop");
  expect(received.find(({ method }) => method === "POST")?.body).toEqual({ name: "Shop" });
});

test("a text is written in its cell, and leaves the others as somebody else may have changed them", async () => {
  const texts: Record<string, Record<string, unknown>> = {
    de: { hello: "Hallo" },
    en: { hello: "Hello", order: { sent: "Sent" } },
  };
  renderDashboard("/translations/shop", { handlers: aShop(texts) });
  fireEvent.click(await screen.findByRole("button", { name: "order.sent in de" }));
  texts.de = { hello: "Servus" };
  fireEvent.change(screen.getByRole("textbox", { name: "order.sent in de" }), { target: { value: "Versandt" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "order.sent in de" }).textContent).toBe("Versandt"));
  expect(texts.de).toEqual({ hello: "Servus", "order.sent": "Versandt" });
  expect(screen.getByRole("button", { name: "hello in de" }).textContent).toBe("Servus");
});

test("a refused text stays in its field with the reason", async () => {
  renderDashboard("/translations/shop", {
    handlers: {
      ...aShop({ en: { hello: "Hello" } }),
      "PUT /translations/shop/locales/en": () => failure(400, "hello has a placeholder without a name"),
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "hello in en" }));
  fireEvent.change(screen.getByRole("textbox", { name: "hello in en" }), { target: { value: "{{}}" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toContain("placeholder without a name");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "hello in en" }).value).toBe("{{}}");
});

test("keys and locales are added, and a file takes the place of a locale's texts", async () => {
  const texts: Record<string, Record<string, unknown>> = { en: { hello: "Hello" } };
  renderDashboard("/translations/shop", { handlers: aShop(texts) });
  await screen.findByRole("button", { name: "hello in en" });
  fireEvent.click(screen.getByRole("button", { name: "Add locale" }));
  fireEvent.change(await screen.findByLabelText("Locale"), { target: { value: "de" } });
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  await screen.findByRole("button", { name: "hello in de" });
  fireEvent.click(screen.getByRole("button", { name: "Add key" }));
  fireEvent.change(await screen.findByLabelText("Key"), { target: { value: "bye" } });
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  await screen.findByRole("button", { name: "bye in de" });

  const file = new File([JSON.stringify({ hello: "Hallo", bye: "Tschüss" })], "de.json", { type: "application/json" });
  fireEvent.change(screen.getByLabelText("File of de"), { target: { files: [file] } });
  await waitFor(() => expect(screen.getByRole("button", { name: "bye in de" }).textContent).toBe("Tschüss"));
  expect(texts.de).toEqual({ hello: "Hallo", bye: "Tschüss" });
});

test("a locale that is there already is not added again, however it is written: its texts would be lost", async () => {
  const texts: Record<string, Record<string, unknown>> = { "de-AT": { hello: "Servus" } };
  const { received } = renderDashboard("/translations/shop", { handlers: aShop(texts) });
  await screen.findByRole("button", { name: "hello in de-AT" });
  fireEvent.click(screen.getByRole("button", { name: "Add locale" }));
  fireEvent.change(await screen.findByLabelText("Locale"), { target: { value: "de-at" } });
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  expect(await screen.findByText(/is there already/)).toBeTruthy();
  expect(received.filter(({ method }) => method === "PUT")).toEqual([]);
});

test("Production is read-only", async () => {
  renderDashboard("/translations/shop", { environmentId: PRODUCTION, handlers: aShop({ en: { hello: "Hello" } }) });
  const cell = await screen.findByRole<HTMLButtonElement>("button", { name: "hello in en" });
  expect(cell.disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import en" }).disabled).toBe(true);
});
