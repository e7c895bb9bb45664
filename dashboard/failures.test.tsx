// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { deferred } from "./testing/deferred.ts";
import { failure } from "./testing/fake-server.ts";
import { unreachable } from "./testing/faults.ts";
import { aWorkflow } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aListedWorkflow, aWorkflowV2, listOf, opened } from "./testing/workflow-v2.ts";

// What a member sees while the server is slow, away, or refuses.

afterEach(cleanup);

const INTERNAL_ERROR = () => failure(500, "Internal server error", "request-7");

test("on the first load the navigation is shown while the list is still loading", async () => {
  const answer = deferred<ReturnType<typeof listOf>>();
  renderDashboard("/workflows", { handlers: { "GET /v2/workflows": () => answer.promise } });
  await screen.findByRole("heading", { level: 1, name: "Workflows" });
  expect(screen.getAllByRole("link", { name: "Activity" }).length).toBeGreaterThan(0);
  expect(screen.getByRole("status", { name: "Loading" })).toBeTruthy();
  answer.resolve(listOf(aListedWorkflow()));
  await screen.findByRole("link", { name: "Order shipped" });
});

test.each([
  ["/topics", "/v2/topics", "Create topic", "Key", { data: [], next: null, previous: null }],
  ["/settings/feeds", "/feeds", "New feed", "Name", { data: [] }],
])(
  "a form of %s that is opened while the list loads stays, with what is typed, as the list turns out empty",
  async (address, path, button, label, body) => {
    const answer = deferred<{ body: unknown }>();
    renderDashboard(address, { handlers: { [`GET ${path}`]: () => answer.promise } });
    fireEvent.click(await screen.findByRole("button", { name: button }));
    const field = await screen.findByLabelText<HTMLInputElement>(label);
    fireEvent.change(field, { target: { value: "crew" } });
    answer.resolve({ body });
    await waitFor(() => expect(document.body.textContent).toMatch(/No (topics|feeds) yet/));
    expect(field.isConnected).toBe(true);
    expect(field.value).toBe("crew");
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    // One button, in the middle of the list.
    const empty = screen.getByRole("heading", { level: 2, name: /^No / }).parentElement as HTMLElement;
    expect(screen.getAllByRole("button", { name: button })).toEqual([
      within(empty).getByRole("button", { name: button }),
    ]);
  },
);

test("a call without an answer makes the health unreachable at once, and the next answer makes it good again", async () => {
  let away = false;
  renderDashboard("/workflows", {
    handlers: {
      "GET /v2/workflows": () => (away ? unreachable() : listOf(aListedWorkflow())),
      "GET /health-check": () => {
        if (away) unreachable();
        const dependencies = { database: { status: "up" }, temporal: { status: "up" }, sockets: { status: "up" } };
        return { body: { data: { status: "ok", version: "1", dependencies } } };
      },
    },
  });
  await screen.findByRole("link", { name: "Order shipped" });
  await screen.findByText("All systems up");
  away = true;
  fireEvent.change(screen.getByLabelText("Search workflows"), { target: { value: "order" } });
  await screen.findByText("Belfry is not reachable");
  await screen.findByText("Server not reachable");
  await screen.findByText(/^The server does not answer/);
  away = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: "Order shipped" });
  await waitFor(() => expect(screen.queryByText("Server not reachable")).toBeNull());
  expect(screen.queryByText(/^The server does not answer/)).toBeNull();
});

test("an internal error of the server is shown with the id to quote", async () => {
  renderDashboard("/workflows", { handlers: { "GET /v2/workflows": INTERNAL_ERROR } });
  await screen.findByText("The server had an internal error.");
  expect(screen.getByText("request-7")).toBeTruthy();
});

test("a screen that failed as a whole has a heading and a title", async () => {
  const workflow = aWorkflow();
  renderDashboard(`/workflows/${workflow._id}`, {
    handlers: { [`GET /v2/workflows/${workflow._id}`]: unreachable },
  });
  await screen.findByRole("heading", { level: 1, name: "Belfry is not reachable" });
  await waitFor(() => expect(document.title).toBe("Error · Belfry"));
});

test("a save that the server fails is tried again, and names its request until it succeeds", async () => {
  const workflow = aWorkflow({ active: false });
  let broken = true;
  renderDashboard(`/workflows/${workflow._id}`, {
    handlers: {
      ...opened(workflow),
      [`PUT /v2/workflows/${workflow._id}`]: () =>
        broken ? INTERNAL_ERROR() : { body: { data: aWorkflowV2({ _id: workflow._id, version: 2 }) } },
    },
  });
  fireEvent.click(await screen.findByRole<HTMLInputElement>("switch", { name: "Workflow status" }));
  await screen.findByText("Not saved. The server had an internal error. Its request id is request-7.");
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "Save now" }));
  await screen.findByText(/^Saved .*, version 2$/);
});

test.each([
  ["a wrong password", () => failure(401, "Incorrect email or password provided."), /^Incorrect email or password/],
  [
    "too many tries",
    () => failure(429, "Too many sign-ins from your address: try again in 42 s"),
    /try again in 42 s$/,
  ],
  ["a server that is away", unreachable, /^Belfry does not answer\. Check the connection/],
  ["an internal error", INTERNAL_ERROR, /^The server had an internal error\. Its request id is request-7\.$/],
])("signing in: %s is announced, and the form stays filled and can be sent again", async (_, answer, message) => {
  renderDashboard("/auth/sign-in", { token: null, handlers: { "POST /auth/login": answer } });
  fireEvent.change(await screen.findByLabelText("Email"), { target: { value: "ada@example.com" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "Secret-123" } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await within(await screen.findByRole("alert")).findByText(message);
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("Secret-123");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" }).disabled).toBe(false);
});
