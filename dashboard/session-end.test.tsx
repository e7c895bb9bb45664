// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { UnsecuredJWT } from "jose";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ImportLocales } from "#contract/workflows/translations.ts";
import { inTurn } from "#test/support/in-turn.ts";
import { useSession } from "./app/session.ts";
import { useRecentObjects } from "./recent-objects.ts";
import { defineInbox } from "./testing/define-inbox.ts";
import { failure } from "./testing/fake-server.ts";
import { DEVELOPMENT } from "./testing/fixtures.ts";
import { renderDashboard } from "./testing/render-dashboard.tsx";
import { cellOf } from "./testing/test-write.ts";
import { TYPED_INPUTS, type TypedInput } from "./testing/typed-inputs.ts";
import { listOf } from "./testing/workflow-v2.ts";
import { WRITES } from "./testing/writes.ts";

// A session that the server ends while somebody works.

beforeEach(defineInbox);
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const tokenOf = (_id: string, organizationId: string | null = "acme") =>
  new UnsecuredJWT({ _id, organizationId }).encode();
const ADA = tokenOf("ada");

const nothing = { body: { data: [] } };
const read = {
  "GET /v2/workflows": () => listOf(),
  "GET /notification-groups": () => nothing,
  "GET /blueprints/group-by-category": () => ({ body: { data: { general: [], popular: { blueprints: [] } } } }),
};
const keptKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith("belfry-typed/"));

function open({ address, handlers, withoutOrganization }: TypedInput, member = "ada") {
  const token = (_id: string) => tokenOf(_id, withoutOrganization ? null : "acme");
  const rendered = renderDashboard(address, { token: token(member), handlers: { ...handlers, ...SIGN_IN } });
  return { ...rendered, signInAs: (_id: string) => signInWith(token(_id)) };
}

type Opened = ReturnType<typeof open>;

/** The token that a sign-in answers. */
let given = "";
const SIGN_IN = { "POST /auth/login": () => ({ status: 201, body: { data: { token: given } } }) };

/** Ends the session, and signs somebody in on the page that asks for it. */
async function signInWith(token: string): Promise<void> {
  given = token;
  act(() => useSession.getState().end());
  await screen.findByText(/^Your session has ended/);
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "ada@example.com" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(screen.queryByText(/^Your session has ended/)).toBeNull());
}

const textOf = (label: string) => screen.queryByLabelText<HTMLInputElement>(label)?.value;
const textsOf = ({ typed }: TypedInput) =>
  Object.fromEntries(Object.keys(typed).map((label) => [label, textOf(label)]));

