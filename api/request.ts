import type { Hash } from "node:crypto";
import type {
  ContextConfigDefault,
  FastifySchema,
  FastifyTypeProvider,
  FastifyTypeProviderDefault,
  RawRequestDefaultExpression,
  RawServerBase,
  RawServerDefault,
  RouteGenericInterface,
} from "fastify";
import type { KeyClaim } from "#db/queries/idempotency/claim-key.ts";
import type { CallerOf, ScopeOf } from "./access.ts";
import type { AuditOrigin } from "./caller.ts";

/** A call with an Idempotency-Key, on its way through the hooks. */
export interface KeyedRequest {
  key: string;
  /** Of the body as it arrives. */
  bodyHash: Hash;
  /** From when the key was claimed until the answer is sent. */
  claim: KeyClaim | null;
}

declare module "fastify" {
  // Fastify's own type parameters, which every declaration of the interface must have, up to the config of the route: it
  // decides what a request is known to carry.
  interface FastifyRequest<
    RouteGeneric extends RouteGenericInterface = RouteGenericInterface,
    RawServer extends RawServerBase = RawServerDefault,
    RawRequest extends RawRequestDefaultExpression<RawServer> = RawRequestDefaultExpression<RawServer>,
    SchemaCompiler extends FastifySchema = FastifySchema,
    TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault,
    ContextConfig = ContextConfigDefault,
  > {
    /** The environment, or only the organisation, that the call acts in: `plugins/auth.ts`. */
    scope: ScopeOf<ContextConfig>;
    /** The originator of the call: `plugins/auth.ts`. */
    caller: CallerOf<ContextConfig>;
    /** The origin of the call, for the audit log: `plugins/audit-origin.ts`. */
    audit: AuditOrigin;
    /** Null without an Idempotency-Key: `plugins/idempotency.ts`. */
    keyed: KeyedRequest | null;
    /** Names the call across its attempts; null without an Idempotency-Key. */
    callId: string | null;
  }
}
