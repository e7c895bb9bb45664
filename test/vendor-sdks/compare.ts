import type { IncomingHttpHeaders } from "node:http";
import { asGolden, type ReceivedRequest } from "#test/support/vendor-exchanges.ts";

/** A request by the path of each of its values: `method`, `url`, `query.c`, `header.authorization`, `body.from.email`. */
export type Facts = ReadonlyMap<string, unknown>;

/** Say how an answer is to be sent, or who sends, and nothing about the message. */
const TRANSPORT =
  /^(accept|accept-(encoding|language|charset)|connection|content-length|host|user-agent|transfer-encoding|sec-fetch-mode|cache-control|pragma)$/;
const JWT = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/;

export async function factsOf(request: ReceivedRequest): Promise<Facts> {
  const { origin, pathname, searchParams } = new URL(request.url);
  const { json, form, multipart, text } = await asGolden(request, undefined);
  return new Map<string, unknown>([
    ["method", request.method],
    ["url", `${origin}${decodeURIComponent(pathname)}`],
    ...[...searchParams].map(([name, value]): [string, unknown] => [`query.${name}`, value]),
    ...headerFacts(request.headers),
    ...leaves("body", json ?? form ?? multipart ?? text),
  ]);
}

function headerFacts(headers: IncomingHttpHeaders): [string, unknown][] {
  return Object.entries(headers)
    .filter(([name]) => !TRANSPORT.test(name))
    .flatMap(([name, value]) => {
      const path = `header.${name}`;
      // Character set and boundary are a choice of the client.
      if (name === "content-type") return [[path, String(value).split(";")[0]]];
      return name === "authorization" ? authorizationFacts(path, String(value)) : leaves(path, value);
    });
}

/** A signature covers the order of the fields, which is free. Its scheme, its scope and its headers stay. */
function authorizationFacts(path: string, value: string): [string, unknown][] {
  const signedHeaders = /SignedHeaders=([^,&]*)/.exec(value)?.[1];
  const rest = value.replace(/[,&]?\s*(SignedHeaders|Signature)=[^,&]*/g, "");
  return [[path, rest], ...(signedHeaders === undefined ? [] : leaves(`${path}.signedHeaders`, signedHeaders))];
}

function leaves(path: string, value: unknown): [string, unknown][] {
  if (typeof value === "string" && JWT.test(value)) return leaves(path, claimsOf(value));
  if (typeof value !== "object" || value === null) return value === undefined ? [] : [[path, value]];
  const entries = Object.entries(value);
  return entries.length === 0 ? [[path, value]] : entries.flatMap(([name, item]) => leaves(`${path}.${name}`, item));
}

const claimsOf = (jwt: string): unknown[] =>
  jwt.split(".", 2).map((part): unknown => JSON.parse(Buffer.from(part, "base64url").toString("utf8")));

export interface Difference {
  path: string;
  sdk: unknown;
  ours: unknown;
}

export function differencesOf(sdk: Facts, ours: Facts): Difference[] {
  return [...new Set([...sdk.keys(), ...ours.keys()])]
    .map((path) => ({ path, sdk: sdk.get(path), ours: ours.get(path) }))
    .filter((difference) => JSON.stringify(difference.sdk) !== JSON.stringify(difference.ours));
}

/** A path also names all that is below it; a star at its end stands for any rest of a name. */
export function isNamedBy(pattern: string, path: string): boolean {
  return pattern.endsWith("*")
    ? path.startsWith(pattern.slice(0, -1))
    : path === pattern || path.startsWith(`${pattern}.`);
}
