// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ANALYSIS, anAnalysis } from "./testing/analytics.ts";
import { aWorkflow } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";

afterEach(cleanup);

const answered = (analysis = ANALYSIS) => ({ body: { data: analysis } });

test("every number leads to the list that it counts", async () => {
  const workflow = aWorkflow();
  const { steps: _, ...analysis } = anAnalysis({
    ...ANALYSIS,
    workflows: [
      {
        _id: workflow._id,
        name: "Parcel sent",
        triggered: 12,
        delivered: 10,
        failed: 2,
        skipped: 0,
        read: 4,
        clicked: 1,
      },
    ],
  });
  renderDashboard("/analytics?period=24h", { handlers: { "GET /analytics": () => answered(analysis) } });
  const hrefOf = async (table: string, name: RegExp) =>
    decodeURIComponent(
      within(await screen.findByRole("table", { name: table }))
        .getByRole("link", { name })
        .getAttribute("href") ?? "",
    );
  expect(await hrefOf("Workflows", /triggered, Parcel sent/)).toBe(
    `/activity?templates=${workflow._id}&after=${analysis.from}`,
  );
  expect(await hrefOf("Workflows", /failed, Parcel sent/)).toContain(`failedAfter=${analysis.from}`);
  expect(await hrefOf("Channels", /delivered, Email/)).toBe(
    `/activity/messages?channel=email&after=${analysis.from}&status=delivered`,
  );
  expect(await hrefOf("Channels", /clicked, Email/)).toBe(
    `/activity/messages?channel=email&after=${analysis.from}&mark=clicked`,
  );
  expect(await hrefOf("Workflows", /delivered, Parcel sent/)).toBe(
    `/activity/messages?workflowId=${workflow._id}&after=${analysis.from}&status=delivered`,
  );
  expect(await hrefOf("Reasons", /Refused by the provider/)).toContain("reasons=provider_refused");
  expect(await hrefOf("Tenants", /triggered, acme/)).toContain("tenants=acme");
  // Nothing leads to an empty list.
  expect(screen.queryByRole("link", { name: /skipped, Parcel sent/ })).toBeNull();
});

test("a column of the chart leads to the runs of its time, arrow keys go from one to the next, and a table has the numbers", async () => {
  renderDashboard("/analytics?period=24h", { handlers: { "GET /analytics": () => answered() } });
  const chart = await screen.findByRole("group", { name: "Triggered per hour" });
  const columns = within(chart).getAllByRole("link");
  expect(columns).toHaveLength(24);
  const last = columns.at(-1);
  expect(columns.filter(({ tabIndex }) => tabIndex === 0)).toEqual([last]);
  expect(last?.getAttribute("aria-label")).toContain("12 triggered");
  expect(decodeURIComponent(last?.getAttribute("href") ?? "")).toBe(
    "/activity?after=2026-01-05T09:00:00.000Z&until=2026-01-05T10:00:00.000Z",
  );
  last?.focus();
  fireEvent.keyDown(chart, { key: "ArrowLeft" });
  expect(document.activeElement).toBe(columns.at(-2));
  fireEvent.keyDown(chart, { key: "Home" });
  expect(document.activeElement).toBe(columns[0]);
  fireEvent.click(screen.getByRole("radio", { name: /Failed/ }));
  await screen.findByRole("group", { name: "Failed per hour" });
  fireEvent.click(screen.getByText("Numbers as a table"));
  fireEvent(screen.getByText("Numbers as a table").closest("details") ?? document.body, new Event("toggle"));
  const table = await screen.findByRole("table", { name: "Numbers over time" });
  expect(within(table).getAllByRole("row")).toHaveLength(26);
});

test("the period and the workflow are in the address, with the steps of the workflow", async () => {
  const workflow = aWorkflow();
  const asked: URLSearchParams[] = [];
  const { router } = renderDashboard(`/analytics?workflow=${workflow._id}`, {
    handlers: {
      "GET /analytics": ({ query }) => {
        asked.push(query);
        return answered();
      },
      [`GET /v2/workflows/${workflow._id}`]: () => ({ body: { data: workflow } }),
    },
  });
  expect(await screen.findByText("12 reached")).toBeTruthy();
  expect(asked.at(-1)?.get("workflowId")).toBe(workflow._id);
  fireEvent.click(screen.getByRole("radio", { name: "90 days" }));
  await screen.findByText("12 reached");
  expect(router.history.location.search).toContain("period=90d");
});

test("where nothing was counted yet, the screen says when it will be", async () => {
  const { countedUntil: _, ...empty } = anAnalysis();
  renderDashboard("/analytics", { handlers: { "GET /analytics": () => answered(empty) } });
  expect(await screen.findByText("Nothing to count yet")).toBeTruthy();
});

test("what may explain a change is marked, and leads on", async () => {
  renderDashboard("/analytics", {
    handlers: {
      "GET /analytics": () =>
        answered(
          anAnalysis({
            marks: [
              { kind: "publication", at: "2026-01-05T08:30:00.000Z", _publicationId: "p", items: 3 },
              { kind: "pause", at: "2026-01-05T08:40:00.000Z", workflowName: "Parcel sent" },
            ],
          }),
        ),
    },
  });
  const marks = await screen.findByRole("list", { name: "Events in the period" });
  expect(within(marks).getByRole("link", { name: "3 items published" }).getAttribute("href")).toBe("/changes/p");
  expect(marks.textContent).toContain("A safety cap paused Parcel sent");
});
