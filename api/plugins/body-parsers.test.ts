import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { bodyParsers } from "./body-parsers.ts";

async function keysOf(payload: string): Promise<string[]> {
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(bodyParsers);
  app.post("/", ({ body }) => Object.keys(body as object));
  const reply = await app.inject({
    method: "POST",
    url: "/",
    headers: { "content-type": "application/json" },
    payload,
  });
  return reply.json();
}

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
