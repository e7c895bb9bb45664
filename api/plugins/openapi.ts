import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fastifyPlugin from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Access } from "./auth.ts";

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
      const access = document.route.config?.access ?? "management";
      const { schema, url } = jsonSchemaTransform(document);
      const security = SECURITY[access];
      return { url, schema: { ...schema, security, tags: schema?.tags ?? [tagOf(url)], hide: !url.startsWith("/v") } };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    uiConfig: { persistAuthorization: true, docExpansion: "list" },
    staticCSP: PAGE_POLICY,
  });
  app.get("/openapi.json", { config: { access: "public" } }, async () => app.swagger());
});

/** What the page at /docs loads and does: its own files, styles and icons in its markup, and calls of this API. */
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

const BY_KEY = { apiKey: [] };
const BY_TOKEN = { bearer: [] };
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  management: [BY_KEY, BY_TOKEN],
  organization: [BY_KEY, BY_TOKEN],
  member: [BY_TOKEN],
  subscriber: [BY_TOKEN],
  public: [],
};

/** `/v1/topics/:key` is filed under `topics`. */
const tagOf = (url: string): string => url.split("/")[2] ?? "other";
