// @vitest-environment happy-dom
import { currentCompletions } from "@codemirror/autocomplete";
import { EditorView } from "@codemirror/view";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { UpdateWorkflowV2, WorkflowV2 } from "#contract/v2/workflows.ts";
import { failure, sessionOf } from "./testing/fake-server.ts";
import { aRun, aWorkflow, DEVELOPMENT, PRODUCTION } from "./testing/fixtures.ts";
import { aListedLayout, layoutsOf } from "./testing/layouts.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aStepV2, aWorkflowV2, opened } from "./testing/workflow-v2.ts";

afterEach(cleanup);

const CHOICE = aStepV2({
  _id: "choice",
  stepId: "choice",
  name: "Choice",
  type: "branch",
  controlValues: {
    branches: [
      {
        branchId: "large",
        name: "Large",
        filters: [{ value: "AND", children: [{ on: "payload", field: "total", operator: "LARGER", value: "100" }] }],
      },
    ],
    defaultBranchId: "rest",
  },
});
const STEPS = [
  aStepV2({ _id: "bell", name: "Bell" }),
  CHOICE,
  aStepV2({ _id: "mail", name: "Mail", type: "email", controlValues: { subject: "Large order" }, branchId: "large" }),
  aStepV2({
    _id: "limit",
    name: "Limit",
    type: "throttle",
    controlValues: { amount: 1, unit: "hours" },
    branchId: "rest",
    issues: { controls: { threshold: [{ issueType: "MISSING_VALUE", message: "Threshold is required" }] } },
  }),
];

const NO_FEEDS = () => ({ body: { data: [] } });

/** Opens a workflow whose saves a server keeps, as the API does, unless it refuses them. */
function openEditor(
  address = "",
  change: Partial<WorkflowV2> = {},
  handlers = {},
  refusal: () => ReturnType<typeof failure> | undefined = () => undefined,
) {
  const workflow = aWorkflow();
  let stored = aWorkflowV2({ _id: workflow._id, steps: STEPS, ...change });
  const saves: UpdateWorkflowV2[] = [];
  const rendered = renderDashboard(`/workflows/${workflow._id}${address}`, {
    environmentId: DEVELOPMENT,
    handlers: {
      ...opened(workflow),
      [`GET /v2/workflows/${workflow._id}`]: () => ({ body: { data: stored } }),
      [`PUT /v2/workflows/${workflow._id}`]: ({ body }: { body: unknown }) => {
        const refused = refusal();
        if (refused) return refused;
        const sent = body as UpdateWorkflowV2;
        saves.push(sent);
        const steps = sent.steps.map(({ _id, stepId, branchId, ...step }, index) => ({
          ...aStepV2(),
          ...(step as object),
          _id: _id ?? `made-${saves.length}-${index}`,
          stepId: stepId ?? `made-${index}`,
          issues: {},
          ...(branchId && { branchId }),
        }));
        stored = { ...stored, ...(sent as object), steps: steps as WorkflowV2["steps"], version: stored.version + 1 };
        return { body: { data: stored } };
      },
      ...handlers,
    },
  });
  return { ...rendered, saves, names: (save = saves.at(-1)) => save?.steps.map(({ name }) => name) };
}

const cards = () =>
  within(screen.getByRole("list", { name: "Steps" }))
    .getAllByRole("link")
    .map((link) => link.textContent);
const card = (name: string) => screen.findByRole("link", { name });
const press = (element: Element, key: string, init = {}) => fireEvent.keyDown(element, { key, ...init });

test("the canvas is a list in the order of the steps, with the lanes of a branch and what each step does", async () => {
  openEditor();
  await card("Bell");
  expect(cards()).toEqual(["Bell", "Choice", "Mail", "Limit"]);
  const large = screen.getByRole("region", { name: "Branch Large" });
  expect(
    within(large)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["Mail"]);
  await within(large).findByText("if payload.total is larger than 100");
  expect(
    within(screen.getByRole("region", { name: "Branch Default" })).getByText(
      "Lets 1 run of a subscriber pass in 1 hour",
    ),
  ).toBeTruthy();
  expect(screen.getByText("First match: Large, otherwise Default")).toBeTruthy();
});

