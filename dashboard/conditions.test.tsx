// @vitest-environment happy-dom
import { EditorView } from "@codemirror/view";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { ConditionTrial } from "#contract/v2/condition-trials.ts";
import type { StepV2, UpdateWorkflowV2, WorkflowV2 } from "#contract/v2/workflows.ts";
import { failure, type Handler } from "./testing/fake-server.ts";
import { aWorkflow, DEVELOPMENT, PRODUCTION } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aStepV2, aWorkflowV2, opened } from "./testing/workflow-v2.ts";

// The conditions of a step and its variants, in its editor.

beforeAll(() => import("#dashboard/components/conditions/conditions-builder.tsx"));
afterEach(cleanup);

const PAYLOAD = {
  type: "object",
  properties: {
    total: { type: "number" },
    vip: { type: "boolean" },
    at: { type: "string", format: "date-time" },
    note: { type: "string" },
    tags: { type: "array" },
  },
  additionalProperties: false,
};
const VARIABLES = { type: "object", properties: { payload: PAYLOAD, subscriber: { type: "object" } } };
const NO_ROWS = () => ({ body: { data: [], page: 0, pageSize: 20, totalCount: 0, hasMore: false } });

/** Opens the step "Text" behind the step "Bell" of a workflow whose saves a server keeps, as the API does. */
async function openStep(
  change: Partial<StepV2> = {},
  {
    tried = () => failure(500, "Internal Server Error"),
    environmentId = DEVELOPMENT,
    search = "",
  }: { tried?: Handler; environmentId?: string; search?: string } = {},
) {
  const workflow = aWorkflow();
  const text = aStepV2({ _id: "text", stepId: "text", name: "Text", type: "sms", variables: VARIABLES, ...change });
  let stored = aWorkflowV2({ _id: workflow._id, steps: [aStepV2({ _id: "bell", name: "Bell" }), text] });
  const saves: UpdateWorkflowV2[] = [];
  const rendered = renderDashboard(`/workflows/${workflow._id}/steps/text${search}`, {
    environmentId,
    handlers: {
      ...opened(workflow),
      "GET /subscribers": NO_ROWS,
      "GET /tenants": NO_ROWS,
      [`GET /v2/workflows/${workflow._id}`]: () => ({ body: { data: stored } }),
      [`PUT /v2/workflows/${workflow._id}`]: ({ body }: { body: unknown }) => {
        const sent = body as UpdateWorkflowV2;
        saves.push(sent);
        const steps = sent.steps.map(({ variants = [], branchId: _branch, ...step }) => ({
          ...aStepV2({ variables: VARIABLES }),
          ...(step as object),
          issues: {},
          variants: variants.map((variant, index) => ({
            ...variant,
            _id: variant._id ?? `made-${saves.length}-${index}`,
          })),
        }));
        stored = { ...stored, steps: steps as WorkflowV2["steps"], version: stored.version + 1 };
        return { body: { data: stored } };
      },
      [`POST /v2/workflows/${workflow._id}/conditions/try`]: tried,
    },
  });
  await screen.findByRole("group", { name: "Only if" });
  const saved = () => saves.at(-1)?.steps[1];
  return {
    ...rendered,
    saves,
    saved,
    savedFilters: (filters: unknown) => waitFor(() => expect(saved()?.filters).toEqual(filters)),
  };
}

const section = () => screen.getByRole("region", { name: "Conditions" });
const press = (name: string | RegExp, within_ = section()) =>
  fireEvent.click(within(within_).getByRole("button", { name }));
const field = (name: string) => screen.getByRole<HTMLInputElement>("combobox", { name });

/** Types into a field of conditions and leaves it. */
function typeField(name: string, text: string): void {
  act(() => field(name).focus());
  fireEvent.change(field(name), { target: { value: text } });
  act(() => field(name).blur());
}

async function typeText(name: string, text: string): Promise<void> {
  const view = await waitFor(() => {
    const label = screen.getByText(name);
    const content = label.parentElement?.querySelector<HTMLElement>(".cm-content");
    const found = content && EditorView.findFromDOM(content);
    if (!found) throw new Error(`The editor of ${name} is not loaded yet`);
    return found;
  });
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
}

