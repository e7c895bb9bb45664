// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { ConvertedEmailBody } from "#contract/v2/email-bodies.ts";
import { aWorkflow, DEVELOPMENT } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aStepV2, opened } from "./testing/workflow-v2.ts";

// The body of an email, from HTML to blocks and back.

beforeAll(() =>
  Promise.all([
    import("#dashboard/components/code/code-editor.tsx"),
    import("./features/workflows/editor/blocks/block-editor.tsx"),
  ]),
);
afterEach(cleanup);

const DOCUMENT = JSON.stringify({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text: "From blocks" }] }],
});

async function open(
  controlValues: object,
  converted: Partial<ConvertedEmailBody>,
  layout: object | undefined = undefined,
  issues = {},
) {
  const workflow = aWorkflow();
  const answer = { body: "", losses: [], htmlBlocks: 0, ...converted };
  const shown = renderDashboard(`/workflows/${workflow._id}/steps/mail`, {
    environmentId: DEVELOPMENT,
    handlers: {
      ...opened(workflow, {
        steps: [
          aStepV2({
            _id: "mail",
            name: "Mail",
            type: "email",
            controlValues: { subject: "Hello", ...controlValues },
            issues,
          }),
        ],
      }),
      "GET /notifications": () => ({ body: { data: [], page: 0, hasMore: false } }),
      "GET /integrations": () => ({ body: { data: [] } }),
      "GET /v2/layouts/brand": () => ({ body: { data: layout } }),
      "POST /v2/layouts/l/preview": () => ({
        body: { data: { result: { preview: { body: "<p>Header</p><div data-content-place></div>" } } } },
      }),
      "POST /v2/email-bodies/convert": () => ({ body: { data: answer } }),
    },
  });
  await screen.findByRole("radiogroup", { name: "Body as" });
  const asked = () => shown.received.filter(({ path }) => path.endsWith("/convert")).map(({ body }) => body);
  return { ...shown, asked };
}

const choose = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));
const blocks = () => screen.findByText("From blocks");

test("HTML becomes blocks only after a dialog has said what is lost of its look, and undo brings it back", async () => {
  const { asked } = await open(
    { editorType: "html", body: "<p>From HTML</p>" },
    { body: DOCUMENT, losses: ["fonts", "backgrounds"], htmlBlocks: 2 },
  );
  choose("Blocks");
  const dialog = await screen.findByRole("alertdialog", { name: "Edit the body as blocks?" });
  expect(dialog.textContent).toContain("Not kept: fonts and backgrounds.");
  expect(dialog.textContent).toContain("2 parts that blocks cannot hold stay HTML");
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.queryByText("From blocks")).toBeNull();
  choose("Blocks");
  fireEvent.click(await screen.findByRole("button", { name: "Change to blocks" }));
  await blocks();
  expect(asked()).toEqual(Array(2).fill({ body: "<p>From HTML</p>", to: "blocks" }));
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByText("From blocks")).toBeNull());
  expect(screen.getByRole("radio", { name: "HTML" }).getAttribute("aria-checked")).toBe("true");
});

test("MJML is named as such with the lines of its faults, and becomes blocks only after a dialog", async () => {
  const body = "<mjml>\n<mj-body><mj-tekst /></mj-body></mjml>";
  const issues = {
    controls: { body: [{ issueType: "MISSING_VALUE", message: "Line 2: mj-tekst is no element of MJML." }] },
  };
  await open({ editorType: "html", body }, { body: DOCUMENT }, undefined, issues);
  expect(screen.getByRole("radio", { name: "MJML" }).getAttribute("aria-checked")).toBe("true");
  screen.getByText("MJML is compiled when it is saved. The preview shows the HTML that is sent.");
  await screen.findByText("Line 2, column 1: mj-tekst is no element of MJML.");
  choose("Blocks");
  const dialog = await screen.findByRole("alertdialog", { name: "Edit the body as blocks?" });
  expect(dialog.textContent).toContain("Undo brings the MJML back.");
  fireEvent.click(within(dialog).getByRole("button", { name: "Change to blocks" }));
  await blocks();
});

test("HTML that blocks hold as it is becomes blocks at once", async () => {
  await open({ editorType: "html", body: "<p>From HTML</p>" }, { body: DOCUMENT });
  choose("Blocks");
  await blocks();
});

test("blocks become the HTML that is sent after a dialog, and name the layout around them", async () => {
  const layout = { _id: "l", layoutId: "brand", slug: "brand", name: "Brand" };
  const { asked } = await open(
    { editorType: "block", body: DOCUMENT, layoutId: "brand" },
    { body: "<p>Made HTML</p>" },
    layout,
  );
  await blocks();
  screen.getByText("The layout Brand is around the blocks");
  expect(screen.getByRole("link", { name: "Edit the layout" }).getAttribute("href")).toBe("/layouts/l");
  for (const side of ["above", "below"]) {
    const frame = await screen.findByTitle(`The layout Brand ${side} the blocks`);
    expect(frame.getAttribute("sandbox")).toBe("allow-same-origin");
    expect(frame.getAttribute("srcdoc")).toContain("<p>Header</p>");
    expect(frame.closest("[inert]")).not.toBeNull();
  }
  choose("HTML");
  const dialog = await screen.findByRole("alertdialog", { name: "Edit the body as HTML?" });
  expect(dialog.textContent).toContain("The blocks become the HTML that is sent for them now");
  fireEvent.click(within(dialog).getByRole("button", { name: "Change to HTML" }));
  await screen.findByText("Made HTML", { exact: false });
  expect(asked()).toEqual([{ body: DOCUMENT, to: "html" }]);
});

test("an empty body changes without a call", async () => {
  const { asked } = await open({ editorType: "html", body: "" }, {});
  choose("Blocks");
  await screen.findByText("No layout around the blocks");
  choose("HTML");
  await waitFor(() => expect(screen.queryByText("No layout around the blocks")).toBeNull());
  expect(asked()).toEqual([]);
});
