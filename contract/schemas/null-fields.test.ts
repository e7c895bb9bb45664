import { expect, test } from "vitest";
import { z } from "zod";
import { nullFieldsLeftOut } from "./null-fields.ts";

const rewrite = (schema: z.ZodType, value: unknown) => nullFieldsLeftOut(schema)(value);

const Inner = z.object({ name: z.string(), note: z.string().optional() });

test("a null field is left out at any depth", () => {
  const schema = z.object({
    one: Inner.optional(),
    list: z.array(Inner).default([]),
    pair: z.tuple([Inner, z.string()]),
  });
  const value = { one: null, list: [{ name: "a", note: null }], pair: [{ name: "b", note: null }, "c"] };
  expect(rewrite(schema, value)).toEqual({ list: [{ name: "a" }], pair: [{ name: "b" }, "c"] });
});

test("a field that is needed is left out as well, so that it is refused as missing", () => {
  expect(rewrite(Inner, { name: null })).toEqual({});
});

test("null stays where the schema takes it", () => {
  const schema = z.object({
    cleared: z.string().nullable(),
    maybe: z.string().nullish(),
    free: z.unknown(),
    choice: z.union([z.string(), z.null()]),
    prepared: z.preprocess((value) => value ?? "none", z.string()),
  });
  const value = { cleared: null, maybe: null, free: null, choice: null, prepared: null };
  expect(rewrite(schema, value)).toBe(value);
});

test("free content is not looked into", () => {
  const schema = z.object({ data: z.record(z.string(), z.unknown()), extra: z.unknown(), more: z.json() });
  const value = { data: { a: null, b: { c: null } }, extra: { d: null }, more: { e: [null] } };
  expect(rewrite(schema, value)).toBe(value);
  const loose = { name: "a", other: null, deep: { f: null } };
  expect(rewrite(z.looseObject({ name: z.string() }), loose)).toBe(loose);
});

test("a value without null fields is the same object, and no value is changed in place", () => {
  const whole = { name: "a", note: "b" };
  expect(rewrite(z.object({ list: z.array(Inner) }), whole)).toBe(whole);
  const value = Object.freeze({
    list: Object.freeze([Object.freeze({ name: "a", note: null }), Object.freeze(whole)]),
  });
  expect(rewrite(z.object({ list: z.array(Inner) }), value)).toEqual({ list: [{ name: "a" }, whole] });
});

test("items of lists keep their places", () => {
  const value = { list: [null, { name: "a" }] };
  expect(rewrite(z.object({ list: z.array(Inner) }), value)).toBe(value);
});

test("entries of a record are fields, unless their values are free", () => {
  const flags = z.partialRecord(z.enum(["email", "sms"]), z.boolean());
  expect(rewrite(flags, { email: null, sms: true })).toEqual({ sms: true });
  const nested = z.record(z.string(), Inner);
  expect(rewrite(nested, { a: null, b: { name: "b", note: null } })).toEqual({ b: { name: "b" } });
});

test("a field that a strict object does not know is left out when it is null", () => {
  expect(rewrite(z.strictObject({ name: z.string() }), { name: "a", other: null })).toEqual({ name: "a" });
});

test("of alternatives, the first that takes the value says which fields are null", () => {
  const byType = z.discriminatedUnion("type", [
    z.object({ type: z.literal("a"), size: z.number().optional() }),
    z.object({ type: z.literal("b"), size: z.number().nullable() }),
  ]);
  expect(rewrite(byType, { type: "a", size: null })).toEqual({ type: "a" });
  expect(rewrite(byType, { type: "b", size: null })).toEqual({ type: "b", size: null });
  const idOrObject = z.union([z.string(), Inner]);
  expect(rewrite(idOrObject, "a")).toBe("a");
  expect(rewrite(idOrObject, { name: "a", note: null })).toEqual({ name: "a" });
  expect(rewrite(idOrObject, { name: null, note: null })).toEqual({});
});

test("a schema that contains itself is followed as deep as the value goes", () => {
  interface Group {
    label?: string | undefined;
    children: Group[];
  }
  const Group: z.ZodType<Group> = z.object({
    label: z.string().optional(),
    get children() {
      return z.array(Group);
    },
  });
  const value = { label: null, children: [{ label: "a", children: [{ label: null, children: [] }] }] };
  expect(rewrite(Group, value)).toEqual({ children: [{ label: "a", children: [{ children: [] }] }] });
  const Lazy: z.ZodType = z.object({ label: z.string().optional(), next: z.lazy(() => Lazy).optional() });
  expect(rewrite(Lazy, { label: "a", next: { label: null, next: null } })).toEqual({ label: "a", next: {} });
});

test("what stands before or after a transformation is followed", () => {
  const after = Inner.transform(({ name }) => name);
  expect(rewrite(after, { name: "a", note: null })).toEqual({ name: "a" });
  const before = z.preprocess((value) => value ?? {}, Inner);
  expect(rewrite(before, { name: "a", note: null })).toEqual({ name: "a" });
  const both = z.intersection(Inner, z.object({ size: z.number().optional() }));
  expect(rewrite(both, { name: "a", note: null, size: null })).toEqual({ name: "a" });
});
