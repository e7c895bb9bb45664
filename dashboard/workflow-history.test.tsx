// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { StepV2, UpdateWorkflowV2 } from "#contract/v2/workflows.ts";
import { defineInbox } from "./testing/define-inbox.ts";
import { sessionOf } from "./testing/fake-server.ts";
import { aWorkflow, DEVELOPMENT, PRODUCTION } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aStepV2, aWorkflowV2, historyOf, opened } from "./testing/workflow-v2.ts";

// The history and the preferences of a workflow.

afterEach(cleanup);

const workflow = aWorkflow();
const PATH = `/v2/workflows/${workflow._id}`;
const mail = (subject: string) =>
  aStepV2({ _id: "mail", stepId: "mail", name: "Letter", type: "email", controlValues: { subject } });
const STEPS: [StepV2[], StepV2[], StepV2[]] = [
  [mail("One")],
  [mail("Two")],
  [mail("Two"), aStepV2({ _id: "bell", name: "Bell" })],
];

const HISTORY = historyOf(
  workflow,
  [
    { steps: STEPS[0] },
    {
      steps: STEPS[1],
      changes: ["Changed subject of Letter"],
      createdBy: { _id: "g", firstName: "Grace", lastName: "H" },
    },
    { steps: STEPS[2], changes: ["Added Bell"], createdBy: undefined },
  ],
  {
    environments: [
      { _environmentId: DEVELOPMENT, _id: workflow._id, version: 3, since: "2026-01-05T09:00:00.000Z" },
      { _environmentId: PRODUCTION, _id: "there", version: 1, since: "2026-01-05T09:00:00.000Z", originalVersion: 2 },
    ],
    waiting: [
      { version: 3, count: 4, isMore: false },
      { version: 2, count: 1_200, isMore: false },
      { version: 1, count: 10_000, isMore: true },
    ],
  },
);

/** A version as the list has it. */
const listed = (version: number) => ({
  version,
  isCurrent: version === 3,
  createdAt: "2026-01-05T09:00:00Z",
  changes: [],
});

const show = (address: string, handlers = {}, environmentId = DEVELOPMENT) =>
  renderDashboard(`/workflows/${workflow._id}/${address}`, {
    environmentId,
    handlers: { ...opened(workflow, { steps: STEPS[2], version: 3 }), ...HISTORY, ...handlers },
  });

const row = async (version: number) => {
  const link = await screen.findByRole("link", { name: new RegExp(`^Version ${version}\\b`) });
  return within(link.closest("li") ?? document.body);
};
const select = async (version: number) =>
  fireEvent.click(await screen.findByRole("checkbox", { name: `Select version ${version}` }));

test("versions say who made them, what they changed, which one is current, and how many runs wait with them", async () => {
  show("history");
  const newest = await row(3);
  newest.getByText("Current");
  newest.getByText("Added Bell");
  newest.getByText(/^A former member,/);
  const second = await row(2);
  second.getByText(/^Grace H,/);
  await waitFor(() => expect(second.getByText(/runs wait/).parentElement?.textContent).toContain("1.2k"));
  expect((await row(1)).getByText(/runs wait/).parentElement?.textContent).toContain("10k+");
  const places = within(await screen.findByRole("region", { name: "Where versions are executed" }));
  places.getByText("Executes version 3");
  places.getByText(/made from version 2 of the original/);
  // Of the current version none is an earlier one.
  expect(places.getByText(/runs wait/).parentElement?.textContent).toContain("11.2k+");
});

test("a version says what it is called, where it is published, and whether it is a working copy", async () => {
  const history = historyOf(workflow, [{ steps: STEPS[0], name: "Before the sale" }, {}, { isWorkingCopy: true }], {
    environments: [
      { _environmentId: PRODUCTION, _id: "there", version: 1, since: "2026-01-05T09:00:00.000Z", originalVersion: 2 },
    ],
  });
  show("history", history);
  (await row(3)).getByText("Working copy");
  (await row(2)).getByText("Published to Production");
  (await row(1)).getByText(/Before the sale/);
});

test("the current version is compared with the one before in the history, whatever saves lie between", async () => {
  show("history", historyOf(workflow, [{ steps: STEPS[0] }, { version: 3, steps: STEPS[2] }]));
  await select(3);
  await screen.findByRole("heading", { name: "Version 1 and version 3" });
  await screen.findByRole("region", { name: "Letter" });
});

