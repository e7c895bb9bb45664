import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fastifyPlugin from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { BODY_BYTES } from "#contract/constants/limits.ts";
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
      const described = schema?.body
        ? { ...schema, description: withBodyLimit(schema.description, document.route) }
        : schema;
      return {
        url,
        schema: { ...described, security, tags: schema?.tags ?? [tagOf(url)], hide: !url.startsWith("/v") },
      };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    uiConfig: { persistAuthorization: true, docExpansion: "list" },
  });
  app.get("/openapi.json", { config: { access: "public" } }, async () => app.swagger());
});

const BY_KEY = { apiKey: [] };
const BY_TOKEN = { bearer: [] };
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  management: [BY_KEY, BY_TOKEN],
  organization: [BY_KEY, BY_TOKEN],
  member: [BY_TOKEN],
  subscriber: [BY_TOKEN],
  public: [],
};

/** States how much a call may carry, which no schema says. */
function withBodyLimit(description: string | undefined, { bodyLimit = BODY_BYTES }: { bodyLimit?: number }): string {
  const limit = `The body may have up to ${bodyLimit / MIB} MiB; a larger one is answered with 413.`;
  return description ? `${description} ${limit}` : limit;
}

const MIB = 1024 * 1024;

/** `/v1/topics/:key` is filed under `topics`. */
const tagOf = (url: string): string => url.split("/")[2] ?? "other";
