// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Integration } from "#contract/integrations.ts";
import { defineInbox } from "./testing/define-inbox.ts";
import { sessionOf } from "./testing/fake-server.ts";
import { aHealth, anIntegration, INTEGRATION_ID } from "./testing/integrations.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";
import { data, press, type } from "./testing/test-write.ts";
import { aListedWorkflow, listOf } from "./testing/workflow-v2.ts";

// The health of integrations.

beforeEach(defineInbox);
afterEach(cleanup);

const viewer = { "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }) };

/** The row of an integration, once its health is known. */
async function rowOf(name: string): Promise<string> {
  const link = await screen.findByRole("link", { name });
  const row = link.closest("li");
  if (!row) throw new Error(`${name} has no row`);
  await within(row).findByText(/sent today \(UTC\)/);
  return row.textContent ?? "";
}

test.each(["admin", "viewer"])("%s sees how each integration does", async (role) => {
  renderDashboard("/integrations", {
    handlers: { ...handlersOf("/integrations"), ...(role === "viewer" && viewer) },
  });
  expect(await rowOf("Mail server")).toMatch(
    /Healthy.*99\.6 % of 1,204 sends in the last hour succeeded · median 180 ms · 5,310 sent/,
  );
  expect(await rowOf("Second server")).toMatch(
    /Degraded.*90 % of 100 .* median 1\.4 s.*Last error .* 550 · Mail server/,
  );
  expect(await rowOf("Text sender")).toMatch(/Failing since .*0 % of 31 .* 20005 · The account has no credit left/);
  expect(await rowOf("Phones")).toMatch(/Away until /);
  expect(await rowOf("Team chat")).toMatch(/Idle.*Nothing sent in the last hour · 0 sent today/);
  expect(await rowOf("Former chat")).toMatch(/Inactive/);
});

test("the page of an integration has the same summary, also for a viewer", async () => {
  const address = `/integrations/${INTEGRATION_ID}`;
  renderDashboard(address, { handlers: { ...handlersOf(address), ...viewer } });
  const summary = await screen.findByRole("region", { name: "Health" });
  expect(summary.textContent).toMatch(/Healthy.*99\.6 % of 1,204/);
});

test("under the field of a stored secret stand its end, when it was set, and by whom", async () => {
  const address = `/integrations/${INTEGRATION_ID}`;
  renderDashboard(address, { handlers: handlersOf(address) });
  const field = await screen.findByLabelText("Password (optional)");
  expect(field.getAttribute("placeholder")).toBe("•••• 1234");
  const hint = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(hint?.textContent).toBe("Set on 3 May 2026 by Ada Lovelace");
});

test("an integration is kept for some tenants, by conditions on their data", async () => {
  const address = `/integrations/${INTEGRATION_ID}`;
  const sent: unknown[] = [];
  const seats = (value: number) => ({ on: "tenant", field: "data.seats", operator: "EQUAL", value });
  const kept = anIntegration({ conditions: [{ value: "AND", children: [seats(5)] }] as Integration["conditions"] });
  renderDashboard(address, {
    handlers: {
      ...handlersOf(address),
      "GET /integrations": data([kept]),
      "GET /tenants": () => ({ body: { data: [], page: 0, pageSize: 20, hasMore: false, totalCount: 0 } }),
      [`PUT /integrations/${INTEGRATION_ID}`]: ({ body }) => {
        sent.push(body);
        return { body: { data: kept } };
      },
    },
  });
  const use = await screen.findByRole("region", { name: "Used for" });
  fireEvent.click(within(use).getByText("Only if tenant.data.seats is 5"));
  fireEvent.click(await within(use).findByRole("button", { name: "Add condition" }));
  await within(use).findByRole("combobox", { name: "Condition 2 of group 1: field" });
  expect(use.textContent).toContain("it is not the primary integration any more");
  // One that is not finished would take no part: the integration would send for more tenants than it says.
  await press("Save");
  await within(use).findByText(/Choose a field to finish this condition/);
  expect(sent).toEqual([]);
  fireEvent.click(within(use).getByRole("button", { name: "Remove condition 2 of group 1" }));
  const value = within(use).getByRole("textbox", { name: "Condition 1 of group 1: value" });
  fireEvent.change(value, { target: { value: "10" } });
  fireEvent.blur(value);
  await within(use).findByText("Only if tenant.data.seats is 10.");
  await press("Save");
  await waitFor(() => expect(sent).toMatchObject([{ conditions: [{ value: "AND", children: [seats(10)] }] }]));
});

test("how reports are set up at a provider, when the last one came, and why one was refused", async () => {
  const address = `/integrations/${INTEGRATION_ID}`;
  const reportUrl = "https://belfry.example.com/reports?token=secret";
  const sendgrid = anIntegration({ providerId: "sendgrid", reportUrl });
  const refused = { at: "2026-01-05T14:20:00.000Z", message: "The signature is missing or wrong" };
  renderDashboard(address, {
    handlers: {
      ...handlersOf(address),
      "GET /integrations": data([sendgrid]),
      "GET /integrations/health": data([aHealth({ reports: { receivedAt: "2026-01-05T13:00:00.000Z", refused } })]),
    },
  });
  const reports = await screen.findByRole("region", { name: "Reports" });
  const steps = within(reports).getByRole("list", { name: "How to set up reports at SendGrid" });
  expect(
    within(steps)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["In Mail Settings, open Event Webhooks.", "Paste the address for reports."]);
  expect(within(reports).getByText(reportUrl)).toBeTruthy();
  await within(reports).findByText(/^A report was refused/);
  expect(reports.textContent).toMatch(/Last received .*A report was refused .*: The signature is missing or wrong/s);
  expect(within(reports).getByRole("link", { name: "What SendGrid says about it" }).getAttribute("href")).toBe(
    "https://example.com/reports",
  );
});

test("switching off the last integration of a channel names the workflows that lose it, and asks first", async () => {
  const changed: unknown[] = [];
  const asked: (string | null)[] = [];
  renderDashboard("/integrations", {
    handlers: {
      ...handlersOf("/integrations"),
      "GET /v2/workflows": ({ query }) => {
        asked.push(query.get("stepTypes"));
        return listOf(aListedWorkflow({ name: "Sign-in code" }));
      },
      "PUT /integrations/00000000-0000-4000-8000-0000000000e0": ({ body }) => {
        changed.push(body);
        return { body: { data: {} } };
      },
    },
  });
  fireEvent.click(await screen.findByRole("switch", { name: "Text sender is active" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Switch Text sender off?" });
  await within(dialog).findByRole("link", { name: "Sign-in code" });
  expect(dialog.textContent).toContain("These steps fail without it, in 1 active workflow");
  expect(asked).toEqual(["sms"]);
  expect(changed).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Switch off" }));
  await screen.findByText("Text sender sends nothing until it is on again");
  expect(changed).toEqual([{ active: false }]);
});

test.each([
  [
    "in the place of the demo provider",
    "belfry-email",
    [{ channel: "email", integrationIds: ["new-one"] }],
    /sends in place of the demo provider/,
  ],
  ["behind a provider that somebody has chosen", "sendgrid", [], /^Marketing is connected$/],
])("a provider is connected %s", async (_, providerId, ordered, says) => {
  const first = anIntegration({ providerId, name: "First" });
  const orders: unknown[] = [];
  renderDashboard("/integrations/new/sendgrid", {
    handlers: {
      ...handlersOf("/integrations"),
      ...handlersOf("/integrations/new"),
      "GET /integrations": () => ({ body: { data: [first] } }),
      "POST /integrations": () => ({
        status: 201,
        body: { data: anIntegration({ _id: "new-one", name: "Marketing", primary: false }) },
      }),
      "PUT /integrations/order": ({ body }) => {
        orders.push(body);
        return { body: { data: [anIntegration({ _id: "new-one" })] } };
      },
    },
  });
  await type("API key", "SG.abc");
  await press("Connect");
  await screen.findByText(says);
  expect(orders).toEqual(ordered);
});