/** Interruptions of somebody who has typed something. Each goes on with the dashboard that the one before has left. */
const INTERRUPTIONS: readonly ((input: TypedInput, opened: Opened) => Promise<Opened>)[] = [
  async (input) => {
    window.dispatchEvent(new Event("pagehide"));
    cleanup();
    const again = open(input);
    await waitFor(() => expect(textsOf(input)).toEqual(input.typed));
    return again;
  },
  async (input, opened) => {
    const entries = opened.router.history.length;
    await opened.signInAs("ada");
    await waitFor(() => expect(textsOf(input)).toEqual(input.typed));
    // The back button leads to what was before.
    expect(opened.router.history.length).toBe(entries);
    expect(keptKeys()).toEqual([]);
    return opened;
  },
  async (input, opened) => {
    await opened.signInAs("grace");
    await screen.findAllByRole("heading", { level: 1 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    // A drawer that the address asks for is open for whoever comes.
    if (!input.address.includes("view=")) expect(screen.queryByRole("dialog")).toBeNull();
    expect(textsOf(input)).not.toEqual(input.typed);
    return opened;
  },
];

test.each(TYPED_INPUTS)(
  "$name: what was typed is there after the page was loaded again, and for whoever signs in again, and for nobody else",
  async (input) => {
    let opened = open(input);
    await input.fill();
    for (const interrupt of inTurn(INTERRUPTIONS, TYPED_INPUTS.indexOf(input))) opened = await interrupt(input, opened);
  },
);

test.each(TYPED_INPUTS.filter(({ cancel }) => cancel))("$name: what was cancelled is forgotten", async (input) => {
  open(input);
  await input.fill();
  await input.cancel?.();
  await waitFor(() => expect(textsOf(input)).not.toEqual(input.typed));
  act(() => useSession.getState().end());
  expect(keptKeys()).toEqual([]);
});

test.each(TYPED_INPUTS.filter(({ save }) => save))("$name: what was saved is forgotten", async (input) => {
  open(input);
  await input.fill();
  await input.save?.();
  act(() => useSession.getState().end());
  expect(keptKeys()).toEqual([]);
});

test("a new key is forgotten with its first text, which is saved", async () => {
  const german: Record<string, unknown> = { hello: "Hallo" };
  const input = TYPED_INPUTS.find(({ name }) => name === "the first text of a new key");
  if (!input) throw new Error("The table has no such input");
  const texts = {
    "GET /translations/shop/locales/de": () => ({ body: { data: german } }),
    "POST /translations/shop/import": ({ body }: { body: unknown }) => {
      Object.assign(german, ImportLocales.parse(body).locales.de);
      return { status: 201, body: { data: [] } };
    },
  };
  open({ ...input, handlers: { ...input.handlers, ...texts } });
  await input.fill();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: cellOf("order.sent in de") }).textContent).toBe("Versandt"),
  );
  act(() => useSession.getState().end());
  expect(keptKeys()).toEqual([]);
});

test.each(WRITES.filter(({ kept, token }) => kept && token === null))(
  "$name: of somebody who is not signed in nothing is kept, and so no password",
  async ({ address, handlers, fill }) => {
    renderDashboard(address, { token: null, ...(handlers && { handlers }) });
    await fill?.();
    window.dispatchEvent(new Event("pagehide"));
    expect(keptKeys()).toEqual([]);
  },
);

test("a sign-in goes on where the browser stores nothing more", async () => {
  const [input] = TYPED_INPUTS;
  if (!input) throw new Error("The table is empty");
  const { signInAs } = open(input);
  await input.fill();
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => full.mockRestore());
  await signInAs("ada");
  expect(textsOf(input)).not.toEqual(input.typed);
});

test("a page that the browser brings back as it was keeps nothing beside itself", async () => {
  const [input] = TYPED_INPUTS;
  if (!input) throw new Error("The table is empty");
  open(input);
  await input.fill();
  window.dispatchEvent(new Event("pagehide"));
  expect(keptKeys()).not.toEqual([]);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(keptKeys()).toEqual([]);
  expect(textsOf(input)).toEqual(input.typed);
});

test("another member finds nothing of what the first one has opened", async () => {
  useRecentObjects.getState().claim("ada");
  useRecentObjects
    .getState()
    .add(DEVELOPMENT, { kind: "workflow", id: "w", title: "Order shipped", subtitle: "order-shipped" });
  const { signInAs } = open({ name: "", address: "/workflows", handlers: read, fill: async () => {}, typed: {} });
  await screen.findByRole("heading", { level: 1, name: "Workflows" });
  await signInAs("grace");
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

test("what was refused while the session ended is not shown after the sign-in, but read again", async () => {
  const { queryClient } = renderDashboard("/workflows", { token: ADA, handlers: { ...read, ...SIGN_IN } });
  await screen.findByRole("heading", { name: "Workflows" });
  act(() => useSession.getState().end());
  await screen.findByText(/^Your session has ended/);
  // The screen that was open has asked once more, without a session.
  const late = { queryKey: ["late"], queryFn: () => Promise.reject(new Error("Unauthorized")) };
  await act(() => queryClient.prefetchQuery(late));
  act(() => useSession.getState().signIn(ADA));
  expect(queryClient.getQueryState(late.queryKey)).toBeUndefined();
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
