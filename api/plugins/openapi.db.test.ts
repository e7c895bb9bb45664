import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { testApp } from "#test/support/environment.ts";
import type { Grant } from "../access.ts";
import { OPERATIONS } from "../openapi/operations.ts";
import { SHARED } from "../openapi/shared-schemas.ts";

const { app, close } = await testApp();
afterAll(close);

const document = (await app.inject({ url: "/openapi.json" })).json();
const { paths, components, tags } = document;

interface Described {
  $ref?: string;
  name?: string;
  description?: string;
  in?: string;
  schema?: { maxLength?: number };
  headers?: object;
}

/** A part of the document, or the component that it refers to. */
function resolved(part: Described): Described {
  const [, , kind = "", name = ""] = part.$ref?.split("/") ?? [];
  return part.$ref === undefined ? part : components[kind][name];
}

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
    const header = parameters.map(resolved).find(({ name }: Described) => name === "Idempotency-Key");
    const isKeyed = ["POST", "PATCH"].includes(method) && access.every(({ kind }) => kind !== "public");
    expect([method, url, header?.in, header?.schema?.maxLength]).toEqual(
      isKeyed ? [method, url, "header", 255] : [method, url, undefined, undefined],
    );
    if (!isKeyed) continue;
    expect(responses).toMatchObject({ 400: {}, 409: {}, 410: {}, 422: {} });
    for (const answer of Object.values<Described>(responses).map(resolved)) {
      expect(answer.headers).toMatchObject({ "Idempotency-Key": {}, "Idempotency-Replay": {} });
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

test("every route has an entry in the table of operations, and the table has no other", () => {
  const routes = documented.map(({ method, url }) => `${method} ${url}`);
  expect(Object.keys(OPERATIONS).sort()).toEqual(routes.sort());
});

test("every operation has a summary, and every tag a description", () => {
  const described = new Set(tags.map(({ name, description }: Described) => description && name));
  const incomplete = documented.filter(({ method, url }) => {
    const operation = paths[pathOf(url)][method.toLowerCase()];
    return !operation.summary || operation.tags.some((tag: string) => !described.has(tag));
  });
  expect(incomplete).toEqual([]);
});

test("a schema that has a name of its own is in use", () => {
  const unused = Object.keys(SHARED).filter((name) => !components.schemas[name] && !components.schemas[`${name}Input`]);
  expect(unused).toEqual([]);
});

test("a call that a member can make is documented with the header that names the environment", () => {
  for (const { method, url, access } of documented) {
    const { parameters = [] } = paths[pathOf(url)][method.toLowerCase()];
    const names = parameters.map(resolved).map(({ name }: Described) => name);
    const byMember = access.some(({ kind }) => kind === "member");
    expect([method, url, names.includes("Novu-Environment-Id")]).toEqual([method, url, byMember]);
  }
});

test("the document refuses nothing that the API takes: a unit of time may be anything", () => {
  const { schema } = paths["/v1/events/trigger"].post.requestBody.content["application/json"];
  expect(schema.properties.overrides.anyOf[0].properties.delay.properties.unit).toEqual({});
});

test("an object with known keys is documented with these as properties", () => {
  const { channels } = components.schemas.WorkflowV2.properties.preferences.properties.default.properties;
  expect(Object.keys(channels.properties)).toEqual(channels.required);
  expect(channels.additionalProperties).toBe(false);
});

const failuresOf = (path: string, method: string): string[] =>
  Object.values<Described>(paths[path][method].responses).flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);

test("an operation is documented with the refusals of its access, its body and its limits", () => {
  const common = ["BadRequest", "Unauthorized", "TooManyRequests", "InternalError", "Unavailable"];
  const ofBody = ["PayloadTooLarge", "UnsupportedMediaType"];
  expect(failuresOf("/v1/topics", "get").sort()).toEqual([...common].sort());
  expect(failuresOf("/v1/retention", "get").sort()).toEqual([...common].sort());
  expect(failuresOf("/v1/safety-caps", "put").sort()).toEqual([...common, ...ofBody, "Forbidden"].sort());
  expect(failuresOf("/v1/topics", "post")).toEqual(expect.arrayContaining([...ofBody, "Conflict", "Unprocessable"]));
  expect(failuresOf("/v1/health-check", "get")).toEqual(["InternalError"]);
});

/** Rules that the API breaks on purpose, with the places. */
const EXCEPTIONS = [
  // Sign-in with GitHub answers with redirects, and a socket with an upgrade.
  "operation-2xx-response #/paths/~1v1~1auth~1github~1authorize/get/responses",
  "operation-2xx-response #/paths/~1v1~1auth~1github~1callback/get/responses",
  "operation-2xx-response #/paths/~1v1~1inbox~1socket/get/responses",
  // The health check takes nothing that could be wrong.
  "operation-4xx-response #/paths/~1v1~1health-check/get/responses",
  // No run has the id "resumptions", and the paths are those of earlier versions.
  "no-ambiguous-paths #/paths/~1v1~1notifications~1resumptions~1{resumptionId}",
];

test("the document passes the recommended rules of Redocly", async () => {
  const problems = await lint(document);
  expect(problems.map(({ ruleId, location: [at] }) => `${ruleId} ${at?.pointer}`).sort()).toEqual(EXCEPTIONS.sort());
});

interface LintProblem {
  ruleId: string;
  location: { pointer: string }[];
}

/** Returns the errors and warnings of `redocly lint`. */
function lint(given: object): Promise<LintProblem[]> {
  const folder = mkdtempSync(join(tmpdir(), "belfry-openapi-"));
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(given));
  const program = join(projectRoot, "node_modules/@redocly/cli/bin/cli.js");
  const options = ["--extends", "recommended", "--format", "json", "--max-problems", "10000"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return new Promise<LintProblem[]>((resolve, reject) => {
    // In the folder of the document, where no configuration changes the rules.
    const call = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [program, "lint", file, ...options], call, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout).problems);
      } catch {
        reject(new Error(`redocly lint printed no report: ${stderr}`));
      }
    });
  }).finally(() => rmSync(folder, { recursive: true, force: true }));
}
