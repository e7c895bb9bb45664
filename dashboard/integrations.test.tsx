// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defineInbox } from "./testing/define-inbox.ts";
import { sessionOf } from "./testing/fake-server.ts";
import { INTEGRATION_ID } from "./testing/integrations.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { handlersOf } from "./testing/screens.ts";

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
  expect(await rowOf("Mail server")).toMatch(/Healthy.*99\.6 % of 1,204 in the last hour · median 180 ms · 5,310 sent/);
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
