// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { useSession } from "./app/session.ts";
import { beginGithubFlow } from "./features/session/github-flow.ts";
import { usePreferences } from "./preferences.ts";
import { deferred } from "./testing/deferred.ts";
import { failure, sessionOf } from "./testing/fake-server.ts";
import {
  account,
  aDetail,
  aJob,
  anOutboxMessage,
  aRun,
  aWorkflow,
  DEVELOPMENT,
  PRODUCTION,
} from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aListedWorkflow, aWorkflowV2, listOf, opened } from "./testing/workflow-v2.ts";

afterEach(() => {
  cleanup();
  usePreferences.setState({ payloadAsJson: false });
});

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

test("below a context path, even one named as a section, every address keeps it", async () => {
  const { router } = renderDashboard("/outbox/outbox?page=1", {
    token: null,
    contextPath: "/outbox",
    handlers: {
      "POST /auth/login": () => ({ status: 201, body: { data: { token: "fresh" } } }),
      "GET /outbox": () => pageOf(anOutboxMessage()),
      "GET /v2/workflows": () => listOf(aListedWorkflow()),
    },
  });
  fireEvent.change(await screen.findByLabelText("Email"), { target: { value: "ada@example.com" } });
  expect(router.history.location.pathname).toBe("/outbox/auth/sign-in");
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "Secret-123" } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("heading", { level: 1, name: "Outbox" });
  expect(router.history.location.href).toBe("/outbox/outbox?page=1");
  const sections = within(screen.getByRole("navigation", { name: "Sections" })).getAllByRole("link");
  expect(sections.map((link) => link.getAttribute("href"))).toEqual([
    "/outbox/",
    "/outbox/workflows",
    "/outbox/schedules",
    "/outbox/layouts",
    "/outbox/translations",
    "/outbox/activity",
    "/outbox/analytics",
    "/outbox/subscribers",
    "/outbox/topics",
    "/outbox/tenants",
    "/outbox/contexts",
    "/outbox/integrations",
    "/outbox/webhooks",
    "/outbox/changes",
    "/outbox/outbox",
    "/outbox/settings",
    "/outbox/welcome",
  ]);
  fireEvent.click(screen.getByRole("link", { name: "Workflows" }));
  await screen.findByRole("link", { name: "Order shipped" });
  expect(router.history.location.pathname).toBe("/outbox/workflows");
});

test("tabs below a context path are links with it, and open their content", async () => {
  const workflow = aWorkflow();
  const { router } = renderDashboard(`/apps/belfry/workflows/${workflow._id}`, {
    contextPath: "/apps/belfry",
    handlers: { ...opened(workflow) },
  });
  const tab = await screen.findByRole("tab", { name: "Trigger code" });
  expect(tab.getAttribute("href") ?? tab.getAttribute("data-href")).toBe(`/apps/belfry/workflows/${workflow._id}/code`);
  fireEvent.click(tab);
  await screen.findByRole("region", { name: "curl snippet" });
  expect(router.history.location.pathname).toBe(`/apps/belfry/workflows/${workflow._id}/code`);
});

test("a return address on another site is not followed", async () => {
  const { router } = renderDashboard("/auth/sign-in?returnTo=//evil.example", { token: null });
  await screen.findByRole("button", { name: "Sign in" });
  expect(router.state.location.search).toEqual({});
});

/** A token of the shape that the API issues, signed by nobody: the dashboard does not verify it. */
const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.`;

test("a sign-in through GitHub ends where it began, once, and leaves no token in the address", async () => {
  const handlers = { "GET /outbox": () => pageOf(anOutboxMessage()) };
  const githubSignIn = "/v1/auth/github/authorize";
  renderDashboard("/outbox?page=1", { token: null, githubSignIn, handlers });
  const link = await screen.findByRole("link", { name: "Continue with GitHub" });
  expect(link.getAttribute("href")).toBe(githubSignIn);
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link);
  cleanup();
  const token = tokenOf({ organizationId: "acme" });
  const { router } = renderDashboard(`/auth/sign-in#token=${token}`, { token: null, githubSignIn, handlers });
  await screen.findByRole("heading", { level: 1, name: "Outbox" });
  expect(router.state.location.href).toBe("/outbox?page=1");
  expect(useSession.getState().token).toBe(token);
  cleanup();
  renderDashboard(`/auth/sign-in#token=${token}`, { token: null, githubSignIn });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^This sign-in began in another tab/);
  expect(useSession.getState().token).toBeUndefined();
});

