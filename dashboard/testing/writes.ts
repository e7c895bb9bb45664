import { fireEvent, screen } from "@testing-library/react";
import { ALERT_RULE_WRITES } from "./alert-rule-writes.ts";
import { ENTRY_WRITES } from "./entry-writes.ts";
import { ENVIRONMENT_WRITES } from "./environment-writes.ts";
import { FAILURE_GROUP_WRITES } from "./failure-group-writes.ts";
import { IMPORT_WRITES } from "./import-writes.ts";
import { INTEGRATION_WRITES } from "./integration-writes.ts";
import { LAYOUT_WRITES } from "./layout-writes.ts";
import { ORGANIZATION_WRITES } from "./organization-writes.ts";
import { PEOPLE_WRITES } from "./people-writes.ts";
import { PUBLICATION_WRITES } from "./publication-writes.ts";
import { REQUEST_WRITES } from "./request-writes.ts";
import { RESUMPTION_WRITES } from "./resumption-writes.ts";
import { RUN_WRITES } from "./run-writes.ts";
import { SAVED_VIEW_WRITES } from "./saved-view-writes.ts";
import { SCHEDULE_WRITES } from "./schedule-writes.ts";
import { handlersOf, SCREENS } from "./screens.ts";
import { SETTINGS_WRITES } from "./settings-writes.ts";
import { SUPPRESSION_WRITES } from "./suppression-writes.ts";
import { cellOf, data, gone, heading, press, type TestWrite, type } from "./test-write.ts";
import { TRANSLATION_WRITES } from "./translation-writes.ts";
import { WEBHOOK_WRITES } from "./webhook-writes.ts";
import { WORKFLOW_WRITES } from "./workflow-writes.ts";

const CODE = SCREENS.find(({ address }) => address.endsWith("/code")) ?? { address: "", handlers: {} };
const ADDED = { locale: "en", isNew: false, added: 1, changed: 0, removed: 0, unchanged: 0, changes: [] };

/** Every form of the dashboard, and every other change that it makes. */
export const WRITES: readonly TestWrite[] = [
  ...ENTRY_WRITES,
  ...SETTINGS_WRITES,
  ...ORGANIZATION_WRITES,
  ...ENVIRONMENT_WRITES,
  ...SCHEDULE_WRITES,
  ...INTEGRATION_WRITES,
  ...SAVED_VIEW_WRITES,
  ...SUPPRESSION_WRITES,
  ...IMPORT_WRITES,
  ...REQUEST_WRITES,
  ...RESUMPTION_WRITES,
  ...ALERT_RULE_WRITES,
  ...RUN_WRITES,
  ...FAILURE_GROUP_WRITES,
  ...WEBHOOK_WRITES,
  ...PUBLICATION_WRITES,
  {
    name: "inviting a member",
    address: "/welcome",
    handlers: { ...handlersOf("/welcome"), "GET /organizations/members": data([{ _id: "ada" }]) },
    call: "POST /invites",
    answer: data({ success: true }, 201),
    fill: () => type("Email", "grace@example.com"),
    send: () => press("Invite"),
    field: { label: "Email", path: "email" },
    kept: { Email: "grace@example.com" },
    done: () => screen.findByText("grace@example.com was invited"),
  },
  {
    name: "sending the demo event",
    write: "events.trigger",
    address: "/welcome",
    handlers: {
      ...handlersOf("/welcome"),
      "GET /notifications": () => ({ body: { data: [], page: 0, pageSize: 1, hasMore: false } }),
    },
    call: "POST /events/trigger",
    answer: data({ acknowledged: true, status: "processed", transactionId: "t" }, 201),
    send: () => press("Send the demo event"),
    done: () => gone(() => screen.queryByText(/^Not sent/)),
  },
  {
    name: "creating a key for snippets",
    write: "apiKeys.create",
    ...CODE,
    call: "POST /api-keys",
    answer: data({ name: "Snippets", key: "a".repeat(32) }, 201),
    send: () => press("Create an API key"),
    done: () => screen.findByText(/after a reload it cannot be shown again/),
  },
  {
    name: "creating a translation group",
    write: "translations.createGroup",
    address: "/translations",
    handlers: { ...handlersOf("/translations"), ...handlersOf("/translations/shop") },
    call: "POST /translations",
    answer: data({ name: "Shop", identifier: "shop" }, 201),
    fill: async () => {
      await press("New group");
      await type("Name", "Shop");
    },
    send: () => press("Create"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Shop" },
    done: () => heading("Shop"),
  },
  {
    name: "adding a locale",
    write: "translations.import",
    address: "/translations/shop",
    handlers: handlersOf("/translations/shop"),
    call: "PUT /translations/shop/locales/fr",
    answer: data({}),
    fill: async () => {
      await press("Add locale");
      await type("Locale", "fr");
    },
    send: () => press("Add"),
    field: { label: "Locale", path: "locale" },
    kept: { Locale: "fr" },
    done: () => gone(() => screen.queryByLabelText("Locale")),
  },
  {
    name: "changing a text",
    write: "translations.importLocales",
    address: "/translations/shop",
    handlers: handlersOf("/translations/shop"),
    call: "POST /translations/shop/import",
    answer: data([], 201),
    fill: async () => {
      await press(cellOf("hello in en"));
      await type("hello in en", "Good day");
    },
    send: () => press("Save"),
    kept: { "hello in en": "Good day" },
    done: () => screen.findByRole("button", { name: cellOf("hello in en") }),
  },
  {
    name: "importing a file of texts",
    write: "translations.importLocales",
    address: "/translations/shop",
    handlers: {
      ...handlersOf("/translations/shop"),
      "POST /translations/shop/import/preview": data([ADDED], 201),
    },
    call: "POST /translations/shop/import",
    answer: data([ADDED], 201),
    fill: async () => {
      await press("Import");
      const file = new File(['{"bye":"Bye"}'], "shop.en.json", { type: "application/json" });
      fireEvent.change(await screen.findByLabelText("File of texts"), { target: { files: [file] } });
    },
    send: () => press("Import 1 change"),
    done: () => gone(() => screen.queryByRole("dialog")),
  },
  {
    name: "deleting a key",
    write: "translations.deleteKey",
    address: "/translations/shop",
    handlers: handlersOf("/translations/shop"),
    call: "DELETE /translations/shop/keys",
    answer: data({ removed: {} }),
    fill: () => press("Delete hello"),
    send: () => press("Delete key"),
    done: () => screen.findByText("hello was deleted"),
  },
  {
    name: "marking a text as up to date",
    write: "translations.review",
    address: "/translations/shop",
    handlers: handlersOf("/translations/shop"),
    call: "POST /translations/shop/locales/de/review",
    answer: data({ source: "en", locales: [{ locale: "de", keys: [] }] }, 201),
    send: () => press("Mark as up to date for hello in de"),
    done: () => gone(() => screen.queryByText("Outdated")),
  },
  ...TRANSLATION_WRITES,
  ...WORKFLOW_WRITES,
  ...LAYOUT_WRITES,
  ...PEOPLE_WRITES,
];
