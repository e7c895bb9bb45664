import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifySchema } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { z } from "zod";
import { Failure } from "#contract/common.ts";
import { BODY_BYTES, IDEMPOTENCY_KEY_MAX } from "#contract/constants/limits.ts";
import { type Access, PUBLIC } from "../access.ts";
import { takesIdempotencyKey } from "./idempotency.ts";

/** The contract as OpenAPI 3.1 at `/openapi.json`, and a page to try it at `/docs`. */
export const openapi = fastifyPlugin(async (app, { version }: { version: string }) => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Belfry",
        description: "Notification infrastructure: trigger a workflow, and its messages go out on every channel.",
        version,
      },
      components: {
        securitySchemes: {
          key: {
            type: "apiKey",
            in: "header",
            name: "Authorization",
            description: "`ApiKey <key of the environment>`",
          },
          member: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "JWT",
            description: "The token of a member who signed in.",
          },
          person: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "JWT",
            description: "The token of anybody who signed in, with or without an organisation.",
          },
          subscriber: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "JWT",
            description: "The token of an inbox session.",
          },
          socket: {
            type: "apiKey",
            in: "query",
            name: "token",
            description: "The token of an inbox session, in the upgrade to a WebSocket.",
          },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document);
      const security = securityOf(document.route.config?.access ?? []);
      const described = schema?.body
        ? { ...schema, description: withBodyLimit(schema.description, document.route) }
        : schema;
      const keyed = takesIdempotencyKey(document.route) ? withIdempotency(described) : described;
      return {
        url,
        schema: { ...keyed, security, tags: schema?.tags ?? [tagOf(url)], hide: !url.startsWith("/v") },
      };
    },
  });
  await app.register(async (docs) => {
    docs.pluginAccess = [PUBLIC];
    await docs.register(swaggerUi, {
      routePrefix: "/docs",
      // Closed at first: the page would need half a minute to draw every operation and schema.
      uiConfig: {
        ...{ persistAuthorization: true, docExpansion: "none", defaultModelsExpandDepth: -1 },
        ...{ deepLinking: true, filter: true },
      },
      staticCSP: PAGE_POLICY,
    });
  });
  app.get("/openapi.json", { config: { access: [PUBLIC] } }, async () => app.swagger());
});

/** The page at /docs loads and does this: its own files, styles and icons in its markup, and calls of this API. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The alternatives that a route's access leaves, each one once. Each way to call a route but `public` is a scheme of its own. */
function securityOf(access: Access | []): Record<string, string[]>[] {
  const kinds = new Set(access.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => (kind === "public" ? [] : [{ [kind]: [] }]));
}

/** Adds the header of requests and answers, and the refusals that it can bring: `idempotency.ts`. */
function withIdempotency<Schema extends FastifySchema>(schema: Schema | undefined) {
  const responses = new Map(Object.entries(isObject(schema?.response) ? schema.response : {}));
  for (const [status, description] of Object.entries(KEY_REFUSALS)) {
    const others = responses.get(status);
    responses.set(status, isObject(others) ? others : { ...FAILURE, description });
  }
  const answers = [...responses].map(([status, answer]) => [
    status,
    isObject(answer) ? { ...answer, headers: ANSWER_HEADERS } : answer,
  ]);
  return { ...schema, headers: KEY_HEADER, response: Object.fromEntries(answers) };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const { $schema: _, ...FAILURE } = z.toJSONSchema(Failure, { io: "output" });

const KEY_REFUSALS = {
  409: "A request with this key is being processed: send it again after Retry-After.",
  410: "The request was answered, and its answer was too long to be kept.",
  422: "The key was used for another body.",
};

const KEY_HEADER = {
  type: "object",
  properties: {
    "Idempotency-Key": {
      type: "string",
      maxLength: IDEMPOTENCY_KEY_MAX,
      description:
        "Names the request across its attempts, such as a UUID. An attempt with the same key, method, path and body gets the answer of the first one, for 24 hours. Answers with status 408, 429 and 5xx are not kept.",
    },
  },
};

const ANSWER_HEADERS = {
  "Idempotency-Key": { type: "string", description: "The key of the request, if it had one." },
  "Idempotency-Replay": { type: "string", enum: ["true"], description: "The answer is that of an earlier attempt." },
};

/** States how much a call may carry, which no schema says. */
function withBodyLimit(description: string | undefined, { bodyLimit = BODY_BYTES }: { bodyLimit?: number }): string {
  const limit = `The body may have up to ${bodyLimit / MIB} MiB; a larger one is answered with 413.`;
  return description ? `${description} ${limit}` : limit;
}

const MIB = 1024 * 1024;

/** `/v1/topics/:key` is filed under `topics`. */
const tagOf = (url: string): string => url.split("/")[2] ?? "other";
