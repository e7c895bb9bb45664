import { ForTag, TablerowTag, type Template, type Token, TypeGuards } from "liquidjs";
import { TEMPLATE_FILTERS } from "#contract/constants/templates/template-filters.ts";
import { itemsOf, type Schema, schemaAt } from "#contract/constants/values/schema-path.ts";
import { schemaOfPath, schemaOfValue } from "./filtered-schema.ts";
import { pathTokensOf, readPath, tokensOf } from "./liquid-path.ts";
import { childrenOf, EachTag, parseLiquid } from "./liquid-syntax.ts";
import { type Problem, parseProblem } from "./parse-problem.ts";
import { similarName } from "./similar-name.ts";
import { unknownVariable } from "./unknown-variable.ts";

/** Names that a template gives itself, with what they hold. */
type Scope = ReadonlyMap<string, Schema>;

const FILTER_NAMES = TEMPLATE_FILTERS.map(({ name }) => name);

/**
 * Returns what is wrong with a template, in the order of the text: the first thing that cannot be parsed, else all unknown filters and
 * variables. Variables are not checked without a schema.
 */
export function templateProblems(text: string, schema: Schema = true): Problem[] {
  if (!text.includes("{{") && !text.includes("{%")) return [];
  let templates: Template[];
  try {
    templates = parseLiquid(text);
  } catch (error) {
    return [parseProblem(error, text)];
  }
  const problems: Problem[] = [];
  visit(templates, { scope: new Map(), schema, text, problems });
  return problems.toSorted((one, other) => one.from - other.from);
}

interface Visit {
  scope: Scope;
  schema: Schema;
  text: string;
  problems: Problem[];
}

/** Returns the names that the templates assign, which hold after the block that they are in as well. */
function visit(templates: readonly Template[], outer: Visit): Map<string, Schema> {
  const scope = new Map(outer.scope);
  const visiting = { ...outer, scope };
  const given = new Map<string, Schema>();
  for (const template of templates) {
    addUnknownFilters(template, outer.problems);
    const values = [...(template.arguments?.() ?? [])];
    for (const token of values.flatMap(tokensOf).flatMap(pathTokensOf)) addUnknownVariable(token, visiting);
    const own = [...(template.localScope?.() ?? [])].map(({ content }) => content);
    const [value, ...others] = values;
    const assigned = others.length > 0 ? true : schemaOfValue(value, (token) => schemaOf(token, visiting));
    for (const name of own) scope.set(name, assigned);
    const inside = visit(childrenOf(template), { ...visiting, scope: innerScope(template, visiting) });
    // Whether a block runs is not known, nor what a name holds after it.
    for (const name of inside.keys()) scope.set(name, true);
    for (const name of [...own, ...inside.keys()]) given.set(name, scope.get(name) ?? true);
  }
  return given;
}

function innerScope(template: Template, visiting: Visit): Scope {
  const inner = new Map(visiting.scope);
  for (const name of template.blockScope?.() ?? []) inner.set(name, true);
  if (template instanceof ForTag || template instanceof TablerowTag || template instanceof EachTag)
    inner.set(template.variable, itemsOf(schemaOf(template.collection, visiting)));
  return inner;
}

function schemaOf(token: Token, visiting: Visit): Schema {
  const [root] = readPath(token).steps;
  return root === undefined ? true : schemaOfPath(token, namesAround(String(root.key), visiting));
}

/** The schema that a name is looked up in: what the template gives it counts first. */
const namesAround = (root: string, { scope, schema }: Visit): Schema =>
  scope.has(root) ? { type: "object", properties: { [root]: scope.get(root) } } : schema;

function addUnknownVariable(token: Token, visiting: Visit): void {
  const { steps } = readPath(token);
  const keys = steps.map(({ key }) => key);
  const [root] = keys;
  if (root === undefined) return;
  const schema = namesAround(String(root), visiting);
  for (const [index, { end }] of steps.entries()) {
    if (schemaAt(schema, keys.slice(0, index + 1)) !== undefined) continue;
    const message = unknownVariable({
      schema,
      keys: keys.slice(0, index),
      missing: String(keys[index]),
      path: visiting.text.slice(token.begin, end),
    });
    visiting.problems.push({ from: token.begin, to: end, severity: "warning", message });
    return;
  }
}

const FILTER = /\|\s*([A-Za-z_][\w-]*)/g;
const QUOTED = /"[^"]*"|'[^']*'/g;

function addUnknownFilters({ token }: Template, problems: Problem[]): void {
  if (!TypeGuards.isOutputToken(token) && !TypeGuards.isTagToken(token)) return;
  const code = token.getText().replaceAll(QUOTED, (quoted) => " ".repeat(quoted.length));
  for (const found of code.matchAll(FILTER)) {
    const [whole, name = ""] = found;
    if (FILTER_NAMES.includes(name)) continue;
    const to = token.begin + found.index + whole.length;
    // A tag of several lines has tokens of its own for them.
    if (problems.some((problem) => problem.to === to)) continue;
    const meant = similarName(name, FILTER_NAMES);
    const message = `There is no filter ${name}.${meant ? ` Did you mean ${meant}?` : ""}`;
    problems.push({ from: to - name.length, to, severity: "error", message });
  }
}
