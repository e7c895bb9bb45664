// @vitest-environment happy-dom
import { EditorView } from "@codemirror/view";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { failure } from "./testing/fake-server.ts";
import { aWorkflow, PRODUCTION } from "./testing/fixtures.ts";
import { aLayoutV2, aListedLayout, aUsage, LAYOUT_ID, layoutsOf, openedLayout } from "./testing/layouts.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aStepV2, opened } from "./testing/workflow-v2.ts";

beforeAll(() => import("#dashboard/components/code/code-editor.tsx"));
afterEach(cleanup);

const PATH = `/layouts/${LAYOUT_ID}`;
const USED = aUsage([
  { _id: "bill", name: "Bill" },
  { _id: "note", name: "Note" },
]);
const layout = aLayoutV2();

async function deleteRow(name: string) {
  fireEvent.click(await screen.findByRole("button", { name: `Actions of ${name}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  return screen.findByRole("dialog");
}

/** Puts a text in the place of the HTML, as typing does. */
async function write(text: string) {
  await waitFor(() => expect(document.querySelector(".cm-content")).not.toBeNull());
  const view = EditorView.findFromDOM(document.querySelector<HTMLElement>(".cm-editor") ?? document.body);
  if (!view) throw new Error("there is no editor");
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: "input.type" }));
  return view;
}

const preview = () => screen.getByTitle<HTMLIFrameElement>("Preview of Plain").srcdoc;
const previewOf = (html: string) => ({
  status: 201,
  body: { data: { result: { type: "email", preview: { body: html } }, previewPayloadExample: {} } },
});

test("a list says how many steps use a layout and which one is the default, and its search and order are in the address", async () => {
  const { router, received } = renderDashboard("/layouts?query=plain", {
    handlers: {
      "GET /v2/layouts": () =>
        layoutsOf(
          aListedLayout({ stepCount: 2 }),
          aListedLayout({ _id: "b", name: "Base", isDefault: true, stepCount: 1 }),
        ),
    },
  });
  const rows = (await screen.findAllByRole("row")).map((row) => row.textContent);
  expect(rows[1]).toContain("2 steps");
  expect(rows[1]).not.toContain("Default");
  expect(rows[2]).toMatch(/Base.*Default.*1 step/);
  fireEvent.click(screen.getByRole("button", { name: /Name/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({ query: "plain", sort: "name" }));
  const asked = received.filter(({ path }) => path === "/v2/layouts").at(-1)?.query;
  expect(Object.fromEntries(asked ?? [])).toEqual({
    limit: "25",
    offset: "0",
    query: "plain",
    orderBy: "name",
    orderDirection: "ASC",
  });
});

test("a layout that is used, or the default, is not deleted: the dialog says by what it is needed", async () => {
  const { received } = renderDashboard("/layouts", {
    handlers: {
      "GET /v2/layouts": () => layoutsOf(aListedLayout({ isDefault: true, stepCount: 2 })),
      ...openedLayout(layout, USED),
    },
  });
  const dialog = within(await deleteRow("Plain"));
  await dialog.findByText("2 steps of 1 workflow use it.");
  dialog.getByText(/Make another layout the default first/);
  expect(dialog.getByRole("link", { name: "Bill" }).getAttribute("href")).toMatch(/\/workflows\/.+\/steps\/bill$/);
  expect(dialog.queryByRole("button", { name: "Delete layout" })).toBeNull();
  expect(received.filter(({ method }) => method === "DELETE")).toEqual([]);
});

test("the preview follows the content, and keeps the last one when the next cannot be rendered", async () => {
  renderDashboard(`${PATH}?scheme=dark&width=phone`, {
    handlers: {
      ...openedLayout(),
      [`PUT /v2${PATH}`]: () => ({ body: { data: { ...layout, revision: 2 } } }),
      [`POST /v2${PATH}/preview`]: ({ body }) => {
        const content = (body as { controlValues: { email: { body: string } } }).controlValues.email.body;
        return content.includes("{% if %}")
          ? failure(400, "controlValues.email.body cannot be rendered, a value is missing")
          : previewOf(content.replace("{{ body }}", "Hello"));
      },
    },
  });
  await waitFor(() => expect(preview()).toContain("<main>Hello</main>"));
  const frame = screen.getByTitle("Preview of Plain");
  expect(frame.className).toContain("scheme-dark");
  expect(frame.getAttribute("sandbox")).not.toContain("allow-scripts");
  await write("<i>{{ body }}</i>");
  await waitFor(() => expect(preview()).toContain("<i>Hello</i>"), { timeout: 3_000 });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Undo" }).disabled).toBe(false);
  await write("<i>{{ body }}</i>{% if %}");
  await screen.findByText("cannot be rendered, a value is missing", undefined, { timeout: 3_000 });
  expect(preview()).toContain("<i>Hello</i>");
});

test("that the place for the content is missing is said at the field, and one in Handlebars is taken in Liquid", async () => {
  const { received } = renderDashboard(PATH, {
    handlers: {
      ...openedLayout(),
      [`PUT /v2${PATH}`]: ({ body }) =>
        JSON.stringify(body).includes("{{ body }}")
          ? {
              body: {
                data: {
                  ...layout,
                  revision: 2,
                  controls: { values: (body as typeof layout & { controlValues: object }).controlValues },
                },
              },
            }
          : failure(400, "controlValues.email.body must contain {{{body}}}: put it where the content goes"),
    },
  });
  await write("<i></i>");
  await screen.findByText("{{ body }} is missing. Put it where the content of an email goes.");
  await screen.findByText(/^Not saved. HTML must contain/, undefined, { timeout: 3_000 });
  const view = await write("<i>{{{body}}}</i>");
  expect(view.state.doc.toString()).toBe("<i>{{ body }}</i>");
  await screen.findByText(/^Saved/, undefined, { timeout: 3_000 });
  expect(screen.queryByText(/is missing/)).toBeNull();
  expect(received.filter(({ method }) => method === "PUT").at(-1)?.body).toMatchObject({
    baseRevision: 1,
    controlValues: { email: { body: "<i>{{ body }}</i>" } },
  });
});

test("what somebody else has saved meanwhile is offered beside the own layout", async () => {
  const theirs = { ...layout, name: "Theirs", revision: 2 };
  let reads = 0;
  renderDashboard(PATH, {
    handlers: {
      ...openedLayout(),
      [`GET /v2${PATH}`]: () => {
        reads += 1;
        return { body: { data: reads === 1 ? layout : theirs } };
      },
      [`PUT /v2${PATH}`]: () => failure(409, "baseRevision is 1, but somebody has saved revision 2 since"),
    },
  });
  await write("<i>{{ body }}</i>");
  await screen.findByText("Somebody saved this layout while you were editing", undefined, { timeout: 3_000 });
  screen.getByText(/^Changed name/);
  fireEvent.click(screen.getByRole("button", { name: "Compare" }));
  expect((await screen.findByRole("dialog")).textContent).toContain("Their layout and your changes");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  fireEvent.click(screen.getByRole("button", { name: "Take theirs" }));
  await screen.findByRole("heading", { level: 1, name: "Theirs" });
});

test("the default stays one: its switch makes a layout the default, and does not take that back", async () => {
  let isDefault = false;
  renderDashboard(PATH, {
    handlers: {
      ...openedLayout(),
      [`GET /v2${PATH}`]: () => ({
        body: {
          data: { ...layout, isDefault, ...(isDefault && { revision: 2, updatedAt: "2026-01-06T09:00:00.000Z" }) },
        },
      }),
      [`POST ${PATH}/default`]: () => {
        isDefault = true;
        return { status: 204, body: null };
      },
    },
  });
  fireEvent.click(await screen.findByRole("switch", { name: "Default layout" }));
  await screen.findByText(/without a layout\.$/);
  expect(screen.getByRole<HTMLInputElement>("switch", { name: "Default layout" }).disabled).toBe(true);
});

test("Production shows its layouts, and changes none", async () => {
  renderDashboard(PATH, { environmentId: PRODUCTION, handlers: openedLayout(layout, USED) });
  await screen.findByRole("heading", { level: 1, name: "Plain" });
  await screen.findByRole("link", { name: "Bill" });
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.queryByRole("button", { name: /^(Undo|Actions of Plain)$/ })).toBeNull();
  await waitFor(() => expect(document.querySelector(".cm-content[aria-readonly='true']")).not.toBeNull());
});

test("an email step leads to its layout", async () => {
  const workflow = aWorkflow({ name: "Parcel sent" });
  const mail = aStepV2({
    _id: "mail",
    name: "Mail",
    type: "email",
    controlValues: { subject: "A", layoutId: "plain" },
  });
  renderDashboard(`/workflows/${workflow._id}/steps/mail`, {
    handlers: {
      ...opened(workflow, { steps: [mail] }),
      "GET /v2/layouts/plain": () => ({ body: { data: aLayoutV2() } }),
      "GET /integrations": () => ({ body: { data: [] } }),
      "GET /notifications": () => ({ body: { data: [], page: 0, pageSize: 25, hasMore: false } }),
    },
  });
  const link = await screen.findByRole("link", { name: "Open the layout" });
  expect(screen.getByRole("button", { name: `Layout ${aLayoutV2().name}` })).toBeTruthy();
  expect(link.getAttribute("href")).toBe(PATH);
});
