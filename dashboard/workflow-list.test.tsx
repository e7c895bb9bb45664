// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePreferences } from "./preferences.ts";
import { deferred } from "./testing/deferred.ts";
import { failure, sessionOf } from "./testing/fake-server.ts";
import { aWorkflow, PRODUCTION } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aListedWorkflow, aWorkflowV2, listOf } from "./testing/workflow-v2.ts";

afterEach(cleanup);
beforeEach(() => usePreferences.setState({ hiddenColumns: {} }));

const GROUP = "00000000-0000-4000-8000-0000000000c1";
const NOTHING = {
  "GET /notification-groups": () => ({ body: { data: [{ _id: GROUP, name: "General" }] } }),
  "GET /v2/environments/00000000-0000-4000-8000-00000000000d/tags": () => ({ body: { data: [{ name: "orders" }] } }),
  "GET /notifications/graph/workflows": () => ({ body: { data: [] } }),
  "GET /waiting/counts": () => ({ body: { data: [] } }),
  "GET /search": () => ({ body: { data: [] } }),
  "GET /blueprints/group-by-category": () => ({
    body: { data: { general: [], popular: { name: "Popular", blueprints: [] } } },
  }),
};

type Handlers = NonNullable<NonNullable<Parameters<typeof renderDashboard>[1]>["handlers"]>;

const rendered = (address: string, handlers: Handlers, options: { environmentId?: string } = {}) =>
  renderDashboard(address, { ...options, handlers: { ...NOTHING, ...handlers } });

const lists = (received: { path: string; query: URLSearchParams }[]) =>
  received.filter(({ path }) => path === "/v2/workflows").map(({ query }) => query.toString());

async function openMenu(name: string) {
  fireEvent.click(await screen.findByRole("button", { name: `Actions of ${name}` }));
  return within(await screen.findByRole("menu", { name: `Actions of ${name}` }));
}

test("filters, order and page come from the address, and reach the call", async () => {
  const address = `/workflows?query=ship&status=active&tags=orders&tags=shop&group=${GROUP}&channels=email&sort=name&size=50&page=1`;
  const { received } = rendered(address, { "GET /v2/workflows": () => listOf(aListedWorkflow()) });
  await screen.findByRole("link", { name: "Order shipped" });
  expect(lists(received)[0]).toBe(
    `limit=50&offset=50&orderBy=name&orderDirection=ASC&query=ship&tags=orders&tags=shop&stepTypes=email&notificationGroupId=${GROUP}&status=ACTIVE&needsAction=false`,
  );
});

test("a filter that is chosen is in the address, begins with the first page, and can be cleared", async () => {
  const { router } = rendered("/workflows?page=3", { "GET /v2/workflows": () => listOf(aListedWorkflow()) });
  fireEvent.click(await screen.findByRole("button", { name: "Status" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Action required" }));
  await waitFor(() => expect(router.state.location.href).toBe("/workflows?status=action"));
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(router.state.location.href).toBe("/workflows"));
});

test("a column's name sorts by it, and a second time the other way round", async () => {
  const { router, received } = rendered("/workflows", { "GET /v2/workflows": () => listOf(aListedWorkflow()) });
  const name = await screen.findByRole("button", { name: "Name" });
  fireEvent.click(name);
  await waitFor(() => expect(router.state.location.href).toBe("/workflows?sort=name"));
  expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
  fireEvent.click(screen.getByRole("button", { name: "Name" }));
  await waitFor(() => expect(router.state.location.href).toBe("/workflows?sort=name&direction=DESC"));
  await waitFor(() => expect(lists(received).at(-1)).toContain("orderBy=name&orderDirection=DESC"));
});

test("a hidden column stays hidden", async () => {
  rendered("/workflows", { "GET /v2/workflows": () => listOf(aListedWorkflow()) });
  fireEvent.click(await screen.findByRole("button", { name: "Columns" }));
  fireEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Status" }));
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: "Status" })).toBeNull());
  expect(usePreferences.getState().hiddenColumns).toEqual({ workflows: ["status"] });
});

