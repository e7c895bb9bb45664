import Fastify from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { data } from "#contract/schemas/common.ts";
import { answerSerializer } from "./answer-serializer.ts";

const Person = z.object({
  name: z.string(),
  nickname: z.string().optional(),
  more: z.record(z.string(), z.unknown()).optional(),
});

/** Answers with this, under a response schema of people. */
async function answered(answer: unknown, { checked }: { checked: boolean }) {
  const app = Fastify();
  app.setSerializerCompiler(answerSerializer({ checked }));
  app.get("/people", { schema: { response: { 200: data(z.array(Person)) } } }, async () => answer);
  const reply = await app.inject("/people");
  await app.close();
  return { status: reply.statusCode, body: reply.json() };
}

const ada = { name: "Ada", nickname: undefined, more: { any: [1, null] } };

test.each([true, false])("an answer that fits is sent as it is, whether it is checked (%s) or not", async (checked) => {
  const reply = await answered({ data: [ada] }, { checked });
  expect(reply).toEqual({ status: 200, body: { data: [{ name: "Ada", more: { any: [1, null] } }] } });
});

test.each([
  ["a field that the schema does not name", { data: [ada, { ...ada, passwordHash: "x" }] }, "data.1.passwordHash"],
  ["a field at the top", { data: [], cursor: 1 }, "cursor"],
])("a checked answer with %s fails and names it", async (_, answer, field) => {
  const { status, body } = await answered(answer, { checked: true });
  expect([status, body.message]).toEqual([500, expect.stringContaining(`GET /people answers with ${field},`)]);
});

test("a checked answer without a field that the schema requires fails", async () => {
  expect(await answered({ data: [{ nickname: "Countess" }] }, { checked: true })).toMatchObject({ status: 500 });
});
