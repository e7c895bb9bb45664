import type { Database } from "#db/client.ts";
import type { Chooser } from "#db/queries/preferences/preferences.ts";
import { findLinkOwner, type LinkOwner } from "#db/queries/subscribers/link-owner.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { AppConfig } from "../../app-config.ts";
import type { LoggedCall, SubscriberCaller } from "../../caller.ts";
import { verifyPreferenceToken } from "../../tokens.ts";

/** The person whose preferences a link opens. A call by it is one of the subscriber. */
export interface OpenedLink extends LinkOwner {
  call: LoggedCall<SubscriberCaller>;
  /** The workflow whose message carried the link. */
  workflowId: string | undefined;
}

/** Opens a link. Throws `not_found` for one that is forged or whose subscriber is gone, and `link_expired`. */
export async function openLink(
  { db, config, log }: { db: Database; config: Pick<AppConfig, "secret">; log: LoggedCall["log"] },
  token: string,
): Promise<OpenedLink> {
  const owner = await verifyPreferenceToken(token, config.secret);
  if (owner === "expired") throw new DomainError("link_expired", "The link has expired: use that of a newer message");
  const found = owner === "forged" ? undefined : await findLinkOwner(db, owner);
  if (owner === "forged" || !found) throw notFound("No preferences have this link: open it again from a message");
  const { id, subscriberId, organizationId, environmentId } = found.subscriber;
  return {
    ...found,
    call: {
      scope: { organizationId, environmentId },
      caller: { kind: "subscriber", id, subscriberId, contextKeys: owner.contextKeys ?? null },
      log,
      place: owner.isMembers ? "dashboard" : "preferences-page",
    },
    workflowId: owner.workflowId,
  };
}

/** The person, by Belfry's id, and the contexts whose notifications the link is about. */
export const chooserOf = ({ call: { caller } }: OpenedLink): Chooser => ({
  subscriberId: caller.id,
  contextKeys: caller.contextKeys,
});
