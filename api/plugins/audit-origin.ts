import type { FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { AuditOrigin } from "../caller.ts";

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
