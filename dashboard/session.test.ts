// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { useSession } from "./session.ts";

const KEY = "belfry-session";

afterEach(() => localStorage.clear());

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

test("signing in in another tab is taken over, with its environment", async () => {
  useSession.getState().signOut();
  await storedElsewhere({ token: "token-2", environmentId: "production" });
  expect(useSession.getState()).toMatchObject({ token: "token-2", environmentId: "production" });
});
