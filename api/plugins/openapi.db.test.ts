import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "#config.ts";
import { OPERATIONS } from "#contract/every-operation.ts";
import type { Grant } from "#contract/schemas/access.ts";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";
import { signedIn } from "#test/support/sign-in.ts";

const { app, db, close } = await testApp();
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
  properties?: object;
  anyOf?: Described[];
  oneOf?: Described[];
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

test("every answer is documented with the id of its request, which stands in one place", () => {
  for (const { method, url } of documented) {
    const { responses } = paths[pathOf(url)][method.toLowerCase()];
    for (const [status, answer] of Object.entries<Described>(responses)) {
      if (status === "101") continue;
      expect([method, url, status, resolved(answer).headers]).toMatchObject([
        method,
        url,
        status,
        { "x-request-id": { $ref: "#/components/headers/RequestId" } },
      ]);
    }
  }
  expect(components.headers.RequestId).toMatchObject({ schema: { type: "string" } });
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

test("the document has the operations of the contract, and no other", () => {
  const routes = documented.map(({ method, url }) => `${method} ${url}`);
  expect(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routes.sort());
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
  const folder = join(projectRoot, "contract");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const names = sources.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/\.meta\(\{\s*id: "(\w+)"/g)].map(([, id]) => id),
  );
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !components.schemas[`${name}`] && !components.schemas[`${name}Input`])).toEqual([]);
});

test("a call that a member can make is documented with the header that names the environment", () => {
  for (const { method, url, access } of documented) {
    const { parameters = [] } = paths[pathOf(url)][method.toLowerCase()];
    const names = parameters.map(resolved).map(({ name }: Described) => name);
    const byMember = access.some(({ kind }) => kind === "member");
    expect([method, url, names.includes("Novu-Environment-Id")]).toEqual([method, url, byMember]);
  }
});

test("the document says what null means in a body", () => {
  expect(document.info.description).toContain("is the same as one that is left out");
});

test("the document refuses nothing that the API takes: a unit of time may be anything", () => {
  expect(paths["/v1/events/trigger"].post.requestBody.content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/TriggerEventBody",
  });
  expect(document.components.schemas.TriggerEventBody.properties.overrides.properties.delay.properties.unit).toEqual(
    {},
  );
});

test("schemas have forms that generators of clients know", () => {
  const found: string[] = [];
  const look = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    const {
      anyOf = [],
      additionalProperties: rest,
      default: usual,
      const: constant,
      enum: values,
      ...schema
    } = Object(value);
    const isMap = (one: { properties?: object; additionalProperties?: unknown }) =>
      !one.properties && typeof one.additionalProperties === "object";
    if (Array.isArray(anyOf) && anyOf.some(isMap)) found.push(`${path}: an alternative is a map`);
    if (Array.isArray(anyOf) && anyOf.some(({ type }) => type === "array"))
      found.push(`${path}: an alternative is a list`);
    if (schema.properties && typeof rest === "object" && isMap(rest))
      found.push(`${path}: further properties are maps`);
    if (typeof usual === "object" && usual !== null && !Array.isArray(usual))
      found.push(`${path}: an object is the default`);
    if ([constant, ...(Array.isArray(values) ? values : [])].some((one) => typeof one === "boolean"))
      found.push(`${path}: a flag has one value`);
    if (schema.type === "array" && !schema.items) found.push(`${path}: a list of nothing`);
    for (const [key, part] of Object.entries(value).flatMap(([name, inner]) =>
      name === "properties" ? Object.entries(Object(inner)) : [[name, inner] as const],
    ))
      if (!["example", "examples"].includes(key)) look(part, `${path}.${key}`);
  };
  look(document.components.schemas, "schemas");
  look(document.paths, "paths");
  expect(found).toEqual([]);
});

test("each body of JSON, of requests and of answers of success, is a schema with a name", () => {
  const nameless = documented.flatMap((route) => {
    const { requestBody, responses } = operationOf(route);
    const successes = Object.entries(responses).flatMap(([status, answer]) => (status.startsWith("2") ? [answer] : []));
    return [requestBody, ...successes].flatMap((part) => {
      const schema = part?.content?.["application/json"]?.schema;
      return schema && Object.keys(schema).length > 0 && !schema.$ref ? [`${route.method} ${route.url}`] : [];
    });
  });
  expect(nameless).toEqual([]);
});

