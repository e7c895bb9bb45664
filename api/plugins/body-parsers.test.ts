import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { bodyParsers } from "./body-parsers.ts";

async function call(payload: string, { method = "POST", type = "application/json", encoding = "" } = {}) {
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(bodyParsers);
  app.post("/", ({ body }) => Object.keys(body as object));
  app.delete("/", ({ body }) => ({ body: body ?? null }));
  app.setErrorHandler((error: Error, _request, reply) => reply.code(400).send([error.message]));
  const headers = { "content-type": type, ...(encoding && { "content-encoding": encoding }) };
  return app.inject({ method: method as "POST" | "DELETE", url: "/", headers, payload });
}

const keysOf = async (payload: string): Promise<string[]> => (await call(payload)).json();

test.each([
  ['{"__proto__": {"a": 1}, "b": 2}'],
  ['{"\\u005f_proto__": {"a": 1}, "b": 2}'],
  ['{"__prot\\u006F__": {"a": 1}, "b": 2}'],
])("a key that could reach a prototype is dropped, however it is spelled: %s", async (payload) => {
  expect(await keysOf(payload)).toEqual(["b"]);
});

test("other keys stay, whatever they look like", async () => {
  expect(await keysOf('{"proto": 1, "_proto_": 2, "\\u00e9": 3}')).toEqual(["proto", "_proto_", "é"]);
});

test.each([
  ["not JSON", '{"a":', "application/json"],
  ["a form", "a=1", "application/x-www-form-urlencoded"],
])("the body of a DELETE that takes none is ignored: %s", async (_what, payload, type) => {
  expect((await call(payload, { method: "DELETE", type })).json()).toEqual({ body: null });
});

test("only what is nested counts as depth", async () => {
  const brackets = "[{".repeat(5_000);
  const flat = { a: Array(5_000).fill([]), b: brackets, c: `\\"${brackets}`, "d\\": `${brackets}\\`, e: 1 };
  expect(await keysOf(JSON.stringify(flat))).toEqual(["a", "b", "c", "d\\", "e"]);
  const deep = `{"a\\\\": ${"[".repeat(1_000)}${"]".repeat(1_000)}}`;
  expect(await keysOf(deep)).toEqual([expect.stringContaining("nested more than 1000 levels deep")]);
});

test("a body that is compressed is said to be that", async () => {
  const [message] = (await call("\u001f\u008b", { encoding: "gzip" })).json();
  expect(message).toContain("content-encoding gzip");
});
