// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePreferences } from "./preferences.ts";
import { defineInbox } from "./testing/define-inbox.ts";
import { failure, sessionOf } from "./testing/fake-server.ts";
import { anOutboxMessage, aRun, DEVELOPMENT, environments, PRODUCTION } from "./testing/fixtures.ts";
import { anOverview } from "./testing/overview.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aWorkflowV2 } from "./testing/workflow-v2.ts";

beforeEach(defineInbox);
beforeEach(() => usePreferences.setState({ welcomeDismissed: false }));
afterEach(cleanup);

const pageOf = (...data: unknown[]) => ({
  body: { data, page: 0, pageSize: 10, totalCount: data.length, hasMore: false },
});
const KEY = "key-of-the-environment";
const run = aRun();
const FOUND = { kind: "workflow", _id: "w", title: "Welcome", workflowId: "welcome", isExact: true };

/** A server on which nothing has happened, but for what a test puts there. */
function aServer() {
  const state = {
    runs: [] as unknown[],
    messages: [] as unknown[],
    integrations: [] as unknown[],
    outbox: [] as unknown[],
    subscribers: [] as unknown[],
    members: [{ _id: "ada" }] as unknown[],
    workflows: [aWorkflowV2({ workflowId: "welcome" })] as unknown[],
    role: "admin",
  };
  const handlers = {
    "GET /auth/session": () => ({ body: { data: sessionOf(state.role) } }),
    "GET /environments": () => ({
      body: { data: environments },
    }),
    "GET /notifications": () => pageOf(...state.runs),
    "GET /messages": () => pageOf(...state.messages),
    "GET /integrations": () => ({ body: { data: state.integrations } }),
    "GET /outbox": () => pageOf(...state.outbox),
    "GET /subscribers": () => pageOf(...state.subscribers),
    "GET /organizations/members": () => ({ body: { data: state.members } }),
    "GET /search": () => ({ body: { data: state.workflows.map(() => FOUND) } }),
    "POST /v2/workflows": () => {
      state.workflows.push(aWorkflowV2({ workflowId: "welcome" }));
      return { status: 201, body: { data: state.workflows[0] } };
    },
    "POST /events/trigger": () => {
      state.runs.push(run);
      return { status: 201, body: { data: { acknowledged: true, status: "processed", transactionId: "t" } } };
    },
    "POST /invites": () => {
      state.members.push({ _id: "grace" });
      return { status: 201, body: { data: { success: true } } };
    },
    "POST /api-keys": () => ({ status: 201, body: { data: { name: "Snippets", key: KEY } } }),
    "GET /overview": () => ({ body: { data: anOverview() } }),
  };
  return { state, handlers };
}

const step = (name: RegExp) => screen.getByRole("button", { name });

test("the first step that is not done is open, and each is ticked by what happens", async () => {
  const { state, handlers } = aServer();
  renderDashboard("/welcome", { environmentId: DEVELOPMENT, handlers });
  await screen.findByText("0 of 5 done");
  await waitFor(() => expect(step(/^Send the demo event Waiting/).getAttribute("aria-expanded")).toBe("true"));
  expect(step(/^Invite a teammate/).getAttribute("aria-expanded")).toBe("false");

  state.runs.push(run);
  await screen.findByText("The event arrived");
  expect(step(/^Send the demo event The event arrived/).getAttribute("aria-expanded")).toBe("true");
  await waitFor(() => expect(step(/^See it in the bell/).getAttribute("aria-expanded")).toBe("true"));

  state.messages.push({ _id: "m", seen: false });
  await screen.findByText("It is there: open the bell");
  state.messages[0] = { _id: "m", seen: true };
  await screen.findByText("The notification was seen");

  state.outbox.push(anOutboxMessage());
  await screen.findByText("An email is in the outbox");
  // The inbox of this page is nobody's app.
  state.subscribers.push(
    { _id: "1", subscriberId: "demo-subscriber", isOnline: true },
    { _id: "2", subscriberId: "bob" },
  );
  state.members.push({ _id: "grace" });
  await screen.findByText("4 of 5 done");
  state.subscribers.push({ _id: "3", subscriberId: "ada", isOnline: false });
  await screen.findByText("All five steps are done");
});

