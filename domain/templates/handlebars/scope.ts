import { accessName, quote } from "./liquid-source.ts";

/** A value in Liquid: a variable or a literal, and the filters that it goes through. */
export interface Value {
  head: string;
  filters: readonly string[];
}

/** A variable and the properties that lead on from it. Without a variable, the properties start at the variables themselves. */
export interface Reference {
  variable?: string | undefined;
  names: readonly string[];
}

/** A loop around the code that is being translated. */
export interface Loop {
  /** Names under which its variables are kept for the loops inside it. */
  kept: Map<LoopVariable, string>;
}

/** The meaning of names at a place of the template. */
export interface Scope {
  /** The values of `this`, `../this` and so on. */
  contexts: readonly Reference[];
  /** From the inside out. */
  loops: readonly Loop[];
  /** Names after `as`, which are values, or variables of a loop. */
  aliases: ReadonlyMap<string, Reference | { loop: Loop; variable: LoopVariable }>;
}

export type LoopVariable = "index0" | "key" | "first" | "last";

export const NIL: Value = { head: "nil", filters: [] };

export const sourceOf = ({ head, filters }: Value): string => [head, ...filters].join(" | ");

export const extend = ({ variable, names }: Reference, more: readonly string[]): Reference => ({
  variable,
  names: [...names, ...more],
});

/** Liquid adds `size` to lists and objects that have no such property: it is looked up instead. */
export function referenceValue({ variable, names }: Reference): Value {
  let head = variable;
  for (const [index, name] of names.entries()) {
    if (name === "size" && head !== undefined) {
      return { head, filters: names.slice(index).map((property) => `lookup: ${quote(property)}`) };
    }
    head = accessName(head, name);
  }
  return { head: head ?? "nil", filters: [] };
}
