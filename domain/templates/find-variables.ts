import {
  ForTag,
  IfTag,
  TablerowTag,
  type Template,
  type Token,
  TypeGuards,
  UnlessTag,
  Value,
  type ValueToken,
} from "liquidjs";
import type { VariableType } from "#contract/constants/templates/templates.ts";
import { parseTemplate } from "./compile-template.ts";
import { EachTag } from "./helpers/each-tag.ts";
import { childrenOf } from "./syntax-tree.ts";

export interface FoundVariable {
  /** Dotted path: `user.name`. */
  name: string;
  type: VariableType;
}

/** The meaning of names inside the template: a path from outside, or nothing that a caller provides. */
type Scope = ReadonlyMap<string, readonly string[] | undefined>;

/** The type that holds both uses: who loops over a name needs a list, who prints it anything but a flag. */
const STRENGTH: Readonly<Record<VariableType, number>> = { Boolean: 0, String: 1, Array: 2 };

/** Operators that ask only whether something is there. */
const LOGICAL_OPERATORS: readonly string[] = ["and", "or", "not"];

export function strongerType(known: VariableType | undefined, type: VariableType): VariableType {
  return known && STRENGTH[known] >= STRENGTH[type] ? known : type;
}

const PAYLOAD = "payload.";

/**
 * The variables that a template expects from outside, in order of appearance, once per use: looped over -> Array (what
 * is read of its items is `list.field`), asked for by `if` and `unless` -> Boolean, all else -> String.
 * `payload.x` and `x` are one. Throws `invalid_input` when the text cannot be parsed.
 */
export function findVariables(text: string): FoundVariable[] {
  return findPaths(text).flatMap(({ name, type }) =>
    name === "payload" ? [] : [{ name: name.startsWith(PAYLOAD) ? name.slice(PAYLOAD.length) : name, type }],
  );
}

/** As `findVariables`, but only what is read as `payload.x`: conditions see the payload under its name alone. */
export function findPayloadVariables(text: string): FoundVariable[] {
  return findPaths(text).flatMap(({ name, type }) =>
    name.startsWith(PAYLOAD) ? [{ name: name.slice(PAYLOAD.length), type }] : [],
  );
}

/** As `findVariables`, but under their whole names: `payload.x`, `subscriber.firstName`. */
export function findPaths(text: string): FoundVariable[] {
  return usedIn(text).map(({ name, type }) => ({ name, type }));
}

/** A use of a path of `findPaths`. */
export interface PathUse {
  /** Of `payload["a.b"]`, the second has a dot. */
  keys: readonly string[];
  /** The output that it is in, with its braces, by its place in the text; undefined in a tag. */
  output: { begin: number; end: number } | undefined;
}

/** Returns each use of each path, in the order of `findPaths`. */
export const findUses = (text: string): PathUse[] => usedIn(text).map(({ keys, output }) => ({ keys, output }));

/** The whole names of what a template cannot do without: not of what it asks for by `if`, nor of what has a `default`. */
export function findNeededPaths(text: string): string[] {
  const used = usedIn(text);
  const asked = new Set(used.flatMap(({ name, type }) => (type === "Boolean" ? [name] : [])));
  const needed = used.filter(({ name, hasDefault }) => !hasDefault && !asked.has(name));
  return [...new Set(needed.map(({ name }) => name))];
}

function usedIn(text: string): UsedVariable[] {
  const found: UsedVariable[] = [];
  visit(parseTemplate(text), new Map(), found);
  return found;
}

/** Returns the names that the templates assign, which hold after the block that they are in as well. */
function visit(templates: readonly Template[], outer: Scope, found: UsedVariable[]): Set<string> {
  const scope = new Map(outer);
  const assigned = new Set<string>();
  for (const template of templates) {
    const { token } = template;
    const output = TypeGuards.isOutputToken(token) ? { begin: token.begin, end: token.end } : undefined;
    for (const use of usesOf(template)) addUse({ ...use, output }, scope, found);
    const own = [...(template.localScope?.() ?? [])].map(({ content }) => content);
    for (const name of own) scope.set(name, undefined);
    const inside = visit(childrenOf(template), innerScope(template, scope), found);
    for (const name of [...own, ...inside]) {
      scope.set(name, undefined);
      assigned.add(name);
    }
  }
  return assigned;
}

function isLoop(template: Template): template is ForTag | TablerowTag | EachTag {
  return template instanceof ForTag || template instanceof TablerowTag || template instanceof EachTag;
}

