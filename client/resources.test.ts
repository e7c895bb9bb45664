import { expect, test } from "vitest";
import { OPERATIONS } from "#contract/every-operation.ts";
import type { Operation } from "#contract/schemas/operations.ts";
import { Belfry } from "./client.ts";

interface Sent {
  method: string;
  url: URL;
  headers: Headers;
}

/** A client whose calls are answered with `body`, and what it sent. */
function recordingClient(body: unknown = { data: [] }, status = 200) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method, url, headers } = new Request(input, init);
    sent.push({ method, url: new URL(url), headers });
    const init302 = status === 302 ? { status, headers: { location: "https://vendor.example/" } } : { status };
    return new Response(status === 302 ? null : JSON.stringify(body), init302);
  };
  const belfry = new Belfry({
    token: "secret",
    environmentId: "env",
    apiUrl: "https://b.example/notify",
    fetch,
  });
  return { belfry, sent };
}

type Method = (...args: unknown[]) => unknown;

/** The method of the client by the name that an operation declares, such as `v2.topics.create`. */
function methodOf(belfry: Belfry, { client }: Operation): Method {
  let found: unknown = belfry;
  let owner: unknown;
  for (const name of client.split(".")) {
    owner = found;
    found = typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined;
  }
  if (typeof found !== "function") throw new Error(`The client has no method ${client}`);
  const method = found;
  return (...args) => Reflect.apply(method, owner, args);
}

const parametersOf = ({ path }: Operation) => [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

test.each(OPERATIONS.filter(({ id }) => id !== "openInboxSocket"))(
  "$client calls $route, with credentials unless it is public",
  async (operation) => {
    const redirects = Object.keys(operation.answer).every((status) => status === "302");
    const { belfry, sent } = recordingClient({ data: [] }, redirects ? 302 : 200);
    const ofBody = (operation.arguments ?? []).map((name) => (name === "events" ? [] : {}));
    const body = operation.body ? [{}] : [];
    await methodOf(belfry, operation)(...parametersOf(operation).map((name) => `a ${name}`), ...ofBody, ...body);
    const path = operation.path.replace(/:(\w+)/g, (_, name) => `a%20${name}`);
    expect(sent.map(({ method, url }) => `${method} ${url.href}`)).toEqual([
      `${operation.method} https://b.example/notify${path}`,
    ]);
    const isPublic = operation.access.every(({ kind }) => kind === "public");
    const { headers } = sent[0] ?? { headers: new Headers() };
    expect([headers.get("authorization"), headers.get("novu-environment-id")]).toEqual(
      isPublic ? [null, null] : ["Bearer secret", "env"],
    );
  },
);

test("every method is that of one operation", () => {
  const names = OPERATIONS.map(({ client }) => client);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("an inbox's socket has an address with the token", () => {
  const { belfry, sent } = recordingClient();
  expect(belfry.inbox.openSocket()).toBe("wss://b.example/notify/v1/inbox/socket?token=secret");
  expect(sent).toEqual([]);
});

test("a call names its own environment", async () => {
  const { belfry, sent } = recordingClient();
  await belfry.topics.get("k", { environmentId: "other" });
  expect(sent[0]?.headers.get("novu-environment-id")).toBe("other");
});

test("a token that is asked for at each call may change, and be missing", async () => {
  const sent: (string | null)[] = [];
  let token: string | undefined = "first";
  const belfry = new Belfry({
    token: () => token,
    apiUrl: "https://b.example",
    fetch: async (input, init) => {
      sent.push(new Request(input, init).headers.get("authorization"));
      return Response.json({ data: {} });
    },
  });
  for (token of ["first", "second", undefined]) await belfry.users.getCurrent();
  expect(sent).toEqual(["Bearer first", "Bearer second", null]);
});