test("each object that a schema with a name may be has a name of its own, after what tells it from the others", () => {
  const nameless = (schema: Described): boolean =>
    [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(
      (member: Described) => member.properties || nameless(member),
    );
  const found = Object.entries<Described>(components.schemas).filter(([, schema]) => nameless(schema));
  expect(found.map(([name]) => name)).toEqual([]);
  expect(components.schemas.StepMetadata.anyOf[0].oneOf).toContainEqual({
    $ref: "#/components/schemas/ThrottleStepMetadata",
  });
  expect(components.schemas.PreviewStepBody.anyOf).toEqual([
    { $ref: "#/components/schemas/PreviewStepBodyContent" },
    { type: "null" },
  ]);
});

test("an object with known keys is documented with these as properties", () => {
  const { channels } = components.schemas.WorkflowV2.properties.preferences.properties.default.properties;
  expect(Object.keys(channels.properties)).toEqual(channels.required);
  expect(channels.additionalProperties).toBe(false);
});

const failuresOf = (path: string, method: string): string[] =>
  Object.values<Described>(paths[path][method].responses).flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);

test("an operation is documented with the refusals of its access, its body and its limits", () => {
  const all = ["RequestHeaderFieldsTooLarge", "InternalError"];
  const common = ["BadRequest", "Unauthorized", "TooManyRequests", "Unavailable", ...all];
  const ofBody = ["PayloadTooLarge", "UnsupportedMediaType"];
  expect(failuresOf("/v1/auth/session", "get").sort()).toEqual([...common].sort());
  expect(failuresOf("/v1/topics", "get").sort()).toEqual([...common, "Forbidden"].sort());
  expect(failuresOf("/v1/safety-caps", "put").sort()).toEqual([...common, ...ofBody, "Forbidden"].sort());
  expect(failuresOf("/v1/topics", "post")).toEqual(expect.arrayContaining([...ofBody, "Conflict", "Unprocessable"]));
  expect(failuresOf("/v1/health-check", "get")).toEqual(all);
});

interface Media {
  schema?: { $ref?: string };
  example?: string | object;
}

