// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sessionOf } from "./testing/fake-server.ts";
import { aWorkflow, environments, PRODUCTION } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aListedWorkflow, aStepV2, aWorkflowV2, listOf, opened } from "./testing/workflow-v2.ts";

// Workflows whose steps are code at a bridge: read-only, but for the values of their controls.

afterEach(cleanup);

const workflow = aWorkflow({ name: "Orders" });
const dataSchema = {
  type: "object",
  properties: {
    subject: { type: "string", title: "Subject", default: "Hello" },
    tone: { type: "string", title: "Tone", enum: ["warm", "cool"], default: "warm" },
    count: { type: "integer", title: "Count", default: 3 },
    items: { type: "array", title: "Items", default: [] },
  },
};
const step = aStepV2({
  _id: "mail",
  stepId: "send mail",
  name: "Mail",
  type: "email",
  controls: { dataSchema, values: {} },
});
const BRIDGE = { url: "http://localhost:4000/api/novu", syncedAt: "2026-01-05T09:00:00.000Z" };
const PATH = `/bridge/controls/${workflow._id}/send%20mail`;

/** A server with a workflow of code, whose controls calls may set. */
function aBridge(stored: Record<string, unknown> | null = null) {
  const state = { controls: stored };
  const handlers = {
    ...opened(workflow, { origin: "external", steps: [step] }),
    "GET /environments": () => ({ body: { data: environments.map((one) => ({ ...one, bridge: BRIDGE })) } }),
    [`GET ${PATH}`]: () => ({ body: { data: state.controls && { controls: state.controls } } }),
    [`PUT ${PATH}`]: ({ body }: { body: unknown }) => {
      state.controls = Object(body).controls;
      return { body: { data: { controls: state.controls } } };
    },
    [`POST /bridge/preview/${workflow._id}/send%20mail`]: ({ body }: { body: unknown }) => {
      const { subject = "Hello" } = Object(body).controls;
      return { status: 201, body: { data: { outputs: { subject, body: "<p>Hi</p>" } } } };
    },
  };
  return { state, handlers };
}

const address = `/workflows/${workflow._id}/steps/mail`;
const saveButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

test("the list marks workflows of code, and the screen says where they come from", async () => {
  const { handlers } = aBridge();
  const listed = aListedWorkflow({ _id: workflow._id, name: "Orders", origin: "external" });
  const { router } = renderDashboard("/workflows", {
    handlers: {
      ...handlers,
      "GET /v2/workflows": () => listOf(listed),
      "GET /notifications/graph/workflows": () => ({ body: { data: [] } }),
    },
  });
  await screen.findByTitle("Its steps are code in your own application");
  await router.navigate({ to: "/workflows/$workflowId", params: { workflowId: workflow._id } });
  expect((await screen.findByText(BRIDGE.url)).closest("[role='status']")?.textContent).toContain("last synchronised");
  await screen.findByText("Made by code");
  expect(screen.queryByRole("button", { name: /^Add a step/ })).toBeNull();
});

test("controls are a form of their schema, saved as values in place of the defaults, and reset to these", async () => {
  const { state, handlers } = aBridge({ tone: "cool" });
  renderDashboard(address, { handlers });
  const subject = await screen.findByLabelText<HTMLTextAreaElement>("Subject");
  expect(subject.value).toBe("Hello");
  expect(screen.getAllByText("The default of the code")).toHaveLength(3);
  await screen.findByText("Hello", { selector: "p" });
  fireEvent.change(subject, { target: { value: "Shipped" } });
  fireEvent.change(screen.getByLabelText("Count"), { target: { value: "5" } });
  // The bridge makes the preview of what is typed.
  await screen.findByText("Shipped", { selector: "p" });
  expect(state.controls).toEqual({ tone: "cool" });
  fireEvent.click(saveButton());
  await waitFor(() => expect(state.controls).toEqual({ tone: "cool", subject: "Shipped", count: 5 }));
  await waitFor(() => expect(saveButton().disabled).toBe(true));
  fireEvent.click(screen.getByRole("button", { name: "Reset to the default of Tone" }));
  fireEvent.click(saveButton());
  await waitFor(() => expect(state.controls).toEqual({ subject: "Shipped", count: 5 }));
  fireEvent.click(await screen.findByRole("button", { name: "Reset all to the defaults" }));
  fireEvent.click(saveButton());
  await waitFor(() => expect(state.controls).toEqual({}));
});