test("arrow keys move between cards, Alt moves a card and says where to, Delete removes one with Undo", async () => {
  const { saves, names } = openEditor();
  const bell = await card("Bell");
  act(() => bell.focus());
  press(bell, "ArrowDown");
  expect(document.activeElement?.textContent).toBe("Choice");
  press(document.activeElement ?? bell, "ArrowUp");
  expect(document.activeElement).toBe(bell);
  press(bell, "ArrowDown", { altKey: true });
  await screen.findByText("Bell moved to position 2 of 2");
  expect(cards()).toEqual(["Choice", "Mail", "Limit", "Bell"]);
  await waitFor(() => expect(names()).toEqual(["Choice", "Mail", "Limit", "Bell"]));

  const before = saves.length;
  press(await card("Choice"), "Delete");
  await screen.findByText("Choice deleted with 2 steps in its branches");
  expect(cards()).toEqual(["Bell"]);
  fireEvent.click(
    within(screen.getByRole("region", { name: /Results of actions/ })).getByRole("button", { name: "Undo" }),
  );
  await waitFor(() => expect(cards()).toEqual(["Choice", "Mail", "Limit", "Bell"]));
  await waitFor(() => expect(saves.length).toBeGreaterThan(before));
});

test("a step is added where its button is, opened, and saved without the id of another", async () => {
  const { saves, router } = openEditor();
  await card("Bell");
  const add = screen.getByRole("button", { name: "Add step after Mail" });
  act(() => add.focus());
  press(add, "ArrowDown");
  fireEvent.keyUp(add, { key: "ArrowDown" });
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delay" }));
  await screen.findByRole("heading", { level: 2, name: "Delay" });
  await waitFor(() =>
    expect(saves.at(-1)?.steps.map(({ name }) => name)).toEqual(["Bell", "Choice", "Mail", "Delay", "Limit"]),
  );
  expect(saves.at(-1)?.steps[3]).toMatchObject({ branchId: "large", controlValues: { amount: 1, unit: "hours" } });
  expect(saves.at(-1)?.steps[3]).not.toHaveProperty("_id");
  // Its address can be opened by others once it is saved, and the way back to the canvas stays one step.
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/steps\/made-1-3$/));
  expect(screen.getByRole("heading", { level: 2, name: "Delay" })).toBeTruthy();
  act(() => router.history.back());
  await waitFor(() => expect(router.state.location.pathname).not.toContain("steps"));
  act(() => router.history.forward());
  await screen.findByRole("heading", { level: 2, name: "Delay" });
  expect(router.state.location.pathname).toMatch(/\/steps\/made-1-3$/);
});

test("the address of a step that was never saved leads to the canvas", async () => {
  const { router } = openEditor("/steps/new-abc-1");
  await waitFor(() => expect(router.state.location.pathname).not.toContain("steps"));
  expect(cards()).toHaveLength(4);
});