test.each([
  ["an active provider", { providerId: "sendgrid" }, true],
  ["the demo provider", { providerId: "belfry-email" }, false],
  ["a provider that is inactive", { active: false }, false],
  ["a provider of another environment", { _environmentId: PRODUCTION }, false],
  ["a provider of another channel", { channel: "sms" }, false],
])("the email step counts %s", async (_, change, isDone) => {
  const { state, handlers } = aServer();
  state.integrations.push({
    _id: "i",
    _environmentId: DEVELOPMENT,
    channel: "email",
    providerId: "sendgrid",
    active: true,
    ...change,
  });
  renderDashboard("/welcome", { environmentId: DEVELOPMENT, handlers });
  await screen.findByText(isDone ? "A provider is connected" : "Waiting for an email in the outbox, or for a provider");
});

test("what the inbox shows is read at once", async () => {
  const { state, handlers } = aServer();
  state.runs.push(run);
  const { received } = renderDashboard("/welcome", { environmentId: DEVELOPMENT, handlers });
  await screen.findByText("1 of 5 done");
  const inbox = await waitFor(() => {
    const element = document.querySelector("belfry-inbox");
    if (!element) throw new Error("The inbox is not there yet.");
    return element;
  });
  expect(inbox.getAttribute("application-identifier")).toBe("dev");
  expect(inbox.getAttribute("subscriber-id")).toBe("demo-subscriber");
  expect(inbox.hasAttribute("subscriber-hash")).toBe(false);
  const reads = () => received.filter(({ path }) => path === "/messages").length;
  const before = reads();
  act(() => void inbox.dispatchEvent(new CustomEvent("belfry:new", { bubbles: true })));
  await waitFor(() => expect(reads()).toBeGreaterThan(before), { timeout: 500 });
});

test("where the environment demands a proof, the inbox brings it", async () => {
  const { handlers } = aServer();
  renderDashboard("/welcome", {
    environmentId: DEVELOPMENT,
    handlers: {
      ...handlers,
      "GET /environments": () => ({
        body: {
          data: environments.map((each) => ({
            ...each,
            widget: { notificationCenterEncryption: true },
          })),
        },
      }),
    },
  });
  const app = within(await screen.findByRole("region", { name: "Your app" }));
  fireEvent.click(await app.findByRole("button", { name: "Create an API key" }));
  await waitFor(() =>
    expect(document.querySelector("belfry-inbox")?.getAttribute("subscriber-hash")).toMatch(/^[0-9a-f]{64}$/),
  );
});

test("the demo event greets the member, and the workflow for it is created where there is none", async () => {
  const { state, handlers } = aServer();
  state.workflows.length = 0;
  const { received } = renderDashboard("/welcome", { environmentId: DEVELOPMENT, handlers });
  fireEvent.click(await screen.findByRole("button", { name: "Create the workflow and send" }));
  await screen.findByText("The event arrived");
  const posts = received.filter(({ method }) => method === "POST");
  expect(posts.map(({ path }) => path)).toEqual(["/v2/workflows", "/events/trigger"]);
  expect(posts[1]?.body).toMatchObject({
    name: "welcome",
    to: { subscriberId: "demo-subscriber", firstName: "ada", email: "ada@example.com" },
  });
  expect(await screen.findByRole("link", { name: "See the run" })).toHaveProperty(
    "href",
    expect.stringContaining(`/activity/${run._id}`),
  );
});

