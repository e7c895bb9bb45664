// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aFailureGroup, aFailureGroupPage, FAILING_WORKFLOW_ID, FAILURE_GROUP_ID } from "./testing/failure-groups.ts";
import { sessionOf } from "./testing/fake-server.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aPreview } from "./testing/resumptions.ts";
import { data, press } from "./testing/test-write.ts";

// Failed steps with the same cause are an error, which is resolved, ignored and resumed on a screen of its own.

afterEach(cleanup);

const ADDRESS = `/activity/errors/${FAILURE_GROUP_ID}`;
const GROUP = `/failure-groups/${FAILURE_GROUP_ID}`;
const groupsOf =
  (...groups: unknown[]) =>
  () => ({ body: { data: groups, next: null, previous: null } });

test("the list has what is open, the last failure first, and other states and orders by its address", async () => {
  const again = aFailureGroup({
    _id: "2",
    text: "The account is closed",
    cameBack: { at: "2026-01-05T10:00:00.000Z", after: "resolved", version: 12 },
  });
  const { received, router } = renderDashboard("/activity/errors", {
    handlers: { "GET /failure-groups": groupsOf(aFailureGroup(), again) },
  });
  const row = within(await screen.findByRole("row", { name: /is inactive/ }));
  expect(row.getByText("Open")).toBeTruthy();
  expect(row.getByText("postmark")).toBeTruthy();
  expect(row.getByText("406")).toBeTruthy();
  expect(row.getByText("318")).toBeTruthy();
  expect(row.getByRole("img", { name: "40 failures in the last 24 hours" })).toBeTruthy();
  expect(row.getByRole("link").getAttribute("href")).toBe(ADDRESS);
  expect(
    within(screen.getByRole("row", { name: /The account is closed/ })).getByText("Again since version 12"),
  ).toBeTruthy();
  const asked = () => Object.fromEntries(received.findLast(({ path }) => path === "/failure-groups")?.query ?? []);
  expect(asked()).toEqual({ limit: "25", state: "open" });
  fireEvent.click(screen.getByRole("button", { name: "Failures" }));
  await waitFor(() => expect(asked()).toEqual({ limit: "25", state: "open", order: "most" }));
  fireEvent.click(screen.getByRole("button", { name: /^State/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "All states" }));
  await waitFor(() => expect(asked()).toEqual({ limit: "25", order: "most" }));
  expect(router.state.location.search).toMatchObject({ state: "any", sort: "most" });
});

test("without open errors the list says so, and without any of a state it offers to clear the filter", async () => {
  renderDashboard("/activity/errors", { handlers: { "GET /failure-groups": groupsOf() } });
  await screen.findByText("No open errors");
  cleanup();
  renderDashboard("/activity/errors?state=ignored", { handlers: { "GET /failure-groups": groupsOf() } });
  await screen.findByText("No errors match");
});

test("an error says with which versions it fails, and leads to its runs", async () => {
  renderDashboard(ADDRESS, { handlers: { [`GET ${GROUP}`]: data(aFailureGroupPage()) } });
  await screen.findByRole("heading", { level: 1, name: "The provider did not send the message: … is inactive" });
  expect(screen.getByText("Version 12", { exact: false })).toBeTruthy();
  expect(screen.getByText("Deleted version", { exact: false })).toBeTruthy();
  expect(screen.getByText("1,200 failures")).toBeTruthy();
  const links = screen.getAllByRole("link", { name: "Order shipped" }).map((link) => link.getAttribute("href"));
  expect(links[0]).toBe(`/workflows/${FAILING_WORKFLOW_ID}`);
  expect(links[1]).toMatch(/^\/activity\/[0-9a-f-]{36}$/);
});

test("an error that came back says since when and with which version", async () => {
  const cameBack = {
    at: "2026-01-05T10:00:00.000Z",
    after: "resolved" as const,
    workflow: { _id: FAILING_WORKFLOW_ID, name: "Order shipped" },
    version: 12,
  };
  renderDashboard(ADDRESS, { handlers: { [`GET ${GROUP}`]: data(aFailureGroupPage({ cameBack })) } });
  await screen.findByText(/^It was resolved before, and failed again on .* in Order shipped, version 12\.$/);
  expect(screen.getByText("Again since version 12")).toBeTruthy();
});

test.each([
  [{ until: "2026-02-01T10:00:00.000Z" }, /The first failure from 1 Feb, .* on opens it again\./],
  [{ belowPerMinute: 5 }, /A minute with 5 failures opens it again\./],
  [{ afterMore: 1 }, /After 1 more failure, the last of them opens it again\./],
])("an ignored error says what opens it again: %o", async (ignored, text) => {
  const group = aFailureGroupPage({
    state: "ignored",
    stateSince: "2026-01-05T10:00:00.000Z",
    stateBy: { name: "Ada Lovelace" },
    stateReason: "Test addresses",
    ignored,
  });
  renderDashboard(ADDRESS, { handlers: { [`GET ${GROUP}`]: data(group) } });
  await screen.findByText(text);
  expect(screen.getByText(/^Ignored by Ada Lovelace/)).toBeTruthy();
  expect(screen.getByText("Test addresses")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Resolve …" })).toBeNull();
});

test.each([
  ["While it is rare", "Failures a minute", { belowPerMinute: 100 }],
  ["For a number of failures", "Failures", { afterMore: 100 }],
])("an error is ignored %s", async (rule, field, body) => {
  const { received } = renderDashboard(ADDRESS, {
    handlers: {
      [`GET ${GROUP}`]: data(aFailureGroupPage()),
      [`POST ${GROUP}/ignore`]: data(aFailureGroupPage({ state: "ignored" })),
    },
  });
  await press("Ignore …");
  fireEvent.click(await screen.findByRole("button", { name: /Ignore it/ }));
  fireEvent.click(await screen.findByRole("option", { name: rule }));
  await screen.findByRole("textbox", { name: field });
  await press("Ignore error");
  await screen.findByText("The error is ignored");
  expect(received.find(({ method }) => method === "POST")?.body).toEqual(body);
});

test("the runs of an error are resumed by what they have in common", async () => {
  const { received } = renderDashboard(ADDRESS, {
    handlers: {
      [`GET ${GROUP}`]: data(aFailureGroupPage()),
      "POST /notifications/resumptions/preview": data(aPreview()),
    },
  });
  await press("Resume these runs …");
  await screen.findByRole("button", { name: "Resume 12,483 runs" });
  expect(screen.getByText(/^All runs of these workflows with failed steps through postmark since/)).toBeTruthy();
  expect(received.find(({ method }) => method === "POST")?.body).toEqual({
    filter: {
      statuses: ["failed"],
      channels: ["email"],
      providers: ["postmark"],
      templates: [FAILING_WORKFLOW_ID],
      failedAfter: "2026-01-04T10:00:00.000Z",
      dryRuns: "exclude",
    },
  });
});

test("a viewer decides nothing about an error", async () => {
  renderDashboard(ADDRESS, {
    handlers: { [`GET ${GROUP}`]: data(aFailureGroupPage()), "GET /auth/session": data(sessionOf("viewer")) },
  });
  await screen.findByText("1,200 failures");
  for (const name of [/^Resolve/, /^Ignore/, /^Resume/]) expect(screen.queryByRole("button", { name })).toBeNull();
});
