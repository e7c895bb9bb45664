import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { bodyParsers } from "./body-parsers.ts";

async function call(payload: string | Buffer, { method = "POST", type = "application/json", encoding = "" } = {}) {
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(bodyParsers);
  app.post("/", ({ body }) => Object.keys(body as object));
  app.delete("/", ({ body }) => ({ body: body ?? null }));
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 400).send([error.message]),
  );
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

test.each([
  ["application/json", "\xef\xbb\xbf"],
  ["application/json; charset=utf-8", ""],
])("a body in UTF-8 is taken, with a byte order mark or without: %s", async (type, mark) => {
  const payload = Buffer.concat([Buffer.from(mark, "latin1"), Buffer.from('{"Zürich": 1}')]);
  expect((await call(payload, { type })).json()).toEqual(["Zürich"]);
});

test.each<[string, BufferEncoding]>([
  ["iso-8859-1", "latin1"],
  ["windows-1252", "latin1"],
  ["UTF-16LE", "utf16le"],
])("a body in %s that says so is decoded by that", async (charset, encoding) => {
  const type = `application/json; charset=${charset}`;
  expect((await call(Buffer.from('{"Zürich": 1}', encoding), { type })).json()).toEqual(["Zürich"]);
});

test("a body that is not in UTF-8, and names no other charset, is refused", async () => {
  const reply = await call(Buffer.from('{"Zürich": 1}', "latin1"));
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual(["The body is not in UTF-8: name its charset in the content type, or send it in UTF-8"]);
});

test("a body in a charset that is not known is refused by its name", async () => {
  const reply = await call("{}", { type: "application/json; charset=utf-7" });
  expect(reply.statusCode).toBe(415);
  expect(reply.json()).toEqual(["The body is in the charset utf-7, which is not known: send it in UTF-8"]);
});