test.each([
  ["error=registration_disabled", "New accounts need an invitation here"],
  ["error=somebody%20else's%20words", "GitHub did not sign you in"],
  ["token=nonsense", "GitHub did not sign you in"],
])("a sign-in through GitHub that ends with %s says why nobody is signed in", async (fragment, words) => {
  beginGithubFlow(undefined);
  const { router } = renderDashboard(`/auth/sign-in#${fragment}`, { token: null });
  expect((await screen.findByRole("alert")).textContent).toContain(words);
  expect(router.state.location.hash).toBe("");
  expect(screen.queryByRole("link", { name: "Continue with GitHub" })).toBeNull();
});

test("somebody whom GitHub has signed in without an organisation creates one", async () => {
  beginGithubFlow("/outbox");
  renderDashboard(`/auth/sign-in#token=${tokenOf({})}`, {
    token: null,
    handlers: { "GET /organizations": () => ({ body: { data: [] } }) },
  });
  await screen.findByRole("heading", { level: 1, name: "Create your organisation" });
});

test("the first environment is Development, and every call names it", async () => {
  const { received } = renderDashboard("/workflows", {
    handlers: { "GET /v2/workflows": () => listOf(aListedWorkflow()) },
  });
  await screen.findByRole("link", { name: "Order shipped" });
  expect(received.find(({ path }) => path === "/v2/workflows")?.environmentId).toBe(DEVELOPMENT);
});

test("a search that finds nothing can be cleared", async () => {
  renderDashboard("/workflows?query=nothing", {
    handlers: { "GET /v2/workflows": ({ query }) => (query.get("query") ? listOf() : listOf(aListedWorkflow())) },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
  await screen.findByRole("link", { name: "Order shipped" });
  expect(screen.getByLabelText<HTMLInputElement>("Search workflows").value).toBe("");
});

test("a failed screen shows what to quote, and another try brings it", async () => {
  // React reports what an error boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let broken = true;
  renderDashboard("/workflows", {
    handlers: {
      "GET /v2/workflows": () => (broken ? failure(500, "It broke.", "error-7") : listOf(aListedWorkflow())),
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
      [`GET /v2/workflows/${workflow._id}`]: ({ environmentId }) =>
        environmentId === PRODUCTION
          ? { body: { data: aWorkflowV2({ _id: workflow._id }) } }
          : failure(404, "Not found"),
    },
  });
  await screen.findByText(/Development has no workflow with this id/);
  fireEvent.click(await screen.findByRole("button", { name: "Open it in Production" }));
  await screen.findByRole("heading", { level: 1, name: "Order shipped" });
});

test("a failed search keeps the screen and its field, and another try brings the rows", async () => {
  let broken = true;
  renderDashboard("/workflows", {
    handlers: {
      "GET /v2/workflows": ({ query }) =>
        query.get("query") && broken ? failure(500, "It broke.", "error-8") : listOf(aListedWorkflow()),
    },
  });
  await screen.findByRole("link", { name: "Order shipped" });
  fireEvent.change(screen.getByLabelText("Search workflows"), { target: { value: "order" } });
  await screen.findByText("error-8");
  expect(screen.getByLabelText<HTMLInputElement>("Search workflows").value).toBe("order");
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: "Order shipped" });
});

test("another environment never shows the rows of the one before", async () => {
  const hold = deferred<void>();
  renderDashboard("/workflows", {
    handlers: {
      "GET /v2/workflows": async ({ environmentId }) => {
        if (environmentId === DEVELOPMENT) return listOf(aListedWorkflow());
        await hold.promise;
        return listOf(aListedWorkflow({ name: "Live one" }));
      },
    },
  });
  await screen.findByRole("link", { name: "Order shipped" });
  act(() => useSession.getState().switchTo(PRODUCTION));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Order shipped" })).toBeNull());
  expect(screen.getByRole("status", { name: "Loading" })).toBeTruthy();
  hold.resolve(undefined);
  await screen.findByRole("link", { name: "Live one" });
});

test("a run that is under way is read again until it has ended", async () => {
  const run = aRun({ jobs: [aJob("running")] });
  let reads = 0;
  renderDashboard(`/activity/${run._id}`, {
    handlers: {
      [`GET /notifications/${run._id}`]: () => {
        reads += 1;
        return { body: { data: reads === 1 ? run : { ...run, jobs: [aJob("completed")] } } };
      },
    },
  });
  await screen.findAllByText("Running");
  await waitFor(() => expect(screen.getAllByText("Completed").length).toBeGreaterThan(0));
  expect(reads).toBe(2);
});

