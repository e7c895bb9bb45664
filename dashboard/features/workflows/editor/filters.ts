import type { Filter, FilterPart } from "#contract/conditions.ts";
import { isJsonObject } from "#contract/constants/json-object.ts";

/** Conditions that a form can show as rows: one group of comparisons. */
export interface ConditionRow {
  on: FilterPart["on"];
  field: string;
  operator: NonNullable<FilterPart["operator"]>;
  value: string;
}

/** Conditions that lie in control values, which may hold anything. */
export const filtersOf = (value: unknown): Filter[] => (Array.isArray(value) && value.every(isFilter) ? value : []);

// By hand, as the contract's schema would bring zod into the first load of every workflow.
const isFilter = (value: unknown): value is Filter =>
  isJsonObject(value) &&
  Array.isArray(value.children) &&
  value.children.every((child) => isFilter(child) || (isJsonObject(child) && typeof child.on === "string"));

/** Returns the conditions as rows; undefined where they are more than that: groups in groups, or other kinds. */
export function rowsOf(filters: readonly Filter[]): { joined: "AND" | "OR"; rows: ConditionRow[] } | undefined {
  const [group, ...others] = filters;
  if (!group) return { joined: "AND", rows: [] };
  if (others.length > 0 || group.isNegated) return undefined;
  const rows: ConditionRow[] = [];
  for (const child of group.children) {
    if ("children" in child || !["payload", "subscriber", "tenant"].includes(child.on)) return undefined;
    if (child.value !== undefined && typeof child.value === "object") return undefined;
    rows.push({
      on: child.on,
      field: child.field ?? "",
      operator: child.operator ?? "EQUAL",
      value: child.value === undefined ? "" : String(child.value),
    });
  }
  return { joined: group.value ?? "AND", rows };
}

/** Returns rows as conditions, with what the group had beside them. */
export function filtersOfRows(
  joined: "AND" | "OR",
  rows: readonly ConditionRow[],
  before: readonly Filter[],
): Filter[] {
  if (rows.length === 0) return [];
  return [{ ...before[0], value: joined, children: rows.map((row) => ({ ...row })) }];
}