test("an email that is added has the default layout of the environment", async () => {
  const layouts = layoutsOf(aListedLayout({ _id: "other" }), aListedLayout({ _id: "standard", isDefault: true }));
  const { saves } = openEditor("", {}, { "GET /v2/layouts": () => layouts });
  await card("Bell");
  fireEvent.click(screen.getByRole("button", { name: "Add step after Mail" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Email" }));
  await screen.findByRole("heading", { level: 2, name: "Email" });
  await waitFor(() => expect(saves.at(-1)?.steps[3]).toMatchObject({ controlValues: { layoutId: "standard" } }));
});

test("what is typed in a step is saved by itself, and its issue is at its field until then", async () => {
  const { saves } = openEditor("/steps/limit");
  const limit = await screen.findByLabelText("At most");
  expect(limit.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Threshold is required")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Cap" } });
  expect(screen.getByText("Saving")).toBeTruthy();
  await screen.findByText(/^Saved .*, version 2$/);
  expect(saves).toMatchObject([{ baseVersion: 1, steps: [{}, {}, {}, { name: "Cap", _id: "limit" }] }]);
  expect(screen.queryByText("Threshold is required")).toBeNull();
});

/** The line of a section that is folded, and whether it is. */
const folded = (name: string) => {
  const details = screen.getByRole("region", { name }).querySelector("details");
  return { line: details?.querySelector("summary")?.textContent, isOpen: details?.open };
};

test("fields that few messages need are folded into a line that counts those that are set, conditions into their words", async () => {
  const filters = [
    {
      value: "AND" as const,
      children: [{ on: "payload" as const, field: "total", operator: "EQUAL" as const, value: 5 }],
    },
  ];
  const controlValues = { body: "Hello", from: { name: "Shop" }, replyTo: "{{ payload.reply }}" };
  const skip = { "==": [{ var: "payload.test" }, true] };
  openEditor("/steps/mail", { steps: [mail({ filters, controlValues: { ...controlValues, skip } })] });
  await screen.findByRole("heading", { level: 2, name: "Mail" });
  expect(folded("More")).toEqual({ line: "More2 set", isOpen: false });
  expect(folded("Conditions")).toEqual({
    line: "ConditionsOnly if payload.total is 5. Skipped if payload.test is true",
    isOpen: false,
  });
});

test("a section opens by itself for an issue in it, and again for the button that leads there", async () => {
  const issues = { controls: { feedId: [{ issueType: "MISSING_VALUE" as const, message: "Feed is not there" }] } };
  openEditor("/steps/bell", { steps: [aStepV2({ _id: "bell", name: "Bell", issues })] }, { "GET /feeds": NO_FEEDS });
  await screen.findByText("Feed is not there");
  expect(folded("More").isOpen).toBe(true);
  expect(folded("Conditions").isOpen).toBe(false);
  const details = screen.getByText("Feed is not there").closest("details");
  if (details) details.open = false;
  fireEvent.click(screen.getByRole("button", { name: "1 issue" }));
  await waitFor(() => expect(folded("More").isOpen).toBe(true));
});

test("the number of issues opens the first one at its field", async () => {
  openEditor();
  fireEvent.click(await screen.findByRole("button", { name: "1 issue" }));
  await screen.findByRole("heading", { level: 2, name: "Limit" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("At most")));
});

test("the number of issues opens a template with an issue of a variable, also before its editor has checked the text", async () => {
  const issue = {
    issueType: "ILLEGAL_VARIABLE_IN_CONTROL_VALUE" as const,
    message: "Unknown",
    variableName: "payload.nr",
  };
  openEditor("", { steps: [aStepV2({ name: "Bell", issues: { controls: { body: [issue] } } })] });
  fireEvent.click(await screen.findByRole("button", { name: "1 issue" }));
  await screen.findByRole("heading", { level: 2, name: "Bell" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Body" })));
});

test("payload fields of the workflow's latest runs are offered in its templates", async () => {
  const { received, router } = openEditor(
    "/steps/bell",
    {},
    {
      "GET /notifications": () => ({ body: { data: [aRun({ payload: { colour: "red" } })], page: 0, hasMore: false } }),
    },
  );
  const field = await waitFor(() => {
    const content = document.querySelector<HTMLElement>(".cm-content");
    if (!content) throw new Error("The editor is not loaded yet.");
    return content;
  });
  const view = EditorView.findFromDOM(field);
  await waitFor(() => expect(received.some(({ path }) => path === "/notifications")).toBe(true));
  // The last answer of this server, which has no preview: none comes while the field is typed into.
  await screen.findByText(/^The preview could not be made\./);
  const query = received.find(({ path }) => path === "/notifications")?.query;
  const [, , workflowId] = router.state.location.pathname.split("/");
  expect([query?.get("templates"), query?.get("limit")]).toEqual([workflowId, "20"]);
  // The editor's own timers change the page while names are looked up, which no act encloses.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  view?.focus();
  // By time and not by changes of the page, which each attempt makes.
  await vi.waitFor(() => {
    view?.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: "{{ payload." },
      selection: { anchor: "{{ payload.".length },
      userEvent: "input.type",
    });
    expect(view && currentCompletions(view.state).map(({ label, detail }) => [label, detail])).toEqual([
      ["colour", "text, seen"],
    ]);
  });
  vi.unstubAllGlobals();
});

