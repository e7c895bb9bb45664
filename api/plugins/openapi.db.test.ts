import { afterAll, expect, test } from "vitest";
import { testApp } from "#test/support/environment.ts";
import type { Grant } from "../access.ts";

const { app, close } = await testApp();
afterAll(close);

const { paths, components } = (await app.inject({ url: "/openapi.json" })).json();

/** `/v1/topics/:key` as the document spells it, `/v1/topics/{key}`. */
const pathOf = (url: string): string => url.replace(/:(\w+)/g, "{$1}");

const documented = app.declaredRoutes.filter(({ method, url }) => /^\/v[12]\//.test(url) && method !== "HEAD");

test("every route of the API is in the document, and the document has no other", () => {
  const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.sort()).toEqual(documented.map(({ method, url }) => `${method} ${pathOf(url)}`).sort());
});

const SCHEMES: Record<Grant["kind"], string[]> = {
  public: [],
  key: ["key"],
  member: ["member"],
  person: ["person"],
  subscriber: ["subscriber"],
  socket: ["socket"],
};

test.each(documented.map((route) => [`${route.method} ${route.url}`, route] as const))(
  "%s is documented with the credentials that it declares",
  (_, { method, url, access }) => {
    const { security } = paths[pathOf(url)][method.toLowerCase()];
    const alternatives = new Set(access.flatMap(({ kind }) => SCHEMES[kind]));
    expect(security).toEqual([...alternatives].map((scheme) => ({ [scheme]: [] })));
  },
);

test("POST and PATCH by known callers are documented with the idempotency key, and nothing else is", () => {
  for (const { method, url, access } of documented) {
    const { parameters = [], responses } = paths[pathOf(url)][method.toLowerCase()];
    const header = parameters.find(({ name }: { name: string }) => name === "Idempotency-Key");
    const isKeyed = ["POST", "PATCH"].includes(method) && access.every(({ kind }) => kind !== "public");
    expect([method, url, header?.in, header?.schema.maxLength]).toEqual(
      isKeyed ? [method, url, "header", 255] : [method, url, undefined, undefined],
    );
    if (!isKeyed) continue;
    expect(responses).toMatchObject({ 400: {}, 409: {}, 410: {}, 422: {} });
    for (const answer of Object.values<{ headers: object }>(responses)) {
      expect(Object.keys(answer.headers)).toEqual(["Idempotency-Key", "Idempotency-Replay"]);
    }
  }
});

test("the schemes say where each credential goes", () => {
  expect(components.securitySchemes).toMatchObject({
    key: { type: "apiKey", in: "header", name: "Authorization" },
    member: { type: "http", scheme: "bearer" },
    person: { type: "http", scheme: "bearer" },
    subscriber: { type: "http", scheme: "bearer" },
    socket: { type: "apiKey", in: "query", name: "token" },
  });
});

test("all ways to call a route are in use, so that the comparison covers them", () => {
  const kinds = new Set(documented.flatMap(({ access }) => access.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(Object.keys(SCHEMES).sort());
});
