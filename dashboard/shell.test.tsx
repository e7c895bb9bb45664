// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "./app/session.ts";
import { usePreferences } from "./preferences.ts";
import { useRecentObjects } from "./recent-objects.ts";
import { failure, sessionOf } from "./testing/fake-server.ts";
import { aRun, aWorkflow, DEVELOPMENT, organization, PRODUCTION } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aListedWorkflow, aStepV2, aWorkflowV2, listOf, opened } from "./testing/workflow-v2.ts";

// What is around every screen: sections, environments, the palette, and what keys do.

beforeEach(() => {
  useRecentObjects.getState().clear();
  usePreferences.setState({ theme: "system", sidebarCollapsed: false, letterShortcuts: true });
});
afterEach(cleanup);

const pageOf = (...data: unknown[]) => ({
  body: { data, page: 0, pageSize: 10, totalCount: data.length, hasMore: false },
});
const workflow = aWorkflow();
const run = aRun({ transactionId: "order-77" });

const handlers = {
  "GET /v2/workflows": () => listOf(aListedWorkflow()),
  ...opened(workflow),
  "GET /notifications": ({ query }: { query: URLSearchParams }) =>
    query.get("transactionId") === "order-77" ? pageOf(run) : pageOf(),
  [`GET /notifications/${run._id}`]: () => ({ body: { data: run } }),
  "GET /outbox": () => pageOf(),
  "GET /translations": () => ({ body: { data: [], totalCount: 0, page: 0, pageSize: 10, hasMore: false } }),
  "GET /search": ({ query }: { query: URLSearchParams }) => {
    const text = query.get("query") ?? "";
    const named = {
      kind: "workflow",
      _id: workflow._id,
      title: workflow.name,
      workflowId: "order-shipped",
      isExact: false,
    };
    const started = {
      kind: "run",
      _id: run._id,
      title: "Order shipped for ada",
      transactionId: "order-77",
      isExact: true,
    };
    return {
      body: {
        data: [
          ...("order shipped".includes(text) ? [named] : []),
          ...(["order-77", run._id].includes(text) ? [started] : []),
          // It has no screen yet.
          { kind: "webhook_endpoint", _id: "t", title: "Order office", isExact: false },
        ],
      },
    };
  },
};

const keys = (...pressed: string[]) => {
  for (const key of pressed) fireEvent.keyDown(document.body, { key });
};