const anIntegration = (change: object) => ({
  _id: crypto.randomUUID(),
  _environmentId: DEVELOPMENT,
  channel: "email",
  providerId: "nodemailer",
  active: true,
  primary: false,
  ...change,
});
const mail = (change: object = {}) => aStepV2({ _id: "mail", name: "Mail", type: "email", ...change });

test("the integration of a step can always be chosen: the primary one, or one of the channel and environment by name", async () => {
  const integrations = [
    anIntegration({ name: "Shop mail", identifier: "shop", primary: true }),
    anIntegration({ name: "News mail", identifier: "news" }),
    anIntegration({ name: "Old mail", identifier: "old", active: false }),
    anIntegration({ name: "Live mail", identifier: "live", _environmentId: PRODUCTION }),
    anIntegration({ name: "Texts", identifier: "texts", channel: "sms" }),
  ];
  const { saves } = openEditor(
    "/steps/mail",
    { steps: [mail()] },
    { "GET /integrations": () => ({ body: { data: integrations } }) },
  );
  const select = await screen.findByRole("button", { name: /Integration$/ });
  expect(select.textContent).toBe("The channel's primary integration");
  await waitFor(() => {
    fireEvent.click(select);
    expect(screen.getAllByRole("option").length).toBeGreaterThan(1);
  });
  expect(
    screen
      .getAllByRole("option")
      .map((option) => within(option).getByText(/./, { selector: "[slot=label]" }).textContent),
  ).toEqual(["The channel's primary integration", "Shop mail", "News mail", "Old mail (inactive)"]);
  fireEvent.click(screen.getByRole("option", { name: /News mail/ }));
  await screen.findByText(/^Saved .*, version 2$/);
  expect(saves.at(-1)?.steps).toMatchObject([{ integrationIdentifier: "news" }]);
});

test("an integration that the environment does not have is shown, with what is used instead; a step to the inbox has no choice", async () => {
  openEditor(
    "/steps/mail",
    { steps: [mail({ integrationIdentifier: "live" }), aStepV2({ _id: "bell", name: "Bell" })] },
    { "GET /integrations": () => ({ body: { data: [] } }) },
  );
  await screen.findByText("It is not active in this environment, so the default one is used");
  expect(screen.getByRole("button", { name: /Integration$/ }).textContent).toBe("live (not in this environment)");
  fireEvent.click(await card("Bell"));
  await screen.findByRole("heading", { level: 2, name: "Bell" });
  expect(screen.queryByRole("button", { name: /Integration$/ })).toBeNull();
});

test.each([
  ["Take theirs", "Theirs"],
  ["Keep mine", "Mine"],
])("of a newer version of somebody else, %s leaves %s, and a comparison shows both", async (choice, kept) => {
  const workflow = aWorkflow();
  const steps = (name: string) => [aStepV2({ _id: "bell", name })];
  const theirs = aWorkflowV2({ _id: workflow._id, version: 2, steps: steps("Theirs") });
  const saves: UpdateWorkflowV2[] = [];
  let reads = 0;
  renderDashboard(`/workflows/${workflow._id}/steps/bell`, {
    handlers: {
      ...opened(workflow),
      [`GET /v2/workflows/${workflow._id}`]: () => {
        reads += 1;
        return { body: { data: reads === 1 ? { ...theirs, version: 1, steps: steps("Before") } : theirs } };
      },
      [`GET /v2/workflows/${workflow._id}/versions`]: () => ({
        body: {
          data: [
            {
              version: 2,
              isCurrent: true,
              createdAt: theirs.createdAt,
              createdBy: { _id: "g", firstName: "Grace" },
              changes: ["Changed body of Bell"],
            },
          ],
          next: null,
          previous: null,
          hasMore: false,
        },
      }),
      [`PUT /v2/workflows/${workflow._id}`]: ({ body }: { body: unknown }) => {
        saves.push(body as UpdateWorkflowV2);
        return saves.at(-1)?.baseVersion === 1
          ? failure(409, "newer")
          : { body: { data: { ...theirs, version: 3, steps: steps("Mine") } } };
      },
    },
  });
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  fireEvent.change(name, { target: { value: "Mine" } });
  await screen.findByText("Grace saved version 2 while you were editing");
  expect(screen.getByText(/^Changed body of Bell/)).toBeTruthy();
  expect(name.value).toBe("Mine");
  fireEvent.click(screen.getByRole("button", { name: "Compare" }));
  const dialog = await screen.findByRole("dialog");
  const field = within(within(dialog).getByRole("region", { name: "Name" }));
  expect(field.getByText(/^Theirs, Grace, \d/).nextSibling?.textContent).toBe("Theirs");
  expect(field.getByText("Yours").nextSibling?.textContent).toBe("Mine");
  fireEvent.click(within(dialog).getByRole("button", { name: choice }));
  await screen.findByText(/^Saved /);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe(kept);
  expect(saves.map(({ baseVersion }) => baseVersion)).toEqual(choice === "Keep mine" ? [1, 2] : [1]);
});

