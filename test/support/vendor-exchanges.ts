import type { IncomingHttpHeaders } from "node:http";
import { startFakeVendor } from "./fake-vendor.ts";

/** Answer of a vendor. */
export interface VendorAnswer {
  /** 200 unless given. */
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
}

/** A request as a golden record states it. The body is given in one of four forms, or not at all when there is none. */
export interface GoldenRequest {
  /** POST unless given. */
  method?: string;
  /** The vendor's own address, with the query. */
  url: string;
  /** Headers that matter, names in lower case. `undefined`: must not be sent. */
  headers?: Record<string, unknown>;
  json?: unknown;
  /** Fields in urlencoded form; a list where a field is repeated. */
  form?: Record<string, unknown>;
  /** Parts of multipart/form-data; a file is `{filename, type, text}`. */
  multipart?: Record<string, unknown>;
  text?: unknown;
}

/** One request to a vendor, and its answer. */
export interface Exchange {
  request: GoldenRequest;
  answer: VendorAnswer;
}

export interface ReceivedRequest {
  method: string;
  /** The address that the adapter asked for. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A local server that stands for every vendor: the path of a request begins with the host that was meant. */
export interface FakeVendors {
  /** Replaces the beginning of every address: `baseUrls` of the HTTP client. */
  baseUrls: Record<string, string>;
  /** All that has arrived since the last `reset`. */
  requests: ReceivedRequest[];
  /** Answers a request; without an answer the connection stays silent, `"close"` ends it. */
  answer: (request: ReceivedRequest) => VendorAnswer | "close" | undefined;
  reset(): void;
  close(): void;
}

/** The moment that every answer carries in its `Date` header, unless it gives another one. */
export const ANSWERED_AT = "2026-05-05T10:00:00.000Z";

export async function startFakeVendors(): Promise<FakeVendors> {
  const server = await startFakeVendor();
  const vendors: FakeVendors = {
    baseUrls: { "https://": `${server.url}/https/`, "http://": `${server.url}/http/` },
    requests: [],
    answer: () => undefined,
    reset() {
      vendors.requests = [];
    },
    close: server.close,
  };
  server.answer = (incoming, _text, response, body) => {
    const [, scheme = "", rest = ""] = /^\/(https?)\/(.*)$/s.exec(incoming.url ?? "") ?? [];
    const request = {
      method: incoming.method ?? "",
      url: `${scheme}://${rest}`,
      headers: incoming.headers,
      body,
    };
    vendors.requests.push(request);
    const answer = vendors.answer(request);
    if (answer === "close") incoming.socket.destroy();
    if (answer === undefined || answer === "close") return;
    const { status = 200, headers = {}, json, text = json === undefined ? "" : JSON.stringify(json) } = answer;
    response.writeHead(status, { date: new Date(ANSWERED_AT).toUTCString(), ...headers }).end(text);
  };
  return vendors;
}

/**
 * Answers requests by a record: each by the first exchange with its method and address that has not been used, and by the last
 * such one when all have been. What the record does not know is answered 599.
 */
export function answering(exchanges: readonly Exchange[]): FakeVendors["answer"] {
  const unused = [...exchanges];
  return ({ method, url }) => {
    const matches = ({ request }: Exchange) => (request.method ?? "POST") === method && request.url === url;
    const next = unused.findIndex(matches);
    const [exchange = exchanges.findLast(matches)] = next === -1 ? [] : unused.splice(next, 1);
    return exchange?.answer ?? { status: 599, text: `No exchange of the record is ${method} ${url}` };
  };
}

/** A received request in the form of a golden one, with the headers that this one names. */
export async function asGolden(received: ReceivedRequest, golden: GoldenRequest | undefined): Promise<GoldenRequest> {
  const { method, url, headers, body } = received;
  const named = Object.keys(golden?.headers ?? {});
  return {
    ...(golden?.method !== undefined || method !== "POST" ? { method } : {}),
    url,
    ...(named.length > 0 && { headers: Object.fromEntries(named.map((name) => [name, headers[name]])) }),
    ...(body.length > 0 && (await bodyIn(headers["content-type"] ?? "", body, golden))),
  };
}

async function bodyIn(type: string, body: Buffer, golden: GoldenRequest | undefined): Promise<Partial<GoldenRequest>> {
  const text = body.toString("utf8");
  if (golden?.text !== undefined) return { text };
  if (/^application\/([\w.-]+\+)?json\b/.test(type)) return { json: JSON.parse(text) };
  if (type.startsWith("application/x-www-form-urlencoded")) return { form: fieldsOf(new URLSearchParams(text)) };
  if (!type.startsWith("multipart/form-data")) return { text };
  const parts = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const entries = await Promise.all([...parts].map(async ([name, part]) => [name, await partOf(part)] as const));
  return { multipart: fieldsOf(entries) };
}

async function partOf(part: FormDataEntryValue): Promise<unknown> {
  return typeof part === "string" ? part : { filename: part.name, type: part.type, text: await part.text() };
}

/** A field that stands several times has a list of values. */
function fieldsOf(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of entries) fields.set(name, [...(fields.get(name) ?? []), value]);
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}
