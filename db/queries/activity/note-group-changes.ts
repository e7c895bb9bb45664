import type { AlertEvent } from "#contract/constants/activity/alerts.ts";
import type { FailureTraits } from "#domain/failures/fingerprint.ts";
import { failureText } from "#domain/values/failure-text.ts";
import type { RareTransaction } from "../../transaction.ts";
import { storeWebhooksBy } from "../webhooks/store-webhooks.ts";
import { type Alert, raiseAlerts } from "./alerts/raise-alerts.ts";

/**
 * `new`: it had no failures before. `again`: it was resolved or ignored, and is open again. `frequent`: it has so many failures as some
 * alert rules ask for.
 */
export type GroupChange = { groupId: string; traits: FailureTraits } & (
  | { became: "new" | "again" }
  | { became: "frequent"; ruleIds: readonly string[] }
);

const EVENTS = {
  new: "failure_group.created",
  again: "failure_group.reopened",
  frequent: "failure_group.frequent",
} as const satisfies Record<GroupChange["became"], AlertEvent>;

const BEGINNINGS = { new: "New error", again: "An error is back", frequent: "Many failures" } as const;

/**
 * Stores what follows from groups that are new, came back or have many failures, in the transaction that counts these: events for webhook
 * endpoints, and what alert rules tell.
 */
export async function noteGroupChanges(
  sql: RareTransaction,
  environmentId: string,
  changes: readonly GroupChange[],
): Promise<void> {
  const events = changes.flatMap((change) =>
    change.became === "frequent" ? [] : [{ type: EVENTS[change.became], data: dataOf(change) }],
  );
  await storeWebhooksBy(sql, environmentId, events);
  await raiseAlerts(sql, environmentId, changes.map(alertOf));
}

const dataOf = ({ groupId, traits: { stepType, providerId, reason, code } }: GroupChange) => ({
  failureGroupId: groupId,
  stepType,
  providerId: providerId || null,
  reason,
  code: code || null,
});

function alertOf(change: GroupChange): Alert {
  const { groupId, traits } = change;
  const where = traits.providerId || traits.stepType;
  return {
    event: EVENTS[change.became],
    ...(change.became === "frequent" && { ruleIds: change.ruleIds }),
    text: `${BEGINNINGS[change.became]} (${where}): ${traits.text || failureText(traits.reason, traits.stepType)}`,
    path: `/activity/errors/${groupId}`,
    data: dataOf(change),
  };
}
