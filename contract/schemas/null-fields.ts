import { z } from "zod";
import { isJsonObject } from "../constants/values/json-object.ts";

type Rewrite = (value: unknown) => unknown;

const unchanged: Rewrite = (value) => value;

/** By schema, so that what several bodies share is compiled once, and a schema may contain itself. */
const compiled = new WeakMap<z.core.$ZodType, Rewrite>();

/**
 * Compiles the rule of all bodies for a schema: a field that is `null`, and that the schema allows no null, counts as left out. Clients that
 * are generated for typed languages write every field without a value so. Null stays where the schema takes it: where it
 * clears something, and in free content. A value without such a field is returned as it is; none is changed in place.
 */
export function nullFieldsLeftOut(schema: z.core.$ZodType): Rewrite {
  const known = compiled.get(schema);
  if (known) return known;
  let made = unchanged;
  compiled.set(schema, (value) => made(value));
  const inner = unwrapped(schema);
  made = inner === schema ? rewriteOf(inner) : nullFieldsLeftOut(inner);
  compiled.set(schema, made);
  return made;
}

function rewriteOf(schema: z.core.$ZodTypes): Rewrite {
  const { def } = schema._zod;
  switch (def.type) {
    case "object":
      return ofObject(def.shape, def.catchall);
    case "record":
      return ofObject({}, def.valueType);
    case "array": {
      const item = nullFieldsLeftOut(def.element);
      return item === unchanged ? unchanged : ofList(() => item);
    }
    case "tuple": {
      const items = def.items.map(nullFieldsLeftOut);
      const others = def.rest ? nullFieldsLeftOut(def.rest) : unchanged;
      return ofList((position) => items[position] ?? others);
    }
    case "union":
      return ofUnion(def.options);
    case "intersection": {
      const [left, right] = [nullFieldsLeftOut(def.left), nullFieldsLeftOut(def.right)];
      return (value) => right(left(value));
    }
    case "pipe":
      // A transformation in front of a schema is given what the schema describes, or something close to it.
      return nullFieldsLeftOut(asKnown(def.in)._zod.def.type === "transform" ? def.out : def.in);
    case "lazy":
      return (value) => nullFieldsLeftOut(def.getter())(value);
    default:
      return unchanged;
  }
}

interface Field {
  takesNull: boolean;
  rewrite: Rewrite;
}

/** For an object, by its fields and the schema of all others; keys without a schema are not looked at. */
function ofObject(shape: z.core.$ZodLooseShape, others: z.core.$ZodType | undefined): Rewrite {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const field = fieldOf(schema);
    return field ? [{ name, ...field }] : [];
  });
  const other = others && fieldOf(others);
  if (fields.length === 0 && !other) return unchanged;
  return (value) => {
    if (!isJsonObject(value)) return value;
    let copy: Record<string, unknown> | undefined;
    const look = (name: string, { takesNull, rewrite }: Field) => {
      const given = value[name];
      if (given === null) {
        if (takesNull) return;
        copy ??= { ...value };
        delete copy[name];
        return;
      }
      if (typeof given !== "object") return;
      const found = rewrite(given);
      if (found === given) return;
      copy ??= { ...value };
      copy[name] = found;
    };
    for (const field of fields) look(field.name, field);
    if (other) for (const name of Object.keys(value)) if (!(name in shape)) look(name, other);
    return copy ?? value;
  };
}

/** Undefined where nothing of the field is ever left out. */
function fieldOf(schema: z.core.$ZodType): Field | undefined {
  const takesNull = z.safeParse(schema, null).success;
  const rewrite = nullFieldsLeftOut(schema);
  return takesNull && rewrite === unchanged ? undefined : { takesNull, rewrite };
}

/** Items of a list keep their places, null or not. */
function ofList(rewriteAt: (position: number) => Rewrite): Rewrite {
  return (value) => {
    if (!Array.isArray(value)) return value;
    let copy: unknown[] | undefined;
    for (const [position, item] of value.entries()) {
      const found = rewriteAt(position)(item);
      if (found === item) continue;
      copy ??= [...value];
      copy[position] = found;
    }
    return copy ?? value;
  };
}

/**
 * The first alternative that takes the value without its null fields says which these are. What no alternative takes is refused, and lacks
 * the null fields of all of them.
 */
function ofUnion(options: readonly z.core.$ZodType[]): Rewrite {
  const alternatives = options.map((schema) => ({ schema, rewrite: nullFieldsLeftOut(schema) }));
  if (alternatives.every(({ rewrite }) => rewrite === unchanged)) return unchanged;
  return (value) => {
    const found = alternatives.map(({ schema, rewrite }) => ({ schema, without: rewrite(value) }));
    if (found.every(({ without }) => without === value)) return value;
    const taken = found.find(({ schema, without }) => z.safeParse(schema, without).success);
    return taken ? taken.without : alternatives.reduce((rest, { rewrite }) => rewrite(rest), value);
  };
}

/** The schema under all that says only whether a value may be missing, and what stands in for it. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodTypes {
  const known = asKnown(schema);
  const { def } = known._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return unwrapped(def.innerType);
    default:
      return known;
  }
}

/** The core types zod's schemas as what they have in common; each is one of the kinds that it lists. */
const asKnown = (schema: z.core.$ZodType) => schema as z.core.$ZodTypes;