test("a failed refresh keeps what is on screen and reports itself", async () => {
  const run = aRun({ jobs: [aJob("running")] });
  let reads = 0;
  renderDashboard(`/activity/${run._id}`, {
    handlers: {
      [`GET /notifications/${run._id}`]: () => {
        reads += 1;
        return reads === 1 ? { body: { data: run } } : failure(503, "Away");
      },
    },
  });
  await screen.findByText(/last refresh failed/);
  expect(screen.getAllByText("Running").length).toBeGreaterThan(0);
});

test("a workflow's switch moves at once and is saved; a refusal is shown with its reason, and the next try is saved", async () => {
  const workflow = aWorkflow({ active: false });
  const answers: { status?: number; body: unknown }[] = [
    failure(400, "The workflow has no steps."),
    { body: { data: aWorkflowV2({ _id: workflow._id, version: 2 }) } },
  ];
  const { received } = renderDashboard(`/workflows/${workflow._id}`, {
    handlers: {
      ...opened(workflow),
      [`PUT /v2/workflows/${workflow._id}`]: () => answers.shift() ?? failure(500, "Too often"),
    },
  });
  const status = await screen.findByRole<HTMLInputElement>("switch", { name: "Workflow status" });
  fireEvent.click(status);
  await waitFor(() => expect(status.checked).toBe(true));
  await screen.findByText("Not saved. The workflow has no steps.");
  // What was chosen stays until the member changes it.
  expect(status.checked).toBe(true);

  fireEvent.click(status);
  await screen.findByText(/^Saved .*, version 2$/);
  expect(received.filter(({ method }) => method === "PUT").map(({ body }) => body)).toMatchObject([
    { active: true, baseVersion: 1 },
    { active: false, baseVersion: 1 },
  ]);
});

test("in Production the switch cannot be moved", async () => {
  const workflow = aWorkflow();
  renderDashboard(`/workflows/${workflow._id}`, {
    environmentId: PRODUCTION,
    handlers: { ...opened(workflow) },
  });
  expect((await screen.findByRole<HTMLInputElement>("switch", { name: "Workflow status" })).disabled).toBe(true);
});

