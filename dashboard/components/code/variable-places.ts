import { ForTag, TablerowTag, type Template, type Token, Value } from "liquidjs";
import { type PathStep, pathTokensOf, readPath, tokensOf } from "./liquid-path.ts";
import { childrenOf, EachTag, parseLiquid } from "./liquid-syntax.ts";

/** A variable in a template. */
export interface VariablePlace {
  /** The path from its root, through the names that the template gives itself: `payload.items.name` for `item.name`. Without indices. */
  keys: readonly string[];
  /** The last of the keys as they are written, each with its place. */
  written: readonly (PathStep & { key: string })[];
  from: number;
  to: number;
  /** Whether a filter has a value for where it is missing. */
  hasDefault: boolean;
}

/** Names that a template gives itself, with the path that they stand for; null for what is computed. */
type Aliases = ReadonlyMap<string, readonly string[] | null>;

/** Returns the variables of a template in the order of the text; none for what cannot be parsed. */
export function variablePlaces(text: string): VariablePlace[] {
  if (!text.includes("{{") && !text.includes("{%")) return [];
  let templates: Template[];
  try {
    templates = parseLiquid(text);
  } catch {
    // The editor says what is wrong with it.
    return [];
  }
  const places: VariablePlace[] = [];
  visit(templates, new Map(), places);
  return places.toSorted((one, other) => one.from - other.from);
}

function visit(templates: readonly Template[], outer: Aliases, places: VariablePlace[]): void {
  const aliases = new Map(outer);
  for (const template of templates) {
    const values = [...(template.arguments?.() ?? [])];
    for (const value of values) {
      const hasDefault = value instanceof Value && value.filters.some(({ name }) => name === "default");
      for (const token of tokensOf(value).flatMap(pathTokensOf)) {
        const place = placeOf(token, aliases, hasDefault);
        if (place) places.push(place);
      }
    }
    const [value] = values;
    const assigned = value instanceof Value && value.filters.length === 0 ? value.initial.postfix : [];
    for (const { content } of template.localScope?.() ?? [])
      aliases.set(content, assigned[0] && assigned.length === 1 ? fullPath(assigned[0], aliases) : null);
    visit(childrenOf(template), innerAliases(template, aliases), places);
  }
}

function innerAliases(template: Template, aliases: Aliases): Aliases {
  const inner = new Map(aliases);
  for (const name of template.blockScope?.() ?? []) inner.set(name, null);
  if (template instanceof ForTag || template instanceof TablerowTag || template instanceof EachTag)
    inner.set(template.variable, fullPath(template.collection, aliases));
  return inner;
}

const namesIn = (steps: readonly PathStep[]): (PathStep & { key: string })[] =>
  steps.flatMap((step) => (typeof step.key === "string" ? [{ ...step, key: step.key }] : []));

function placeOf(token: Token, aliases: Aliases, hasDefault: boolean): VariablePlace | undefined {
  const names = namesIn(readPath(token).steps);
  const [root, ...others] = names;
  const last = names.at(-1);
  if (!root || !last) return undefined;
  const alias = aliases.get(root.key);
  if (alias === null) return undefined;
  const written = alias ? others : names;
  const keys = [...(alias ?? []), ...written.map(({ key }) => key)];
  return { keys, written, from: token.begin, to: last.end, hasDefault };
}

/** The path that a name stands for; null for what is computed. */
function fullPath(token: Token, aliases: Aliases): readonly string[] | null {
  if (readPath(token).isComputed) return null;
  return placeOf(token, aliases, false)?.keys ?? null;
}
