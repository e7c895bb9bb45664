// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { OrganizationUsage } from "#contract/accounts/usage.ts";
import { USAGE } from "./testing/environment-settings.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";

afterEach(cleanup);

const open = (usage: OrganizationUsage) =>
  renderDashboard("/settings/plan", { handlers: { "GET /organizations/me/usage": () => ({ body: { data: usage } }) } });

test("a limit says what is used, when it begins again and what happens when it is reached", async () => {
  open(USAGE);
  await screen.findByText("9,480 of 10,000 events since 1 December");
  screen.getByText("94% of the limit is used.");
  screen.getByText(/^Resets on 1 January\. At the limit, triggers are answered with 402/);
  screen.getByText("The limit is reached.");
  within(screen.getByRole("table", { name: "Use by environment" })).getByText("4 of 20");
  within(screen.getByRole("table", { name: "Use by month" })).getByText("December 2026");
});

test("an installation without limits says so, and shows runs without a bar", async () => {
  const { plan, members, environments } = USAGE;
  open({
    ...USAGE,
    plan: { ...plan, serviceLevel: "unlimited", isLimited: false, callsPerSecond: null },
    events: { used: null, included: null },
    members: { ...members, included: null },
    environments: environments.map((one) => ({ ...one, workflows: { used: 4, included: null } })),
  });
  await screen.findByText(/This installation limits no organisation/);
  screen.getByText("12,000 runs since 1 December, no limit");
  expect(screen.queryByText(/of the limit is used|limit is reached/)).toBeNull();
});