test("a value that is refused is named at its field, and what is typed stays", async () => {
  const { handlers } = aBridge();
  const message = ["controls.count must be 1 or more", "controls.items.0 must be string"];
  const refused = () => ({ status: 400, body: { statusCode: 400, message, error: "Bad Request" } });
  renderDashboard(address, { handlers: { ...handlers, [`PUT ${PATH}`]: refused } });
  const count = await screen.findByLabelText<HTMLInputElement>("Count");
  fireEvent.change(count, { target: { value: "0" } });
  const items = screen.getByLabelText<HTMLTextAreaElement>("Items");
  fireEvent.change(items, { target: { value: "[1" } });
  expect(saveButton().disabled).toBe(true);
  fireEvent.change(items, { target: { value: "[1]" } });
  fireEvent.click(saveButton());
  await screen.findByText("Count must be 1 or more");
  await screen.findByText("Items 0 must be string");
  expect([count.value, items.value]).toEqual(["0", "[1]"]);
});

test("a stored value that newer code refuses is counted and named at its field, until another one is chosen and saved", async () => {
  const { state, handlers } = aBridge({ tone: "cold" });
  const message = "must be one of warm or cool";
  const outdated = { controls: { tone: [{ issueType: "MISSING_VALUE" as const, variableName: "tone", message }] } };
  renderDashboard(address, {
    handlers: {
      ...handlers,
      [`GET /v2/workflows/${workflow._id}`]: () => {
        const isMended = state.controls?.tone === "cool";
        const updatedAt = isMended ? "2026-01-06T09:00:00.000Z" : "2026-01-05T09:00:00.000Z";
        const steps = [{ ...step, ...(!isMended && { issues: outdated }) }];
        return { body: { data: aWorkflowV2({ _id: workflow._id, origin: "external", updatedAt, steps }) } };
      },
    },
  });
  await screen.findByText("Tone must be one of warm or cool");
  fireEvent.click(screen.getByRole("button", { name: "1 issue" }));
  await waitFor(() => expect(document.activeElement?.textContent).toContain("cold"));
  fireEvent.click(screen.getByRole("button", { name: /Tone/, expanded: false }));
  fireEvent.click(await screen.findByRole("option", { name: "cool" }));
  await waitFor(() => expect(screen.queryByText("Tone must be one of warm or cool")).toBeNull());
  fireEvent.click(saveButton());
  await waitFor(() => expect(screen.queryByRole("button", { name: "1 issue" })).toBeNull());
  expect(screen.queryByText("Tone must be one of warm or cool")).toBeNull();
});

test("a control that needs a value is asked for before the code is called for a preview", async () => {
  const needing = aStepV2({
    ...step,
    controls: {
      dataSchema: {
        ...dataSchema,
        properties: { ...dataSchema.properties, brand: { type: "string", title: "Brand" } },
        required: ["brand"],
      },
      values: {},
    },
  });
  const { handlers } = aBridge({});
  const { received } = renderDashboard(address, {
    handlers: { ...handlers, ...opened(workflow, { origin: "external", steps: [needing] }) },
  });
  await screen.findByText("For a preview, the code needs a value of Brand.");
  const previews = () => received.filter(({ path }) => path.startsWith("/bridge/preview"));
  expect(previews()).toHaveLength(0);
  fireEvent.change(screen.getByLabelText("Brand"), { target: { value: "Shop" } });
  await screen.findByText("Hello", { selector: "p" });
  expect(screen.queryByText(/^For a preview/)).toBeNull();
  expect(previews()).toHaveLength(1);
});

test("the last preview stays while the bridge fails, and what it returns is shown whatever it is", async () => {
  const { handlers } = aBridge();
  const path = `POST /bridge/preview/${workflow._id}/send%20mail`;
  const answers = [
    { status: 201, body: { data: { outputs: { subject: "Hello", body: 7, delay: { amount: 1 } } } } },
    { status: 400, body: { statusCode: 400, message: "The bridge at localhost:4000 answered 500: boom", code: "X" } },
  ];
  renderDashboard(address, { handlers: { ...handlers, [path]: () => answers.shift() ?? { status: 500, body: {} } } });
  await screen.findByText("Hello", { selector: "p" });
  expect(screen.getByLabelText("Other outputs").textContent).toMatch(/"body": 7[\s\S]*"amount": 1/);
  fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "Broken" } });
  await screen.findByText(/answered 500: boom/);
  screen.getByText("The last preview that could be made:");
  screen.getByText("Hello", { selector: "p" });
});