async function choose(name: RegExp, option: string): Promise<void> {
  const button = within(section()).getByRole("button", { name });
  act(() => button.focus());
  fireEvent.keyDown(button, { key: "ArrowDown" });
  fireEvent.keyUp(button, { key: "ArrowDown" });
  const item = await screen.findByRole("option", { name: option });
  act(() => item.focus());
  fireEvent.keyDown(item, { key: "Enter" });
  fireEvent.keyUp(item, { key: "Enter" });
}

const COMPARISON: Filter["children"][number] = { on: "payload", field: "total", operator: "LARGER", value: 100 };
const all = (...children: Filter["children"]): Filter[] => [{ value: "AND", children }];

test("a nested condition is built from the empty form, each new part with the focus, and is read back in words", async () => {
  const { savedFilters } = await openStep();
  press("Add condition");
  await waitFor(() => expect(document.activeElement).toBe(field("Condition 1 of group 1: field")));
  typeField("Condition 1 of group 1: field", "payload.total");
  await choose(/Condition 1 of group 1: operator/, "is larger than");
  const number = await screen.findByRole("textbox", { name: "Condition 1 of group 1: value" });
  act(() => number.focus());
  fireEvent.change(number, { target: { value: "100" } });
  act(() => number.blur());
  press("Add group");
  await waitFor(() => expect(document.activeElement).toBe(field("Condition 1 of group 1.2: field")));
  typeField("Condition 1 of group 1.2: field", "subscriber.locale");
  await typeText("Condition 1 of group 1.2: value", "de");
  press("Add condition to group 1.2");
  typeField("Condition 2 of group 1.2: field", "Online now");
  press("Add group to group 1.2");
  typeField("Condition 1 of group 1.2.3: field", "note");
  await typeText("Condition 1 of group 1.2.3: value", "x");
  press("Not, for group 1.2.3");
  await savedFilters(
    all(COMPARISON, {
      value: "OR",
      children: [
        { on: "subscriber", field: "locale", operator: "EQUAL", value: "de" },
        { on: "isOnline", value: true },
        {
          value: "AND",
          isNegated: true,
          children: [{ on: "payload", field: "note", operator: "EQUAL", value: "x" }],
        },
      ],
    }),
  );
  expect(section().textContent).toContain(
    "Only if payload.total is larger than 100; and any of subscriber.locale is de, or the subscriber is online, or it is not true that payload.note is x.",
  );
  fireEvent.click(within(section()).getAllByRole("radio", { name: "Any" })[0] ?? section());
  await waitFor(() => expect(section().textContent).toContain("is larger than 100; or any of"));
});

test("operators and the control of the value are those of the field's type", async () => {
  await openStep({
    filters: all(
      { on: "payload", field: "total", operator: "EQUAL", value: 5 },
      { on: "payload", field: "vip", operator: "EQUAL", value: true },
      { on: "payload", field: "note", operator: "ANY_IN", value: ["a", "b"] },
      { on: "payload", field: "at", operator: "LARGER", value: "2026-01-01T09:00:00.000Z" },
      { on: "payload", field: "tags", operator: "IS_DEFINED" },
      { on: "payload", field: "total", operator: "BETWEEN", value: [1, 5] },
      { on: "payload", field: "note", operator: "EQUAL", value: { odd: 1 } },
    ),
  });
  const name = (index: number, part: string) => `Condition ${index} of group 1: ${part}`;
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: name(1, "value") }).value).toBe("5");
  expect(screen.getByRole<HTMLInputElement>("switch", { name: name(2, "value") }).checked).toBe(true);
  expect(screen.getByRole("grid", { name: name(3, "value") }).textContent).toContain("a");
  expect(screen.getAllByRole("spinbutton", { name: new RegExp(name(4, "value")) }).length).toBeGreaterThan(3);
  expect(screen.queryByRole("textbox", { name: name(5, "value") })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: name(6, "highest value") }).value).toBe("5");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: name(7, "value") }).value).toContain('"odd": 1');
  const operators = async (index: number) => {
    const button = screen.getByRole("button", { name: new RegExp(name(index, "operator")) });
    act(() => button.focus());
    fireEvent.keyDown(button, { key: "ArrowDown" });
    fireEvent.keyUp(button, { key: "ArrowDown" });
    const list = await screen.findByRole("listbox");
    const texts = within(list)
      .getAllByRole("option")
      .map((option) => option.textContent);
    fireEvent.keyDown(list, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
    return texts;
  };
  expect(await operators(2)).toEqual(["is", "is not", "is set"]);
  expect(await operators(4)).toContain("is after");
  expect(await operators(5)).toEqual(["has any of", "has all of", "contains", "does not contain", "is set"]);
});