test("in Production, and for a viewer, nothing can be changed and no control says that it could", async () => {
  openEditor(
    "",
    {},
    {
      "GET /auth/session": () => ({
        body: {
          data: sessionOf("viewer"),
        },
      }),
    },
  );
  await card("Bell");
  expect(screen.queryByRole("button", { name: /^Add step|^Actions of|^Undo|^Redo/ })).toBeNull();
  expect(screen.queryByRole("switch")).toBeNull();
  fireEvent.click(await card("Limit"));
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).readOnly).toBe(true);
});

test("a step that is not there any more says so, and the screen stays", async () => {
  openEditor("/steps/nowhere");
  await screen.findByText(/^The workflow has no such step/);
  expect(cards()).toHaveLength(4);
});

test("what a save is refused for is said at its field, on its card and in the header, which leads there", async () => {
  let isRefusing = true;
  const refusal = () => (isRefusing ? failure(400, "steps.0.controlValues.data.orders.0 must be short") : undefined);
  const { saves } = openEditor("/steps/bell", { steps: STEPS.slice(0, 1) }, { "GET /feeds": NO_FEEDS }, refusal);
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Ring" } });
  await screen.findByText("Not saved. Ring: data.orders.0 must be short");
  await screen.findByText("Data must be short");
  within(screen.getByRole("list", { name: "Steps" })).getByText("1 issue");
  fireEvent.click(screen.getByRole("button", { name: "1 issue" }));
  const field = screen.getByLabelText("Data");
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute("aria-invalid")).toBe("true");
  isRefusing = false;
  fireEvent.click(screen.getByRole("button", { name: "Save now" }));
  await screen.findByText(/^Saved .*, version 2$/);
  expect(screen.queryByText("Data must be short")).toBeNull();
  expect(saves.at(-1)?.steps[0]?.name).toBe("Ring");
});

test("a stored header says that it is entered again for another host, before a save is refused and after", async () => {
  const values = { method: "GET", url: "https://api.example.com/", headers: { "X-Key": "nvsk.er22", "X-Shop": "one" } };
  const step = aStepV2({ _id: "call", name: "Call", type: "http_request", controlValues: values });
  const path = "steps.0.controlValues.headers.X-Key";
  const refusal = () => failure(400, `${path} must be entered again, because the host changed`);
  openEditor("/steps/call", { steps: [step] }, {}, refusal);
  const [stored, open] = await screen.findAllByLabelText("Value");
  expect(screen.getAllByText(/^Stored, not shown\. Enter it again/)).toHaveLength(1);
  fireEvent.change(screen.getByLabelText("Name", { selector: "input" }), { target: { value: "Ask" } });
  await screen.findByText("Value must be entered again, because the host changed");
  expect([stored, open].map((field) => field?.getAttribute("aria-invalid"))).toEqual(["true", "false"]);
});

test("a workflow and a step are renamed in their headings", async () => {
  const { saves } = openEditor("/steps/mail", { steps: [mail()] });
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Letter" } });
  fireEvent.change(screen.getByLabelText("Name of the workflow"), { target: { value: "Parcels" } });
  expect(screen.getByRole("heading", { level: 2, name: "Letter" })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1, name: "Parcels" })).toBeTruthy();
  await screen.findByText(/^Saved .*, version 2$/);
  expect(saves.at(-1)).toMatchObject({ name: "Parcels", steps: [{ name: "Letter" }] });
});

