// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { UnsecuredJWT } from "jose";
import { afterEach, expect, test } from "vitest";
import { useRecentObjects } from "./recent-objects.ts";
import { useSession } from "./session.ts";
import { failure } from "./testing/fake-server.ts";
import { DEVELOPMENT } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { listOf } from "./testing/workflow-v2.ts";

// A session that the server ends while somebody works.

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const tokenOf = (_id: string) => new UnsecuredJWT({ _id, organizationId: "acme" }).encode();
const ADA = tokenOf("ada");

const nothing = { body: { data: [] } };
const read = {
  "GET /v2/workflows": () => listOf(),
  "GET /notification-groups": () => nothing,
  "GET /blueprints/group-by-category": () => ({ body: { data: { general: [], popular: { blueprints: [] } } } }),
};
const name = () => screen.findByLabelText<HTMLInputElement>("Name");

/** Renders the form of a new workflow with a typed name, and has its member sign in again after the session ended. */
async function signInAgain(token: string) {
  const rendered = renderDashboard("/workflows/new", {
    token: ADA,
    handlers: { ...read, "POST /auth/login": () => ({ status: 201, body: { data: { token } } }) },
  });
  fireEvent.change(await name(), { target: { value: "Order shipped" } });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Identifier").value).toBe("order-shipped"));
  const entries = rendered.router.history.length;
  useSession.getState().end();
  await screen.findByText(/^Your session has ended/);
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "ada@example.com" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("heading", { level: 1, name: "New workflow" });
  return { ...rendered, added: rendered.router.history.length - entries };
}

test("whoever signs in again finds the form as it was, and the back button leads to what was before", async () => {
  const { added } = await signInAgain(ADA);
  await waitFor(async () => expect((await name()).value).toBe("Order shipped"));
  expect(screen.getByLabelText<HTMLInputElement>("Identifier").value).toBe("order-shipped");
  expect(added).toBe(0);
});

test("another member who signs in then finds an empty form, and nothing that the first one has opened", async () => {
  useRecentObjects.getState().claim("ada");
  useRecentObjects
    .getState()
    .add(DEVELOPMENT, { kind: "workflow", id: "w", title: "Order shipped", subtitle: "order-shipped" });
  await signInAgain(tokenOf("grace"));
  expect((await name()).value).toBe("");
  expect(useRecentObjects.getState().opened).toEqual({});
});

test("several calls that are refused at once lead to the sign-in once", async () => {
  const refused = () => failure(401, "Unauthorized");
  const { router } = renderDashboard("/", {
    token: ADA,
    handlers: { "GET /users/me": refused, "GET /overview": refused, "GET /organizations": refused },
  });
  await screen.findByText(/^Your session has ended/);
  expect([router.state.location.search, router.history.length]).toEqual([
    { returnTo: "/", reason: "session_ended" },
    1,
  ]);
});

test("the environment that another member had open is not asked for by whoever signs in, and the session lasts", async () => {
  const { received } = renderDashboard("/workflows", {
    token: ADA,
    environmentId: "of-another-organisation",
    handlers: {
      ...read,
      "GET /organizations/me": ({ environmentId }) =>
        environmentId === null ? { body: { data: { _id: "acme", name: "Acme" } } } : failure(401, "Unauthorized"),
    },
  });
  await screen.findByRole("heading", { level: 1, name: "Workflows" });
  await waitFor(() => expect(useSession.getState().environmentId).toBe(DEVELOPMENT));
  expect(received.some(({ environmentId }) => environmentId === "of-another-organisation")).toBe(false);
  expect(useSession.getState().token).toBe(ADA);
});