test("a version is named, and a name is taken away by an empty text", async () => {
  const named: unknown[] = [];
  show("history", {
    ...historyOf(workflow, [{ steps: STEPS[0] }, { name: "Before the sale" }]),
    [`PATCH /v2/workflows/${workflow._id}/versions/2`]: ({ body }: { body: unknown }) => {
      named.push(body);
      return { body: { data: {} } };
    },
  });
  const newest = await row(2);
  for (const [text, name] of [
    ["Spring sale", "Spring sale"],
    ["", ""],
  ] as const) {
    fireEvent.click(newest.getByRole("button", { name: "Name version 2" }));
    const field = await screen.findByLabelText<HTMLInputElement>("Name");
    expect(field.value).toBe("Before the sale");
    fireEvent.change(field, { target: { value: text } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(named.at(-1)).toEqual({ name });
  }
});

test("two selected versions are in the address and compared by steps and fields; a third one replaces the first", async () => {
  const { router } = show("history");
  await select(1);
  await screen.findByRole("heading", { name: "Version 1 and version 3" });
  await select(2);
  await screen.findByRole("heading", { name: "Version 1 and version 2" });
  expect(router.state.location.search).toEqual({ versions: "1,2" });
  const letter = within(await screen.findByRole("region", { name: "Letter" }));
  letter.getByText("Subject");
  expect(letter.getByText("One").closest("del")).not.toBeNull();
  expect(letter.getByText("Two").closest("ins")).not.toBeNull();
  await select(3);
  await screen.findByRole("heading", { name: "Version 2 and version 3" });
  within(await screen.findByRole("region", { name: "Bell" })).getByText("Added");
});

test("a version has an address, and opening one moves the focus to its comparison", async () => {
  show("history");
  fireEvent.click(await screen.findByRole("link", { name: "Version 2" }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Version 2 and version 3" })),
  );
  cleanup();
  show("history?versions=3");
  // What is current is compared with what was before.
  await screen.findByRole("heading", { name: "Version 2 and version 3" });
});

test("what steps send is shown side by side, rendered as each version has them, with the example payload", async () => {
  const { received } = show("history?versions=1,2&view=rendering", {
    [`POST ${PATH}/step/mail/preview`]: ({ body }: { body: unknown }) => {
      const { version, previewPayload } = body as { version: number; previewPayload: { payload: { number: string } } };
      const preview = { subject: `Subject ${version} of ${previewPayload.payload.number}`, body: "<p>Body</p>" };
      return { status: 201, body: { data: { result: { type: "email", preview }, previewPayloadExample: {} } } };
    },
  });
  await screen.findByText("Subject 1 of number");
  await screen.findByText("Subject 2 of number");
  screen.getByTitle("Letter, version 1");
  expect(received.filter(({ method }) => method === "POST")).toHaveLength(2);
});

test("versions that differ in a variant alone show that variant as both have it, with its condition", async () => {
  const variant = (name: string, subject: string, value: string) => ({
    _id: name,
    name,
    active: true,
    filters: [
      {
        value: "AND" as const,
        children: [{ on: "payload" as const, field: "plan", operator: "EQUAL" as const, value }],
      },
    ],
    controlValues: { subject, body: "<p>Hello</p>" },
  });
  const varied = (...variants: ReturnType<typeof variant>[]) => [{ ...mail("Two"), variants }];
  const gold = variant("Gold", "For gold", "gold");
  const handlers = {
    ...historyOf(workflow, [
      { steps: varied(gold, variant("Silver", "For silver", "silver")) },
      { steps: varied(gold, variant("Silver", "For silver people", "silver"), variant("New", "For new ones", "new")) },
    ]),
    [`POST ${PATH}/step/mail/preview`]: ({ body }: { body: unknown }) => {
      const { controlValues: preview = { subject: "Two", body: "<p>Hello</p>" } } = body as { controlValues?: object };
      return { status: 201, body: { data: { result: { type: "email", preview }, previewPayloadExample: {} } } };
    },
  };
  const { received } = show("history?versions=1,2&view=rendering", handlers);
  const silver = within(await screen.findByRole("region", { name: "Variant Silver" }));
  await silver.findByText("For silver");
  await silver.findByText("For silver people");
  silver.getByTitle("Letter, Silver, version 2");
  expect(silver.getAllByText(/^If .*plan.*silver/)).toHaveLength(2);
  const added = within(screen.getByRole("region", { name: "Variant New" }));
  added.getByText("Without the variant, the step's own content is sent.");
  await added.findByTitle("Letter, version 1");
  await added.findByText("For new ones");
  expect(screen.queryByRole("region", { name: "Variant Gold" })).toBeNull();
  // The step's own content is the same, and shown where it is sent in place of a variant.
  expect(received.filter(({ method }) => method === "POST")).toHaveLength(4);
});

test("a restored version is the new current one, the editor has it at once, and undoing brings back what was before", async () => {
  const saves: UpdateWorkflowV2[] = [];
  show("history?versions=1", {
    [`POST ${PATH}/versions/1/restore`]: () => ({
      status: 201,
      body: { data: aWorkflowV2({ _id: workflow._id, name: workflow.name, steps: STEPS[0], version: 4 }) },
    }),
    [`PUT ${PATH}`]: ({ body }: { body: unknown }) => {
      const sent = body as UpdateWorkflowV2;
      saves.push(sent);
      return { body: { data: aWorkflowV2({ _id: workflow._id, steps: STEPS[2], version: 5 }) } };
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Restore version 1" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Restore version 1?" }));
  dialog.getByText(/^Makes version 4 with the steps and the payload schema of version 1/);
  dialog.getByText(/^Runs that have begun go on/);
  fireEvent.click(dialog.getByRole("button", { name: "Restore version 1" }));
  await screen.findByText(/^Saved .*, version 4$/);
  await screen.findByText("Version 4 has what version 1 had");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(saves[0]?.steps.map(({ name }) => name)).toEqual(["Letter", "Bell"]), { timeout: 3_000 });
  expect(saves[0]?.baseVersion).toBe(4);
});

test("nothing is restored over what is not saved", async () => {
  const { received } = show("history?versions=1", {
    [`PUT ${PATH}`]: () => ({ status: 400, body: { statusCode: 400, message: ["name must be another one"] } }),
  });
  fireEvent.click(await screen.findByRole("switch", { name: "Workflow status" }));
  fireEvent.click(await screen.findByRole("button", { name: "Restore version 1" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Restore version 1" }));
  await dialog.findByText(/^What you have changed is not saved yet/);
  expect(received.some(({ path }) => path.endsWith("/restore"))).toBe(false);
});

test("in Production and for a viewer, versions are compared and not restored", async () => {
  show("history?versions=1", {}, PRODUCTION);
  await screen.findByRole("region", { name: "Letter" });
  expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
  cleanup();
  show("history?versions=1", {
    "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }),
  });
  await screen.findByRole("region", { name: "Letter" });
  expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
});

test("older versions are read when they are asked for", async () => {
  show("history", {
    [`GET ${PATH}/versions`]: ({ query }: { query: URLSearchParams }) => ({
      body: query.get("cursor") ? { data: [listed(1)], next: null } : { data: [listed(3), listed(2)], next: "2" },
    }),
  });
  await row(2);
  expect(screen.queryByRole("link", { name: "Version 1" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show older versions" }));
  await row(1);
  expect(screen.queryByRole("button", { name: "Show older versions" })).toBeNull();
});

/** Opens the preferences of a workflow whose saves are recorded. */
function showPreferences(preferences = aWorkflowV2().preferences) {
  defineInbox();
  const saves: UpdateWorkflowV2[] = [];
  const stored = aWorkflowV2({ _id: workflow._id, steps: STEPS[2], preferences });
  renderDashboard(`/workflows/${workflow._id}/preferences`, {
    environmentId: DEVELOPMENT,
    handlers: {
      ...opened(workflow),
      [`GET ${PATH}`]: () => ({ body: { data: stored } }),
      [`PUT ${PATH}`]: ({ body }: { body: unknown }) => {
        saves.push(body as UpdateWorkflowV2);
        return { body: { data: stored } };
      },
    },
  });
  return { saves, saved: () => waitFor(() => expect(saves).toHaveLength(1), { timeout: 3_000 }) };
}

test("default channels and critical are saved by themselves, with what they mean in words", async () => {
  const { saves, saved } = showPreferences();
  fireEvent.click(await screen.findByRole("switch", { name: "Email by default" }));
  screen.getByText(/^Subscribers choose for themselves/);
  fireEvent.click(screen.getByRole("switch", { name: "Critical" }));
  screen.getByText(/cannot change it/);
  expect(screen.getAllByText("No active step sends on it")).toHaveLength(3);
  await saved();
  expect(saves[0]?.preferences).toMatchObject({
    user: null,
    workflow: { all: { readOnly: true }, channels: { email: { enabled: false }, in_app: { enabled: true } } },
  });
});

test("what members set in place of the workflow's own preferences is shown and changed, and the others stay", async () => {
  const usual = aWorkflowV2().preferences.default;
  const user = { ...usual, channels: { ...usual.channels, sms: { enabled: false } } };
  const { saves, saved } = showPreferences({ user, default: usual });
  expect(await screen.findByRole("switch", { name: "SMS by default" })).toHaveProperty("checked", false);
  fireEvent.click(screen.getByRole("switch", { name: "Email by default" }));
  await saved();
  expect(saves[0]?.preferences).toMatchObject({
    user: { channels: { sms: { enabled: false }, email: { enabled: false } } },
    workflow: usual,
  });
});

test("the inbox's own row follows the switches", async () => {
  const shown: unknown[] = [];
  const setPreferences = (preferences: unknown) => shown.push(preferences);
  Reflect.set(globalThis, "Belfry", {
    createPreview: ({ preferences }: { preferences: unknown }) => {
      shown.push(preferences);
      return { setPreferences };
    },
  });
  showPreferences();
  fireEvent.click(await screen.findByRole("switch", { name: "Email by default" }));
  fireEvent.click(screen.getByRole("switch", { name: "Critical" }));
  await waitFor(() =>
    expect(shown.at(-1)).toMatchObject([
      { level: "global" },
      { channels: { in_app: true, email: false }, workflow: { critical: true } },
    ]),
  );
  Reflect.deleteProperty(globalThis, "Belfry");
});
