import fastifyRateLimit, { normalizeIP } from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { IDENTIFIER_MAX } from "#contract/constants/limits.ts";
import { MINUTE, SECOND } from "#contract/constants/values/times.ts";
import type { CallLimitName } from "#contract/schemas/operations.ts";
import { DomainError } from "#domain/errors.ts";
import type { SessionKind } from "../services/inbox/open-inbox-session.ts";

/** Addresses and keys that are counted at once; those that called least recently are forgotten first. */
const CALLERS_COUNTED = 50_000;

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
    /**
     * Counts a session of an inbox for what only opening it shows, beside the count of its address at the inbox that it names.
     * @throws DomainError `too_many_requests` beyond the limit
     */
    limitSession(request: FastifyRequest, reply: FastifyReply, kind: SessionKind): Promise<void>;
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
      publicPerMinute,
      newcomersPerMinute,
      environmentSessionsPerMinute,
      triggersPerSecond,
      callsPerSecond,
    } = app.config.limits;
    await app.register(fastifyRateLimit, { global: false, cache: CALLERS_COUNTED });
    const limits = {
      // One address may be that of many people, who use the inboxes of several organisations.
      sessions: limit(sessionsPerMinute, MINUTE, visitorOf, "inbox sessions from your address"),
      sockets: limit(sessionsPerMinute, MINUTE, subscriberAddressOf, "inbox connections from your address"),
      logins: limit(loginsPerMinute, MINUTE, addressOf, "sign-ins and requests about accounts from your address"),
      connections: limit(loginsPerMinute, MINUTE, addressOf, "calls that connect a channel from your address"),
      preferences: limit(sessionsPerMinute, MINUTE, addressOf, "calls of pages of preferences from your address"),
      public: limit(publicPerMinute, MINUTE, addressOf, "requests without credentials from your address"),
      reports: limit(reportsPerMinute, MINUTE, reporterOf, "reports of one integration from your address"),
      triggers: limit(triggersPerSecond, SECOND, callerOf, "triggers with this API key"),
      calls: limit(callsPerSecond, SECOND, callerOf, "requests with these credentials"),
    };

    app.decorate(
      "limitRefusals",
      limit(refusalsPerMinute, MINUTE, addressOf, "requests without valid credentials from your address"),
    );

    const sessionLimits = {
      unknown: limit(sessionsPerMinute, MINUTE, addressOf, "inbox sessions from your address"),
      unproven: limit(
        environmentSessionsPerMinute,
        MINUTE,
        inboxOf,
        "inbox sessions without a subscriberHash in this environment",
      ),
      newcomer: limit(newcomersPerMinute, MINUTE, visitorOf, "new subscribers without a proof from your address"),
    } satisfies Record<SessionKind, unknown>;
    app.decorate("limitSession", (request: FastifyRequest, reply: FastifyReply, kind: SessionKind) =>
      sessionLimits[kind](request, reply),
    );

    app.addHook("onRequest", async (request, reply) => {
      const { limit: own, access, operationId } = request.routeOptions.config;
      // The files of the front ends are no operations: a page asks for many of them at once.
      const isPublic = operationId !== undefined && access.some(({ kind }) => kind === "public");
      const name = own ?? (isPublic ? "public" : request.caller && "calls");
      if (name && name !== "sessions") await limits[name](request, reply);
    });
    // Only the body says which inbox it is.
    app.addHook("preValidation", async (request, reply) => {
      if (request.routeOptions.config.limit === "sessions") await limits.sessions(request, reply);
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

/** Returns the application identifier that the body of a request names. No longer ones exist than are counted. */
const inboxOf = ({ body }: FastifyRequest): string => {
  const { applicationIdentifier }: { applicationIdentifier?: unknown } = Object(body);
  return String(applicationIdentifier ?? "").slice(0, IDENTIFIER_MAX);
};

const visitorOf = (request: FastifyRequest): string => `${addressOf(request)} ${inboxOf(request)}`;

const subscriberAddressOf = (request: FastifyRequest): string =>
  `${addressOf(request)} ${request.scope?.environmentId ?? ""}`;

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
