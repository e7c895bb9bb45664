import { afterEach, expect, test } from "vitest";
import { FeedQuery } from "#contract/feed.ts";
import { type Answer, aMessage, type Call, startFakeServer } from "../testing/fake-server.ts";
import { createInboxApi } from "./api.ts";

let server: Awaited<ReturnType<typeof startFakeServer>> | undefined;
afterEach(() => server?.close());

const session = { authorize: () => Promise.resolve("old"), renew: () => Promise.resolve("new") };

async function serve(answers: Record<string, (call: Call) => Answer>) {
  server = await startFakeServer(answers);
  return { api: createInboxApi(server.url, session), calls: server.calls };
}

test("every call carries the token as bearer credential", async () => {
  const { api, calls } = await serve({ "/organization": () => ({ body: { data: { _id: "o", name: "Acme" } } }) });
  await expect(api.organization()).resolves.toMatchObject({ name: "Acme" });
  expect(calls[0]?.authorization).toBe("Bearer old");
});

test("a token the server no longer takes is replaced, and the call repeated once", async () => {
  const { api, calls } = await serve({
    "/organization": ({ authorization }) =>
      authorization === "Bearer new"
        ? { body: { data: { _id: "o", name: "Acme" } } }
        : { status: 401, body: { message: "Unauthorized" } },
  });
  await expect(api.organization()).resolves.toMatchObject({ name: "Acme" });
  expect(calls).toHaveLength(2);
});

test("counts are asked with limit 100 and the store's feeds", async () => {
  const { api, calls } = await serve({
    "/notifications/unseen": () => ({ body: { data: { count: 3 } } }),
    "/notifications/unread": () => ({ body: { data: { count: 5 } } }),
  });
  await expect(api.counts(["a", "b"])).resolves.toEqual({ unseen: 3, unread: 5 });
  for (const { query } of calls) expect(Object.fromEntries(query)).toEqual({ feedIdentifier: "a,b", limit: "100" });
});

test("a count that is no integer is refused", async () => {
  const { api } = await serve({
    "/notifications/unseen": () => ({ body: { data: { count: "3" } } }),
    "/notifications/unread": () => ({ body: { data: { count: 5 } } }),
  });
  await expect(api.counts(undefined)).rejects.toThrow("integer");
});

test("a feed's query reads at the server as it was written, its payload included", async () => {
  const { api, calls } = await serve({ "/notifications/feed": () => ({ body: { data: [], hasMore: false } }) });
  await api.feed({ feedIdentifier: ["a", "b"], seen: false, payload: { city: "Zürich" } }, 2, 25);
  expect(FeedQuery.parse(Object.fromEntries(calls[0]?.query ?? []))).toEqual({
    page: 2,
    limit: 25,
    feedIdentifier: ["a", "b"],
    seen: false,
    payload: { city: "Zürich" },
  });
});

test("an entry of a feed that is no message is left out rather than shown", async () => {
  const { api } = await serve({
    "/notifications/feed": () => ({ body: { data: [aMessage("a"), { _id: "b", cta: null }], hasMore: false } }),
  });
  const { messages } = await api.feed({}, 0, 25);
  expect(messages.map(({ _id }) => _id)).toEqual(["a"]);
});

test("marking with neither flag marks as seen", async () => {
  const { api, calls } = await serve({ "/messages/markAs": () => ({ status: 201, body: { data: [] } }) });
  await api.markAs("a");
  await api.markAs(["a"], { read: true });
  expect(calls.map(({ body }) => body)).toEqual([
    { messageId: "a", mark: { seen: true } },
    { messageId: ["a"], mark: { read: true } },
  ]);
});
