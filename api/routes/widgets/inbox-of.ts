import type { Inbox } from "#db/queries/messages/notification-filter.ts";
import type { Scope } from "#db/scope.ts";
import type { SubscriberCaller } from "../../caller.ts";

/** The inbox of the session that asks. */
export const inboxOf = ({ scope, caller }: { scope: Scope; caller: SubscriberCaller }): Inbox => ({
  scope,
  subscriberId: caller.id,
  contextKeys: caller.contextKeys,
});