interface Use {
  token: Token;
  type: VariableType;
  hasDefault?: boolean;
}

interface PlacedUse extends Use, Pick<PathUse, "output"> {}

interface UsedVariable extends FoundVariable, PathUse {
  hasDefault: boolean;
}

function usesOf(template: Template): Use[] {
  const args = [...(template.arguments?.() ?? [])];
  if (isLoop(template)) {
    return args.flatMap((arg) => usesIn(arg, arg === template.collection ? "Array" : "String"));
  }
  if (template instanceof IfTag || template instanceof UnlessTag) {
    return template.branches.flatMap(({ value }) => [...conditionUses(value), ...filterUses(value)]);
  }
  return args.flatMap((arg) => usesIn(arg, "String"));
}

function usesIn(argument: Value | ValueToken, type: VariableType): Use[] {
  if (!(argument instanceof Value)) return [{ token: argument, type }];
  const hasDefault = argument.filters.some(({ name }) => name === "default");
  return [...argument.initial.postfix.map((token) => ({ token, type, hasDefault })), ...filterUses(argument)];
}

function filterUses({ filters }: Value): Use[] {
  const args = filters.flatMap((filter) => filter.args).map((arg) => (Array.isArray(arg) ? arg[1] : arg));
  return args.flatMap((token): Use[] => (token ? [{ token, type: "String" }] : []));
}

/** A name that is compared, or goes through a filter, is a value; one that stands alone is a flag. */
function conditionUses({ initial, filters }: Value): Use[] {
  const stack: Use[][] = [];
  for (const token of initial.postfix) {
    if (!TypeGuards.isOperatorToken(token)) {
      stack.push([{ token, type: filters.length > 0 ? "String" : "Boolean" }]);
      continue;
    }
    const operands = stack.splice(token.operator === "not" ? -1 : -2).flat();
    const isLogical = LOGICAL_OPERATORS.includes(token.operator);
    stack.push(isLogical ? operands : operands.map((use) => ({ ...use, type: "String" })));
  }
  return stack.flat();
}

function addUse({ token, type, output, hasDefault = false }: PlacedUse, scope: Scope, found: UsedVariable[]): void {
  if (TypeGuards.isRangeToken(token)) {
    addUse({ token: token.lhs, type: "String", output }, scope, found);
    addUse({ token: token.rhs, type: "String", output }, scope, found);
    return;
  }
  if (!TypeGuards.isPropertyAccessToken(token)) return;
  for (const prop of token.props) addUse({ token: prop, type: "String", output }, scope, found);
  const path = readPath(token);
  const root = path.keys[0];
  if (root === undefined) return;
  const prefix = scope.has(root) ? scope.get(root) : [root];
  if (!prefix) return;
  const keys = [...prefix, ...path.keys.slice(1)];
  const name = keys.join(".");
  if (!name || path.ending === "dynamic") return;
  // An item of a loop that is printed itself says nothing beyond the list, which is known already.
  const isLoopItem = scope.has(root) && path.keys.length === 1;
  if (!isLoopItem || type === "Array")
    found.push({ name, keys, type: path.ending === "index" ? "Array" : type, hasDefault, output });
}

/** The named keys of a path up to the first index (`items[0]`) or computed key (`items[key]`). */
function readPath(token: Token): { keys: string[]; ending: "name" | "index" | "dynamic" } {
  const keys: string[] = [];
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable) return { keys, ending: "dynamic" };
  for (const prop of token.props) {
    if (TypeGuards.isNumberToken(prop)) return { keys, ending: "index" };
    if (!TypeGuards.isWordToken(prop) && !TypeGuards.isQuotedToken(prop)) return { keys, ending: "dynamic" };
    keys.push(prop.content);
  }
  return { keys, ending: "name" };
}

function innerScope(template: Template, scope: Scope): Scope {
  const names = [...(template.blockScope?.() ?? [])];
  if (names.length === 0) return scope;
  const inner = new Map(scope);
  for (const name of names) inner.set(name, undefined);
  if (isLoop(template)) {
    const list = readPath(template.collection);
    const root = list.keys[0];
    const prefix = root === undefined ? undefined : scope.has(root) ? scope.get(root) : [root];
    if (prefix && list.ending === "name") inner.set(template.variable, [...prefix, ...list.keys.slice(1)]);
  }
  return inner;
}