test("a fixed number can become a variable", async () => {
  const { savedFilters } = await openStep({ filters: all(COMPARISON) });
  press("Condition 1 of group 1: value: use a variable");
  await typeText("Condition 1 of group 1: value", "{{payload.limit}}");
  await savedFilters(all({ on: "payload", field: "total", operator: "LARGER", value: "{{payload.limit}}" }));
});

test("an unknown field says what was meant, and becomes it by a button", async () => {
  const { savedFilters } = await openStep({ filters: all({ ...COMPARISON, field: "totl" }) });
  expect(section().textContent).toContain("payload.totl is not known. Did you mean payload.total?");
  press("Use payload.total");
  await savedFilters(all(COMPARISON));
});

test("special conditions have forms of their own", async () => {
  const { savedFilters } = await openStep({ filters: all(COMPARISON) });
  typeField("Condition 1 of group 1: field", "Message of an earlier step");
  await choose(/Condition 1 of group 1: step/, "Bell");
  await choose(/Condition 1 of group 1: state/, "is not read");
  await savedFilters(all({ on: "previousStep", step: "bell", stepType: "unread" }));
  typeField("Condition 1 of group 1: field", "Answer of a webhook");
  fireEvent.change(screen.getByRole("textbox", { name: "Condition 1 of group 1: address" }), {
    target: { value: "https://a.example" },
  });
  fireEvent.change(screen.getByRole("textbox", { name: "Condition 1 of group 1: field of the answer" }), {
    target: { value: "ok" },
  });
  await savedFilters(
    all({ on: "webhook", webhookUrl: "https://a.example", field: "ok", operator: "EQUAL", value: "" }),
  );
  typeField("Condition 1 of group 1: field", "Online in the last");
  await choose(/Condition 1 of group 1: unit/, "hours");
  await savedFilters(all({ on: "isOnlineInLast", value: 5, timeOperator: "hours" }));
  // Half a name of another field does not take the settings away.
  act(() => field("Condition 1 of group 1: field").focus());
  fireEvent.change(field("Condition 1 of group 1: field"), { target: { value: "" } });
  act(() => field("Condition 1 of group 1: field").blur());
  expect(field("Condition 1 of group 1: field").value).toBe("Online in the last");
});

test("conditions and groups move within their group by keys and keep the focus; the last one takes its group along", async () => {
  const second = { on: "payload", field: "vip", operator: "EQUAL", value: true } as const;
  const inner = { value: "OR" as const, children: [{ ...COMPARISON, value: 7 }] };
  const { savedFilters } = await openStep({ filters: all(COMPARISON, second, inner) });
  const handle = within(section()).getByRole("button", { name: "Move condition 1 of group 1" });
  act(() => handle.focus());
  fireEvent.keyDown(handle, { key: "ArrowDown" });
  await savedFilters(all(second, COMPARISON, inner));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move condition 2 of group 1");
  expect(within(section()).getByText("Moved to position 2 of group 1")).toBeTruthy();
  fireEvent.keyDown(within(section()).getByRole("button", { name: "Move group 1.3" }), { key: "ArrowUp" });
  await savedFilters(all(second, inner, COMPARISON));
  press("Remove condition 1 of group 1.2");
  await savedFilters(all(second, COMPARISON));
  press("Remove condition 2 of group 1");
  await waitFor(() => expect(document.activeElement).toBe(field("Condition 1 of group 1: field")));
  press("Remove condition 1 of group 1");
  await savedFilters([]);
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Add condition"));
});

