import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { CallCost, RateCategory } from "#contract/constants/plans.ts";
import { DomainError } from "#domain/errors.ts";
import { type CallLimit, createApiRateLimits, type Decision } from "../services/rate-limits/api-rate-limits.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** How calls of the route with an API key count; without it, as one call of the category that its path has. */
    rate?: { category?: RateCategory; cost?: CallCost };
  }
}

/**
 * Limits calls with API keys by environment and category, as the plan of the organisation says. Register it after `auth`,
 * and before `idempotency`: a refused call claims no key. Where the limits are off, which is the default, nothing is
 * registered.
 */
export const apiRateLimit = fastifyPlugin(
  async (app) => {
    const { mode } = app.config.apiRateLimits;
    if (mode === "off") return;
    const limits = createApiRateLimits(app);
    const isEnforced = mode === "on";

    app.addHook("onRequest", async (request, reply) => {
      const { caller, scope } = request;
      if (caller?.kind !== "key" || !scope) return;
      const category = categoryOf(request);
      const cost = request.routeOptions.config.rate?.cost ?? "single";
      const decide = async () => {
        const limit = await limits.limitOf(scope, category, cost);
        return { limit, decision: await limits.admit(scope, category, limit) };
      };
      const decided = await decide().catch((err: unknown) => {
        request.log.error({ err }, "the rate limit of a call could not be read");
        if (!isEnforced) return undefined;
        throw new DomainError("unavailable", "The rate limit could not be checked: send the request again");
      });
      if (!decided) return;
      addHeaders(reply, { ...decided, category, cost });
      if (decided.decision.isAdmitted || !isEnforced) return;
      reply.header("retry-after", secondsOf(decided.decision));
      throw new DomainError("too_many_requests", "API rate limit exceeded");
    });
  },
  { name: "api-rate-limit", dependencies: ["auth"] },
);

interface Decided {
  limit: CallLimit;
  decision: Decision;
  category: RateCategory;
  cost: CallCost;
}

/** Of draft-ietf-httpapi-ratelimit-headers, in the form that the published clients know. */
function addHeaders(reply: FastifyReply, { limit, decision, category, cost }: Decided): void {
  const { bucket, serviceLevel } = limit;
  const policy = [
    bucket.limit,
    `w=${bucket.windowMs / 1_000}`,
    `burst=${bucket.capacity}`,
    'comment="token bucket"',
    `category="${category}"`,
    `cost="${cost}"`,
    `serviceLevel="${serviceLevel}"`,
  ];
  reply.headers({
    "ratelimit-limit": bucket.limit,
    "ratelimit-remaining": Math.max(0, decision.remaining),
    "ratelimit-reset": secondsOf(decision),
    "ratelimit-policy": policy.join(";"),
  });
}

const secondsOf = ({ resetMs }: Decision): number => Math.ceil(resetMs / 1_000);

/** Categories of the first part of a path after the version; all others are `global`. */
const CATEGORIES: Readonly<Record<string, RateCategory>> = {
  events: "trigger",
  subscribers: "configuration",
  topics: "configuration",
  tenants: "configuration",
};

function categoryOf({ routeOptions }: FastifyRequest): RateCategory {
  const [, , resource = ""] = (routeOptions.url ?? "").split("/");
  return routeOptions.config.rate?.category ?? CATEGORIES[resource] ?? "global";
}
