// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ALERT_RULE_ID, anAlertRule } from "./testing/alert-rules.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { data, press, type } from "./testing/test-write.ts";

// Rules by which people are told of errors are listed, made, switched off and tested.

afterEach(cleanup);

const ADDRESS = "/activity/alerts";
const RULE = `/alert-rules/${ALERT_RULE_ID}`;

test("a rule says when it alerts whom, and a switch turns it off", async () => {
  const rules = [
    anAlertRule(),
    anAlertRule({ _id: "2", name: "Providers", events: ["integration.failing"], emails: [], slackUrlEnd: null }),
  ];
  const { received } = renderDashboard(ADDRESS, {
    handlers: { "GET /alert-rules": data(rules), [`PATCH ${RULE}`]: data(anAlertRule({ active: false })) },
  });
  const row = within(await screen.findByRole("row", { name: /On call/ }));
  for (const text of [
    "A new error",
    "50 failures within 5 minutes",
    "on-call@example.com",
    "Slack, …7fGh",
    "None yet",
  ]) {
    expect(row.getByText(text)).toBeTruthy();
  }
  expect(within(screen.getByRole("row", { name: /Providers/ })).getByText("Webhook endpoints only")).toBeTruthy();
  fireEvent.click(row.getByRole("switch", { name: "On call" }));
  await waitFor(() => expect(received.find(({ method }) => method === "PATCH")?.body).toEqual({ active: false }));
});

test("the number of failures is asked for where it counts, and an empty Slack address leaves the stored one", async () => {
  const { received } = renderDashboard(ADDRESS, {
    handlers: { "GET /alert-rules": data([anAlertRule()]), [`PATCH ${RULE}`]: data(anAlertRule()) },
  });
  await press("Actions of On call");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Edit …" }));
  await screen.findByLabelText("Failures of one error");
  await screen.findByText("The one ending in 7fGh is kept unless you enter another");
  fireEvent.click(screen.getByRole("checkbox", { name: "Many failures in a short time" }));
  expect(screen.queryByLabelText("Failures of one error")).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: "A new error" }));
  await press("Save");
  await screen.findByText("Choose at least one");
  fireEvent.click(screen.getByRole("checkbox", { name: "An integration that fails" }));
  await type("Email addresses (optional)", "ada@example.com, grace@example.com\n");
  await press("Save");
  await waitFor(() =>
    expect(received.find(({ method }) => method === "PATCH")?.body).toEqual({
      name: "On call",
      events: ["integration.failing"],
      frequency: null,
      emails: ["ada@example.com", "grace@example.com"],
    }),
  );
});

test("a test that did not arrive says where, and why", async () => {
  const results = [{ to: "on-call@example.com" }, { to: "slack", error: "hooks.slack.com answered 404" }];
  renderDashboard(ADDRESS, {
    handlers: { "GET /alert-rules": data([anAlertRule()]), [`POST ${RULE}/test`]: data({ results }) },
  });
  await press("Actions of On call");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Send a test" }));
  await screen.findByText("The test did not reach Slack: hooks.slack.com answered 404");
});
