// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useSession } from "./app/session.ts";
import { deferred } from "./testing/deferred.ts";
import { failure } from "./testing/fake-server.ts";
import { account } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { aListedWorkflow, listOf } from "./testing/workflow-v2.ts";

// How people come in: an account, a new password, an invitation, a first organisation.

afterEach(cleanup);

/** A token of the shape that the API issues, signed by nobody: the dashboard does not verify it. */
const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.`;
const HOMELESS = tokenOf({});
const MEMBER = tokenOf({ organizationId: "acme" });

const workflows = {
  "GET /v2/workflows": () => listOf(aListedWorkflow()),
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const notesOf = (label: string) =>
  (field(label).getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");

test("somebody creates an account, then an organisation by its name alone, and lands in the dashboard", async () => {
  const { router, received } = renderDashboard("/auth/sign-up", {
    token: null,
    handlers: {
      ...workflows,
      "POST /auth/register": () => ({ status: 201, body: { data: { user: account, token: HOMELESS } } }),
      "GET /organizations": () => ({ body: { data: [] } }),
      "POST /organizations": () => ({ status: 201, body: { data: { _id: "acme", name: "Acme" } } }),
      "POST /auth/organizations/acme/switch": () => ({ body: { data: MEMBER } }),
    },
  });
  await screen.findByRole("heading", { level: 1, name: "Create an account" });
  type("First name", "Ada");
  type("Email", " Ada@Example.com ");
  fireEvent.blur(field("Email"));
  expect(field("Email").value).toBe("ada@example.com");
  type("Password", "Analytical-1843");
  press("Create the account");

  await screen.findByRole("heading", { level: 1, name: "Create your organisation" });
  expect(received.find(({ path }) => path === "/auth/register")?.body).toEqual({
    email: "ada@example.com",
    password: "Analytical-1843",
    firstName: "Ada",
    lastName: "",
    origin: "web",
  });
  type("Name of the organisation", "Acme");
  press("Create the organisation");

  await screen.findByRole("heading", { level: 1, name: "Home" });
  expect(router.state.location.pathname).toBe("/");
  expect(received.find(({ method, path }) => method === "POST" && path === "/organizations")?.body).toEqual({
    name: "Acme",
  });
  expect(useSession.getState().token).toBe(MEMBER);
});

test("each rule of a password is ticked as soon as what is typed keeps it", async () => {
  renderDashboard("/auth/sign-up", { token: null });
  await screen.findByLabelText("Password");
  const met = () =>
    screen
      .getByRole("list", { name: "Rules of the password" })
      .textContent?.match(/[^:]+(?=: met)/g)
      ?.map((text) => text.replace("not met yet", "").replace(/^: /, ""));
  type("Password", "a");
  expect(notesOf("Password")).toContain("A lowercase letter: met");
  expect(notesOf("Password")).toContain("A digit: not met yet");
  type("Password", "Analytical-1843");
  expect(met()).toHaveLength(6);
  type("Password", "Analytical 1843!");
  expect(notesOf("Password")).toContain("No spaces: not met yet");
  expect(field("Password").autocomplete).toBe("new-password");
});

test("showing the password keeps the field, which password managers have filled", async () => {
  renderDashboard("/auth/sign-in", { token: null });
  const before = await screen.findByLabelText<HTMLInputElement>("Password");
  type("Password", "Analytical-1843");
  press("Show password");
  expect(field("Password")).toBe(before);
  expect([before.type, before.value, before.autocomplete]).toEqual(["text", "Analytical-1843", "current-password"]);
});

test("an installation for invited people offers no sign-up, and says how to get in", async () => {
  renderDashboard("/auth/sign-up", { token: null, registration: "invited" });
  await screen.findByRole("heading", { level: 1, name: "An account needs an invitation" });
  expect(screen.queryByLabelText("Password")).toBeNull();
  cleanup();
  renderDashboard("/auth/sign-in", { token: null, registration: "invited" });
  await screen.findByText(/ask an admin of your organisation/);
  expect(screen.queryByRole("link", { name: "Create an account" })).toBeNull();
});

test("pressing twice while the server is slow sends once, and the button says that it is under way", async () => {
  const answer = deferred<{ status: number; body: unknown }>();
  const { received } = renderDashboard("/auth/sign-in", {
    token: null,
    handlers: { ...workflows, "POST /auth/login": () => answer.promise },
  });
  await screen.findByLabelText("Email");
  type("Email", "ada@example.com");
  type("Password", "secret");
  const form = field("Email").form;
  if (!form) throw new Error("The field is in no form");
  fireEvent.submit(form);
  fireEvent.submit(form);
  const button = await screen.findByRole("button", { name: /^Sign in.*in progress$/ });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  fireEvent.submit(form);
  answer.resolve({ status: 201, body: { data: { token: MEMBER } } });
  await screen.findByRole("heading", { level: 1, name: "Home" });
  expect(received.filter(({ path }) => path === "/auth/login")).toHaveLength(1);
});

test.each([
  "Incorrect email or password provided.",
  "Account blocked after too many failed sign-ins: try again after 4 minutes",
])("a refused sign-in says %j and keeps what was typed", async (sentence) => {
  renderDashboard("/auth/sign-in", { token: null, handlers: { "POST /auth/login": () => failure(401, sentence) } });
  await screen.findByLabelText("Email");
  type("Email", "ada@example.com");
  type("Password", "wrong");
  press("Sign in");
  expect((await screen.findByRole("alert")).textContent).toBe(sentence);
  expect([field("Email").value, field("Password").value]).toEqual(["ada@example.com", "wrong"]);
});

test("an address that is taken is refused at its field", async () => {
  renderDashboard("/auth/sign-up", {
    token: null,
    handlers: { "POST /auth/register": () => failure(400, "email belongs to an account already: sign in instead") },
  });
  await screen.findByLabelText("Email");
  type("First name", "Ada");
  type("Email", "ada@example.com");
  type("Password", "Analytical-1843");
  press("Create the account");
  await waitFor(() => expect(notesOf("Email")).toBe("Email belongs to an account already: sign in instead"));
  expect(field("Password").value).toBe("Analytical-1843");
});

test("asking for a new password says the same whether or not somebody has the address", async () => {
  renderDashboard("/auth/reset", {
    token: null,
    handlers: { "POST /auth/reset/request": () => ({ status: 201, body: { data: { success: true } } }) },
  });
  await screen.findByLabelText("Email");
  type("Email", "ada@example.com");
  press("Send the link");
  expect((await screen.findByRole("status")).textContent).toMatch(/^If an account has the address ada@example.com/);
  press("Send another one");
  expect(field("Email").value).toBe("ada@example.com");
});

test("the link of a mail sets the password and signs in", async () => {
  const { received } = renderDashboard("/auth/reset/token-7", {
    token: null,
    handlers: { ...workflows, "POST /auth/reset": () => ({ status: 201, body: { data: { token: MEMBER } } }) },
  });
  await screen.findByLabelText("New password");
  type("New password", "Difference-1822");
  press("Set the password and sign in");
  await screen.findByRole("heading", { level: 1, name: "Home" });
  expect(received.find(({ path }) => path === "/auth/reset")?.body).toEqual({
    password: "Difference-1822",
    token: "token-7",
  });
});

test("a link that was used says so, beside the way to another one", async () => {
  const sentence = "The token is unknown, used or has expired: ask for a new link";
  renderDashboard("/auth/reset/token-7", {
    token: null,
    handlers: { "POST /auth/reset": () => failure(400, sentence) },
  });
  await screen.findByLabelText("New password");
  type("New password", "Difference-1822");
  press("Set the password and sign in");
  expect((await screen.findByRole("alert")).textContent).toBe(sentence);
  expect(screen.getByRole("link", { name: "Ask for a new link" }).getAttribute("href")).toBe("/auth/reset");
});

const invitation = {
  inviter: { _id: "grace", firstName: "Grace", lastName: "Hopper" },
  organization: { _id: "acme", name: "Acme" },
  email: "ada@example.com",
  role: "member",
};
const invited = (change: object = {}) => ({
  "GET /invites/token-7": () => ({ body: { data: { ...invitation, ...change } } }),
});

test("an invited person without an account creates one for the invited address, and joins", async () => {
  const { received } = renderDashboard("/auth/invitation/token-7", {
    token: null,
    registration: "invited",
    handlers: {
      ...workflows,
      ...invited(),
      "POST /auth/register": () => ({ status: 201, body: { data: { user: account, token: MEMBER } } }),
    },
  });
  await screen.findByText("Grace Hopper invites you to work with Acme as a member.");
  expect([field("Email").value, field("Email").readOnly]).toEqual(["ada@example.com", true]);
  type("First name", "Ada");
  type("Password", "Analytical-1843");
  press("Create the account and join");
  await screen.findByRole("heading", { level: 1, name: "Home" });
  expect(received.find(({ path }) => path === "/auth/register")?.body).toMatchObject({ invitationToken: "token-7" });
});

test("an invited person with an account signs in first, and comes back to the invitation", async () => {
  renderDashboard("/auth/invitation/token-7", { token: null, handlers: invited({ _userId: "ada" }) });
  const link = await screen.findByRole("link", { name: "Sign in to accept" });
  expect(link.getAttribute("href")).toBe("/auth/sign-in?returnTo=%2Fauth%2Finvitation%2Ftoken-7");
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("somebody who is signed in with another address is told before they accept", async () => {
  const { received } = renderDashboard("/auth/invitation/token-7", {
    token: HOMELESS,
    handlers: {
      ...workflows,
      ...invited({ email: "grace@example.com" }),
      "POST /invites/token-7/accept": () => ({ status: 201, body: { data: MEMBER } }),
    },
  });
  const warning = await screen.findByText(/The invitation went to/);
  expect(warning.parentElement?.textContent).toContain("grace@example.com, and you are signed in as ada@example.com");
  expect(received.some(({ method }) => method === "POST")).toBe(false);
  press("Accept as ada@example.com");
  await screen.findByRole("heading", { level: 1, name: "Home" });
  expect(useSession.getState().token).toBe(MEMBER);
});

test("using another account leads through the sign-in back to the invitation", async () => {
  const { router } = renderDashboard("/auth/invitation/token-7", { token: MEMBER, handlers: invited() });
  fireEvent.click(await screen.findByRole("button", { name: "Use another account" }));
  await screen.findByRole("heading", { level: 1, name: "Sign in to Belfry" });
  expect(router.state.location.search).toEqual({ returnTo: "/auth/invitation/token-7" });
});

test("an invitation that is no longer valid says who can renew it", async () => {
  const sentence =
    "The invitation is unknown, was used or withdrawn, or has expired: ask Grace or another admin of Acme for another one";
  renderDashboard("/auth/invitation/token-7", {
    token: null,
    handlers: { "GET /invites/token-7": () => failure(400, sentence) },
  });
  await screen.findByRole("heading", { level: 1, name: "This invitation cannot be accepted" });
  expect(screen.getByRole("alert").textContent).toBe(sentence);
});

test("an invitation that could not be loaded can be loaded again", async () => {
  let away = true;
  renderDashboard("/auth/invitation/token-7", {
    token: null,
    handlers: {
      "GET /invites/token-7": () => {
        if (away) throw new TypeError("Failed to fetch");
        return { body: { data: invitation } };
      },
    },
  });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Belfry does not answer/);
  away = false;
  press("Try again");
  await screen.findByRole("heading", { level: 1, name: "Join Acme" });
});

test("whoever belongs to an organisation by now opens it instead of creating another one", async () => {
  const { router } = renderDashboard("/workflows", {
    token: HOMELESS,
    handlers: {
      ...workflows,
      "GET /organizations": () => ({ body: { data: [{ _id: "acme", name: "Acme" }] } }),
      "POST /auth/organizations/acme/switch": () => ({ body: { data: MEMBER } }),
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Open Acme" }));
  await screen.findByRole("heading", { level: 1, name: "Home" });
  expect(router.state.location.pathname).toBe("/");
});

test("a session that the server ended leads to the sign-in, which says so and returns", async () => {
  const { router } = renderDashboard("/workflows?query=order", {
    token: MEMBER,
    handlers: { "GET /v2/workflows": () => failure(401, "Unauthorized") },
  });
  await screen.findByText(/^Your session has ended/);
  expect(router.state.location.search).toMatchObject({ returnTo: "/workflows?query=order" });
});

test("below a context path every link of the entry keeps it, and so does the way back to an invitation", async () => {
  const { router } = renderDashboard("/apps/belfry/auth/invitation/token-7", {
    token: null,
    contextPath: "/apps/belfry",
    handlers: {
      ...workflows,
      ...invited({ _userId: "ada" }),
      "POST /auth/login": () => ({ status: 201, body: { data: { token: MEMBER } } }),
    },
  });
  fireEvent.click(await screen.findByRole("link", { name: "Sign in to accept" }));
  await screen.findByRole("heading", { level: 1, name: "Sign in to Belfry" });
  expect(router.history.location.pathname).toBe("/apps/belfry/auth/sign-in");
  for (const [name, path] of [
    ["Create an account", "/apps/belfry/auth/sign-up?returnTo=%2Fapps%2Fbelfry%2Fauth%2Finvitation%2Ftoken-7"],
    ["Forgot the password?", "/apps/belfry/auth/reset"],
  ] as const) {
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(path);
  }
  type("Email", "ada@example.com");
  type("Password", "Analytical-1843");
  press("Sign in");
  await screen.findByRole("button", { name: "Accept as ada@example.com" });
  expect(router.history.location.href).toBe("/apps/belfry/auth/invitation/token-7");
});