test("a workflow that needs action says why, and its runs and failures are shown", async () => {
  const workflow = aListedWorkflow({
    needsAction: true,
    workflowIntegrationStatus: {
      hasActiveIntegrations: false,
      channels: { email: { hasActiveIntegrations: false }, in_app: { hasActiveIntegrations: true } },
    },
  });
  const days = [
    { day: "2026-01-04", runs: 60, failures: 0 },
    { day: "2026-01-05", runs: 40, failures: 5 },
  ];
  rendered("/workflows", {
    "GET /v2/workflows": () => listOf(workflow),
    "GET /notifications/graph/workflows": () => ({ body: { data: [{ _id: workflow._id, days }] } }),
  });
  const status = await screen.findByRole("button", { name: "Action required" });
  // A tooltip is for the focus of the keyboard.
  fireEvent.keyDown(document.body, { key: "Tab" });
  act(() => status.focus());
  await screen.findByText("No active integration for Email.");
  await screen.findByText("5% failed");
  expect(screen.getByRole("img", { name: /^100 runs in the last 7 days/ })).toBeTruthy();
});

test("a workflow is inactive at once, and active again with the reason when the server refuses", async () => {
  const workflow = aListedWorkflow();
  const answer = deferred<ReturnType<typeof failure>>();
  rendered("/workflows", {
    "GET /v2/workflows": () => listOf(workflow),
    [`PATCH /v2/workflows/${workflow._id}`]: () => answer.promise,
  });
  fireEvent.click((await openMenu("Order shipped")).getByRole("menuitem", { name: "Deactivate" }));
  const row = within(await screen.findByRole("row", { name: /Order shipped/ }));
  await row.findByText("Inactive");
  answer.resolve(failure(409, "It cannot be changed now."));
  await screen.findByText(/^Order shipped: It cannot be changed now/);
  await row.findByText("Active");
});

test("several workflows are deactivated, those that fail are named, and the others can be changed back", async () => {
  const [one, two, three] = ["One", "Two", "Three"].map((name) => aListedWorkflow({ name, workflowId: name }));
  if (!one || !two || !three) throw new Error("Three workflows are needed");
  const ok = () => ({ body: { data: aWorkflowV2() } });
  const { received } = rendered("/workflows", {
    "GET /v2/workflows": () => listOf(one, two, three),
    [`PATCH /v2/workflows/${one._id}`]: ok,
    [`PATCH /v2/workflows/${two._id}`]: () => failure(404, "It is gone."),
    [`PATCH /v2/workflows/${three._id}`]: ok,
  });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all rows of the page" }));
  fireEvent.click(await screen.findByRole("button", { name: "Deactivate" }));
  await screen.findByText("2 workflows are inactive. Two: It is gone.");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("2 workflows changed back");
  const patches = received.filter(({ method }) => method === "PATCH").map(({ path, body }) => [path.slice(-5), body]);
  expect(patches.slice(3)).toEqual([
    [one._id.slice(-5), { active: true }],
    [three._id.slice(-5), { active: true }],
  ]);
});

