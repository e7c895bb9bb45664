// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { failure } from "./testing/fake-server.ts";
import { aJob, anOutboxMessage, aRun, aWorkflow, DEVELOPMENT, PRODUCTION } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";

afterEach(cleanup);

const pageOf = (...data: unknown[]) => ({
  body: { data, page: 0, pageSize: 10, totalCount: data.length, hasMore: false },
});

test("a visitor signs in and lands where they were heading", async () => {
  const { router } = renderDashboard("/outbox?page=0", {
    token: null,
    handlers: {
      "POST /auth/login": () => ({ status: 201, body: { data: { token: "fresh" } } }),
      "GET /outbox": () => pageOf(anOutboxMessage()),
    },
  });
  fireEvent.change(await screen.findByLabelText("Email"), { target: { value: "ada@example.com" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "Secret-123" } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("heading", { level: 1, name: "Outbox" });
  expect(router.state.location.pathname).toBe("/outbox");
});

test("a return address on another site is not followed", async () => {
  const { router } = renderDashboard("/auth/sign-in?returnTo=//evil.example", { token: null });
  await screen.findByRole("button", { name: "Sign in" });
  expect(router.state.location.search).toEqual({});
});

test("the first environment is Development, and every call names it", async () => {
  const { received } = renderDashboard("/workflows", {
    handlers: { "GET /notification-templates": () => pageOf(aWorkflow()) },
  });
  await screen.findByRole("link", { name: "Order shipped" });
  expect(received.find(({ path }) => path === "/notification-templates")?.environmentId).toBe(DEVELOPMENT);
});

test("a search that finds nothing can be cleared", async () => {
  renderDashboard("/workflows?query=nothing", {
    handlers: { "GET /notification-templates": ({ query }) => (query.get("query") ? pageOf() : pageOf(aWorkflow())) },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Clear search" }));
  await screen.findByRole("link", { name: "Order shipped" });
  expect(screen.getByLabelText<HTMLInputElement>("Search workflows").value).toBe("");
});

test("a failed screen shows what to quote, and another try brings it", async () => {
  // React reports what an error boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let broken = true;
  renderDashboard("/workflows", {
    handlers: {
      "GET /notification-templates": () => (broken ? failure(500, "It broke.", "error-7") : pageOf(aWorkflow())),
    },
  });
  await screen.findByText("error-7");
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: "Order shipped" });
});

test("an object of the other environment is offered there", async () => {
  const workflow = aWorkflow();
  renderDashboard(`/workflows/${workflow._id}`, {
    handlers: {
      [`GET /notification-templates/${workflow._id}`]: ({ environmentId }) =>
        environmentId === PRODUCTION ? { body: { data: workflow } } : failure(404, "Not found"),
    },
  });
  await screen.findByText(/Development has no workflow with this id/);
  fireEvent.click(await screen.findByRole("button", { name: "Open it in Production" }));
  await screen.findByRole("heading", { level: 1, name: "Order shipped" });
});

test("a test event leads to its runs", async () => {
  const workflow = aWorkflow();
  const { received, router } = renderDashboard(`/workflows/${workflow._id}/test`, {
    handlers: {
      [`GET /notification-templates/${workflow._id}`]: () => ({ body: { data: workflow } }),
      "GET /notification-templates": () => pageOf(workflow),
      "POST /events/trigger": () => ({
        status: 201,
        body: { data: { acknowledged: true, status: "processed", transactionId: "tx-1" } },
      }),
      "GET /notifications": () => pageOf(aRun({ transactionId: "tx-1" })),
    },
  });
  fireEvent.change(await screen.findByLabelText("Subscriber id"), { target: { value: "ada" } });
  fireEvent.change(screen.getByLabelText("Payload"), { target: { value: '{"number": 7}' } });
  fireEvent.click(screen.getByRole("button", { name: "Send test" }));
  fireEvent.click(await screen.findByRole("link", { name: "See the run" }));
  await screen.findByRole("heading", { level: 1, name: "Activity" });
  expect(received.find(({ path }) => path === "/events/trigger")?.body).toEqual({
    name: "order-shipped",
    to: "ada",
    payload: { number: 7 },
  });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ transactionId: "tx-1" }));
  expect(received.find(({ path }) => path === "/notifications")?.query.get("transactionId")).toBe("tx-1");
});

test("the activity's filters come from the address, and a wrong one counts as absent", async () => {
  const { received } = renderDashboard("/activity?channels=email&channels=sms&templates=nonsense&page=-4", {
    handlers: {
      "GET /notifications": () => pageOf(aRun({ jobs: [aJob("failed")] })),
      "GET /notification-templates": () => pageOf(),
    },
  });
  await screen.findByRole("link", { name: "Order shipped" });
  expect(received.find(({ path }) => path === "/notifications")?.query.toString()).toBe(
    "page=0&channels=email&channels=sms",
  );
});

test("an expired session leads to sign-in with the way back", async () => {
  const { router } = renderDashboard("/activity?transactionId=7", {
    handlers: { "GET /users/me": () => failure(401, "Unauthorized") },
  });
  await screen.findByRole("button", { name: "Sign in" });
  expect(router.state.location.search).toEqual({ returnTo: "/activity?transactionId=7" });
});

test("the keys g and o lead to the outbox, but not while typing", async () => {
  const { router } = renderDashboard("/workflows", {
    handlers: { "GET /notification-templates": () => pageOf(aWorkflow()), "GET /outbox": () => pageOf() },
  });
  const field = await screen.findByLabelText("Search workflows");
  for (const key of ["g", "o"]) fireEvent.keyDown(field, { key });
  expect(router.state.location.pathname).toBe("/workflows");
  for (const key of ["g", "o"]) fireEvent.keyDown(document.body, { key });
  await screen.findByRole("heading", { name: "The outbox is empty" });
});

test("an address without a screen says so", async () => {
  renderDashboard("/nowhere");
  await screen.findByRole("heading", { name: "No page at this address" });
});