test("looking at conditions of every kind changes nothing of them", async () => {
  const odd: Filter[] = [
    {
      type: "DATE",
      isNegated: false,
      children: [
        { on: "payload", field: "at", operator: "LARGER", value: "2026-01-01T09:00:07+02:00" },
        { on: "payload", field: "total", operator: "LARGER", value: "0100" },
        { on: "payload", operator: "IS_DEFINED", value: "left" },
        { on: "isOnline" },
        { on: "isOnlineInLast", value: "5" },
        { on: "stepResult", step: "a.b", field: "c", operator: "NOT_IN", value: null },
        { on: "previousStep", step: "gone", stepType: "seen", operator: "LIKE" },
      ],
    },
    { children: [] },
  ];
  const { saves } = await openStep({ filters: odd });
  for (const control of section().querySelectorAll<HTMLElement>("input, button, textarea, .cm-content")) {
    act(() => control.focus());
    act(() => control.blur());
  }
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Other" } });
  await waitFor(() => expect(saves.at(-1)?.steps[1]?.name).toBe("Other"));
  expect(saves).toHaveLength(1);
  expect(saves[0]?.steps[1]?.filters).toEqual(odd);
});

test("conditions can be edited as JSON, and what are none changes nothing", async () => {
  const { savedFilters, saves } = await openStep({ filters: all(COMPARISON) });
  press("Edit as JSON");
  const json = screen.getByRole("textbox", { name: "Only if, as JSON" });
  fireEvent.change(json, { target: { value: "[{}]" } });
  expect(section().textContent).toContain("Write a list of groups");
  fireEvent.change(json, { target: { value: '[{"children":[{"on":"isOnline","value":false}]}]' } });
  await savedFilters([{ children: [{ on: "isOnline", value: false }] }]);
  expect(saves).toHaveLength(1);
  expect(section().textContent).toContain("Only if the subscriber is offline.");
});

