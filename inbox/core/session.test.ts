import { afterEach, expect, test, vi } from "vitest";
import { InboxHttpError } from "./http.ts";
import { createSession } from "./session.ts";
import { TOKEN_KEY } from "./token-storage.ts";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
afterEach(() => kept.clear());

const opened = { token: "t1", maxSnoozeDurationHours: 24, hidesBranding: false };
const IDLE = { status: "idle", token: null, maxSnoozeDurationHours: 0, hidesBranding: true };

test("a session is not initialised until the server gives a token, which is then stored in local storage", async () => {
  const session = createSession(async () => opened);
  expect(session.store.getState()).toEqual(IDLE);
  await expect(session.authorize()).resolves.toBe("t1");
  expect(session.store.getState()).toEqual({ status: "ready", ...opened });
  expect(kept.get(TOKEN_KEY)).toBe("t1");
});

test("concurrent callers who need a token share one call", async () => {
  const open = vi.fn(async () => opened);
  const session = createSession(open);
  await Promise.all([session.authorize(), session.authorize(), session.authorize()]);
  expect(open).toHaveBeenCalledTimes(1);
});

test("a token that the server rejected is replaced once, whoever notices it", async () => {
  const tokens = ["t1", "t2", "t3"];
  const session = createSession(async () => ({ ...opened, token: tokens.shift() ?? "" }));
  await session.authorize();
  await expect(Promise.all([session.renew("t1"), session.renew("t1")])).resolves.toEqual(["t2", "t2"]);
  await expect(session.renew("t1")).resolves.toBe("t2");
});

test("a refused session is an error, and is not requested again", async () => {
  const open = vi.fn(async () => {
    throw new InboxHttpError(400, "Use a valid app identifier");
  });
  const session = createSession(open);
  await expect(session.authorize()).rejects.toThrow("HTTP error! Status: 400, Message: Use a valid app identifier");
  await expect(session.authorize()).rejects.toThrow();
  expect(session.store.getState().status).toBe("error");
  expect(open).toHaveBeenCalledTimes(1);
});

test("after a server error the session is offline, and can be requested again", async () => {
  let fails = true;
  const session = createSession(async () => {
    if (fails) throw new InboxHttpError(503, "Busy");
    return opened;
  });
  await expect(session.authorize()).rejects.toThrow("503");
  expect(session.store.getState().status).toBe("offline");
  fails = false;
  await expect(session.authorize()).resolves.toBe("t1");
});

test("logging out clears the token and returns the session to not initialised", async () => {
  const session = createSession(async () => opened);
  await session.authorize();
  session.end();
  expect(session.store.getState()).toEqual(IDLE);
  expect(kept.has(TOKEN_KEY)).toBe(false);
});

test("logging out keeps the token of another inbox on the page", async () => {
  const session = createSession(async () => opened);
  await session.authorize();
  kept.set(TOKEN_KEY, "the other one's");
  session.end();
  expect(kept.get(TOKEN_KEY)).toBe("the other one's");
});

test("an answer that comes after the logout is dropped", async () => {
  const session = createSession(async () => opened);
  const late = session.authorize();
  session.end();
  await expect(late).rejects.toThrow("ended");
  expect(session.store.getState()).toEqual(IDLE);
  expect(kept.has(TOKEN_KEY)).toBe(false);
});
