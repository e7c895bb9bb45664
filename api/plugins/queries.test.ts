import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { queries, queryOf } from "./queries.ts";

async function call(query: string) {
  const app = Fastify({ routerOptions: { querystringParser: queryOf } });
  onTestFinished(() => app.close());
  await app.register(queries);
  app.get("/", (request) => request.query);
  app.setErrorHandler((error: Error, _request, reply) => reply.code(400).send([error.message]));
  return app.inject({ method: "GET", url: `/?${query}` });
}

test.each([
  ["q=Z%C3%BCrich", { q: "Zürich" }],
  ["q=100%+Z%C3%BCrich", { q: "100% Zürich" }],
  ["a[b]=1&a[c]=2&l=1&l=2", { a: { b: "1", c: "2" }, l: ["1", "2"] }],
  ["a%5Bb%5D=1", { a: { b: "1" } }],
  ["after=2026-01-01T00:00:00+02:00", { after: "2026-01-01T00:00:00+02:00" }],
  ["after=2026-01-01T00:00:00.123%2B02:00&q=at+12:30", { after: "2026-01-01T00:00:00.123+02:00", q: "at 12:30" }],
  ["", {}],
])("a query is decoded: %s", async (query, fields) => {
  expect((await call(query)).json()).toEqual(fields);
});

test.each(["q=Z%FCrich", "%FC=1", "a[%FC]=1"])("a query that is not in UTF-8 is refused: %s", async (query) => {
  const reply = await call(query);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual([expect.stringContaining("percent-encode its values as UTF-8")]);
});
