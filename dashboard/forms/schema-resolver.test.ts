import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "#contract/every-operation.ts";
import { schemaResolver, sentenceOf } from "./schema-resolver.ts";

// Import rules refuse other resolvers, so that what holds for each schema here holds for all forms.

/** How sentences of the validator begin. */
const OF_VALIDATOR = /invalid input|invalid (?:option|value|key|string|number|discriminator)|^too |^unrecognized/i;

/** A schema of each kind that has no words of its own. */
const KINDS = {
  text: z.string().min(2).max(3),
  filled: z.string().min(1),
  code: z.string().length(6),
  number: z.number().gt(1).lt(5).multipleOf(2),
  whole: z.int().min(1).max(3),
  large: z.bigint(),
  day: z.date().min(new Date(0)),
  yes: z.boolean(),
  list: z.array(z.string()).min(1).max(2),
  pair: z.tuple([z.string(), z.number()]),
  map: z.map(z.string(), z.number()),
  set: z.set(z.string()).min(1),
  record: z.record(z.enum(["a", "b"]), z.number()),
  named: z.record(z.string().regex(/^[a-z]$/), z.number()),
  one: z.literal("a"),
  some: z.enum(["a", "b"]),
  strict: z.strictObject({ a: z.string() }),
  union: z.union([z.string(), z.number()]),
  kind: z.discriminatedUnion("type", [z.object({ type: z.literal("a") }), z.object({ type: z.literal("b") })]),
  both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })),
  email: z.email(),
  url: z.url(),
  uuid: z.uuid(),
  begins: z.string().startsWith("a").endsWith("b").includes("c"),
  matches: z.templateLiteral(["a", z.number()]),
  never: z.never(),
  refined: z.unknown().refine(() => false),
};

const CONTRACT = OPERATIONS.flatMap(({ body }) => (body instanceof z.ZodType ? [body] : []));
const SCHEMAS = [...Object.values(KINDS), ...CONTRACT];

/** Every text that is shown for a value. */
function sentencesFor(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value, { error: sentenceOf });
  return (error?.issues ?? []).map(({ message }) => message);
}

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  key: fc.constantFrom("a", "b", "type", "name", "to", "email", "__proto__"),
});

test("a form says nothing in the validator's own words", () => {
  fc.assert(
    fc.property(fc.constantFrom(...SCHEMAS), anything, (schema, value) => {
      for (const sentence of sentencesFor(schema, value)) {
        expect(sentence).not.toBe("");
        expect(sentence).not.toMatch(OF_VALIDATOR);
      }
    }),
    { numRuns: 3_000 },
  );
});

test.each<[z.ZodType, unknown, string]>([
  [KINDS.filled, "", "should not be empty"],
  [KINDS.filled, undefined, "is missing"],
  [KINDS.text, "abcd", "must be at most 3 characters"],
  [KINDS.code, "12345", "must be 6 characters"],
  [KINDS.number, 1, "must be greater than 1"],
  [KINDS.number, 3, "must be a multiple of 2"],
  [KINDS.whole, 4, "must not be greater than 3"],
  [KINDS.some, "c", "must be one of the following values: a, b"],
  [KINDS.email, "x", "is not in the form that it must have"],
  [KINDS.strict, { a: "", c: 1 }, 'must not have the field "c": remove it'],
  [KINDS.kind, { type: "c" }, "must be one of the following values: a, b"],
  [KINDS.refined, 1, "is not valid"],
  [z.string({ error: "must be a name" }), 1, "must be a name"],
])("%# says what is to be done", (schema, value, sentence) => {
  expect(sentencesFor(schema, value)).toContain(sentence);
});

test("the resolver of a form has these sentences by its fields", async () => {
  const resolve = schemaResolver(z.object({ name: z.string().min(1), days: z.number() }));
  const { errors } = await resolve({ name: "", days: 1 }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  expect(errors.name?.message).toBe("should not be empty");
});