test("issues of the server are at the condition and the field that they are about", async () => {
  const missing = (message: string) => [{ issueType: "MISSING_VALUE" as const, message }];
  await openStep({
    filters: all(COMPARISON, { value: "OR", children: [{ on: "webhook", webhookUrl: "ftp://x", field: "a" }] }),
    issues: {
      controls: {
        "filters.0.children.1.children.0.webhookUrl": missing("must be an http or https address"),
        "filters.0.children.0": missing("must be a condition"),
        filters: missing("ask for the result of a step"),
      },
    },
  });
  const address = screen.getByRole("textbox", { name: "Condition 1 of group 1.2: address" });
  expect(address.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Condition 1 of group 1 must be a condition")).toBeTruthy();
  expect(screen.getByText("Only if ask for the result of a step")).toBeTruthy();
});

test("in Production conditions are shown without a control that changes them", async () => {
  await openStep({ filters: all(COMPARISON) }, { environmentId: PRODUCTION });
  expect(within(section()).queryByRole("button", { name: /Add|Remove|Move|JSON/ })).toBeNull();
  expect(field("Condition 1 of group 1: field").readOnly).toBe(true);
  expect(within(section()).getByRole("button", { name: "Try on past events" })).toBeTruthy();
});

const TRIAL: ConditionTrial = {
  events: 100,
  passed: {
    count: 42,
    examples: [
      {
        transactionId: "t1",
        triggeredAt: "2026-01-05T09:00:00.000Z",
        _notificationId: "run-1",
        subscriberId: "ada",
        values: [{ on: "payload", field: "total", actual: "250", expected: "100", operator: "LARGER", passed: true }],
      },
    ],
  },
  failed: {
    count: 57,
    examples: [{ transactionId: "t2", triggeredAt: "2026-01-05T08:00:00.000Z", values: [], problem: "Unclosed" }],
  },
  unknown: { count: 1, examples: [] },
  notKnown: ["isOnline"],
  isComplete: true,
};

test("conditions are tried on past events as they are typed, with examples of each outcome", async () => {
  const asked: unknown[] = [];
  await openStep(
    { filters: all(COMPARISON) },
    {
      tried: ({ body }) => {
        asked.push(body);
        return { body: { data: TRIAL } };
      },
    },
  );
  press("Not, for group 1");
  press("Try on past events");
  await screen.findByText("42 of the last 100 events would pass. Of 1 it is not known.");
  expect(asked).toEqual([{ filters: [{ ...all(COMPARISON)[0], isNegated: true }] }]);
  const passed = screen.getByRole("region", { name: "Would pass" });
  expect(passed.textContent).toContain("payload.total is 250 (passes: is larger than 100)");
  expect(within(passed).getByRole("link", { name: "Open the run" }).getAttribute("href")).toContain("/activity/run-1");
  expect(screen.getByRole("region", { name: "Would not pass" }).textContent).toContain("The step would fail: Unclosed");
  expect(section().textContent).toContain("Past events do not record whether the subscriber was online.");
  press("Not, for group 1");
  await screen.findByText("The conditions have changed since: try again.");
});

test.each([
  ["a fault of the server", () => failure(500, "Internal Server Error")],
  ["a refusal", () => failure(400, "filters.0 must be a group")],
])("a trial that ends with %s says so and is tried again", async (_name, answer) => {
  let isBroken = true;
  await openStep(
    { filters: all(COMPARISON) },
    { tried: () => (isBroken ? answer() : { body: { data: { ...TRIAL, events: 0 } } }) },
  );
  press("Try on past events");
  await screen.findByText(/^The past events could not be loaded\./, {}, { timeout: 10_000 });
  isBroken = false;
  press("Try again");
  await screen.findByText("The workflow has no events yet.");
});

const VARIANTS: StepV2["variants"] = [
  { _id: "v1", name: "Gold", active: true, filters: all(COMPARISON), controlValues: { body: "For gold" } },
  { _id: "v2", name: "Rest", active: true, filters: [], controlValues: { body: "For the rest" } },
];
const contents = () =>
  within(screen.getByRole("list", { name: "Contents of the step" }))
    .getAllByRole("listitem")
    .map((item) => item.textContent);
const pressIn = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

test("a variant is added with the step's own content, named and given conditions; the focus is in its name", async () => {
  const { saved, router } = await openStep({ controlValues: { body: "It left" } });
  pressIn("Add variant");
  const name = await screen.findByLabelText<HTMLInputElement>("Name of the variant");
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(router.state.location.search).toMatchObject({ variant: "1" });
  fireEvent.change(name, { target: { value: "Gold" } });
  const conditions = screen.getByRole("group", { name: "Conditions of the variant" });
  press("Add condition", conditions);
  typeField("Condition 1 of group 1: field", "payload.vip");
  fireEvent.click(within(conditions).getByRole("switch", { name: "Condition 1 of group 1: value" }));
  await typeText("Body", "For gold");
  await waitFor(() =>
    expect(saved()).toMatchObject({
      controlValues: { body: "It left" },
      variants: [
        {
          name: "Gold",
          active: true,
          filters: all({ on: "payload", field: "vip", operator: "EQUAL", value: true }),
          controlValues: { body: "For gold" },
        },
      ],
    }),
  );
  expect(conditions.textContent).toContain("Sent in place of the step's own content if payload.vip is true.");
  pressIn("Own content");
  expect((await screen.findByText("It left")).closest("[data-step-editor]")).toBeTruthy();
});

test("variants are ordered, copied and deleted, which Undo takes back, also once the deletion is saved", async () => {
  const { saved, saves } = await openStep({ variants: VARIANTS }, { search: "?variant=2" });
  await screen.findByLabelText("Name of the variant");
  pressIn("Try Rest earlier");
  await waitFor(() => expect(contents().slice(0, 3)).toEqual(["Own content", "Rest", "Gold"]));
  expect(screen.getByLabelText<HTMLInputElement>("Name of the variant").value).toBe("Rest");
  await waitFor(() => expect(saved()?.variants?.map(({ _id }) => _id)).toEqual(["v2", "v1"]));
  pressIn("Duplicate Rest");
  await waitFor(() => expect(contents().slice(0, 4)).toEqual(["Own content", "Rest", "Rest copy", "Gold"]));
  await waitFor(() => expect(saved()?.variants?.map(({ _id }) => _id)).toEqual(["v2", undefined, "v1"]));
  pressIn("Delete Rest copy");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Own content"));
  await waitFor(() => expect(saved()?.variants).toHaveLength(2));
  const before = saves.length;
  fireEvent.click(
    within(screen.getByRole("region", { name: /Results of actions/ })).getByRole("button", { name: "Undo" }),
  );
  await waitFor(() => expect(saves.length).toBeGreaterThan(before));
  // The server does not have it any more, and makes a new one.
  expect(saved()?.variants?.map(({ _id, name }) => [_id, name])).toEqual([
    ["v2", "Rest"],
    [undefined, "Rest copy"],
    ["v1", "Gold"],
  ]);
});

test("the preview shows the variant that is open", async () => {
  const { received, router } = await openStep({ variants: VARIANTS });
  const previews = () =>
    received.filter(({ path }) => path.endsWith("/preview")).map(({ body }) => Object(body).controlValues);
  await waitFor(() => expect(previews().at(-1)).toEqual({ body: "Hello" }));
  pressIn("Gold");
  await waitFor(() => expect(previews().at(-1)).toEqual({ body: "For gold" }));
  expect(router.state.location.search).toMatchObject({ variant: "1" });
});

test("the number of issues leads to the field of the variant that has one", async () => {
  const issue = { issueType: "MISSING_VALUE" as const, message: "A variant without conditions is never chosen" };
  await openStep({ variants: VARIANTS, issues: { controls: { "variants.1.filters": [issue] } } });
  expect(contents()[2]).toBe("Rest, 1 issue");
  pressIn("1 issue");
  await screen.findByDisplayValue("Rest");
  expect(screen.getByText("A variant without conditions is never chosen")).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Add condition"));
});

test("in Production variants are shown without a control that changes them", async () => {
  await openStep({ variants: VARIANTS }, { environmentId: PRODUCTION, search: "?variant=1" });
  expect(screen.getByLabelText<HTMLInputElement>("Name of the variant").readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: /Add variant|Try Gold|Duplicate|Delete Gold/ })).toBeNull();
});

