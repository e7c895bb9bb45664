import { z } from "zod";
import { OPERATIONS } from "#contract/every-operation.ts";
import type { Media } from "#contract/schemas/media.ts";
import type { Operation } from "#contract/schemas/operations.ts";

interface Parameter {
  name: string;
  type: string;
  /** Its value when it is left out; undefined where it must be given, and empty where there is none. */
  otherwise?: string;
}

/** Returns the text of `client/resources.gen.ts`: a class for each resource, with a method for each operation. */
export function clientResources(): string {
  const names = [...new Set(OPERATIONS.map(resourceNameOf))].sort();
  const operationsOf = (name: string) => OPERATIONS.filter((operation) => resourceNameOf(operation) === name);
  const [ofV2, ofV1] = [
    names.filter((name) => name.startsWith("v2.")),
    names.filter((name) => !name.startsWith("v2.")),
  ];
  return [
    "// Made by `npm run generate` from the operations in contract/.",
    `import type { Call } from "./call.ts";
import { type CallOptions, type Http, segment, type UploadedContent } from "./http.ts";
import type { List } from "./list.ts";
import type { Answer, Body, ContentType, PathParameter, Query, RequestHeaders } from "./types.ts";`,
    ...names.map((name) => resourceOf(name, operationsOf(name))),
    tree("V2", "Resources of version 2.", ofV2),
    tree("Resources", "Every operation of the API, by resource.", ofV1, [
      "readonly v2: V2;",
      "this.v2 = new V2(http);",
    ]),
  ].join("\n\n");
}

const resourceNameOf = ({ client }: Operation) => client.slice(0, client.lastIndexOf("."));
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const classOf = (resource: string) => resource.split(".").map(capitalized).join("");
const fieldOf = (resource: string) => resource.slice(resource.lastIndexOf(".") + 1);

/** A class that holds others. */
function tree(name: string, summary: string, resources: readonly string[], more: readonly string[] = []): string {
  const [field = "", assignment = ""] = more;
  return `/** ${summary} */
export class ${name} {
${resources.map((resource) => `readonly ${fieldOf(resource)}: ${classOf(resource)};`).join("\n")}
${field}

constructor(http: Http) {
${resources.map((resource) => `this.${fieldOf(resource)} = new ${classOf(resource)}(http);`).join("\n")}
${assignment}
}
}`;
}

function resourceOf(name: string, operations: readonly Operation[]): string {
  return `export class ${classOf(name)} {
readonly #http: Http;

constructor(http: Http) {
this.#http = http;
}

${operations.map(methodOf).join("\n\n")}
}`;
}

function methodOf(operation: Operation): string {
  const { id, method, path, client } = operation;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter = ""]) => parameter);
  const parameters: Parameter[] = [
    ...inPath.map((parameter) => ({ name: parameter, type: `PathParameter<"${id}", "${parameter}">` })),
    ...argumentsOf(operation),
    ...bodyOf(operation),
    ...(operation.headers ? [{ name: "headers", type: `RequestHeaders<"${id}">` }] : []),
    ...queryOf(operation),
    { name: "options", type: "CallOptions", otherwise: "{}" },
  ];
  const inBody = operation.arguments ?? [];
  const apart = [...inPath, ...inBody, "options", ...(inBody.length > 0 ? ["body"] : [])];
  const given = parameters.flatMap(({ name }) => (apart.includes(name) ? [] : [name]));
  if (inBody.length > 0) given.push(`body: { ${[...restOf(operation).spread, ...inBody].join(", ")} }`);
  const isPublic = operation.access.every(({ kind }) => kind === "public");
  const fields = [...given, ...(isPublic ? ["anonymous: true"] : []), ...regularFailureOf(operation)];
  const address = `\`${path.replace(/:(\w+)/g, (_, parameter) => `\${segment("${parameter}", ${parameter})}`)}\``;
  const call = fields.length === 0 ? "options" : `{ ...options, ${fields.join(", ")} }`;
  const { kind, type, paging } = answerOf(operation);
  const signature = parameters.map(
    ({ name, type, otherwise }) =>
      `${name}${otherwise === "" ? "?" : ""}: ${type}${otherwise ? ` = ${otherwise}` : ""}`,
  );
  const args = [...(kind === "list" || kind === "socket" ? [] : [`"${method}"`]), address, call, ...paging];
  return `${comment(operation)}
${client.slice(client.lastIndexOf(".") + 1)}(${signature.join(", ")}): ${type} {
return this.#http.${kind}(${args.join(", ")});
}`;
}

/** Another status than that of success may carry a regular answer, as that of an installation which lacks something. */
function regularFailureOf({ answer }: Operation): string[] {
  const statuses = Object.keys(answer).map(Number);
  if (!statuses.some((status) => status >= 200 && status < 300)) return [];
  return statuses.filter((status) => status >= 300).map((status) => `alsoAccepted: ${status}`);
}