function openPalette() {
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  return screen.findByLabelText("Search or run a command");
}
/** The texts of the options, without identifiers beside them. */
const optionTexts = () =>
  screen.queryAllByRole("option").map((option) => option.querySelector("span")?.textContent ?? "");
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test("Ctrl K opens the palette in a field too, and Esc closes it", async () => {
  renderDashboard("/workflows", { handlers });
  const search = await screen.findByLabelText("Search workflows");
  search.focus();
  fireEvent.keyDown(search, { key: "k", ctrlKey: true });
  const field = await screen.findByLabelText("Search or run a command");
  expect(optionTexts()).toEqual(expect.arrayContaining(["Workflows", "Activity", "Switch to Production", "Sign out"]));
  fireEvent.keyDown(field, { key: "Escape" });
  fireEvent.keyUp(field, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test.each([{ ctrlKey: true }, { metaKey: true }])(
  "what is typed while the palette loads is in its field: %j",
  async (key) => {
    const { router } = renderDashboard("/workflows", { handlers });
    await screen.findByRole("link", { name: "Order shipped" });
    fireEvent.keyDown(document.body, { key: "k", ...key });
    for (const letter of ["c", "x", "Backspace", "Backspace", "o", "u", "t", "b"]) keys(letter);
    const field = await screen.findByLabelText<HTMLInputElement>("Search or run a command");
    await waitFor(() => expect(field.value).toBe("outb"));
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    expect(router.state.location.pathname).toBe("/workflows");
  },
);

test("Escape while the palette loads leaves it closed", async () => {
  renderDashboard("/workflows", { handlers });
  await screen.findByRole("link", { name: "Order shipped" });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  keys("w", "Escape");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the words theme, dark and light find each theme that is not used", async () => {
  usePreferences.setState({ theme: "dark" });
  renderDashboard("/workflows", { handlers });
  await screen.findByRole("link", { name: "Order shipped" });
  const field = await openPalette();
  for (const word of ["dark", "light", "theme"]) {
    type(field, word);
    await waitFor(() => expect(optionTexts()).toContain("Use the light theme"));
  }
});

test("the health opens a list of what it is made of", async () => {
  renderDashboard("/workflows", { handlers });
  const [health] = await screen.findAllByRole("button", { name: "All systems up" });
  if (!health) throw new Error("There is no health");
  fireEvent.click(health);
  const list = await screen.findByRole("dialog", { name: "Health" });
  const items = await within(list).findAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual(
    ["Database", "Engine", "Live updates"].map((name) => expect.stringMatching(`^${name}Upsince .+ or earlier$`)),
  );
});

test("the palette has the lists of a section", async () => {
  const { router } = renderDashboard("/workflows", { handlers });
  await screen.findByRole("link", { name: "Order shipped" });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = await screen.findByLabelText("Search or run a command");
  type(field, "pages messages");
  await waitFor(() => expect(optionTexts()).toEqual(["Messages"]));
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(router.state.location.pathname).toBe("/activity/messages"));
});

test("Enter opens the first page that the typed words match", async () => {
  const { router } = renderDashboard("/workflows", { handlers });
  await screen.findByRole("link", { name: "Order shipped" });
  const field = await openPalette();
  type(field, "outb");
  await waitFor(() => expect(optionTexts()[0]).toBe("Outbox"));
  fireEvent.keyDown(field, { key: "Enter" });
  await screen.findByRole("heading", { level: 1, name: "Outbox" });
  expect(router.state.location.pathname).toBe("/outbox");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("objects are found on the server by name and by a pasted transactionId, once for what is typed quickly", async () => {
  const { router, received } = renderDashboard("/outbox", { handlers });
  await screen.findByRole("heading", { level: 1, name: "Outbox" });
  const field = await openPalette();
  for (const text of ["o", "or", "ord", "order"]) type(field, text);
  await screen.findByRole("option", { name: /Order shipped/ });
  expect(received.filter(({ path }) => path === "/search")).toHaveLength(1);
  expect(optionTexts()).not.toContain("Order office");
  type(field, "order-77");
  fireEvent.click(await screen.findByRole("option", { name: /for ada/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/activity/${run._id}`));
});

test("Enter right after pasting an id opens the object when it is found", async () => {
  const { router } = renderDashboard("/outbox", { handlers });
  await screen.findByRole("heading", { level: 1, name: "Outbox" });
  const field = await openPalette();
  type(field, run._id);
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(router.state.location.pathname).toBe(`/activity/${run._id}`));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what was opened last is offered first, in its environment alone, until the member signs out", async () => {
  renderDashboard(`/workflows/${workflow._id}`, { handlers });
  await screen.findByRole("heading", { level: 1, name: "Order shipped" });
  await openPalette();
  expect(optionTexts()[0]).toContain("Order shipped");
  expect(Object.keys(useRecentObjects.getState().opened)).toEqual([DEVELOPMENT]);
  fireEvent.click(screen.getByRole("option", { name: "Sign out" }));
  await screen.findByRole("heading", { level: 1, name: "Sign in to Belfry" });
  expect(useRecentObjects.getState().opened).toEqual({});
});

test("a search that fails says so and leaves pages and actions usable", async () => {
  renderDashboard("/outbox", { handlers: { ...handlers, "GET /search": () => failure(500, "x", "request-9") } });
  await screen.findByRole("heading", { level: 1, name: "Outbox" });
  const field = await openPalette();
  type(field, "act");
  await screen.findByText(/Its request id is request-9/);
  expect(optionTexts()).toContain("Activity");
});

test("signing out ends the session on the server", async () => {
  const { received } = renderDashboard("/outbox", { handlers });
  await screen.findByRole("heading", { level: 1, name: "Outbox" });
  await openPalette();
  fireEvent.click(screen.getByRole("option", { name: "Sign out" }));
  await screen.findByRole("heading", { level: 1, name: "Sign in to Belfry" });
  expect(received.find(({ path }) => path === "/auth/logout")).toMatchObject({ authorization: "Bearer member" });
});

test.each([
  ["while an input method composes a character", { isComposing: true }],
  ["with Alt", { altKey: true }],
  ["with Ctrl", { ctrlKey: true }],
])("letters do nothing %s", async (_, init) => {
  renderDashboard("/workflows", { handlers });
  await screen.findByRole("link", { name: "Order shipped" });
  fireEvent.keyDown(document.body, { key: "?", ...init });
  expect(screen.queryByRole("dialog")).toBeNull();
  keys("?");
  await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
});

test("letters can be turned off, and the palette stays", async () => {
  usePreferences.setState({ letterShortcuts: false });
  renderDashboard("/workflows", { handlers });
  await screen.findByRole("link", { name: "Order shipped" });
  keys("?");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await openPalette()).toBeTruthy();
});

test("j and k move through the links of the rows", async () => {
  renderDashboard("/workflows", {
    handlers: {
      ...handlers,
      "GET /v2/workflows": () => listOf(aListedWorkflow(), aListedWorkflow({ name: "Order lost" })),
    },
  });
  await screen.findByRole("link", { name: "Order lost" });
  const moved: unknown[] = [];
  for (const key of ["j", "j", "k", "j"]) {
    keys(key);
    moved.push(document.activeElement?.textContent);
  }
  expect(moved).toEqual(["Order shipped", "Order lost", "Order shipped", "Order lost"]);
});

test("/ goes to the search, and c creates", async () => {
  renderDashboard("/workflows", { handlers });
  await screen.findByRole("link", { name: "Order shipped" });
  keys("/");
  expect(document.activeElement).toBe(screen.getByLabelText("Search workflows"));
  cleanup();
  renderDashboard("/translations", { handlers });
  await screen.findByRole("button", { name: "New group" });
  keys("c");
  await screen.findByRole("dialog", { name: "New translation group" });
});

test("what is read-only in Production leads to Development, and what is only read has no banner", async () => {
  const { router } = renderDashboard("/workflows", { environmentId: PRODUCTION, handlers });
  const banner = await screen.findByRole("region", { name: "Read-only" });
  expect(banner.textContent).toContain("Production is read-only. Edit in Development, then publish.");
  keys("g", "a");
  await screen.findByRole("heading", { level: 1, name: "Activity" });
  expect(screen.queryByRole("region", { name: "Read-only" })).toBeNull();
  keys("g", "w");
  fireEvent.click(await screen.findByRole("button", { name: "Edit in Development" }));
  await waitFor(() => expect(useSession.getState().environmentId).toBe(DEVELOPMENT));
  expect(router.state.location.pathname).toBe("/workflows");
  expect(screen.queryByRole("region", { name: "Read-only" })).toBeNull();
});

test.each([
  ["/steps/mail-there", "/workflows/original/steps/mail-here"],
  ["/steps/added-there", "/workflows/original"],
  ["/history", "/workflows/original/history"],
])("what is edited in Development is opened there: %s", async (address, expected) => {
  const step = (id: string, stepId: string) => aStepV2({ _id: id, stepId, name: stepId, type: "sms" });
  const published = aWorkflowV2({ _id: "copy", steps: [step("mail-there", "mail"), step("added-there", "added")] });
  const original = aWorkflowV2({ _id: "original", steps: [step("mail-here", "mail")] });
  const { router } = renderDashboard(`/workflows/copy${address}`, {
    environmentId: PRODUCTION,
    handlers: {
      ...handlers,
      ...opened(aWorkflow({ _id: "original" })),
      "GET /v2/workflows/copy": () => ({ body: { data: published } }),
      "GET /v2/workflows/order-shipped": () => ({ body: { data: original } }),
      "GET /v2/workflows/original": () => ({ body: { data: original } }),
    },
  });
  await screen.findByRole("heading", { level: 1, name: "Order shipped" });
  fireEvent.click(await screen.findByRole("button", { name: "Edit in Development" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(expected));
  expect(useSession.getState().environmentId).toBe(DEVELOPMENT);
  await screen.findByRole("heading", { level: 1, name: "Order shipped" });
});

test("a workflow that was deleted in Development leads to the list there", async () => {
  const { router } = renderDashboard("/workflows/copy/preferences", {
    environmentId: PRODUCTION,
    handlers: { ...handlers, "GET /v2/workflows/copy": () => ({ body: { data: aWorkflowV2({ _id: "copy" }) } }) },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Edit in Development" }));
  await waitFor(() => expect(useSession.getState().environmentId).toBe(DEVELOPMENT));
  expect(router.state.location.pathname).toBe("/workflows");
});

test("a viewer, who edits nothing anywhere, is not led to Development", async () => {
  renderDashboard("/workflows", {
    environmentId: PRODUCTION,
    handlers: { ...handlers, "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }) },
  });
  await screen.findByRole("link", { name: "Order shipped" });
  expect(screen.queryByRole("region", { name: "Read-only" })).toBeNull();
});

test("Changes says how many publications wait for the member's approval, and nothing where none do, or to who approves none", async () => {
  let waitingPublications = 2;
  const listed = { "GET /organizations": () => ({ body: { data: [{ ...organization, waitingPublications }] } }) };
  const { queryClient, received } = renderDashboard("/workflows", { handlers: { ...handlers, ...listed } });
  await screen.findByRole("link", { name: "Changes 2 publications wait for your approval" });
  expect(received.filter(({ path }) => path === "/organizations").length).toBe(1);
  waitingPublications = 0;
  await queryClient.invalidateQueries();
  await screen.findByRole("link", { name: "Changes" });
  cleanup();
  waitingPublications = 1;
  const viewer = { "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }) };
  renderDashboard("/workflows", { handlers: { ...handlers, ...listed, ...viewer } });
  await screen.findByRole("link", { name: "Order shipped" });
  expect(screen.getByRole("link", { name: "Changes" })).toBeTruthy();
});

test("a member of several organisations opens another one from the account menu", async () => {
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  renderDashboard("/workflows", {
    handlers: {
      ...handlers,
      "GET /organizations": () => ({
        body: { data: [organization, { ...organization, _id: "globex", name: "Globex" }] },
      }),
      "POST /auth/organizations/globex/switch": () => ({ body: { data: "token-of-globex" } }),
    },
  });
  await screen.findByRole("link", { name: "Order shipped" });
  fireEvent.click(screen.getAllByRole("button", { name: /^Account/ })[0] ?? document.body);
  const globex = await screen.findByRole("menuitemradio", { name: "Globex" });
  expect(
    within(screen.getByRole("menu")).getByRole("menuitemradio", { name: "Acme" }).getAttribute("aria-checked"),
  ).toBe("true");
  fireEvent.click(globex);
  await waitFor(() => expect(useSession.getState().token).toBe("token-of-globex"));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test("without an answer a strip says so over every screen, and connecting again loads what had failed", async () => {
  let away = true;
  renderDashboard("/workflows", {
    handlers: {
      ...handlers,
      "GET /health-check": () => {
        if (away) throw new TypeError("Failed to fetch");
        const dependencies = { database: { status: "up" }, temporal: { status: "up" } };
        return { body: { data: { status: "ok", version: "1", dependencies } } };
      },
      "GET /v2/workflows": () => {
        if (away) throw new TypeError("Failed to fetch");
        return listOf(aListedWorkflow());
      },
    },
  });
  await screen.findByText(/^The server does not answer/);
  away = false;
  fireEvent.click(screen.getByRole("button", { name: "Connect again" }));
  await screen.findByRole("link", { name: "Order shipped" });
  expect(screen.queryByText(/^The server does not answer/)).toBeNull();
});

test("an object of another environment is offered there, and one that is nowhere names what was searched", async () => {
  const inProduction = ({ environmentId }: { environmentId: string | null }) =>
    environmentId === PRODUCTION ? { body: { data: aWorkflowV2({ _id: workflow._id }) } } : failure(404, "Not found");
  renderDashboard(`/workflows/${workflow._id}`, {
    environmentId: DEVELOPMENT,
    handlers: { ...handlers, [`GET /v2/workflows/${workflow._id}`]: inProduction },
  });
  await screen.findByText("Development has no workflow with this id. Production has it.");
  fireEvent.click(screen.getByRole("button", { name: "Open it in Production" }));
  await screen.findByRole("heading", { level: 1, name: "Order shipped" });
  cleanup();
  renderDashboard("/workflows/nowhere", { environmentId: DEVELOPMENT, handlers });
  await screen.findByText(/^Development and Production have no workflow with this id/);
});
