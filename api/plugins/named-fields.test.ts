import { expect, test } from "vitest";
import { z } from "zod";
import { namedFields, pathIn } from "./named-fields.ts";

const schema = {
  body: z.preprocess((body) => body, z.object({ name: z.string(), steps: z.array(z.unknown()).optional() })).optional(),
  querystring: z.union([z.object({ after: z.string() }), z.object({ before: z.string() })]),
  params: z.object({ workflowId: z.string() }),
};
const fieldsOf = (...sentences: string[]) => namedFields({ routeOptions: { schema } } as never, sentences);

test("sentences that begin with the path of a field of the request are told apart by it", () => {
  const sentences = [
    "name should not be empty",
    "steps.0.name must be a text",
    "steps.0.name must be another one",
    "after: there is no such notification",
    "before is in the past",
    "workflowId names no workflow",
  ];
  expect(fieldsOf(...sentences)).toEqual({
    name: [sentences[0]],
    "steps.0.name": [sentences[1], sentences[2]],
    after: [sentences[3]],
    before: [sentences[4]],
    workflowId: [sentences[5]],
  });
});

test.each([
  "The name is taken",
  "sendgrid did not take the email",
  "names are wrong",
  "name",
  "constructor is wrong",
  "",
])("a sentence that begins with the name of no field is about the whole: %j", (sentence) => {
  expect(fieldsOf(sentence)).toEqual({});
});

test("a route without schemas has no fields", () => {
  expect(namedFields({ routeOptions: {} } as never, ["name is wrong"])).toEqual({});
});

test.each([
  ["steps.0.name must be a text", "steps.0.name"],
  ["after: there is none", "after"],
  ["Trigger is missing: name", "Trigger"],
  ["42 is too many", ""],
])("the path that %j begins with is %j", (sentence, path) => {
  expect(pathIn(sentence)).toBe(path);
});
