import { screen } from "@testing-library/react";
import { ALERT_RULE_ID, anAlertRule } from "./alert-rules.ts";
import { data, gone, press, type TestWrite, type } from "./test-write.ts";

const PAGE = "/activity/alerts";
const OPEN = { address: PAGE, handlers: { "GET /alert-rules": data([anAlertRule()]) } };
const SLACK = "Slack webhook URL (optional)";

const choose = async (item: string) => {
  await press("Actions of On call");
  (await screen.findByRole("menuitem", { name: item })).click();
};

/** Alert rules are created, changed, tested and deleted. */
export const ALERT_RULE_WRITES: readonly TestWrite[] = [
  {
    name: "creating an alert rule",
    write: "alertRules.create",
    address: PAGE,
    handlers: { "GET /alert-rules": data([]) },
    call: "POST /alert-rules",
    answer: data(anAlertRule(), 201),
    fill: async () => {
      await press("Create alert rule");
      await type("Name", "Nights");
      await type("Email addresses (optional)", "ada@example.com");
      await type(SLACK, "https://hooks.slack.com/services/T1/B1/secret");
    },
    send: async () => {
      const [, submit] = await screen.findAllByRole("button", { name: "Create alert rule", hidden: true });
      submit?.click();
    },
    field: { label: "Name", path: "name" },
    kept: { Name: "Nights", "Email addresses (optional)": "ada@example.com" },
    secrets: [SLACK],
    done: () => gone(() => screen.queryByLabelText("Name")),
  },
  {
    name: "changing an alert rule",
    write: "alertRules.update",
    ...OPEN,
    call: `PATCH /alert-rules/${ALERT_RULE_ID}`,
    answer: data(anAlertRule()),
    fill: async () => {
      await choose("Edit …");
      await type("Name", "Nights");
      await type(SLACK, "https://hooks.slack.com/services/T1/B1/secret");
    },
    send: () => press("Save"),
    field: { label: "Name", path: "name" },
    kept: { Name: "Nights" },
    secrets: [SLACK],
    done: () => gone(() => screen.queryByLabelText("Name")),
  },
  {
    name: "testing an alert rule",
    write: "alertRules.test",
    ...OPEN,
    call: `POST /alert-rules/${ALERT_RULE_ID}/test`,
    answer: data({ results: [{ to: "on-call@example.com" }] }),
    send: () => choose("Send a test"),
    done: () => screen.findByText("The test was sent to all destinations of the rule"),
  },
  {
    name: "deleting an alert rule",
    write: "alertRules.delete",
    ...OPEN,
    call: `DELETE /alert-rules/${ALERT_RULE_ID}`,
    answer: () => ({ status: 204, body: null }),
    fill: () => choose("Delete"),
    send: () => press("Delete alert rule"),
    done: () => screen.findByText("On call was deleted"),
  },
];