test("an in-app message is an entry of the inbox with its buttons, and a push message that of a phone", async () => {
  const { handlers } = aBridge();
  const outputs = {
    subject: "It &amp; left",
    body: "On its <b>way</b>",
    primaryAction: { label: "Track" },
    data: { nr: 1 },
  };
  const made = {
    [`POST /bridge/preview/${workflow._id}/send%20mail`]: () => ({ status: 201, body: { data: { outputs } } }),
  };
  for (const type of ["in_app", "push"] as const) {
    renderDashboard(address, {
      handlers: { ...handlers, ...opened(workflow, { origin: "external", steps: [{ ...step, type }] }), ...made },
    });
    if (type === "in_app") {
      await screen.findByRole("radio", { name: "Dark" });
      expect(screen.getByLabelText("Other outputs").textContent).toBe(JSON.stringify({ data: { nr: 1 } }, null, 2));
    } else {
      expect((await screen.findByRole("article", { name: "Mail" })).textContent).toContain("On its <b>way</b>");
    }
    cleanup();
  }
});

test("a value without a control of the code is removed, and one that prints a variable is shown in a choice", async () => {
  const { state, handlers } = aBridge({ tone: "{{payload.tone}}", old: 1 });
  renderDashboard(address, { handlers });
  await screen.findByRole("button", { name: /\{\{payload\.tone\}\}/ });
  fireEvent.click(await screen.findByRole("button", { name: "Remove the value of old" }));
  fireEvent.click(saveButton());
  await waitFor(() => expect(state.controls).toEqual({ tone: "{{payload.tone}}" }));
});

test("a bridge that does not answer is said with the remedy, and asked again", async () => {
  const { handlers } = aBridge();
  const path = `POST /bridge/preview/${workflow._id}/send%20mail`;
  let isAway = true;
  const preview = handlers[path];
  const away = {
    status: 400,
    body: {
      statusCode: 400,
      message: "The bridge at localhost:4000 cannot be reached",
      code: "BRIDGE_ENDPOINT_UNAVAILABLE",
    },
  };
  renderDashboard(address, { handlers: { ...handlers, [path]: (call) => (isAway ? away : preview?.(call)) ?? away } });
  await screen.findByText(/cannot be reached/);
  await screen.findByText(/^Start the application at http:\/\/localhost:4000\/api\/novu/);
  isAway = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByTitle("Preview of Mail");
  expect(screen.queryByText(/cannot be reached/)).toBeNull();
});

test("in Production values are set too, as publishing does not carry them; the code is taken over by the key", async () => {
  const { state, handlers } = aBridge({ subject: "Shipped" });
  renderDashboard(address, { environmentId: PRODUCTION, handlers });
  const subject = await screen.findByLabelText<HTMLTextAreaElement>("Subject");
  await waitFor(() => expect(subject.value).toBe("Shipped"));
  await screen.findByText(/^Saved values belong to Production alone, as publishing does not carry them/);
  await screen.findByText(/Production takes over code by its own API key when it is deployed/);
  expect(screen.queryByRole("button", { name: "Synchronise" })).toBeNull();
  fireEvent.change(subject, { target: { value: "Paid" } });
  fireEvent.click(saveButton());
  await waitFor(() => expect(state.controls).toEqual({ subject: "Paid" }));
});

test("a viewer sees the values and the preview, and is told who sets them", async () => {
  const { handlers } = aBridge({ subject: "Shipped" });
  const asViewer = { ...handlers, "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }) };
  renderDashboard(address, { handlers: asViewer });
  await screen.findByText("Shipped", { selector: "p" });
  expect(screen.getByLabelText<HTMLTextAreaElement>("Subject").readOnly).toBe(true);
  screen.getByText(/^Your role can only view values/);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

test("a viewer has no preview of a custom step made, whose code does its work then", async () => {
  const custom = { ...step, type: "custom" as const };
  const { handlers } = aBridge();
  const { received } = renderDashboard(address, {
    handlers: {
      ...handlers,
      ...opened(workflow, { origin: "external", steps: [custom] }),
      "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }),
    },
  });
  await screen.findByText(/^The code of a custom step does its work for a preview as well/);
  expect(received.some(({ path }) => path.startsWith("/bridge/preview"))).toBe(false);
});