test("an event that is not accepted says why", async () => {
  const { handlers } = aServer();
  renderDashboard("/welcome", {
    environmentId: DEVELOPMENT,
    handlers: {
      ...handlers,
      "POST /events/trigger": () => ({
        status: 201,
        body: { data: { acknowledged: true, status: "trigger_not_active" } },
      }),
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Send the demo event" }));
  await screen.findByText(/^Not sent: the workflow is inactive/);
});

test("a key for the snippets is created here, masked until it is shown, and copied as it is", async () => {
  const { handlers } = aServer();
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { received } = renderDashboard("/welcome", { environmentId: DEVELOPMENT, handlers });
  const snippet = await screen.findByRole("region", { name: "curl snippet" });
  expect(snippet.textContent).toContain("ApiKey YOUR_API_KEY");
  fireEvent.click(screen.getByRole("button", { name: "Create an API key" }));
  await screen.findByText(/after a reload it cannot be shown again/);
  expect(received.find(({ path }) => path === "/api-keys")?.body).toEqual({ name: "Snippets", role: "member" });
  expect(snippet.textContent).not.toContain(KEY);
  fireEvent.click(screen.getByRole("button", { name: "Copy curl snippet" }));
  await waitFor(() => expect(copied).toHaveBeenCalledWith(expect.stringContaining(`ApiKey ${KEY}`)));
  fireEvent.click(screen.getByRole("button", { name: "Show key" }));
  expect(screen.getByRole("region", { name: "curl snippet" }).textContent).toContain(KEY);
  fireEvent.click(screen.getByRole("radio", { name: "TypeScript" }));
  expect(screen.getByRole("region", { name: "TypeScript snippet" }).textContent).toContain(KEY);
});

test("an admin invites somebody here, and an address that is none is refused at its field", async () => {
  const { handlers } = aServer();
  const { received } = renderDashboard("/welcome", { environmentId: DEVELOPMENT, handlers });
  await screen.findByText("0 of 5 done");
  fireEvent.click(step(/^Invite a teammate/));
  const email = await screen.findByLabelText("Email");
  fireEvent.change(email, { target: { value: "nobody" } });
  fireEvent.click(screen.getByRole("button", { name: "Invite" }));
  await screen.findByText(/^Email must be an email/);
  fireEvent.change(email, { target: { value: "grace@example.com" } });
  fireEvent.click(screen.getByRole("button", { name: "Invite" }));
  await screen.findByText("Somebody was invited");
  expect(received.find(({ path }) => path === "/invites")?.body).toEqual({
    email: "grace@example.com",
    role: "member",
  });
});

test("a viewer is offered nothing that the role may not do", async () => {
  const { state, handlers } = aServer();
  state.role = "viewer";
  renderDashboard("/welcome", { environmentId: DEVELOPMENT, handlers });
  await screen.findByText(/^Your role may not trigger events/);
  expect(screen.queryByRole("button", { name: "Send the demo event" })).toBeNull();
  fireEvent.click(step(/^Invite a teammate/));
  await screen.findByText(/^Your role may not invite people/);
});

test("a read that fails leaves the steps usable and is tried again", async () => {
  const { state, handlers } = aServer();
  state.runs.push(run);
  let fails = true;
  renderDashboard("/welcome", {
    environmentId: DEVELOPMENT,
    handlers: {
      ...handlers,
      "GET /messages": () => (fails ? failure(500, "Internal server error", "request-9") : pageOf(...state.messages)),
    },
  });
  await screen.findByText("request-9");
  expect(step(/^Send the demo event/).getAttribute("aria-disabled")).toBeNull();
  fails = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("request-9")).toBeNull());
});

test("dismissing takes the entry out of the navigation, and the palette brings it back", async () => {
  const { handlers } = aServer();
  const { router } = renderDashboard("/welcome", { environmentId: DEVELOPMENT, handlers });
  const listed = () =>
    within(screen.getByRole("navigation", { name: "Sections" })).queryByRole("link", { name: "Getting started" });
  await waitFor(() => expect(listed()).toBeTruthy());
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  await screen.findByRole("heading", { level: 1, name: "Home" });
  expect(listed()).toBeNull();

  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = await screen.findByLabelText("Search or run a command");
  fireEvent.change(field, { target: { value: "getting" } });
  await screen.findByRole("option", { name: "Getting started" });
  fireEvent.keyDown(field, { key: "Enter" });
  await screen.findByRole("heading", { level: 1, name: "Getting started" });
  expect(router.state.location.pathname).toBe("/welcome");
  expect(listed()).toBeTruthy();
});

test("in Production, getting started leads to Development", async () => {
  const { handlers } = aServer();
  renderDashboard("/welcome", { environmentId: PRODUCTION, handlers });
  fireEvent.click(await screen.findByRole("button", { name: "Switch to Development" }));
  await screen.findByText("0 of 5 done");
});
