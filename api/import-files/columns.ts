import { DATA_COLUMNS, type DataKind } from "#contract/constants/imports.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { ImportLine } from "#db/schema/events/import-portions.ts";
import { DomainError } from "#domain/errors.ts";

/** Fields by the names that a file gives them; null leaves what has the name out. */
export type Columns = ReadonlyMap<string, string | null>;

/** The key of `data` that a field such as `data.plan` names; undefined for other fields. */
export const dataKeyOf = (field: string): string | undefined =>
  field.startsWith("data.") ? field.slice(5) : undefined;

/** Throws `invalid_input` with a message for each column that is given a field which there is not. */
export function checkColumns(kind: DataKind, columns: Columns): void {
  const known: readonly string[] = DATA_COLUMNS[kind];
  const isField = (field: string): boolean => {
    const key = kind === "subscribers" ? dataKeyOf(field) : undefined;
    return key === undefined ? known.includes(field) : key !== "" && key !== "__proto__";
  };
  const problems = [...columns].flatMap(([name, field]) =>
    field === null || isField(field)
      ? []
      : [
          `columns.${name} is no field of ${kind}: use one of ${known.join(", ")}` +
            `${kind === "subscribers" ? ", data.<name> for single values of data" : ""}, or null to leave the column out`,
        ],
  );
  if (problems.length > 0) throw new DomainError("invalid_input", problems);
}

/** Returns a line of a file of JSON with the fields that its names stand for. */
export function withFields(read: ImportLine, columns: Columns): ImportLine {
  const { line, record } = read;
  if (!record || columns.size === 0) return read;
  const fields = new Map<string, unknown>();
  const data = new Map<string, unknown>();
  for (const [name, value] of Object.entries(record)) {
    const named = columns.get(name);
    if (named === null) continue;
    const field = named ?? name;
    const key = named === undefined ? undefined : dataKeyOf(named);
    const [values, as] = key === undefined ? [fields, field] : [data, key];
    if (values.has(as)) return twice(line, field);
    values.set(as, value);
  }
  if (data.size > 0) {
    const whole = fields.get("data") ?? {};
    // A line whose data is no object is refused when it is checked.
    if (isJsonObject(whole)) {
      const both = [...data.keys()].find((key) => Object.hasOwn(whole, key));
      if (both !== undefined) return twice(line, `data.${both}`);
      fields.set("data", { ...whole, ...Object.fromEntries(data) });
    }
  }
  return { line, record: Object.fromEntries(fields) };
}

const twice = (line: number, field: string): ImportLine => ({
  line,
  problem: { field: field.slice(0, 100), message: "is given twice: leave one of the two out" },
});