test("while each save takes 3 s, typing and undo go on, and all is saved at last, in order and without a conflict", async () => {
  // Until the page is loaded, the time goes on by itself.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  try {
    const workflow = aWorkflow();
    let stored = aWorkflowV2({ _id: workflow._id, steps: [aStepV2({ _id: "bell", name: "Bell" })] });
    const saves: UpdateWorkflowV2[] = [];
    renderDashboard(`/workflows/${workflow._id}/steps/bell`, {
      environmentId: DEVELOPMENT,
      handlers: {
        ...opened(workflow),
        [`GET /v2/workflows/${workflow._id}`]: () => ({ body: { data: stored } }),
        [`PUT /v2/workflows/${workflow._id}`]: async ({ body }: { body: unknown }) => {
          const sent = body as UpdateWorkflowV2;
          await new Promise((resolve) => setTimeout(resolve, 3_000));
          if (sent.baseVersion !== stored.version) return failure(409, "newer");
          saves.push(sent);
          const [step] = sent.steps;
          stored = {
            ...stored,
            steps: [aStepV2({ _id: "bell", name: step?.name ?? "" })],
            version: stored.version + 1,
          };
          return { body: { data: stored } };
        },
      },
    });
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const field = () => screen.getByLabelText<HTMLInputElement>("Name");
    const type = (value: string) => fireEvent.change(field(), { target: { value } });
    await screen.findByLabelText("Name");
    type("Ring");
    await wait(1_000);
    expect(screen.getByText("Saving")).toBeTruthy();
    type("Ring twice");
    await wait(1_000);
    expect(field().value).toBe("Ring twice");
    // The first save answers with the name that it was sent.
    await wait(2_000);
    expect(saves.map(({ steps }) => steps[0]?.name)).toEqual(["Ring"]);
    expect(field().value).toBe("Ring twice");
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(field().value).toBe("Ring");
    await wait(12_000);
    expect(field().value).toBe("Ring");
    expect(stored.steps[0]?.name).toBe("Ring");
    expect(screen.queryByText(/while you were editing/)).toBeNull();
    expect(saves.map(({ baseVersion }) => baseVersion)).toEqual(saves.map((_, index) => index + 1));
  } finally {
    vi.useRealTimers();
  }
});

test("a save that is refused keeps what was typed, and the next change is saved", async () => {
  let isRefusing = true;
  const workflow = aWorkflow();
  const stored = aWorkflowV2({ _id: workflow._id, steps: STEPS });
  renderDashboard(`/workflows/${workflow._id}/steps/bell`, {
    handlers: {
      ...opened(workflow, { steps: STEPS }),
      [`PUT /v2/workflows/${workflow._id}`]: () =>
        isRefusing
          ? failure(400, "steps.0.name must be at most 64 characters")
          : { body: { data: { ...stored, version: 2 } } },
    },
  });
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "x".repeat(80) } });
  await screen.findByText(/^Not saved\. x+: name must be at most 64 characters$/);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("x".repeat(80));
  isRefusing = false;
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Short" } });
  await screen.findByText(/^Saved .*, version 2$/);
});

