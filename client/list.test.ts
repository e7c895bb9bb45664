import { expect, test } from "vitest";
import { Belfry } from "./client.ts";

/** A client of an API that answers with these pages one after the other, and the queries that it sent. */
function clientOf(pages: object[]) {
  const queries: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    queries.push(new URL(String(input)).search);
    return Response.json(pages[queries.length - 1] ?? { data: [], next: null, hasMore: false });
  };
  return { belfry: new Belfry({ secretKey: "secret", apiUrl: "https://b.example", fetch }), queries };
}

async function idsOf(rows: AsyncIterable<{ _id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { _id } of rows) ids.push(_id);
  return ids;
}

const rows = (...ids: string[]) => ids.map((_id) => ({ _id }));

test("a list that is awaited is one page, with what stands beside it", async () => {
  const page = { data: rows("a"), page: 0, pageSize: 1, hasMore: true };
  const { belfry, queries } = clientOf([page]);
  await expect(belfry.subscribers.list({ limit: 1 })).resolves.toEqual(page);
  expect(queries).toEqual(["?limit=1"]);
});

test("a page that was awaited is iterated with all pages after it, and is its fields alone when it is copied", async () => {
  const { belfry, queries } = clientOf([
    { data: rows("a"), page: 0, pageSize: 1, hasMore: true },
    { data: rows("b"), page: 1, pageSize: 1, hasMore: false },
  ]);
  const page = await belfry.subscribers.list({ limit: 1 });
  expect(await idsOf(page)).toEqual(["a", "b"]);
  expect(queries).toEqual(["?limit=1", "?limit=1&page=1"]);
  expect({ ...page }).toEqual({ data: rows("a"), page: 0, pageSize: 1, hasMore: true });
});

test("a numbered list is read page by page while there are more", async () => {
  const { belfry, queries } = clientOf([
    { data: rows("a", "b"), page: 3, pageSize: 2, hasMore: true },
    { data: rows("c"), page: 4, pageSize: 2, hasMore: false },
  ]);
  expect(await idsOf(belfry.subscribers.list({ page: 3, limit: 2 }))).toEqual(["a", "b", "c"]);
  expect(queries).toEqual(["?page=3&limit=2", "?page=4&limit=2"]);
});

test("a numbered list that says how long it is ends with its last element", async () => {
  const { belfry, queries } = clientOf([
    { data: rows("a", "b"), page: 0, pageSize: 2, totalCount: 4 },
    { data: rows("c", "d"), page: 1, pageSize: 2, totalCount: 4 },
  ]);
  expect(await idsOf(belfry.topics.list({ key: "k" }))).toEqual(["a", "b", "c", "d"]);
  expect(queries).toEqual(["?key=k", "?key=k&page=1"]);
});

test("a list with a cursor is read by the text under next, in place of a number", async () => {
  const { belfry, queries } = clientOf([
    { data: rows("a"), page: 2, pageSize: 1, hasMore: true, next: "x" },
    { data: rows("b"), page: 0, pageSize: 1, hasMore: false },
  ]);
  expect(await idsOf(belfry.notifications.list({ page: 2 }))).toEqual(["a", "b"]);
  expect(queries).toEqual(["?page=2", "?cursor=x"]);
});

test("a list of version 2 is read forwards", async () => {
  const { belfry, queries } = clientOf([
    { data: rows("a"), next: "n", previous: null, totalCount: 2, totalCountCapped: false },
    { data: rows("b"), next: null, previous: "p", totalCount: 2, totalCountCapped: false },
  ]);
  expect(await idsOf(belfry.v2.topics.list({ limit: 1 }))).toEqual(["a", "b"]);
  expect(queries).toEqual(["?limit=1", "?limit=1&after=n"]);
});

test("a list by offsets goes on after the elements that it gave", async () => {
  const { belfry, queries } = clientOf([
    { data: [{ id: "a" }, { id: "b" }], hasMore: true, filter: {} },
    { data: [{ id: "c" }], hasMore: false, filter: {} },
  ]);
  const ids: string[] = [];
  for await (const { id } of belfry.v2.subscribers.listNotifications("ada", { offset: 5 })) ids.push(id);
  expect(ids).toEqual(["a", "b", "c"]);
  expect(queries).toEqual(["?offset=5", "?offset=7"]);
});

test("a list that claims more than it has ends", async () => {
  const { belfry } = clientOf([{ data: [], page: 0, pageSize: 10, hasMore: true }]);
  expect(await idsOf(belfry.subscribers.list())).toEqual([]);
});

test("a page that fails ends the iteration with its error", async () => {
  let calls = 0;
  const fetch: typeof globalThis.fetch = async () => {
    calls += 1;
    if (calls === 1) return Response.json({ data: rows("a"), page: 0, pageSize: 1, hasMore: true });
    return Response.json({ statusCode: 403, message: "No longer" }, { status: 403 });
  };
  const belfry = new Belfry({ secretKey: "secret", apiUrl: "https://b.example", fetch });
  const seen: string[] = [];
  const reading = (async () => {
    for await (const { _id } of belfry.subscribers.list()) seen.push(_id);
  })();
  await expect(reading).rejects.toMatchObject({ status: 403, problems: ["No longer"] });
  expect(seen).toEqual(["a"]);
});
