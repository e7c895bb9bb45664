import type { FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { MemberRole } from "#contract/constants/statuses.ts";
import { hashApiKey } from "#db/api-key.ts";
import { findApiKey } from "#db/queries/environments/api-keys.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { findActiveMember } from "#db/queries/organizations/members.ts";
import { findSubscriberId } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { type SubscriberClaims, type UserClaims, verifySubscriberToken, verifyUserToken } from "../tokens.ts";

/**
 * Who may call a route: api-workflows-and-widget.md 0.4. `management` takes an API key or a member's token with an
 * environment, `organization` the same without asking for an environment, `member` only a member's token, `subscriber`
 * only an inbox session.
 */
export type Access = "management" | "organization" | "member" | "subscriber" | "public";

export interface Caller {
  userId: string;
  roles: MemberRole[];
  /** A key acts as the person who owns it, but for its own environment. */
  by: "key" | "token";
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Defaults to `management`. */
    access?: Access;
  }
  interface FastifyRequest {
    /** The environment that the call acts in. */
    scope: Scope;
    /** The person behind a key or a member's token. */
    caller: Caller;
    /** The inbox session's subscriber: `id` is Belfry's, `subscriberId` the customer's. */
    subscriber: { id: string; subscriberId: string };
  }
}

const ENVIRONMENT_HEADER = "novu-environment-id";
const nobody: Scope = { organizationId: "", environmentId: "" };

export const auth = fastifyPlugin(async (app) => {
  app.decorateRequest("scope");
  app.decorateRequest("caller");
  app.decorateRequest("subscriber");

  app.addHook("onRequest", async (request) => {
    if (!request.routeOptions.url?.startsWith("/v")) return;
    const access = request.routeOptions.config.access ?? "management";
    if (access === "public") return;
    const { scheme, value } = credentials(request);
    if (access === "subscriber") return admitSubscriber(request, scheme, value);
    if (scheme === "ApiKey") {
      if (access === "member") throw new DomainError("unauthorized", "API endpoint not available");
      return admitKey(request, value);
    }
    return admitMember(request, value, access);
  });

  function credentials(request: FastifyRequest): { scheme: "ApiKey" | "Bearer"; value: string } {
    const header = request.headers.authorization;
    if (!header) throw new DomainError("unauthorized", "Missing authorization header");
    const [scheme, value] = header.trim().split(/\s+/);
    if (scheme !== "ApiKey" && scheme !== "Bearer") {
      throw new DomainError("unauthorized", `Invalid authentication scheme: "${scheme}"`);
    }
    if (!value) throw unauthorized();
    return { scheme, value };
  }

  async function admitKey(request: FastifyRequest, key: string): Promise<void> {
    const found = await findApiKey(app.db, hashApiKey(key));
    if (!found) throw new DomainError("unauthorized", "API Key not found");
    request.scope = { organizationId: found.organizationId, environmentId: found.environmentId };
    request.caller = { userId: found.userId, roles: ["admin"], by: "key" };
  }

  async function admitMember(request: FastifyRequest, token: string, access: Access): Promise<void> {
    const claims = await claimsOf(() => verifyUserToken(token, app.config.secret));
    const member = claims.organizationId
      ? await findActiveMember(app.db, claims.organizationId, claims._id)
      : undefined;
    if (!member) throw unauthorized();
    request.caller = { userId: claims._id, roles: member.roles, by: "token" };
    request.scope = { ...nobody, organizationId: member.organizationId };
    const environmentId = request.headers[ENVIRONMENT_HEADER];
    if (typeof environmentId === "string" && environmentId !== "") {
      // A header is anybody's word: the environment must belong to the member's organisation.
      const environment = await findEnvironment(app.db, member.organizationId, environmentId);
      if (!environment) throw unauthorized();
      request.scope = { organizationId: member.organizationId, environmentId: environment.id };
    } else if (access === "management") {
      throw new DomainError("invalid_input", ["environmentId should not be empty"]);
    }
  }

  async function admitSubscriber(request: FastifyRequest, scheme: string, token: string): Promise<void> {
    if (scheme !== "Bearer") throw unauthorized();
    const claims = await claimsOf(() => verifySubscriberToken(token, app.config.secret));
    const scope = { organizationId: claims.organizationId, environmentId: claims.environmentId };
    const id = await findSubscriberId(app.db, scope, claims.subscriberId);
    if (id === undefined) throw unauthorized();
    request.scope = scope;
    request.subscriber = { id, subscriberId: claims.subscriberId };
  }
});

async function claimsOf<T extends UserClaims | SubscriberClaims>(verify: () => Promise<T | undefined>): Promise<T> {
  const claims = await verify();
  if (!claims) throw unauthorized();
  return claims;
}

const unauthorized = () => new DomainError("unauthorized", "Unauthorized");
