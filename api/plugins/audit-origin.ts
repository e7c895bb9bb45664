import type {
  ContextConfigDefault,
  FastifyRequest,
  FastifySchema,
  FastifyTypeProvider,
  FastifyTypeProviderDefault,
  RawRequestDefaultExpression,
  RawServerBase,
  RawServerDefault,
  RouteGenericInterface,
} from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { AuditOrigin } from "../caller.ts";

declare module "fastify" {
  // Fastify's own type parameters: all declarations of an interface must have the same.
  interface FastifyRequest<
    RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
    RawServer extends RawServerBase = RawServerDefault,
    RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
    SchemaCompiler extends FastifySchema = FastifySchema,
    TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
    ContextConfig = ContextConfigDefault,
  > {
    /** The origin of the call, for the audit log. */
    audit: AuditOrigin;
  }
}

const USER_AGENT_MAX = 512;

/** Adds the origin of a call to its request, so that services can note it with what they change: `api/services/audit.ts`. */
export const auditOrigin = fastifyPlugin(async (app) => {
  const { planLimits, encryptionKey } = app.config;
  app.decorateRequest("audit", {
    getter(this: FastifyRequest): AuditOrigin {
      const userAgent = this.headers["user-agent"]?.slice(0, USER_AGENT_MAX) ?? null;
      return { address: this.ip, userAgent, requestId: this.id, planLimits, encryptionKey };
    },
  });
});
