// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { usePreferences } from "./preferences.ts";
import { aWorkflow, DEVELOPMENT } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aStepV2, opened } from "./testing/workflow-v2.ts";

afterEach(() => {
  cleanup();
  usePreferences.setState({ outlineCollapsed: false });
});

const FORKED = aStepV2({
  _id: "fork",
  stepId: "fork",
  name: "Fork",
  type: "branch",
  controlValues: { branches: [{ branchId: "large", name: "Large", filters: [] }], defaultBranchId: "rest" },
});
const MAIL = aStepV2({
  _id: "mail",
  stepId: "mail",
  name: "Mail",
  type: "email",
  branchId: "large",
  issues: { controls: { subject: [{ issueType: "MISSING_VALUE", message: "Subject is required" }] } },
});
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aStepV2({ _id: `text-${index}`, stepId: `text-${index}`, name: `Text ${index}`, type: "sms" }),
  );

function openWorkflow(steps: ReturnType<typeof texts>) {
  const workflow = aWorkflow();
  return renderDashboard(`/workflows/${workflow._id}`, {
    environmentId: DEVELOPMENT,
    handlers: opened(workflow, { steps }),
  });
}

const rows = () =>
  within(screen.getByRole("listbox", { name: "Outline" }))
    .getAllByRole("option")
    .map((option) => option.textContent);

test("up to 20 steps a workflow has no outline", async () => {
  openWorkflow(texts(20));
  await screen.findByRole("link", { name: "Text 19" });
  expect(screen.queryByRole("listbox", { name: "Outline" })).toBeNull();
});

test("the outline of more steps has each in its place, with its kind, its branch and its issues, and Enter goes to the one that was typed", async () => {
  openWorkflow([FORKED, MAIL, ...texts(19)]);
  const search = await screen.findByRole("combobox", { name: "Find a step" });
  expect(rows()).toHaveLength(21);
  expect(rows().slice(0, 3)).toEqual(["1Fork, Branch", "2Mail, Email, in branch Large, 1 issue", "3Text 0, SMS"]);

  act(() => search.focus());
  fireEvent.change(search, { target: { value: "text 18" } });
  await waitFor(() => expect(rows()).toEqual(["21Text 18, SMS"]));
  expect(screen.getByText("1 of 21 steps")).toBeTruthy();
  fireEvent.keyDown(search, { key: "Enter" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "Text 18" })));
  await waitFor(() => expect(rows()).toHaveLength(21));
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("21Text 18, SMS");

  fireEvent.change(search, { target: { value: "nothing" } });
  await screen.findByText("No step matches “nothing”.");
  fireEvent.keyDown(search, { key: "Escape" });
  await waitFor(() => expect(rows()).toHaveLength(21));
});

test("a collapsed outline stays so the next time, and the focus goes to the button that brings it back", async () => {
  openWorkflow(texts(21));
  fireEvent.click(await screen.findByRole("button", { name: "Collapse the outline" }));
  const button = await screen.findByRole("button", { name: "Outline of 21 steps" });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-expanded")).toBe("false");
  cleanup();
  openWorkflow(texts(21));
  fireEvent.click(await screen.findByRole("button", { name: "Outline of 21 steps" }));
  expect(rows()).toHaveLength(21);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Collapse the outline" }));
});
