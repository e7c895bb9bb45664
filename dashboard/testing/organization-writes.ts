import { fireEvent, screen } from "@testing-library/react";
import { environments } from "./fixtures.ts";
import { handlersOf } from "./screens.ts";
import { anApiKey } from "./settings.ts";
import { choose, data, filled, press, type TestWrite, type } from "./test-write.ts";

const STAGING = {
  ...environments[0],
  _id: "00000000-0000-4000-8000-0000000000a1",
  name: "Staging",
  identifier: "stg",
  color: "#0a7cff",
};
const ENVIRONMENTS = {
  address: "/settings/environments",
  handlers: {
    ...handlersOf("/settings/environments"),
    "GET /environments": data([...environments, STAGING]),
    "GET /v2/workflows": data({ workflows: [], totalCount: 3 }),
    "GET /v2/subscribers": () => ({ body: { data: [], next: null, totalCount: 50_000, totalCountCapped: true } }),
    "GET /api-keys": data([anApiKey({ _environmentId: STAGING._id })]),
  },
};

/** Changes of the organisation, its environments and what its settings show. */
export const ORGANIZATION_WRITES: readonly TestWrite[] = [
  {
    name: "creating an environment",
    write: "environments.create",
    ...ENVIRONMENTS,
    call: "POST /environments",
    answer: data({ ...STAGING, apiKeys: [anApiKey({ key: "a".repeat(32) })] }, 201),
    fill: async () => {
      await press("New environment");
      await type("Name", "Staging");
    },
    send: () => press("Create environment"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Staging" },
    done: () => screen.findByText("Copy the API key of Staging now"),
  },
  {
    name: "changing an environment",
    write: "environments.updateOne",
    ...ENVIRONMENTS,
    call: `PUT /environments/${STAGING._id}`,
    answer: data({ ...STAGING, name: "Preview" }),
    fill: async () => {
      await choose("Staging", "Edit");
      await type("Name", "Preview");
    },
    send: () => press("Save environment"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Preview" },
    done: () => screen.findByText("Preview was saved"),
  },
  {
    name: "deleting an environment",
    write: "environments.delete",
    ...ENVIRONMENTS,
    call: `DELETE /environments/${STAGING._id}`,
    answer: data({ acknowledged: true, status: "deleted" }),
    fill: async () => {
      await choose("Staging", "Delete");
      await screen.findByText(/^Deletes 3 workflows, more than 50,000 subscribers and 1 API key, /);
      await type("Type Staging to confirm", "Staging");
    },
    send: () => press("Delete environment"),
    done: () => screen.findByText("Staging was deleted"),
  },
  {
    name: "changing the organisation",
    write: "organizations.rename",
    address: "/settings/organisation",
    handlers: handlersOf("/settings/organisation"),
    call: "PATCH /organizations",
    answer: data({ name: "Engines" }),
    fill: () => type("Name", "Engines"),
    send: () => press("Save organisation"),
    field: { label: "Default locale (optional)", path: "defaultLocale" },
    kept: { Name: "Engines" },
    done: () => screen.findByText("The organisation was saved"),
  },
  {
    name: "changing the branding",
    write: "organizations.updateBranding",
    address: "/settings/branding",
    handlers: handlersOf("/settings/branding"),
    call: "PUT /organizations/branding",
    answer: data({ color: "#0a7cff" }),
    fill: () => type("Colour", "#0a7cff"),
    send: () => press("Save branding"),
    field: { label: "Colour", path: "color" },
    kept: { Colour: "#0a7cff" },
    done: () => screen.findByText("The branding was saved"),
  },
  {
    name: "uploading a logo",
    write: "organizations.uploadLogo",
    address: "/settings/branding",
    handlers: handlersOf("/settings/branding"),
    call: "POST /organizations/branding/logo",
    answer: data({ url: "https://belfry.test/v1/logos/1.png" }, 201),
    send: async () => {
      const file = new File([new Uint8Array([137, 80])], "logo.png", { type: "image/png" });
      fireEvent.change(await screen.findByLabelText("File of the logo"), { target: { files: [file] } });
    },
    done: () => filled("Logo", "https://belfry.test/v1/logos/1.png"),
  },
  {
    name: "exporting the audit log",
    write: "auditLogs.export",
    address: "/settings/audit-log",
    handlers: handlersOf("/settings/audit-log"),
    call: "GET /audit-logs/export",
    answer: () => ({ body: "time,environment" }),
    send: () => press("Export as CSV"),
    once: true,
    done: () => screen.findByRole("button", { name: "Export as CSV" }),
  },
];
