import { DATA_COLUMNS, type DataKind } from "#contract/constants/imports.ts";
import { columnName } from "#contract/constants/values/csv-dialect.ts";

/** The choice for a column that is not imported. */
export const LEFT_OUT = "-";

const NAMES: Readonly<Record<string, string>> = {
  subscriberId: "Subscriber ID",
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phone: "Phone",
  avatar: "Picture (address)",
  locale: "Locale",
  timezone: "Time zone",
  data: "Data (JSON object)",
  topicKey: "Topic key",
  workflow: "Workflow identifier",
  enabled: "All channels",
  in_app: "In-app",
  sms: "SMS",
  chat: "Chat",
  push: "Push",
  schedule: "Hours (JSON object)",
  address: "Address",
  channel: "Channel",
  reason: "Reason",
  note: "Note",
};

/** Other names under which programs export a field, as `columnName` writes them. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  subscriberId: ["id", "userid", "user", "customerid", "contactid", "externalid", "personid", "memberid"],
  firstName: ["first", "givenname", "forename"],
  lastName: ["last", "surname", "familyname"],
  email: ["mail", "emailaddress"],
  phone: ["phonenumber", "mobile", "mobilephone", "cellphone", "telephone", "tel"],
  avatar: ["avatarurl", "picture", "image", "photo"],
  locale: ["language", "lang", "preferredlanguage"],
  timezone: ["tz"],
  topicKey: ["topic", "key", "list", "segment"],
  name: ["topicname", "title"],
  workflow: ["workflowid", "workflowidentifier", "template"],
  in_app: ["inbox"],
  address: ["email", "emailaddress", "mail", "phone", "phonenumber", "recipient"],
  reason: ["type", "status"],
  note: ["comment", "description"],
};

/** Returns the field that a name of a column stands for as it is, or in other programs; undefined for none. */
function fieldNamed(kind: DataKind, column: string): string | undefined {
  const name = columnName(column.replaceAll(".", ""));
  const fields: readonly string[] = DATA_COLUMNS[kind];
  return (
    fields.find((field) => columnName(field) === name) ??
    fields.find((field) => ALIASES[field]?.includes(name) ?? false)
  );
}

/** Returns the field of `data` that a column can become: `data.companyName` for "Company name". */
function dataField(column: string): string {
  const words = column.replace(/^data\s*\./i, "").match(/[\p{L}\p{N}]+/gu) ?? ["value"];
  const [first = "", ...others] = words;
  const isWritten = others.length === 0;
  return `data.${isWritten ? first : first.toLowerCase() + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}`;
}

/** Returns what a column of a file can become. */
export function fieldChoices(kind: DataKind, column: string): { id: string; text: string }[] {
  const fields = DATA_COLUMNS[kind].map((field) => ({
    id: field,
    text: NAMES[field] ?? (field === "name" ? "Name" : field),
  }));
  const data = dataField(column);
  return [
    { id: LEFT_OUT, text: "Leave out" },
    ...fields,
    ...(kind === "subscribers" ? [{ id: data, text: data }] : []),
  ];
}

/** Returns the fields that columns of a file probably are, each of them once. What is not recognised is left out. */
export function guessFields(kind: DataKind, columns: readonly string[]): string[] {
  const taken = new Set<string>();
  const exact = columns.map((column) => DATA_COLUMNS[kind].find((field) => columnName(field) === columnName(column)));
  for (const field of exact) if (field) taken.add(field);
  return columns.map((column, index) => {
    if (exact[index] && exact.indexOf(exact[index]) === index) return exact[index];
    if (kind === "subscribers" && /^data\s*\../i.test(column)) return dataField(column);
    const field = fieldNamed(kind, column);
    if (field === undefined || taken.has(field)) return LEFT_OUT;
    taken.add(field);
    return field;
  });
}

/** Says why a file cannot be imported with these fields; undefined when it can. */
export function mappingFault(kind: DataKind, fields: readonly string[], key: string): string | undefined {
  if (!fields.includes(DATA_COLUMNS[kind][0])) return `Choose the column that holds the ${key}.`;
  const twice = fields.find((field, index) => field !== LEFT_OUT && fields.indexOf(field) !== index);
  if (twice !== undefined) return `Two columns are ${NAMES[twice] ?? twice}: leave one of them out.`;
  if (fields.includes("data") && fields.some((field) => field.startsWith("data.")))
    return `Choose either ${NAMES.data} or single values of data.`;
  return undefined;
}
