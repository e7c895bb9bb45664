import fastifyPlugin from "fastify-plugin";
import { type Access, PUBLIC } from "#contract/schemas/access.ts";

export interface DeclaredRoute {
  method: string;
  url: string;
  access: Access;
  /** Absent for what the contract does not declare, such as the page at `/docs`. */
  operationId?: string;
}

declare module "fastify" {
  interface FastifyContextConfig {
    access: Access;
    /** The operation of the contract that the route serves. */
    operationId?: string;
  }
  interface FastifyInstance {
    /** Every route of the application, in the order of registration. */
    declaredRoutes: DeclaredRoute[];
    /** The access of routes that a plugin of somebody else registers on this instance; null where each route says its own. */
    pluginAccess: Access | null;
  }
}

/**
 * Refuses to start an application with a route that declares no access: who may call a route is never a default. Register
 * it before everything that has routes. Fastify's HEAD routes carry the config of their GET route.
 */
export const declaredAccess = fastifyPlugin(
  async (app) => {
    app.decorate("declaredRoutes", []);
    app.decorate("pluginAccess", null);

    app.addHook("onRoute", function declare(route) {
      const methods = [route.method].flat();
      // The route of @fastify/cors: browsers send preflight requests without a credential.
      const isPreflight = methods.every((method) => method === "OPTIONS") && route.url === "*";
      const access = route.config?.access ?? this.pluginAccess ?? (isPreflight ? ([PUBLIC] as const) : undefined);
      if (access === undefined || access.length === 0) {
        throw new Error(
          `Route ${methods.join(", ")} ${route.url} declares no access: add it to the route's config, for example { access: [KEY, MEMBER] } with the values of contract/schemas/access.ts`,
        );
      }
      route.config = { ...route.config, access };
      const { operationId } = route.config;
      const operation = operationId === undefined ? {} : { operationId };
      for (const method of methods) app.declaredRoutes.push({ method, url: route.url, access, ...operation });
    });
  },
  { name: "declared-access" },
);
