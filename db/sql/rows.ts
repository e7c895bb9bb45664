import { sql as built, type SQL } from "drizzle-orm";
import type { Fragment, ISql } from "postgres";
import { storableJson, storableText } from "../storable.ts";

/** The values that a column of each type takes; null and undefined are null. */
interface ColumnValues {
  uuid: string;
  /** Text that Postgres can store: of our own, or read from it. */
  text: string;
  /** Text of somebody else, stored without what Postgres cannot store. */
  storable: string;
  /** Anything that has JSON, as the text of it: for a column of text, and for one of jsonb. */
  json: unknown;
  jsonb: unknown;
  int: number;
  smallint: number;
  boolean: boolean;
  /** A string is in ISO 8601. */
  timestamptz: Date | string;
}
type ColumnType = keyof ColumnValues;
type Value<Type extends ColumnType> = ColumnValues[Type] | null | undefined;

/** The types of a column that take a value. */
type TypeOf<V> = { [Type in ColumnType]: [V] extends [Value<Type>] ? Type : never }[ColumnType];
/** Columns that have the names and the values of fields. */
type Fields<Row> = { readonly [Name in keyof Row & string]?: TypeOf<Row[Name]> };
/** A column that is calculated of a row and its place among the others. */
type Calculated<Row> = {
  [Type in ColumnType]: readonly [type: Type, value: (row: Row, place: number) => Value<Type>];
}[ColumnType];

/** The columns of rows that a statement is given, under an alias. */
export interface Columns<Row> {
  readonly alias: string;
  /** As SQL names them, with their types. */
  readonly types: ReadonlyMap<string, ColumnType>;
  /** The texts between the lists of values, as a tagged template has them. */
  readonly texts: TemplateStringsArray;
  /** Returns a list of values for each column. */
  readonly lists: (rows: readonly Row[]) => readonly (readonly unknown[])[];
}

/** The type of a list in a statement. The driver takes a list of booleans, and one of moments, for a single value. */
const LIST: Readonly<Record<ColumnType, string>> = {
  uuid: "uuid[]",
  text: "text[]",
  storable: "text[]",
  json: "text[]",
  jsonb: "text[]",
  int: "int[]",
  smallint: "smallint[]",
  boolean: "text[]::boolean[]",
  timestamptz: "text[]::timestamptz[]",
};

/** Of code that is compiled: `value` is a field of a row, `text` and `json` are given. */
const ENCODED: Readonly<Record<ColumnType, string>> = {
  uuid: "value ?? null",
  text: "value ?? null",
  storable: "value == null ? null : text(value)",
  json: "value == null ? null : json(value)",
  jsonb: "value == null ? null : json(value)",
  int: "value ?? null",
  smallint: "value ?? null",
  boolean: 'value == null ? null : value ? "t" : "f"',
  timestamptz: 'value == null ? null : typeof value === "string" ? value : value.toISOString()',
};

/**
 * Declares columns: `fields` by the names of a row's fields and their types in SQL, where their names are in snake case, `calculated` those
 * that no field has. Declare them once beside their statement: the code that makes lists of rows is compiled here.
 */
export function columnsOf<Row extends object>(
  alias: string,
  fields: Fields<Row>,
  calculated: Readonly<Record<string, Calculated<Row>>> = {},
): Columns<Row> {
  const ofFields = Object.entries<ColumnType | undefined>(fields).flatMap(([name, type]) =>
    type === undefined ? [] : [{ name, type, read: `row[${JSON.stringify(name)}]` }],
  );
  const ofOthers = Object.entries(calculated).map(([name, [type]]) => ({
    name,
    type,
    read: `calculated[${JSON.stringify(name)}][1](row, place)`,
  }));
  const columns = [...ofFields, ...ofOthers].map((column) => ({ ...column, name: snakeCased(column.name) }));
  return {
    alias,
    types: new Map(columns.map(({ name, type }) => [name, type])),
    texts: textsOf(alias, columns),
    lists: compiled(columns, calculated),
  };
}

interface Column {
  name: string;
  type: ColumnType;
  /** The expression of its value. */
  read: string;
}

/** A loop by a list of names takes several times as long as one with the names in its code. */
function compiled<Row>(columns: readonly Column[], calculated: object): Columns<Row>["lists"] {
  const lists = columns.map((_, index) => `list${index}`);
  const steps = columns.map(({ type, read }, index) => `value = ${read};\nlist${index}[place] = ${ENCODED[type]};`);
  const code = `return (rows) => {
    ${lists.map((list) => `const ${list} = new Array(rows.length);`).join("\n")}
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place];
      let value;
      ${steps.join("\n")}
    }
    return [${lists.join(", ")}];
  };`;
  // The names are those of code, never of a request, and the types of the fields are checked where they are declared.
  return new Function("calculated", "text", "json", code)(
    calculated,
    storableText,
    storableJson,
  ) as Columns<Row>["lists"];
}

function textsOf(alias: string, columns: readonly Column[]): TemplateStringsArray {
  const between = columns.map(({ type }) => `::${LIST[type]}`);
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const texts = [
    "unnest(",
    ...between.slice(0, -1).map((cast) => `${cast}, `),
    `${between.at(-1)}) as ${alias} (${names})`,
  ];
  return template(texts);
}

/** The driver takes a list of texts for a template if it has `raw`, as those of tagged templates have. */
const template = (texts: readonly string[]): TemplateStringsArray => Object.assign([...texts], { raw: texts });

const snakeCased = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The part of a statement that is the given rows, under the alias of their columns. */
export const rowsOf = <Row>(sql: ISql, { texts, lists }: Columns<Row>, rows: readonly Row[]): Fragment =>
  sql(texts, ...lists(rows).map((list) => [...list] as never));

/** The same for the query builder. */
export function builtRowsOf<Row>({ texts, lists }: Columns<Row>, rows: readonly Row[]): SQL {
  const values = lists(rows);
  return built.join(
    texts.flatMap((text, place) => [
      built.raw(text),
      ...values.slice(place, place + 1).map((list) => built.param(list)),
    ]),
  );
}

/** The part of a statement that is a list of values; name it with `as alias (column)`. */
export const valuesOf = (
  sql: ISql,
  type: "uuid" | "text" | "int",
  values: readonly (string | number | null)[],
): Fragment => sql(template(["unnest(", `::${LIST[type]})`]), [...values] as never);

/**
 * The beginning of a statement that inserts rows into a table: up to the `from`, in which `rowsOf` names the rows. `others` are the columns
 * that are equal for all, or calculated by Postgres; of the rows' own, `except` are not stored.
 */
export function insertOf<Row>(
  sql: ISql,
  table: string,
  { alias, types }: Columns<Row>,
  others: Readonly<Record<string, Fragment | string | number | null>>,
  except: readonly string[] = [],
): Fragment {
  const stored = [...types].filter(([name]) => !except.includes(name));
  const names = [...stored.map(([name]) => name), ...Object.keys(others).map(snakeCased)].map((name) => `"${name}"`);
  const own = stored.map(([name, type]) => `${alias}."${name}"${type === "jsonb" ? "::jsonb" : ""}`);
  const values = Object.values(others);
  const begin = `insert into ${table} (${names.join(", ")}) select ${own.join(", ")}`;
  if (values.length === 0) return sql(template([begin]));
  return sql(template([`${begin}, `, ...values.slice(1).map(() => ", "), ""]), ...(values as never[]));
}
