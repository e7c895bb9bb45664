import type { FastifyInstance, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { Permission } from "#contract/constants/permission-names.ts";
import { memberPermissions, permissionsOf } from "#contract/constants/permissions.ts";
import { type Access, type Grant, permissionOfKeys } from "#contract/schemas/access.ts";
import { hashApiKey } from "#db/api-key.ts";
import { currentKey, findKeyOwner } from "#db/queries/environments/api-keys.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { findMemberSession, findSession } from "#db/queries/users/sessions.ts";
import { type Scope, scopeOf } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { idIn } from "#domain/values/short-id.ts";
import type { Caller } from "../caller.ts";
import { publishedOnly } from "../published-only.ts";
import { startRecording } from "../request-log/recording.ts";
import { noteKeyUse } from "../services/api-keys/key-use.ts";
import { admitSession } from "../services/inbox/admit-session.ts";
import { noteSessionUse } from "../services/people/sessions.ts";
import { type UserClaims, verifyUserToken } from "../tokens.ts";

/** The result of a credential. Of a call to an organisation as a whole, the environment is not known, and of one that concerns a person no scope. */
interface Identity {
  scope: (Pick<Scope, "organizationId"> & Partial<Scope>) | undefined;
  caller: Caller;
}

type KeyGrant = Extract<Grant, { kind: "key" }>;
type MemberGrant = Extract<Grant, { kind: "member" }>;

const ENVIRONMENT_HEADER = "novu-environment-id";

/**
 * Authenticates each request by the access that its operation declares, and notes on it who calls and where. Refusals are
 * limited by address (`limitRefusals` of `rate-limit.ts`).
 */
export const auth = fastifyPlugin(
  async (app) => {
    app.decorateRequest("scope");
    app.decorateRequest("caller");

    app.addHook("onRequest", async (request, reply) => {
      if (request.is404) return;
      const { access } = request.routeOptions.config;
      if (admits(access, "public") || admits(access, "socket")) return;
      const { scope, caller } = await identify(request, access).catch(async (error: unknown) => {
        if (error instanceof DomainError && error.code === "unauthorized") await app.limitRefusals(request, reply);
        throw error;
      });
      Object.assign(request, { scope, caller });
    });
  },
  { name: "auth", dependencies: ["declared-access"] },
);

async function identify(request: FastifyRequest, access: Access): Promise<Identity> {
  const { server } = request;
  const { scheme, value } = credentials(request);
  if (scheme === "ApiKey") {
    const grant = access.find((grant): grant is KeyGrant => grant.kind === "key");
    if (grant) return identifyKey(request, value, grant, permissionOfKeys(access));
    throw admits(access, "member") || admits(access, "person")
      ? new DomainError("unauthorized", "API endpoint not available")
      : unauthorized();
  }
  const member = access.find((grant): grant is MemberGrant => grant.kind === "member");
  const isPersonal = admits(access, "person");
  const userClaims = member || isPersonal ? await verifyUserToken(value, server.config.secret) : undefined;
  if (member && userClaims) return identifyMember(request, userClaims, member);
  if (isPersonal && userClaims) return identifyPerson(server, userClaims);
  const subscriber = admits(access, "subscriber") ? await identifySubscriber(server, value) : undefined;
  if (subscriber) return subscriber;
  throw unauthorized();
}

async function identifyKey(
  request: FastifyRequest,
  key: string,
  grant: KeyGrant,
  permission: Permission,
): Promise<Identity> {
  const now = new Date();
  const owner = await findKeyOwner(request.server.db, hashApiKey(key));
  const keyEnd = key.slice(-4);
  if (owner) startRecording(request, { scope: scopeOf(owner), keyId: owner.id, keyEnd });
  const found = owner && currentKey(owner, now);
  if (!found) throw new DomainError("unauthorized", "API Key not found");
  const { id: keyId, type, organizationId, userId, role } = found;
  await noteKeyUse(request.server.db, found, now);
  if (grant.reach === "organization" && type !== "organization") {
    throw new DomainError(
      "forbidden",
      "This call reaches beyond the environment of the API key: use an organization key, which an admin creates",
    );
  }
  const permissions = permissionsOf([role], found.permissions);
  if (!permissions.has(permission)) throw notPermitted(permission, "the API key");
  const named = type === "organization" ? await namedEnvironment(request, organizationId) : undefined;
  const environmentId = named?.id ?? found.environmentId;
  if (named && request.recording) request.recording.scope = { organizationId, environmentId };
  const caller: Caller = { kind: "key", keyId, type, environmentId, userId, keyEnd, roles: [role], permissions };
  return { scope: { organizationId, environmentId }, caller };
}

/** A header is anybody's word: the environment must belong to the caller's organisation. */
async function namedEnvironment({ headers, server }: FastifyRequest, organizationId: string) {
  const environmentId = headers[ENVIRONMENT_HEADER];
  if (typeof environmentId !== "string" || environmentId === "") return undefined;
  const environment = await findEnvironment(server.db, organizationId, idIn(environmentId) ?? environmentId);
  if (!environment) throw unauthorized();
  return environment;
}

async function identifyMember(request: FastifyRequest, claims: UserClaims, grant: MemberGrant): Promise<Identity> {
  const { sessionId, _id: userId, organizationId: claimed } = claims;
  const now = new Date();
  const found = claimed
    ? await findMemberSession(request.server.db, { id: sessionId, userId }, claimed, now)
    : undefined;
  if (!found) throw unauthorized();
  const { member, session, made, lacksSecondFactor } = found;
  await noteSessionUse(request.server.db, session, now);
  if (lacksSecondFactor) throw secondFactorDemanded();
  const permissions = memberPermissions(member.roles, made);
  if (!permissions.has(grant.permission)) throw notPermitted(grant.permission, "your role");
  const caller: Caller = { kind: "member", userId, sessionId, roles: member.roles, permissions };
  const { organizationId } = member;
  const environment = await namedEnvironment(request, organizationId);
  if (environment) {
    if (grant.permission === "content.edit" && !grant.neverPublished && environment.parentId) {
      throw publishedOnly(environment.name);
    }
    return { scope: { organizationId, environmentId: environment.id }, caller };
  }
  if (grant.environment === "required") {
    throw new DomainError("invalid_input", ["environmentId should not be empty"]);
  }
  return { scope: { organizationId }, caller };
}

async function identifyPerson(
  server: FastifyInstance,
  { sessionId, _id: userId, organizationId = null }: UserClaims,
): Promise<Identity> {
  const now = new Date();
  const session = await findSession(server.db, { id: sessionId, userId }, now);
  if (!session) throw unauthorized();
  await noteSessionUse(server.db, session, now);
  return { scope: undefined, caller: { kind: "person", userId, sessionId, organizationId } };
}

async function identifySubscriber(server: FastifyInstance, token: string): Promise<Identity | undefined> {
  const session = await admitSession(server.db, token, server.config.secret);
  if (!session) return undefined;
  const { scope, id, subscriberId, contextKeys } = session;
  return { scope, caller: { kind: "subscriber", id, subscriberId, contextKeys } };
}

const admits = (access: Access, kind: Grant["kind"]): boolean => access.some((grant) => grant.kind === kind);

/** Names of schemes are the same in any case: RFC 9110 section 11.1. */
const SCHEMES = ["ApiKey", "Bearer"] as const;

function credentials({ headers }: FastifyRequest): { scheme: (typeof SCHEMES)[number]; value: string } {
  if (!headers.authorization) throw new DomainError("unauthorized", "Missing authorization header");
  const [given = "", value] = headers.authorization.trim().split(/\s+/);
  const scheme = SCHEMES.find((name) => name.toLowerCase() === given.toLowerCase());
  if (!scheme) throw new DomainError("unauthorized", `Invalid authentication scheme: "${given}"`);
  if (!value) throw unauthorized();
  return { scheme, value };
}

const secondFactorDemanded = () =>
  new DomainError(
    "second_factor_demanded",
    "This organization demands a second factor: set one up in the security settings of your account",
  );

const notPermitted = (permission: Permission, holder: string) =>
  new DomainError(
    "forbidden",
    `This takes the permission ${permission}, which ${holder} does not have: ask an admin of the organization`,
  );

const unauthorized = () => new DomainError("unauthorized", "Unauthorized");
