import { expect, test } from "vitest";
import { z } from "zod";
import { isJsonObject } from "./constants/values/json-object.ts";
import { TOKEN_PATTERN, UUID_PATTERN } from "./constants/values/patterns.ts";
import { OPERATIONS } from "./every-operation.ts";

const withParameters = OPERATIONS.filter(({ path }) => path.includes(":"));

/** Length of a character outside of ASCII that is written as %XX for each of its bytes. */
const ENCODED = "%E2%82%AC".length;
const UUID_LENGTH = 36;

/** The most characters that a schema takes, as an address has them; infinite when it says nothing. */
function longest(schema: unknown): number {
  if (!isJsonObject(schema)) return Number.POSITIVE_INFINITY;
  const { maxLength, pattern } = schema;
  if (typeof maxLength === "number" && pattern === TOKEN_PATTERN.source) return maxLength;
  return charactersOf(schema) * ENCODED;
}

function charactersOf({ maxLength, enum: values, const: value, pattern }: Record<string, unknown>): number {
  if (typeof maxLength === "number") return maxLength;
  if (Array.isArray(values)) return Math.max(...values.map((one) => String(one).length));
  if (value !== undefined) return String(value).length;
  return pattern === UUID_PATTERN.source ? UUID_LENGTH : Number.POSITIVE_INFINITY;
}

test.each(withParameters)(
  "every parameter in the path of $id is bounded, and all of them fit into an address",
  (operation) => {
    const { properties } = z.toJSONSchema(operation.params ?? z.object({}), { io: "input" });
    const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    const lengths = names.map((name) => longest(properties?.[name]));
    expect(names.filter((_, position) => lengths[position] === Number.POSITIVE_INFINITY)).toEqual([]);
    expect(lengths.reduce((sum, length) => sum + length, operation.path.length)).toBeLessThan(8_192);
  },
);