interface Operation {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

const operationOf = ({ method, url }: { method: string; url: string }): Operation =>
  paths[pathOf(url)][method.toLowerCase()];

test("every body of a request and of a success has an example, which Redocly compares with its schema below", () => {
  const missing = documented.flatMap((route) => {
    const { requestBody, responses } = operationOf(route);
    const successes = Object.entries(responses).flatMap(([status, answer]) => (status.startsWith("2") ? [answer] : []));
    return [requestBody, ...successes].flatMap((part) =>
      Object.entries(part?.content ?? {}).flatMap(([type, { example }]) =>
        example === undefined ? [`${route.method} ${route.url} ${type}`] : [],
      ),
    );
  });
  expect(missing).toEqual([]);
});

/** Routes that answer 400 to their examples in a new environment, and why. */
const REFUSED: Record<string, string> = {
  "PATCH /v1/inbox/notifications/:notificationId/snooze": "the moment is too far away",
  "PATCH /v1/subscribers/:subscriberId/credentials": "there is no such subscriber",
  "PUT /v1/subscribers/:subscriberId": "there is no such subscriber",
  "PUT /v1/subscribers/:subscriberId/credentials": "there is no such subscriber",
  "POST /v1/subscribers/:subscriberId/messages/:messageId/actions/:type": "there is no such subscriber",
  "POST /v1/auth/reset": "there is no such token",
  "POST /v1/auth/email": "there is no such token",
  "POST /v1/auth/update-password": "the person has no password",
  "POST /v1/bridge/diff": "there is no bridge",
  "POST /v1/inbox/session": "there is no such application identifier",
  "POST /v1/widgets/session/initialize": "there is no such application identifier",
  "POST /v1/environment-variables": "there is no such environment",
  "POST /v1/invites/resend": "there is no such invitation",
  "POST /v1/notification-templates": "there is no such group",
  "POST /v1/workflows": "there is no such group",
  "PUT /v1/integrations/order": "there is no such integration",
};
/** They ask the bridge or the mail server of the example, which is not on this machine. */
const ASKING_OUTSIDE = ["POST /v1/bridge/sync", "POST /v1/bridge/validate", "POST /v1/integrations/test-credentials"];

test("the example of a body is one that its route takes", async () => {
  const environment = await createTestEnvironment(db);
  const { headers: inbox } = await createTestSubscriber(db, environment.scope);
  const person = {
    ...(await signedIn(db, environment.userId, environment.organizationId)),
    "novu-environment-id": environment.environmentId,
  };
  const refused: string[] = [];
  for (const { method, url, access } of documented) {
    const body = operationOf({ method, url }).requestBody?.content["application/json"]?.example;
    // Files are read as a whole: api/routes/v1/subscribers/imports.db.test.ts.
    if (body === undefined || url === "/v1/imports" || ASKING_OUTSIDE.includes(`${method} ${url}`)) continue;
    const kinds = access.map(({ kind }) => kind);
    const headers = kinds.includes("key") ? environment.headers : kinds.includes("subscriber") ? inbox : person;
    const named = url
      .replace(/:type|:actionType/, "primary")
      .replace(":locale", "en")
      .replace(":version", "1")
      .replace(/:\w+/g, "0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10");
    const reply = await app.inject({ method: method as "POST", url: named, headers, payload: body });
    if (reply.statusCode === 400) refused.push(`${method} ${url}`);
    expect([method, url, reply.statusCode]).toEqual([method, url, expect.toSatisfy((status) => status < 500)]);
  }
  expect(refused.sort()).toEqual(Object.keys(REFUSED).sort());
});

test.each([
  ["get", "/v1/exports/{kind}", "200", ["text/csv", "application/x-ndjson"]],
  ["get", "/v1/audit-logs/export", "200", ["text/csv"]],
  [
    "post",
    "/v2/inbound-webhooks/delivery-providers/{environmentId}/{integrationId}",
    "200",
    ["application/json", "text/plain"],
  ],
  ["get", "/v1/subscribers/{subscriberId}/credentials/{providerId}/oauth/callback", "200", ["text/html"]],
])("%s %s is documented with the content types of its answers", (method, path, status, types) => {
  expect(Object.keys(paths[path][method].responses[status].content)).toEqual(types);
});

test.each([
  ["/v1/imports", ["text/csv", "application/json", "application/x-ndjson"], 50],
  ["/v2/inbound-webhooks/delivery-providers/{environmentId}/{integrationId}", ["*/*"], 2],
])("POST %s is documented with the content types that it takes, and how much", (path, types, mebibytes) => {
  const { requestBody, description } = paths[path].post;
  expect(Object.keys(requestBody.content)).toEqual(types);
  expect(description).toContain(`up to ${mebibytes} MiB`);
});

test("sign-in with GitHub is documented as redirects", () => {
  for (const path of ["/v1/auth/github/authorize", "/v1/auth/github/callback"]) {
    const { content, headers } = paths[path].get.responses[302];
    expect(content).toBeUndefined();
    expect(headers).toMatchObject({ Location: { schema: { type: "string", format: "uri" } } });
  }
});

/** Rules that the API breaks on purpose, with the places. */
const EXCEPTIONS = [
  // Sign-in with GitHub, the start of chat OAuth and the page of preferences answer with redirects, and a socket with an upgrade.
  "operation-2xx-response #/paths/~1v1~1auth~1github~1authorize/get/responses",
  "operation-2xx-response #/paths/~1v1~1auth~1github~1callback/get/responses",
  "operation-2xx-response #/paths/~1v1~1subscribers~1{subscriberId}~1credentials~1{providerId}~1oauth/get/responses",
  "operation-2xx-response #/paths/~1v1~1preferences-page~1{token}/post/responses",
  "operation-2xx-response #/paths/~1v1~1inbox~1socket/get/responses",
  // No run has the id "resumptions" or "cancellations", and the paths are those of earlier versions.
  "no-ambiguous-paths #/paths/~1v1~1notifications~1cancellations~1{cancellationId}",
  "no-ambiguous-paths #/paths/~1v1~1notifications~1{runId}~1cancel",
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
