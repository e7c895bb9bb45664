import type { ContentFormat } from "#contract/constants/content-formats.ts";
import type { Database } from "#db/client.ts";
import { isApiKeyLive } from "#db/queries/environments/api-keys.ts";
import { isEnvironmentLive } from "#db/queries/environments/delete-environment.ts";
import { demandsProof } from "#db/queries/integrations/inbox-proof.ts";
import { findSubscriberId } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import type { ContextKeys } from "#domain/contexts.ts";
import { verifySubscriberToken } from "../../tokens.ts";

/** An inbox session that is valid now: `id` is Belfry's id of the subscriber, `subscriberId` the customer's. */
export interface InboxSession {
  id: string;
  subscriberId: string;
  scope: Scope;
  contextKeys: ContextKeys;
  /** The id of the API key that has proven the session, which ends with it; a session without one ends when the inbox comes to demand proofs. */
  proof: string | undefined;
  /** In which format its sockets are sent the contents of messages; what older tokens do not say follows from the protocol. */
  format: ContentFormat | undefined;
}

/** The session of a token; undefined when the token is wrong or has ended, or when its subscriber or environment is deleted. */
export async function admitSession(db: Database, token: string, secret: string): Promise<InboxSession | undefined> {
  const claims = await verifySubscriberToken(token, secret);
  if (!claims) return undefined;
  const { organizationId, environmentId, proof, format, contextKeys = null } = claims;
  const scope = { organizationId, environmentId };
  const [isLive, id, isRefused] = await Promise.all([
    isEnvironmentLive(db, environmentId),
    findSubscriberId(db, scope, claims.subscriberId),
    proof === undefined ? demandsProof(db, environmentId) : isApiKeyLive(db, proof).then((isThere) => !isThere),
  ]);
  // A token names a subscriber for good: one that was created anew under the same subscriberId is another.
  if (!isLive || id === undefined || id !== claims._id || isRefused) return undefined;
  return { id, subscriberId: claims.subscriberId, scope, contextKeys, proof, format };
}
