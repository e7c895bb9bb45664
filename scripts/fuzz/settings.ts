import { join } from "node:path";
import type { SampleData } from "./sample-data.ts";

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: { $ref?: string; name?: string; in?: string }[];
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, { type?: unknown }> } }> };
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

/** Operations that are not called, and why: all others would have no valid credential any more. */
export const EXCLUDED: Readonly<Record<string, string>> = {
  regenerateApiKeys: "replaces the API key that the run uses",
  signOut: "ends the member's session that the run uses",
  leaveOrganization: "ends the membership that the run uses",
  eraseSubscriber: "removes the subscriber whose inbox is open, by any name that is found",
  openInboxSocket: "answers with an upgrade to a WebSocket, which schemathesis does not speak",
};

/** A value of the sample data in so many of 10 cases; the others are made up. */
const KNOWN = 0.8;

/**
 * The configuration of schemathesis (TOML): for each operation the credential that it takes, and values of the sample data for
 * parameters of its path and texts of its body.
 */
export function settingsOf(document: OpenApiDocument, data: SampleData): string {
  const used = new Map<string, string>();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const bindings = bindingsOf({ path, method, operation }, data).map(([place, value]) => {
        if (!used.has(value)) used.set(value, `value${used.size}`);
        return `${text(place)} = { dictionary = ${text(used.get(value) ?? "")}, probability = ${KNOWN} }`;
      });
      const authorization = authorizationOf(operation, data);
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
  return [HOOKS, NO_SIGN_UP, ...dictionaries, ...operations].join("\n\n");
}

/** Types of bodies that schemathesis does not have. */
const HOOKS = `hooks = ${text(join(import.meta.dirname, "hooks.py"))}`;

/** Otherwise schemathesis finds out how to register, and calls everything as a member of its own. */
const NO_SIGN_UP = "[auth]\nauto-signup = false\n\n[phases.coverage]\nunexpected-methods = []";

/** A basic string of TOML is one of JSON. */
function text(value: string): string {
  return JSON.stringify(value);
}

function authorizationOf({ security = [] }: Operation, { credentials }: SampleData): string | null {
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

function bindingsOf({ path, method, operation }: Place, { values, deletable }: SampleData): [string, string][] {
  const [, , part = ""] = path.split("/");
  const known = method === "delete" ? deletable : values;
  const knownValue = (name: string) => known[`${part}.${name}`] ?? known[name];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [`path.${name}`, knownValue(name)] as const);
  const { properties = {} } = operation.requestBody?.content["application/json"]?.schema ?? {};
  const inBody = Object.entries(properties)
    .filter(([, { type }]) => type === "string")
    .map(([name]) => [`body.${name}`, values[name]] as const);
  return [...inPath, ...inBody].flatMap(([place, value]) => (value === undefined ? [] : [[place, value]]));
}