test("a form with unsent text asks before it is left, and keeps the text of a member who stays", async () => {
  const workflow = aWorkflow();
  const { router } = renderDashboard(`/workflows/${workflow._id}/test`, {
    handlers: {
      ...opened(workflow),
      "GET /outbox": () => pageOf(),
    },
  });
  fireEvent.click(await screen.findByRole("radio", { name: "JSON" }));
  fireEvent.change(screen.getByLabelText("Payload"), { target: { value: '{"long": "text"}' } });
  fireEvent.click(screen.getAllByRole("link", { name: "Outbox" })[0] ?? document.body);
  fireEvent.click(await screen.findByRole("button", { name: "Stay" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog", { name: "Leave without sending?" })).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>("Payload").value).toBe('{"long": "text"}');
  expect(router.state.location.pathname).toMatch(/test$/);

  fireEvent.click(screen.getAllByRole("link", { name: "Outbox" })[0] ?? document.body);
  fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/outbox"));
});

test("an issue that the server has with a test event is shown at its field", async () => {
  const workflow = aWorkflow();
  renderDashboard(`/workflows/${workflow._id}/test`, {
    handlers: {
      ...opened(workflow),
      "POST /events/trigger": () => failure(400, "payload must be at most 10 bytes"),
    },
  });
  fireEvent.click(await screen.findByRole("radio", { name: "JSON" }));
  fireEvent.change(screen.getByLabelText("Payload"), { target: { value: "[1]" } });
  fireEvent.click(screen.getByRole("button", { name: "Run dry test" }));
  await screen.findByText("Payload must be a JSON object, such as {}");
  fireEvent.change(screen.getByLabelText("Payload"), { target: { value: "{}" } });
  fireEvent.click(screen.getByRole("button", { name: "Run dry test" }));
  await screen.findByText("Payload must be at most 10 bytes");
  expect(screen.getByLabelText("Payload").getAttribute("aria-invalid")).toBe("true");
});

test("a run whose steps preferences or conditions excluded is listed as skipped, with the reason", async () => {
  const executionDetails = [aDetail(DETAILS.filteredBySubscriberGlobal), aDetail(DETAILS.stepFiltered)];
  renderDashboard("/activity", {
    handlers: {
      "GET /notifications": () => pageOf(aRun({ jobs: [aJob("canceled", { executionDetails })] })),
      "GET /v2/workflows": () => listOf(),
    },
  });
  const row = within(await screen.findByRole("row", { name: /Order shipped/ }));
  expect(row.getByText("Skipped")).toBeTruthy();
  expect(row.getByText("The subscriber turned this channel off for all workflows.")).toBeTruthy();
  expect(row.queryByText("Canceled")).toBeNull();
});

test("the arrow keys open the next tab", async () => {
  const workflow = aWorkflow();
  const { router } = renderDashboard(`/workflows/${workflow._id}`, {
    handlers: { ...opened(workflow) },
  });
  const tab = await screen.findByRole("tab", { name: "Steps" });
  expect(tab.getAttribute("aria-selected")).toBe("true");
  act(() => tab.focus());
  fireEvent.keyDown(tab, { key: "ArrowRight" });
  await waitFor(() => expect(router.state.location.pathname).toMatch(/code$/));
  await waitFor(() =>
    expect(screen.getByRole("tab", { name: "Trigger code" }).getAttribute("aria-selected")).toBe("true"),
  );
  const panel = screen.getByRole("tabpanel", { name: "Trigger code" });
  expect(screen.getByRole("tab", { name: "Trigger code" }).getAttribute("aria-controls")).toBe(panel.id);
});

test("a test event leads to its run on the canvas", async () => {
  const workflow = aWorkflow();
  const { received, router } = renderDashboard(`/workflows/${workflow._id}/test`, {
    handlers: {
      ...opened(workflow),
      "GET /v2/workflows": () => listOf(),
      "POST /events/trigger": () => ({
        status: 201,
        body: { data: { acknowledged: true, status: "processed", transactionId: "tx-1" } },
      }),
      "GET /notifications": () => pageOf(aRun({ transactionId: "tx-1" })),
    },
  });
  fireEvent.click(await screen.findByRole("radio", { name: "JSON" }));
  fireEvent.change(screen.getByLabelText("Payload"), { target: { value: '{"number": 7}' } });
  fireEvent.click(screen.getByRole("button", { name: "Run dry test" }));
  // The canvas shows it.
  await screen.findByText(/^Run for/);
  await screen.findByRole("list", { name: "Steps" });
  expect(received.find(({ path }) => path === "/events/trigger")?.body).toEqual({
    name: "order-shipped",
    to: { subscriberId: account._id, email: account.email, firstName: account.firstName },
    payload: { number: 7 },
    testMode: { dryRun: true, skipDelays: true },
    transactionId: expect.any(String),
  });
  expect(router.state.location.search).toMatchObject({ run: "tx-1" });
  const read = received.filter(({ path }) => path === "/notifications");
  expect(read.map(({ query }) => query.get("transactionId"))).toContain("tx-1");
});

test("the activity's filters come from the address, and a wrong one counts as absent", async () => {
  const { received } = renderDashboard("/activity?channels=email&channels=sms&templates=nonsense&page=-4", {
    handlers: {
      "GET /notifications": () => pageOf(aRun({ jobs: [aJob("failed")] })),
      "GET /v2/workflows": () => listOf(),
    },
  });
  await screen.findByRole("link", { name: "Order shipped" });
  expect(received.find(({ path }) => path === "/notifications")?.query.toString()).toBe(
    "page=0&channels=email&channels=sms",
  );
});

test("an expired session leads to sign-in with the way back", async () => {
  const { router } = renderDashboard("/activity?transactionId=7", {
    handlers: { "GET /auth/session": () => failure(401, "Unauthorized") },
  });
  await screen.findByRole("button", { name: "Sign in" });
  expect(router.state.location.search).toEqual({ returnTo: "/activity?transactionId=7", reason: "session_ended" });
});

test("the keys g and o lead to the outbox, but not while typing", async () => {
  const { router } = renderDashboard("/workflows", {
    handlers: { "GET /v2/workflows": () => listOf(aListedWorkflow()), "GET /outbox": () => pageOf() },
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

const VIEWER = { "GET /auth/session": () => ({ body: { data: sessionOf("viewer") } }) };

test("a viewer sees no control that changes a workflow, and an address of one says why it does not open", async () => {
  const workflow = aWorkflow();
  renderDashboard(`/workflows/${workflow._id}/test`, {
    handlers: { ...VIEWER, ...opened(workflow) },
  });
  await screen.findByText(/^Your role does not allow you to run tests/);
  expect(screen.queryByRole("switch")).toBeNull();
  fireEvent.click(screen.getByRole("tab", { name: "Steps" }));
  await waitFor(() => expect(screen.queryByRole("tab", { name: "Run test" })).toBeNull());
  expect(screen.getAllByText("Active").length).toBeGreaterThan(0);
});

test("an unknown address keeps the shell", async () => {
  renderDashboard("/nowhere/at/all");
  await screen.findByRole("heading", { level: 1, name: "No page at this address" });
  expect(screen.getByRole("navigation", { name: "Sections" })).toBeTruthy();
});
