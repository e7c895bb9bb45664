import { join } from "node:path";
import type { SampleData } from "./sample-data.ts";

export interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: { $ref?: string; name?: string; in?: string; example?: string }[];
  requestBody?: {
    content: Record<string, { schema?: { properties?: Record<string, { type?: unknown }> }; example?: unknown }>;
  };
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

/** Operations that are not called, and why: all others would have no valid credential any more. */
export const EXCLUDED: Readonly<Record<string, string>> = {
  regenerateApiKeys: "replaces the API key that the run uses",
  signOut: "ends the member's session that the run uses",
  leaveOrganization: "ends the membership that the run uses",
  openInboxSocket: "answers with an upgrade to a WebSocket, which schemathesis does not speak",
};

/** The document with values of the sample data as examples: of parameters of paths, and in the place of the same fields of bodies. */
export function withExamples(document: OpenApiDocument, data: SampleData): OpenApiDocument {
  const copy = structuredClone(document);
  for (const [path, methods] of Object.entries(copy.paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      const known = knownValues(path, method, data);
      for (const parameter of parameters) {
        const example = parameter.in === "path" ? known(parameter.name ?? "") : undefined;
        if (example !== undefined) parameter.example = example;
      }
      const media = requestBody?.content["application/json"];
      const { example } = media ?? {};
      if (!media || typeof example !== "object" || example === null || Array.isArray(example)) continue;
      media.example = Object.fromEntries(
        Object.entries(example).map(([name, value]) => [name, (typeof value === "string" && known(name)) || value]),
      );
    }
  }
  return copy;
}

/** The share of cases in which a parameter or field has the value of the sample data; in the others it is made up. */
const KNOWN = 0.8;

/**
 * The configuration of schemathesis (TOML): for each operation a credential, and values of the sample data for parameters of its path
 * and texts of its body.
 * @param authorizationOf - the credential for an operation, or null for none
 */
export function settingsOf(
  document: OpenApiDocument,
  data: SampleData,
  authorizationOf: (operation: Operation) => string | null,
): string {
  const used = new Map<string, string>();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const bindings = bindingsOf({ path, method, operation }, data).map(([place, value]) => {
        if (!used.has(value)) used.set(value, `value${used.size}`);
        return `${text(place)} = { dictionary = ${text(used.get(value) ?? "")}, probability = ${KNOWN} }`;
      });
      const authorization = authorizationOf(operation);
      return [
        "[[operations]]",
        `include-operation-id = ${text(operation.operationId)}`,
        ...(authorization === null ? [] : [`headers = { Authorization = ${text(authorization)} }`]),
        "[operations.parameters]",
        `"header.Novu-Environment-Id" = ${text(data.environmentId)}`,
        ...bindings,
      ].join("\n");
    }),
  );
  const dictionaries = [...used].map(([value, name]) => `[dictionaries.${name}]\nvalues = [${text(value)}]`);
  return [HOOKS, PHASES, ...dictionaries, ...operations].join("\n\n");
}

/** Types of bodies that schemathesis does not have. */
const HOOKS = `hooks = ${text(join(import.meta.dirname, "hooks.py"))}`;

/**
 * Without `auto-signup = false` schemathesis finds out how to register, and calls everything as a member of its own. Ids that it
 * found in answers would let it delete what the run needs, such as the member's session.
 */
const PHASES = `
[auth]
auto-signup = false

[phases.coverage]
unexpected-methods = []
extra-data-sources = { responses = false }

[phases.fuzzing]
extra-data-sources = { responses = false }
`;

/** A basic string of TOML is one of JSON. */
function text(value: string): string {
  return JSON.stringify(value);
}

/** Returns the credential that an operation takes, so that calls reach what is behind the refusal of others. */
export function fittingCredential({ security = [] }: Operation, { credentials }: SampleData): string | null {
  const schemes = new Set(security.flatMap((alternative) => Object.keys(alternative)));
  if (schemes.has("key")) return credentials.key;
  if (schemes.has("subscriber")) return credentials.subscriber;
  return schemes.size > 0 ? credentials.member : null;
}

interface Place {
  path: string;
  method: string;
  operation: Operation;
}

/** Returns the value of a parameter or field by its name. Calls that delete something have values of their own. */
function knownValues(path: string, method: string, { values, deletable }: SampleData) {
  const [, , part = ""] = path.split("/");
  const known = method === "delete" || path.endsWith("/erase") ? deletable : values;
  return (name: string): string | undefined => known[`${part}.${name}`] ?? known[name];
}

function bindingsOf({ path, method, operation }: Place, data: SampleData): [string, string][] {
  const knownValue = knownValues(path, method, data);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [`path.${name}`, knownValue(name)] as const);
  const { properties = {} } = operation.requestBody?.content["application/json"]?.schema ?? {};
  const inBody = Object.entries(properties)
    .filter(([, { type }]) => type === "string")
    .map(([name]) => [`body.${name}`, knownValue(name)] as const);
  return [...inPath, ...inBody].flatMap(([place, value]) => (value === undefined ? [] : [[place, value]]));
}
