import { memberPermissions } from "#contract/constants/permissions.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { account, environments, organization } from "./fixtures.ts";

/** The session of a member with a built-in role. */
export const sessionOf = (role: string) => ({
  user: account,
  roles: [role],
  permissions: [...memberPermissions([role])],
});

interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  environmentId: string | null;
  authorization: string | null;
  body: unknown;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}
export type Handler = (received: Received) => Answer | Promise<Answer>;

/** Answers to the calls that every screen of a member makes. */
export const SHELL: Record<string, () => Answer> = {
  "GET /auth/session": () => ({ body: { data: sessionOf("admin") } }),
  "GET /organizations/me": () => ({ body: { data: organization } }),
  "GET /environments": () => ({ body: { data: environments } }),
  "GET /health-check": () => ({
    body: {
      data: {
        status: "ok",
        version: "1",
        dependencies: { database: { status: "up" }, temporal: { status: "up" }, sockets: { status: "up" } },
      },
    },
  }),
};

/** A fetch that answers calls by handlers, keyed "GET /path", and records what it received. Any other call is a 404. */
export function fakeServer(handlers: Record<string, Handler>) {
  const received: Received[] = [];
  const all: Record<string, Handler> = { ...SHELL, ...handlers };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), "http://belfry.test");
    const headers = new Headers(init?.headers);
    const call: Received = {
      method: init?.method ?? "GET",
      path: url.pathname.replace(/^\/v1/, ""),
      query: url.searchParams,
      environmentId: headers.get("Novu-Environment-Id"),
      authorization: headers.get("Authorization"),
      body: typeof init?.body === "string" ? parseExactJson(init.body) : undefined,
    };
    received.push(call);
    const {
      status = 200,
      headers: sent = {},
      body,
    } = (await all[`${call.method} ${call.path}`]?.(call)) ?? failure(404, "Not Found");
    return new Response(JSON.stringify(body), { status, headers: sent });
  };
  return { fetch, received };
}

export function failure(statusCode: number, message: string, requestId?: string): Answer {
  const body = { statusCode, error: "Failure", message, timestamp: "", path: "", ...(requestId ? { requestId } : {}) };
  return { status: statusCode, body };
}
