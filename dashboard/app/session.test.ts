// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { noteTabInUse, useSession } from "./session.ts";

const KEY = "belfry-session";

afterEach(() => {
  useSession.getState().signOut();
  useSession.setState({ environmentId: undefined, lastEnvironmentId: undefined });
  localStorage.clear();
  sessionStorage.clear();
});

/** Stores what another tab would store, and reads it as this tab does when it hears of that. */
async function storedElsewhere(state: object | null): Promise<void> {
  if (state === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify({ state, version: 0 }));
  await useSession.persist.rehydrate();
}

test.each([{ environmentId: "development" }, {}, null])(
  "signing out in another tab signs this one out (%j)",
  async (left) => {
    useSession.getState().signIn("token-1");
    await storedElsewhere(left);
    expect(useSession.getState().token).toBeUndefined();
  },
);

const stored = () => JSON.parse(localStorage.getItem(KEY) ?? "{}").state;

test("signing in in another tab is taken over, and no environment is open before it is known to be the member's", async () => {
  useSession.getState().signOut();
  await storedElsewhere({ token: "token-2", lastEnvironmentId: "production" });
  expect(useSession.getState()).toMatchObject({ token: "token-2", lastEnvironmentId: "production" });
  expect(useSession.getState().environmentId).toBeUndefined();
});

test("another tab that opens another environment leaves this one in its own, and a new tab begins with that of the tab in use", async () => {
  useSession.getState().signIn("token-1");
  useSession.getState().switchTo("development");
  await storedElsewhere({ token: "token-1", lastEnvironmentId: "production" });
  expect(useSession.getState()).toMatchObject({ environmentId: "development", lastEnvironmentId: "development" });
  expect(stored()).toMatchObject({ lastEnvironmentId: "production" });
  noteTabInUse();
  expect(stored()).toMatchObject({ token: "token-1", lastEnvironmentId: "development" });
});

test("what a tab stores about its environment does not bring back a token that another tab has replaced", () => {
  useSession.getState().signIn("token-1");
  localStorage.setItem(KEY, JSON.stringify({ state: { token: "token-2" }, version: 0 }));
  useSession.getState().switchTo("production");
  expect(stored()).toMatchObject({ token: "token-2", lastEnvironmentId: "production" });
  useSession.getState().end();
  expect(stored()).toMatchObject({ token: "token-2" });
});
