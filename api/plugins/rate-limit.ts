import fastifyRateLimit, { normalizeIP } from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { CallLimitName } from "#contract/operations.ts";
import { DomainError } from "#domain/errors.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Addresses and keys that are counted at once; those that called least recently are forgotten first. */
const COUNTED = 50_000;

declare module "fastify" {
  interface FastifyContextConfig {
    limit?: CallLimitName;
  }
  interface FastifyInstance {
    /**
     * Counts a call whose credentials were refused, by its address. Calls with valid credentials neither count nor are refused
     * by this count, because other people may share their address.
     * @throws DomainError `too_many_requests` beyond the limit
     */
    limitRefusals(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/**
 * Refuses what is too much with 429 and the seconds to wait. Counts are kept in this process. Register it after `auth`: it
 * counts by the key or person that a call was admitted for.
 */
export const rateLimit = fastifyPlugin(
  async (app) => {
    const {
      sessionsPerMinute,
      loginsPerMinute,
      refusalsPerMinute,
      reportsPerMinute,
      triggersPerSecond,
      callsPerSecond,
    } = app.config.limits;
    await app.register(fastifyRateLimit, { global: false, cache: COUNTED });
    const limits = {
      sessions: limit(sessionsPerMinute, MINUTE, addressOf, "inbox sessions from your address"),
      sockets: limit(sessionsPerMinute, MINUTE, addressOf, "inbox connections from your address"),
      logins: limit(loginsPerMinute, MINUTE, addressOf, "sign-ins and requests about accounts from your address"),
      connections: limit(loginsPerMinute, MINUTE, addressOf, "calls that connect a channel from your address"),
      preferences: limit(sessionsPerMinute, MINUTE, addressOf, "calls of pages of preferences from your address"),
      reports: limit(reportsPerMinute, MINUTE, reporterOf, "reports of one integration from your address"),
      triggers: limit(triggersPerSecond, SECOND, callerOf, "triggers with this API key"),
      calls: limit(callsPerSecond, SECOND, callerOf, "requests with these credentials"),
    };

    app.decorate(
      "limitRefusals",
      limit(refusalsPerMinute, MINUTE, addressOf, "requests without valid credentials from your address"),
    );

    app.addHook("onRequest", async (request, reply) => {
      const name = request.routeOptions.config.limit ?? (request.caller && "calls");
      if (name) await limits[name](request, reply);
    });

    function limit(max: number, timeWindow: number, keyGenerator: (request: FastifyRequest) => string, what: string) {
      if (max === 0) return async () => undefined;
      const count = app.createRateLimit({ max, timeWindow, keyGenerator });
      return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        const counted = await count(request);
        if (counted.isAllowed || !counted.isExceeded) return;
        const seconds = Math.max(1, counted.ttlInSeconds);
        reply.header("retry-after", seconds);
        throw new DomainError("too_many_requests", `Too many ${what}: try again in ${seconds} s`);
      };
    }
  },
  { name: "rate-limit", dependencies: ["auth"] },
);

/** An IPv6 network of 64 bits counts as one address: a single customer of a provider has that many. */
const addressOf = ({ ip }: FastifyRequest): string => normalizeIP(ip);

/** An address at the integration that it names: one vendor reports for many customers from the same addresses. */
function reporterOf(request: FastifyRequest): string {
  const [path] = request.url.split("?");
  return `${addressOf(request)} ${path}`;
}

/** Returns the key, member or subscriber that auth identified, however the header was spelled. */
function callerOf({ caller }: FastifyRequest): string {
  switch (caller?.kind) {
    case "key":
      return `key ${caller.keyId}`;
    case "member":
    case "person":
      return `member ${caller.userId}`;
    case "subscriber":
      return `subscriber ${caller.id}`;
    default:
      return "";
  }
}
