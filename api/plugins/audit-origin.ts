import type { FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { OPERATIONS } from "#contract/every-operation.ts";
import { auditActionsOf } from "#contract/schemas/operations.ts";
import type { AuditOrigin } from "../caller.ts";

const USER_AGENT_MAX = 512;

/** Adds the origin of a call to its request, so that services can note it with what they change: `api/services/audit.ts`. */
export const auditOrigin = fastifyPlugin(
  async (app) => {
    const { planLimits, encryptionKey, mode } = app.config;
    const declared = new Map<string | undefined, ReturnType<typeof auditActionsOf>>(
      mode === "development" ? OPERATIONS.map((operation) => [operation.id, auditActionsOf(operation)]) : [],
    );
    app.decorateRequest("audit", {
      getter(this: FastifyRequest): AuditOrigin {
        const userAgent = this.headers["user-agent"]?.slice(0, USER_AGENT_MAX) ?? null;
        const actions = declared.get(this.routeOptions.config.operationId);
        const origin = { address: this.ip, userAgent, requestId: this.id, planLimits, encryptionKey };
        return actions ? { ...origin, declared: actions } : origin;
      },
    });
  },
  { name: "audit-origin" },
);