test("properties of past events are added to the schema, which says which, and back; nothing new is said as well", async () => {
  const { saves } = openEditor(
    "",
    {},
    {
      "GET /notifications": () => ({
        body: { data: [aRun({ payload: { order: "Nr. 7", customer: { name: "Ada" } } })], page: 0, hasMore: false },
      }),
    },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Details" }));
  fireEvent.click(await screen.findByRole("button", { name: "Infer from past events" }));
  await screen.findByText("Added order, customer to the payload schema");
  const properties = {
    order: { type: "string" },
    customer: { type: "object", properties: { name: { type: "string" } } },
  };
  await waitFor(() => expect(saves.at(-1)?.payloadSchema).toEqual({ type: "object", properties }));
  fireEvent.click(screen.getByRole("button", { name: "Infer from past events" }));
  await screen.findByText("The latest event has nothing that the schema lacks.");
  const results = within(screen.getByRole("region", { name: /Results of actions/ }));
  fireEvent.click(results.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(saves.at(-1)?.payloadSchema).toBeNull());
});

test("a property of the payload is renamed in its schema and in all steps at once, after these are shown, and back", async () => {
  const schema = { type: "object", properties: { order: { type: "string" } } };
  const { saves } = openEditor("", {
    payloadSchema: schema,
    steps: [aStepV2({ _id: "bell", name: "Bell", controlValues: { body: "Hello {{payload.order}}" } })],
  });
  fireEvent.click(await screen.findByRole("button", { name: "Details" }));
  fireEvent.click(await screen.findByRole("button", { name: "Rename a property" }));
  fireEvent.click(await screen.findByRole("button", { name: /Property$/ }));
  fireEvent.click(await screen.findByRole("option", { name: "order" }));
  await screen.findByText("Bell: Body");
  fireEvent.click(screen.getByRole("button", { name: "Rename everywhere" }));
  await screen.findByText(/Write another name|Begin with a letter/);
  fireEvent.change(screen.getByLabelText("New name"), { target: { value: "purchase" } });
  fireEvent.click(screen.getByRole("button", { name: "Rename everywhere" }));
  await waitFor(() => expect(saves).toHaveLength(1));
  expect(saves[0]).toMatchObject({
    payloadSchema: { properties: { purchase: { type: "string" } } },
    steps: [{ controlValues: { body: "Hello {{payload.purchase}}" } }],
  });
  const results = within(screen.getByRole("region", { name: /Results of actions/ }));
  fireEvent.click(results.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(saves).toHaveLength(2));
  expect(saves[1]).toMatchObject({
    payloadSchema: schema,
    steps: [{ controlValues: { body: "Hello {{payload.order}}" } }],
  });
});

test("the workflow that a step starts is chosen by its name, or by a template, and leads to it", async () => {
  const found = { kind: "workflow", _id: "w2", title: "Main operations", workflowId: "main-ops", isExact: true };
  const { saves } = openEditor(
    "/steps/start",
    { steps: [aStepV2({ _id: "start", name: "Start", type: "trigger", controlValues: { workflowId: "" } })] },
    {
      "GET /v2/workflows": () => ({
        body: {
          data: { workflows: [{ workflowId: "main-ops", name: "Main operations", active: false }], totalCount: 1 },
        },
      }),
      "GET /search": () => ({ body: { data: [found] } }),
    },
  );
  const choose = async (typed: string, option: RegExp) => {
    fireEvent.click(await screen.findByRole("button", { name: /^Workflow/ }));
    fireEvent.change(await screen.findByRole("searchbox"), { target: { value: typed } });
    const item = await screen.findByRole("option", { name: option });
    act(() => item.focus());
    fireEvent.keyDown(item, { key: "Enter" });
  };
  await choose("main", /^Main operations/);
  await waitFor(() => expect(saves.at(-1)?.steps[0]?.controlValues).toEqual({ workflowId: "main-ops" }));
  expect(screen.getByRole("button", { name: "Workflow Main operations" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open Main operations" }).getAttribute("href")).toMatch(/\/workflows\/w2$/);
  await choose("{{ payload.next }}", /payload\.next/);
  await waitFor(() => expect(saves.at(-1)?.steps[0]?.controlValues).toEqual({ workflowId: "{{ payload.next }}" }));
  expect(screen.queryByRole("link", { name: /^Open / })).toBeNull();
});

test("the header says how many runs are on old versions, and leads to these", async () => {
  const workflow = aWorkflow();
  const waiting = [
    { version: 3, count: 5, isMore: false },
    { version: 2, count: 2, isMore: false },
    { version: 1, count: 1, isMore: false },
  ];
  renderDashboard(`/workflows/${workflow._id}`, {
    environmentId: DEVELOPMENT,
    handlers: {
      ...opened(workflow, { version: 3, steps: STEPS }),
      [`GET /v2/workflows/${workflow._id}/version-usage`]: () => ({
        body: { data: { environments: [], waiting, hasMore: false } },
      }),
    },
  });
  const link = await screen.findByRole("link", { name: "3 runs on old versions" });
  expect(link.getAttribute("href")).toMatch(/\/history$/);
});