test("a rule to skip the step is edited as conditions, read back and tried, and one that these cannot say as JSON", async () => {
  const bodies: unknown[] = [];
  const outcome = (count: number) => ({ count, examples: [] });
  const trial: ConditionTrial = {
    events: 4,
    passed: outcome(3),
    failed: outcome(1),
    unknown: outcome(0),
    notKnown: [],
    isComplete: true,
  };
  const { saves } = await openStep(
    { controlValues: { body: "Hello", skip: { "==": [{ var: "payload.vip" }, true] } } },
    {
      tried: ({ body }) => {
        bodies.push(body);
        return { body: { data: trial } };
      },
    },
  );
  const rule = within(screen.getByRole("group", { name: "Skip the step if" }));
  rule.getByText("Skipped if payload.vip is true.");
  fireEvent.click(rule.getByRole("button", { name: "Try on past events" }));
  await rule.findByText("3 of the last 4 events would be skipped.");
  expect(bodies).toEqual([{ rule: { "==": [{ var: "payload.vip" }, true] } }]);

  fireEvent.click(rule.getByRole("switch", { name: "Condition 1 of group 1: value" }));
  await rule.findByText("Skipped if payload.vip is false.");
  await waitFor(() =>
    expect(saves.at(-1)?.steps[1]?.controlValues?.skip).toEqual({ "==": [{ var: "payload.vip" }, false] }),
  );
  fireEvent.click(rule.getByRole("button", { name: "Edit the rule as JSON" }));
  const json = { startsWith: [{ var: "payload.note" }, "a"] };
  fireEvent.change(rule.getByLabelText("Skip the step if, as JSON"), { target: { value: JSON.stringify(json) } });
  await rule.findByText(/^Skipped if payload\.note begins with/);
  rule.getByText(/of a form that cannot be shown in rows/);
  await waitFor(() => expect(saves.at(-1)?.steps[1]?.controlValues?.skip).toEqual(json));
});
