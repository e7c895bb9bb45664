import type { Grant } from "#contract/schemas/access.ts";
import type { Scope } from "#db/scope.ts";
import type { Caller } from "./caller.ts";

type GrantOf<Config> = Config extends { access: readonly (infer One extends Grant)[] } ? One : never;

/** Routes whose callers are not known to the API. */
type Unnamed = { kind: "public" } | { kind: "socket" };

/** The callers that a route with this config admits. Code that serves every route has to expect none. */
export type CallerOf<Config> = unknown extends Config
  ? Caller | undefined
  : Extract<GrantOf<Config>, Unnamed> extends never
    ? GrantOf<Config> extends { kind: infer Kind }
      ? Extract<Caller, { kind: Kind }>
      : never
    : undefined;

/**
 * The scope of a call to a route with this config: without a required environment, only the organisation is known, and of a call
 * that concerns a person not even that.
 */
export type ScopeOf<Config> = unknown extends Config
  ? Scope | undefined
  : Extract<GrantOf<Config>, Unnamed | { kind: "person" }> extends never
    ? Extract<GrantOf<Config>, { environment: "optional" }> extends never
      ? Scope
      : Pick<Scope, "organizationId">
    : undefined;
