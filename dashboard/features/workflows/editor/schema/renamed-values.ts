import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import { isFilterList } from "#dashboard/components/conditions/filters.ts";
import { documentIn } from "../blocks/body-kind.ts";
import { type Renaming, renamedExpression, renamedPath, renamedTemplate } from "./renamed-texts.ts";

type Values = Readonly<Record<string, unknown>>;

const mapped = (values: Values, change: (value: unknown, name: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));

/** The templates in a value, however deep. */
function renamedTexts(value: unknown, renaming: Renaming): unknown {
  if (typeof value === "string") return renamedTemplate(value, renaming);
  if (Array.isArray(value)) return value.map((item) => renamedTexts(item, renaming));
  return isJsonObject(value) ? mapped(value, (item) => renamedTexts(item, renaming)) : value;
}

/** Control values that are paths in the payload, with or without its name and braces. */
const PATHS: readonly string[] = ["digestKey", "dynamicKey", "throttleKey", "matchPath"];

/** Returns control values in which the property has its new name. */
export const renamedControls = (values: Values, renaming: Renaming): Record<string, unknown> =>
  mapped(values, (value, name) => renamedControl(name, value, renaming));

function renamedControl(name: string, value: unknown, renaming: Renaming): unknown {
  if (name === "skip") return renamedRule(value, renaming);
  if (PATHS.includes(name) && typeof value === "string") {
    if (value.includes("{{")) return renamedTemplate(value, { ...renaming, hasBareNames: true });
    return renamedPath(value, { ...renaming, hasBareNames: true });
  }
  if (name === "branches" && Array.isArray(value))
    return value.map((branch) =>
      isJsonObject(branch) && isFilterList(branch.filters)
        ? { ...branch, filters: renamedFilters(branch.filters, renaming) }
        : branch,
    );
  const blocks = name === "body" && typeof value === "string" ? documentIn(value) : undefined;
  return blocks ? renamedBlocks(String(value), blocks, renaming) : renamedTexts(value, renaming);
}

/** Returns conditions in which the property has its new name. */
export const renamedFilters = (filters: readonly Filter[], renaming: Renaming): Filter[] =>
  filters.map((group) => renamedGroup(group, renaming));

const renamedGroup = (group: Filter, renaming: Renaming): Filter => ({
  ...group,
  children: group.children.map((child) =>
    "children" in child ? renamedGroup(child, renaming) : renamedPart(child, renaming),
  ),
});

function renamedPart(part: FilterPart, renaming: Renaming): FilterPart {
  const { on, field, value } = part;
  return {
    ...part,
    ...(on === "payload" && field !== undefined && { field: renamedPath(field, { ...renaming, hasBareNames: true }) }),
    ...(value !== undefined && { value: renamedTexts(value, renaming) }),
  };
}

/** The variables of a rule of JSON logic. */
function renamedRule(rule: unknown, renaming: Renaming): unknown {
  if (Array.isArray(rule)) return rule.map((operand) => renamedRule(operand, renaming));
  if (!isJsonObject(rule)) return rule;
  return mapped(rule, (operands, operator) => {
    if (operator !== "var") return renamedRule(operands, renaming);
    const [path, ...others]: unknown[] = Array.isArray(operands) ? operands : [operands];
    const renamed = typeof path === "string" ? renamedPath(path, renaming) : path;
    return Array.isArray(operands) ? [renamed, ...others] : renamed;
  });
}

/** The body of an email in blocks. One without the property stays as it is written. */
function renamedBlocks(body: string, document: Values, renaming: Renaming): string {
  const renamed = renamedBlock(document, renaming, []);
  return JSON.stringify(renamed) === JSON.stringify(document) ? body : JSON.stringify(renamed);
}

/** Attributes that are an expression. Others are one where the attribute of their name says so: `isTextVariable` of `text`. */
const EXPRESSIONS: readonly string[] = ["showIfKey", "each"];

function renamedBlock(node: Values, renaming: Renaming, loops: readonly string[]): Record<string, unknown> {
  const scope = { before: loops.join(""), after: loops.map(() => "{% endfor %}").join("") };
  const attributes = (attrs: Values, type: unknown) =>
    mapped(attrs, (value, name) => {
      if (typeof value !== "string") return value;
      const flag = `is${name === "href" ? "Url" : name.charAt(0).toUpperCase() + name.slice(1)}Variable`;
      const isExpression = EXPRESSIONS.includes(name) || attrs[flag] === true || (type === "variable" && name === "id");
      return (isExpression ? renamedExpression : renamedTemplate)(value, renaming, scope);
    });
  const { type, attrs, text, marks, content } = node;
  const own = isJsonObject(attrs) ? attrs : {};
  const isLoop = (type === "repeat" || type === "for") && typeof own.each === "string" && own.each.trim() !== "";
  const inner = isLoop ? [...loops, `{% for ${own.as || "item"} in ${String(own.each).trim()} %}`] : loops;
  return {
    ...node,
    ...(isJsonObject(attrs) && { attrs: attributes(attrs, type) }),
    ...(typeof text === "string" && { text: renamedTemplate(text, renaming, scope) }),
    ...(Array.isArray(marks) && {
      marks: marks.map((mark) =>
        isJsonObject(mark) && isJsonObject(mark.attrs) ? { ...mark, attrs: attributes(mark.attrs, mark.type) } : mark,
      ),
    }),
    ...(Array.isArray(content) && {
      content: content.map((child) => (isJsonObject(child) ? renamedBlock(child, renaming, inner) : child)),
    }),
  };
}
