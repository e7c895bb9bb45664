import { afterEach, expect, test, vi } from "vitest";
import { startFakeServer } from "../testing/fake-server.ts";
import { createSession } from "./session.ts";
import { TOKEN_KEY } from "./token-storage.ts";

const credentials = { applicationIdentifier: "app", subscriberId: "ada" };
const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});

let server: Awaited<ReturnType<typeof startFakeServer>> | undefined;
afterEach(async () => {
  await server?.close();
  kept.clear();
});

async function serve(answer: () => { status: number; body: unknown }) {
  server = await startFakeServer({ "/session/initialize": answer });
  return server;
}

test("a session is not initialised until the server gives a token, which is then stored in local storage", async () => {
  const { url, calls } = await serve(() => ({ status: 201, body: { data: { token: "t1", profile: { _id: "s" } } } }));
  const session = createSession(url, credentials);
  expect(session.store.getState()).toEqual({ status: "idle", token: null });
  await expect(session.authorize()).resolves.toBe("t1");
  expect(session.store.getState()).toEqual({ status: "ready", token: "t1" });
  expect(kept.get(TOKEN_KEY)).toBe("t1");
  expect(calls[0]?.body).toEqual({ applicationIdentifier: "app", subscriberId: "ada", hmacHash: null });
});

test("concurrent callers who need a token share one call", async () => {
  const { url, calls } = await serve(() => ({ status: 201, body: { data: { token: "t1" } } }));
  const session = createSession(url, { ...credentials, subscriberHash: "abc" });
  await Promise.all([session.authorize(), session.authorize(), session.authorize()]);
  expect(calls.map(({ body }) => body)).toEqual([
    { applicationIdentifier: "app", subscriberId: "ada", hmacHash: "abc" },
  ]);
});

test("a refused session is an error with the server's message, and is not requested again", async () => {
  const { url, calls } = await serve(() => ({ status: 400, body: { message: "Use a valid app identifier" } }));
  const session = createSession(url, credentials);
  await expect(session.authorize()).rejects.toThrow("HTTP error! Status: 400, Message: Use a valid app identifier");
  await expect(session.authorize()).rejects.toThrow();
  expect(session.store.getState().status).toBe("error");
  expect(calls).toHaveLength(1);
});

test("after a server error the session is offline, and can be requested again", async () => {
  const replies = [
    { status: 503, body: { message: "Busy" } },
    { status: 201, body: { data: { token: "t1" } } },
  ];
  const { url } = await serve(() => replies.shift() ?? { status: 500, body: {} });
  const session = createSession(url, credentials);
  await expect(session.authorize()).rejects.toThrow("503");
  expect(session.store.getState().status).toBe("offline");
  await expect(session.authorize()).resolves.toBe("t1");
});

test("logging out clears the token and returns the session to not initialised", async () => {
  const { url } = await serve(() => ({ status: 201, body: { data: { token: "t1" } } }));
  const session = createSession(url, credentials);
  await session.authorize();
  session.end();
  expect(session.store.getState()).toEqual({ status: "idle", token: null });
  expect(kept.has(TOKEN_KEY)).toBe(false);
});

test("logging out keeps the token of another inbox on the page", async () => {
  const { url } = await serve(() => ({ status: 201, body: { data: { token: "t1" } } }));
  const session = createSession(url, credentials);
  await session.authorize();
  kept.set(TOKEN_KEY, "the other one's");
  session.end();
  expect(kept.get(TOKEN_KEY)).toBe("the other one's");
});

test("an answer that comes after the logout is dropped", async () => {
  const { url } = await serve(() => ({ status: 201, body: { data: { token: "t1" } } }));
  const session = createSession(url, credentials);
  const late = session.authorize();
  session.end();
  await expect(late).rejects.toThrow("ended");
  expect(session.store.getState()).toEqual({ status: "idle", token: null });
  expect(kept.has(TOKEN_KEY)).toBe(false);
});

test.each([
  { applicationIdentifier: "", subscriberId: "ada" },
  { applicationIdentifier: "app", subscriberId: "" },
])("without both application identifier and subscriber nothing is requested: %j", async (incomplete) => {
  const { url, calls } = await serve(() => ({ status: 201, body: { data: { token: "t1" } } }));
  const session = createSession(url, incomplete);
  await expect(session.authorize()).rejects.toThrow("applicationIdentifier and subscriberId");
  expect(session.store.getState().status).toBe("idle");
  expect(calls).toEqual([]);
});
