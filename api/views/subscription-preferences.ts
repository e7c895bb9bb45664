import type { SubscriptionPreference } from "#contract/schemas/subscription-preferences.ts";
import type { Database } from "#db/client.ts";
import type { Membership } from "#db/queries/topics/memberships.ts";
import { type PreferredWorkflow, preferredWorkflows } from "#db/queries/topics/preferred-workflows.ts";
import type { Scope } from "#db/scope.ts";
import { preferenceFor } from "#domain/subscriptions/subscription-preferences.ts";

/** Reads the workflows that the preferences of memberships name, for all of them together. */
export function workflowsOf(
  db: Database,
  scope: Scope,
  memberships: readonly Membership[],
): Promise<PreferredWorkflow[]> {
  const all = memberships.flatMap(({ link }) => link.preferences ?? []);
  return preferredWorkflows(db, scope, {
    names: [...new Set(all.flatMap(({ workflowIds }) => workflowIds))],
    tags: [...new Set(all.flatMap(({ tags }) => tags))],
  });
}

/** Choices of a membership for each of the workflows that its preferences name. */
export const preferenceViews = (
  { link }: Pick<Membership, "link">,
  subscriptionId: string,
  workflows: readonly PreferredWorkflow[],
): SubscriptionPreference[] =>
  workflows.flatMap((workflow) => {
    const isNamed = preferenceFor(link.preferences, workflow) !== undefined;
    return isNamed ? [preferenceView({ link }, subscriptionId, workflow)] : [];
  });

/** The choice for one workflow; without a preference, all events of it reach the subscriber. */
export function preferenceView(
  { link }: Pick<Membership, "link">,
  subscriptionId: string,
  workflow: PreferredWorkflow,
): SubscriptionPreference {
  const { enabled = true, condition } = preferenceFor(link.preferences, workflow) ?? {};
  return { subscriptionId, workflow, enabled, ...(condition && { condition }) };
}
