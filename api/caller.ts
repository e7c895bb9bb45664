import type { FastifyBaseLogger } from "fastify";
import type { ApiKeyType } from "#contract/constants/api-keys.ts";
import type { AuditAction } from "#contract/constants/audit.ts";
import type { Permission } from "#contract/constants/permission-names.ts";
import type { PlanLimits } from "#contract/constants/plans.ts";
import type { Scope } from "#db/scope.ts";
import type { ContextKeys } from "#domain/contexts.ts";

/**
 * An API key. It acts as the person who owns it, with the permissions of its own role: in its environment alone, or for an
 * organisation key in all of them.
 */
export interface KeyCaller {
  kind: "key";
  keyId: string;
  type: ApiKeyType;
  /** Of an organisation key, the one that the call acts in. */
  environmentId: string;
  userId: string;
  /** Its last four characters, by which people know it. */
  keyEnd: string;
  /** Identifiers of roles. */
  roles: readonly string[];
  permissions: ReadonlySet<Permission>;
}

/** A person who is signed in to the dashboard. */
export interface MemberCaller {
  kind: "member";
  userId: string;
  sessionId: string;
  /** Identifiers of roles. */
  roles: readonly string[];
  permissions: ReadonlySet<Permission>;
}

/** A person who is signed in, in a call that concerns the person and no organisation. */
export interface PersonCaller {
  kind: "person";
  userId: string;
  sessionId: string;
  /** The organisation that the token names, whether or not the person still belongs to it. */
  organizationId: string | null;
}

/** The owner of an inbox session: `id` is Belfry's, `subscriberId` the customer's. */
export interface SubscriberCaller {
  kind: "subscriber";
  id: string;
  subscriberId: string;
  /** The contexts that the session is for. */
  contextKeys: ContextKeys;
}

/** Belfry itself, for example when it opens an inbox session or seeds the demo organisation. */
export interface SystemCaller {
  kind: "system";
}

/** The originator of a call. Every service that writes is given one; `api/plugins/auth.ts` derives it from the request. */
export type Caller = KeyCaller | MemberCaller | PersonCaller | SubscriberCaller | SystemCaller;

/** The origin of a call, for the audit log. A request has one: `api/plugins/audit-origin.ts`. */
export interface AuditOrigin {
  address: string;
  userAgent: string | null;
  requestId: string;
  /** Says for how long the entry is kept, by the plan of its organisation. */
  planLimits: PlanLimits;
  /** For the ends of secrets. */
  encryptionKey: Buffer;
  /** Actions that the operation declares. In development, another one fails the call. */
  declared?: readonly AuditAction[];
}

/** The originator of a call and the environment that it acts in; a request has both. */
export interface CallContext<By extends Caller = Caller> {
  scope: Scope;
  caller: By;
  /** Names the call across its attempts, where the caller sent an Idempotency-Key: `api/plugins/idempotency.ts`. */
  callId?: string | null;
  /** Changes of calls without one, which are Belfry's own, stand in no audit log. */
  audit?: AuditOrigin | undefined;
}

/** A call of somebody who is noted as the author of what it makes; a request is one. */
export type AuthoredCall = CallContext<KeyCaller | MemberCaller>;

/** A call to the organisation as a whole; a request is one. */
export interface OrganizationCall<By extends Caller = KeyCaller | MemberCaller> {
  scope: { organizationId: string };
  caller: By;
  audit?: AuditOrigin | undefined;
}

/** A call that concerns a person; a request is one. */
export interface PersonCall<By extends KeyCaller | PersonCaller = PersonCaller> {
  /** Of a key. */
  scope?: Partial<Scope> | undefined;
  caller: By;
  audit?: AuditOrigin | undefined;
}

/** A call with the log for what follows from it; a request is one. */
export interface LoggedCall<By extends Caller = Caller> extends CallContext<By> {
  log: FastifyBaseLogger;
  /** The place in which a subscriber calls, if that is no inbox: a member may use the page of preferences in the subscriber's place. */
  place?: "preferences-page" | "one-click" | "dashboard";
}