/** Fields of the body that the method takes one by one. */
function argumentsOf({ id, arguments: names = [], body }: Operation): Parameter[] {
  return names.map((name, index) => {
    const field = body instanceof z.ZodObject ? body.shape[name] : undefined;
    if (field === undefined) throw new Error(`The body of ${id} has no field ${name}`);
    const type = `Body<"${id}">["${name}"]`;
    // The first one is what the call is about, also where the body has it under another name as well.
    const isOptional = index > 0 && field.safeParse(undefined).success;
    return isOptional ? { name, type, otherwise: "" } : { name, type: `Exclude<${type}, undefined>` };
  });
}

/** The rest of a body whose other fields are arguments: its parameter, and how it is sent. */
function restOf({ id, arguments: names = [], body }: Operation): { parameters: Parameter[]; spread: string[] } {
  const shape: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {};
  const fields = Object.entries(shape).filter(([name]) => !names.includes(name));
  if (names.length === 0 || fields.length === 0) return { parameters: [], spread: [] };
  const type = `Omit<Body<"${id}">, ${names.map((name) => `"${name}"`).join(" | ")}>`;
  const isOptional = fields.every(([, field]) => field.safeParse(undefined).success);
  return { parameters: [{ name: "body", type, ...(isOptional && { otherwise: "{}" }) }], spread: ["...body"] };
}

function bodyOf(operation: Operation): Parameter[] {
  const { id, body } = operation;
  if (body === undefined) return [];
  if (operation.arguments) return restOf(operation).parameters;
  if (body instanceof z.ZodType)
    return [{ name: "body", type: `Body<"${id}">`, ...(body.safeParse(undefined).success && { otherwise: "" }) }];
  const types = Object.keys(body.content);
  const type = types.includes("*/*") ? "string" : `ContentType<"${id}">`;
  return [
    { name: "content", type: "UploadedContent" },
    { name: "contentType", type },
  ];
}

function queryOf({ id, query }: Operation): Parameter[] {
  if (query === undefined) return [];
  return [{ name: "query", type: `Query<"${id}">`, ...(query.safeParse({}).success && { otherwise: "{}" }) }];
}

/** The function of `client/http.ts` that makes the call, what it resolves to, and how a list goes on. */
function answerOf(operation: Operation): { kind: string; type: string; paging: string[] } {
  const { id, method, answer } = operation;
  const answers = Object.entries(answer).map(([status, schema]) => ({ status: Number(status), schema }));
  const { status, schema } = answers.find(({ status }) => status < 300) ??
    answers[0] ?? { status: 204, schema: z.null() };
  const plain = (kind: string, type: string) => ({ kind, type, paging: [] });
  if (status === 101) return plain("socket", "string");
  if (status === 302) return plain("location", "Call<string>");
  if (isFile(schema)) return plain("file", "Call<Response>");
  const shape: Record<string, unknown> = schema instanceof z.ZodObject ? schema.shape : {};
  if (schema instanceof z.ZodNull || (method === "DELETE" && saysOnlyDeleted(shape.data)))
    return plain("nothing", "Call<void>");
  const fields = Object.keys(shape);
  const paging = pagingOf(operation);
  if (fields.length > 1 && paging !== undefined)
    return { kind: "list", type: `List<Answer<"${id}">>`, paging: [`"${paging}"`] };
  return plain(fields.length === 1 && fields[0] === "data" ? "data" : "whole", `Call<Answer<"${id}">>`);
}

/** Whether an answer has nothing to say but that something was deleted. */
const saysOnlyDeleted = (schema: unknown) =>
  schema instanceof z.ZodObject &&
  "acknowledged" in schema.shape &&
  Object.keys(schema.shape).every((field) => ["acknowledged", "status"].includes(field));

const isFile = (schema: z.ZodType | Media) => !(schema instanceof z.ZodType) || schema instanceof z.ZodString;

function pagingOf({ query }: Operation): string | undefined {
  const fields: object = query instanceof z.ZodObject ? query.shape : {};
  return ["cursor", "offset", "after", "page"].find((name) => name in fields);
}

/** Says who may call what an API key may not. */
function comment({ summary, description, access }: Operation): string {
  const kinds = new Set(access.map(({ kind }) => kind));
  const callers = kinds.has("key") || kinds.has("public") ? [] : [...kinds].flatMap((kind) => CALLERS[kind] ?? []);
  const lines = [
    `${summary}.`,
    ...(description === undefined ? [] : wrapped(description)),
    ...callers.map((caller) => `Needs the token of ${caller}.`),
  ];
  return lines.length === 1 ? `/** ${lines[0]} */` : ["/**", ...lines.map((line) => ` * ${line}`), " */"].join("\n");
}

const CALLERS: Readonly<Record<string, string>> = {
  member: "a member of the organisation",
  person: "a person who signed in",
  subscriber: "a subscriber's inbox session",
  socket: "a subscriber's inbox session",
};

/** Lines of at most 116 characters: with the margin of a comment they are as long as the formatter allows. */
const wrapped = (text: string): string[] => text.replace(/\s+/g, " ").match(/\S.{0,114}\S(?= |$)|\S{1,116}/g) ?? [];
