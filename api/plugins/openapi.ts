import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { RouteOptions } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";
import { z } from "zod";
import { BODY_BYTES, IDEMPOTENCY_KEY_MAX } from "#contract/constants/limits.ts";
import { type Grant, PUBLIC } from "#contract/schemas/access.ts";
import { completeDocument } from "../openapi/complete-document.ts";
import { commonFailures } from "../openapi/failures.ts";
import { inFull } from "../openapi/in-full.ts";
import { bodyByType } from "../openapi/media.ts";
import { takesIdempotencyKey } from "./idempotency.ts";

/** The contract as OpenAPI 3.1 at `/openapi.json`, and a page to try it at `/docs`. */
export const openapi = fastifyPlugin(
  async (app, { version }: { version: string }) => {
    const { api: apiPath } = app.config.contextPaths;
    const transformSchemas = createJsonSchemaTransform({ zodToJsonConfig });
    const transformComponents = createJsonSchemaTransformObject({ zodToJsonConfig });
    await app.register(swagger, {
      openapi: {
        openapi: "3.1.0",
        info: {
          title: "Belfry",
          description: DESCRIPTION,
          version,
          license: { name: "MIT", identifier: "MIT" },
        },
        components: { securitySchemes: SECURITY_SCHEMES },
      },
      transform: (document) => {
        const { route } = document;
        const body = document.schema && bodyByType(document.schema);
        // @fastify/websocket hides its routes.
        const declared = { ...document.schema, hide: false, ...(body && { body: z.unknown() }) };
        const { schema, url } = transformSchemas({ ...document, schema: declared });
        const access: readonly Grant[] = route.config?.access ?? [];
        const failures = Object.fromEntries(commonFailures(route).map((status) => [status, FAILURE]));
        const answers = access.some(({ kind }) => kind === "socket") ? UPGRADE : asObject(schema?.response);
        return {
          url,
          schema: {
            ...schema,
            ...(body && { body }),
            ...(schema?.body !== undefined && { description: withBodyLimit(schema.description, route) }),
            headers: headersOf(route, access, schema?.headers),
            security: securityOf(access),
            response: {
              ...failures,
              ...answers,
              ...("302" in answers && REDIRECT),
              ...("303" in answers && SEE_OTHER),
            },
            hide: !url.startsWith("/v"),
          },
        };
      },
      transformObject: (document) => completeDocument(transformComponents(document), apiPath),
    });
    await app.register(async (docs) => {
      docs.pluginAccess = [PUBLIC];
      // A redirect of the plugin names a path as its routes see it.
      docs.addHook("onSend", async (_request, reply) => {
        const location = reply.getHeader("location");
        if (typeof location === "string") reply.header("location", apiPath + location);
      });
      await docs.register(swaggerUi, {
        routePrefix: "/docs",
        indexPrefix: apiPath,
        // Closed at first: the page would need half a minute to draw every operation and schema.
        uiConfig: {
          persistAuthorization: true,
          docExpansion: "none",
          defaultModelsExpandDepth: -1,
          deepLinking: true,
          filter: true,
        },
        staticCSP: PAGE_POLICY,
      });
    });
    app.get("/openapi.json", { config: { access: [PUBLIC], limit: "public" } }, async () => app.swagger());
  },
  { name: "openapi", dependencies: ["declared-access", "idempotency"] },
);

const DESCRIPTION = [
  "Notification infrastructure: trigger a workflow, and its messages go out on every channel.",
  "",
  "A field of a body that is `null` is the same as one that is left out, unless its schema takes `null`, which then clears something.",
  "What stands inside payloads, overrides and other data of yours is kept as it is.",
].join("\n");

/** A scheme for each way to call a route but `public`. */
const SECURITY_SCHEMES = {
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
    description: "The token of any signed-in person, with or without an organisation.",
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
} as const;

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

/** The alternatives that a route's access leaves, each one once. */
function securityOf(access: readonly Grant[]): Record<string, string[]>[] {
  const kinds = new Set(access.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => (kind === "public" ? [] : [{ [kind]: [] }]));
}

const zodToJsonConfig = { override: inFull };

const FAILURE = { $ref: "#/components/schemas/Failure" };

/** The answers of a WebSocket. */
const UPGRADE = {
  101: { type: "null", description: "The connection is a WebSocket now." },
  404: FAILURE,
};

/** The answer that sends a browser elsewhere. */
const REDIRECT = {
  302: {
    type: "null",
    description: "The browser is sent to the address of the header.",
    headers: { Location: { type: "string", format: "uri" } },
  },
};

/** The answer that sends a browser from a form back to its page. */
const SEE_OTHER = {
  303: {
    type: "null",
    description: "The browser is sent to the address of the header, which is relative to this one.",
    headers: { Location: { type: "string", format: "uri-reference" } },
  },
};

const asObject = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});

/** Headers of requests, beside the one of the credentials. */
function headersOf(route: RouteOptions, access: readonly Grant[], declared: unknown): object {
  const byMember = access.some(({ kind }) => kind === "member");
  return {
    type: "object",
    properties: {
      ...(byMember && ENVIRONMENT_HEADER),
      ...(takesIdempotencyKey(route) && KEY_HEADER),
      ...propertiesOf(asObject(declared)),
    },
  };
}

const propertiesOf = ({ properties }: { properties?: unknown }): object => asObject(properties);

const KEY_HEADER = {
  "Idempotency-Key": {
    type: "string",
    maxLength: IDEMPOTENCY_KEY_MAX,
    description:
      "Names the request across its attempts, such as a UUID. An attempt with the same key, method, path and body gets the answer of the first one, for 24 hours. Answers with status 408, 429 and 5xx are not kept.",
  },
};

const ENVIRONMENT_HEADER = {
  "Novu-Environment-Id": {
    type: "string",
    description:
      "The id of the environment that a member's call acts in. Calls with an API key act in the environment of the key.",
  },
};

/** States how much a call may carry, which no schema says. */
function withBodyLimit(description: string | undefined, { bodyLimit = BODY_BYTES }: { bodyLimit?: number }): string {
  const limit = `The body may have up to ${bodyLimit / MIB} MiB; a larger one is answered with 413.`;
  return description ? `${description} ${limit}` : limit;
}

const MIB = 1024 * 1024;
