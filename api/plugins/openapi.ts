import { isDeepStrictEqual } from "node:util";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fastifyPlugin from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { BODY_BYTES } from "#contract/constants/limits.ts";
import { type Access, type Grant, PUBLIC } from "../access.ts";

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
          apiKey: {
            type: "apiKey",
            in: "header",
            name: "Authorization",
            description: "`ApiKey <key of the environment>`",
          },
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document);
      const security = securityOf(document.route.config?.access ?? []);
      const described = schema?.body
        ? { ...schema, description: withBodyLimit(schema.description, document.route) }
        : schema;
      return {
        url,
        schema: { ...described, security, tags: schema?.tags ?? [tagOf(url)], hide: !url.startsWith("/v") },
      };
    },
  });
  await app.register(async (docs) => {
    docs.pluginAccess = [PUBLIC];
    await docs.register(swaggerUi, {
      routePrefix: "/docs",
      uiConfig: { persistAuthorization: true, docExpansion: "list" },
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

const SECURITY: Record<Grant["kind"], Record<string, string[]>[]> = {
  public: [],
  key: [{ apiKey: [] }],
  member: [{ bearer: [] }],
  subscriber: [{ bearer: [] }],
  // The token is a query parameter of the upgrade.
  socket: [],
};

/** The alternatives that a route's access leaves, each one once. */
function securityOf(access: Access | []): Record<string, string[]>[] {
  const alternatives = access.flatMap(({ kind }) => SECURITY[kind]);
  return alternatives.filter(
    (one, index) => alternatives.findIndex((other) => isDeepStrictEqual(one, other)) === index,
  );
}

/** States how much a call may carry, which no schema says. */
function withBodyLimit(description: string | undefined, { bodyLimit = BODY_BYTES }: { bodyLimit?: number }): string {
  const limit = `The body may have up to ${bodyLimit / MIB} MiB; a larger one is answered with 413.`;
  return description ? `${description} ${limit}` : limit;
}

const MIB = 1024 * 1024;

/** `/v1/topics/:key` is filed under `topics`. */
const tagOf = (url: string): string => url.split("/")[2] ?? "other";