test("tags are added to the selected workflows that lack them", async () => {
  const workflow = aListedWorkflow({ tags: ["shop"] });
  const { received } = rendered("/workflows", {
    "GET /v2/workflows": () => listOf(workflow),
    [`PATCH /v2/workflows/${workflow._id}`]: () => ({ body: { data: aWorkflowV2() } }),
  });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Order shipped" }));
  fireEvent.click(await screen.findByRole("button", { name: "Add tags" }));
  fireEvent.change(await screen.findByLabelText("Tags to add"), { target: { value: "shop,orders," } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await screen.findByText("Tags added to 1 workflow");
  expect(received.find(({ method }) => method === "PATCH")?.body).toEqual({ tags: ["shop", "orders"] });
});

test("the selected workflows move to another group, and back", async () => {
  const workflow = aListedWorkflow();
  const other = { _id: "00000000-0000-4000-8000-0000000000c9", name: "Orders" };
  const { received } = rendered("/workflows", {
    "GET /notification-groups": () => ({ body: { data: [{ _id: GROUP, name: "General" }, other] } }),
    "GET /v2/workflows": () => listOf(workflow),
    [`PATCH /v2/workflows/${workflow._id}`]: () => ({ body: { data: aWorkflowV2() } }),
  });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Order shipped" }));
  fireEvent.click(await screen.findByRole("button", { name: "Move to group" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Orders" }));
  await screen.findByText("1 workflow moved to Orders");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("1 workflow changed back");
  expect(received.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
    { notificationGroupId: other._id },
    { notificationGroupId: GROUP },
  ]);
});

test("a deletion says its effect in numbers, asks for the name of what runs much, and shows why it failed", async () => {
  const workflow = aListedWorkflow();
  let refused = true;
  const { received } = rendered("/workflows", {
    "GET /v2/workflows": () => listOf(workflow),
    "GET /notifications/graph/workflows": () => ({
      body: { data: [{ _id: workflow._id, days: [{ day: "2026-01-05", runs: 1204, failures: 0 }] }] },
    }),
    "GET /waiting/counts": () => ({
      body: { data: [{ kind: "digest", count: 31, isMore: false, nextDueAt: "", workflow: {} }] },
    }),
    [`DELETE /v2/workflows/${workflow._id}`]: () => (refused ? failure(409, "Try later.") : { body: {} }),
  });
  fireEvent.click((await openMenu("Order shipped")).getByRole("menuitem", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Order shipped?" }));
  await dialog.findByText("It had 1,204 runs in the last 7 days.");
  await dialog.findByText("31 delays, digests and retries wait. Runs in flight finish.");
  const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete workflow" });
  expect(confirm.disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText("Type order-shipped to confirm"), { target: { value: "order-shipped" } });
  fireEvent.click(confirm);
  await dialog.findByText("Try later.");
  refused = false;
  fireEvent.click(confirm);
  await screen.findByText("Order shipped deleted");
  expect(received.filter(({ method }) => method === "DELETE")).toHaveLength(2);
});

test("a duplicate is an inactive copy without the ids of the original, in its group, and opens", async () => {
  const workflow = aListedWorkflow();
  const made = aWorkflowV2({ _id: "00000000-0000-4000-8000-0000000000aa", name: "Order shipped copy" });
  const { received, router } = rendered("/workflows", {
    "GET /v2/workflows": () => listOf(workflow),
    [`GET /v2/workflows/${workflow._id}`]: () => ({ body: { data: aWorkflowV2({ origin: "novu-cloud-v1" }) } }),
    "POST /v2/workflows": () => ({ status: 201, body: { data: made } }),
  });
  fireEvent.click((await openMenu("Order shipped")).getByRole("menuitem", { name: "Duplicate" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/workflows/${made._id}`));
  const body = received.find(({ method, path }) => method === "POST" && path === "/v2/workflows")?.body;
  expect(body).toMatchObject({
    name: "Order shipped copy",
    workflowId: "order-shipped-copy",
    active: false,
    origin: "novu-cloud-v1",
    notificationGroupId: GROUP,
    steps: [{ stepId: "bell", name: "Bell", type: "in_app", controlValues: { body: "Hello" } }],
  });
  expect(JSON.stringify(body)).not.toContain("_id");
});

const VIEWER = { "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }) };

test.each([
  ["a viewer", VIEWER, {}],
  ["Production", {}, { environmentId: PRODUCTION }],
])("%s has no control that changes a workflow", async (_who, handlers, options) => {
  rendered("/workflows", { ...handlers, "GET /v2/workflows": () => listOf(aListedWorkflow()) }, options);
  const menu = await openMenu("Order shipped");
  expect(menu.getByRole("menuitem", { name: "Export" })).toBeTruthy();
  for (const name of ["Duplicate", "Deactivate", "Delete"]) expect(menu.queryByRole("menuitem", { name })).toBeNull();
  fireEvent.keyDown(menu.getByRole("menuitem", { name: "Export" }), { key: "Escape" });
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Order shipped" }));
  const bar = within(await screen.findByRole("region", { name: "Selected rows" }));
  expect(bar.getAllByRole("button").map(({ textContent }) => textContent?.trim())).toEqual(["Export", ""]);
  expect(screen.queryByRole("link", { name: "Create workflow" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
});

test("without workflows, templates are offered, and one of them begins a workflow", async () => {
  const template = {
    ...aWorkflow({ name: "Comment digest", description: "Collects comments", critical: true }),
    notificationGroup: { _id: GROUP, name: "Collaboration" },
  };
  const created = aWorkflow();
  const { received, router } = rendered("/workflows", {
    "GET /v2/workflows": () => listOf(),
    "GET /blueprints/group-by-category": () => ({
      body: {
        data: {
          general: [{ name: "Collaboration", blueprints: [template] }],
          popular: { name: "Popular", blueprints: [template] },
        },
      },
    }),
    "POST /notification-templates": () => ({ status: 201, body: { data: created } }),
  });
  await screen.findByRole("heading", { name: "No workflows yet" });
  fireEvent.click(await screen.findByRole("button", { name: "Preview Comment digest" }));
  await screen.findByText("It is on its way");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  fireEvent.click((await screen.findAllByRole("link", { name: "Use template Comment digest" }))[0] ?? document.body);
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  await waitFor(() => expect(name.value).toBe("Comment digest"));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Description").value).toBe("Collects comments");
  fireEvent.click(screen.getByRole("button", { name: "Create workflow" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/workflows/${created._id}`));
  expect(received.find(({ method }) => method === "POST")?.body).toMatchObject({
    name: "Comment digest",
    identifier: "order-shipped",
    blueprintId: template._id,
    notificationGroup: { name: "Collaboration" },
    critical: true,
    active: true,
    steps: [{ template: { content: "It is on its way" } }],
  });
});

test("the identifier follows the name until it is written by hand, and a taken one is refused at once", async () => {
  rendered("/workflows/new", {
    "GET /search": ({ query }) => ({
      body: { data: query.get("query") === "taken" ? [{ kind: "workflow", workflowId: "taken", isExact: true }] : [] },
    }),
  });
  const name = await screen.findByLabelText("Name");
  const identifier = screen.getByLabelText<HTMLInputElement>("Identifier");
  fireEvent.change(name, { target: { value: "Größere Bestellung" } });
  await waitFor(() => expect(identifier.value).toBe("groessere-bestellung"));
  // Only the server can spell it, which makes the identifier of a workflow without one.
  fireEvent.change(name, { target: { value: "欢迎" } });
  await waitFor(() => expect(identifier.value).toBe(""));
  fireEvent.change(identifier, { target: { value: "taken" } });
  await screen.findByText("Identifier belongs to another workflow: choose another one");
  fireEvent.change(name, { target: { value: "Other" } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(identifier.value).toBe("taken");
});

test("a refused workflow has the reason at its field, loses nothing that was typed, and is created when it is mended", async () => {
  let refused = true;
  const made = aWorkflowV2();
  const { received, router } = rendered("/workflows/new", {
    "POST /v2/workflows": () =>
      refused ? failure(400, "workflowId must not contain slashes") : { status: 201, body: { data: made } },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Create workflow" }));
  await screen.findByText("Name should not be empty");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Order shipped" } });
  fireEvent.change(screen.getByLabelText("Identifier"), { target: { value: "a/b" } });
  fireEvent.change(screen.getByLabelText("Description"), { target: { value: "When it leaves" } });
  fireEvent.change(screen.getByLabelText("Tags"), { target: { value: "orders," } });
  fireEvent.click(screen.getByRole("button", { name: "Create workflow" }));
  await screen.findByText("Identifier must not contain slashes");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Description").value).toBe("When it leaves");
  refused = false;
  fireEvent.change(screen.getByLabelText("Identifier"), { target: { value: "shipped" } });
  fireEvent.click(screen.getByRole("button", { name: "Create workflow" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/workflows/${made._id}`));
  expect(received.filter(({ method, path }) => method === "POST" && path === "/v2/workflows").at(-1)?.body).toEqual({
    name: "Order shipped",
    workflowId: "shipped",
    description: "When it leaves",
    tags: ["orders"],
    notificationGroupId: GROUP,
    steps: [],
  });
});

const inFile = (fields: object) => ({ name: "Order shipped", steps: [], ...fields });
const file = (...workflows: object[]) =>
  new File([JSON.stringify({ format: "belfry-workflows", version: 1, workflows })], "shop.json");

async function chooseFile(chosen: File) {
  fireEvent.click(await screen.findByRole("button", { name: "Import" }));
  fireEvent.change(await screen.findByLabelText("File of workflows"), { target: { files: [chosen] } });
}

test("an import shows what it will do with each workflow, does that, and says what came of it", async () => {
  const existing = aWorkflowV2({ workflowId: "taken", name: "Old one", version: 4 });
  const { received } = rendered("/workflows", {
    "GET /v2/workflows": () => listOf(aListedWorkflow()),
    "GET /search": ({ query }) => ({
      body: { data: query.get("query") === "taken" ? [{ kind: "workflow", workflowId: "taken", isExact: true }] : [] },
    }),
    "GET /v2/workflows/taken": () => ({ body: { data: existing } }),
    [`PUT /v2/workflows/${existing._id}`]: () => failure(409, "Somebody saved version 5."),
    "POST /v2/workflows": () => ({ status: 201, body: { data: aWorkflowV2({ workflowId: "free" }) } }),
    "POST /notification-groups": () => ({ status: 201, body: { data: { _id: "group-2", name: "Shop" } } }),
  });
  await chooseFile(
    file(inFile({ workflowId: "taken" }), inFile({ workflowId: "free", name: "Free one", group: "Shop" }), {
      workflowId: "bad",
      name: "Bad one",
      steps: [{ name: "Fax", type: "fax" }],
    }),
  );
  const rows = within(await screen.findByRole("list", { name: "Workflows of the file" }));
  expect(rows.getByText(/This identifier belongs to Old one/)).toBeTruthy();
  expect(rows.getByText(/^workflows\.2\.steps\.0\.type must be one of/)).toBeTruthy();
  expect(screen.getByText("shop.json: 2 to create, 1 left out.")).toBeTruthy();
  expect(rows.getByLabelText<HTMLInputElement>("New identifier of Order shipped").value).toBe("taken-2");
  fireEvent.click(rows.getByRole("radio", { name: "Replace" }));
  await screen.findByText("shop.json: 1 to create, 1 to replace, 1 left out.");
  fireEvent.click(screen.getByRole("button", { name: "Import 2 workflows" }));
  await screen.findByText("shop.json: 1 imported, 1 failed, 1 left out.");
  await rows.findByText("Somebody saved version 5.");
  await rows.findByText("Created");
  const bodyOf = (method: string) => received.findLast((call) => call.method === method)?.body;
  expect(bodyOf("PUT")).toMatchObject({ workflowId: "taken", baseVersion: 4 });
  expect(bodyOf("POST")).toMatchObject({ workflowId: "free", notificationGroupId: "group-2" });
});

test("a file that is none is refused with the place of its fault", async () => {
  rendered("/workflows", { "GET /v2/workflows": () => listOf(aListedWorkflow()) });
  await chooseFile(new File(['{\n  "format" 1 }'], "broken.json"));
  await screen.findByText(/^The file has an error in line 2, column 12/);
});

test("an export downloads the definition of the workflow, with its group", async () => {
  const workflow = aListedWorkflow();
  const blobs: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return "blob:file";
  });
  rendered("/workflows", {
    "GET /v2/workflows": () => listOf(workflow),
    [`GET /v2/workflows/${workflow._id}`]: () => ({ body: { data: aWorkflowV2() } }),
  });
  fireEvent.click((await openMenu("Order shipped")).getByRole("menuitem", { name: "Export" }));
  await screen.findByText("Order shipped exported");
  const written = JSON.parse((await blobs[0]?.text()) ?? "");
  expect(written).toMatchObject({
    format: "belfry-workflows",
    version: 1,
    workflows: [{ workflowId: "order-shipped", group: "General" }],
  });
});
