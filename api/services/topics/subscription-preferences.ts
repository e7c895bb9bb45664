import { SUBSCRIPTION_PREFERENCES_BYTES } from "#contract/constants/limits.ts";
import type { ChooseForSubscription } from "#contract/inbox/inbox-subscriptions.ts";
import type { GivenPreference } from "#contract/schemas/subscription-preferences.ts";
import { readVariables } from "#db/queries/environments/environment-variables.ts";
import { changeMembership, lockPreferences, type Membership } from "#db/queries/topics/memberships.ts";
import { type PreferredWorkflow, preferredWorkflows } from "#db/queries/topics/preferred-workflows.ts";
import type { Scope } from "#db/scope.ts";
import type { Executor, Transaction } from "#db/transaction.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { conditionProblem, pathsIn } from "#domain/subscriptions/condition-problem.ts";
import { type StoredSubscriptionPreference, withChoice } from "#domain/subscriptions/subscription-preferences.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";

/** A preference as it was given, with the paths of its workflows in the request. */
interface Given {
  workflows: { name: string; path: string }[];
  tags: string[];
  enabled: boolean;
  condition: PlainObject | undefined;
  path: string;
}

/**
 * Returns preferences as they are stored, with the ids of workflows, which outlast their identifiers; null for none. Throws
 * `invalid_input` naming what cannot be judged: workflows that do not exist, conditions that are no rules, or that read secrets.
 */
export async function storablePreferences(
  db: Executor,
  scope: Scope,
  preferences: readonly GivenPreference[] | null,
): Promise<StoredSubscriptionPreference[] | null> {
  if (!preferences || preferences.length === 0) return null;
  const all = preferences.map(givenAt);
  const names = all.flatMap(({ workflows }) => workflows.map(({ name }) => name));
  const known = await preferredWorkflows(db, scope, { names, tags: [] });
  const idOf = (name: string) => known.find(({ id, identifier }) => id === name || identifier === name)?.id;
  const problems = all.flatMap(({ workflows, tags, condition, path }) => [
    ...workflows.flatMap((one) =>
      idOf(one.name) === undefined ? [`${one.path} ${one.name} is no workflow of this environment`] : [],
    ),
    ...(workflows.length + tags.length === 0 ? [`${path}.filter must name workflowIds or tags`] : []),
    ...problemOf(condition, `${path}.condition`),
  ]);
  problems.push(...(await readsOfSecrets(db, scope, all)));
  if (problems.length > 0) throw new DomainError("invalid_input", problems);
  return fitting(
    all.map(({ workflows, tags, enabled, condition }) => ({
      workflowIds: [...new Set(workflows.flatMap(({ name }) => idOf(name) ?? []))],
      tags: [...new Set(tags)],
      enabled,
      ...(condition && { condition }),
    })),
  );
}

function givenAt(preference: GivenPreference, index: number): Given {
  const path = `preferences[${index}]`;
  if (typeof preference === "string") {
    return { workflows: [{ name: preference, path }], tags: [], enabled: true, condition: undefined, path };
  }
  const { enabled = true, condition } = preference;
  if ("workflowId" in preference) {
    const workflows = [{ name: preference.workflowId, path: `${path}.workflowId` }];
    return { workflows, tags: [], enabled, condition, path };
  }
  const { workflowIds = [], tags = [] } = preference.filter;
  const workflows = workflowIds.map((name, at) => ({ name, path: `${path}.filter.workflowIds[${at}]` }));
  return { workflows, tags, enabled, condition, path };
}

function problemOf(condition: PlainObject | undefined, path: string): string[] {
  const problem = condition && conditionProblem(condition);
  return problem === undefined ? [] : [`${path} ${problem}`];
}

/** Secrets are kept from conditions, which subscribers write themselves: what a condition decides would tell their values. */
async function readsOfSecrets(
  db: Executor,
  scope: Scope,
  all: readonly Pick<Given, "condition" | "path">[],
): Promise<string[]> {
  const reads = all.flatMap(({ condition, path }) =>
    pathsIn(condition).flatMap((name) =>
      typeof name === "string" && name.startsWith("env.") ? [{ path, key: name.split(".")[1] ?? "" }] : [],
    ),
  );
  if (reads.length === 0) return [];
  const { variables } = await readVariables(db, scope);
  const secrets = new Set(variables.flatMap(({ key, isSecret }) => (isSecret ? [key] : [])));
  return reads
    .filter(({ key }) => secrets.has(key))
    .map(({ path, key }) => `${path}.condition reads env.${key}, which is a secret: use a variable that is none`);
}

function fitting(stored: StoredSubscriptionPreference[]): StoredSubscriptionPreference[] {
  if (new TextEncoder().encode(JSON.stringify(stored)).length <= SUBSCRIPTION_PREFERENCES_BYTES) return stored;
  throw new DomainError("invalid_input", [
    `preferences must be at most ${SUBSCRIPTION_PREFERENCES_BYTES} bytes as JSON with the ids of workflows: use tags, or shorter conditions`,
  ]);
}

/** The workflow of a membership whose preference was chosen, and the membership as it is afterwards. */
export interface ChosenPreference {
  membership: Membership;
  workflow: PreferredWorkflow;
}

/**
 * Stores what a subscription chooses for one workflow, which is named by its id or its identifier. Throws `not_found`, and
 * `invalid_input` for a condition that cannot be judged and for a choice that differs by channel.
 */
export async function choosePreference(
  transaction: Transaction,
  scope: Scope,
  membership: Membership,
  workflowName: string,
  choice: ChooseForSubscription,
): Promise<ChosenPreference> {
  const [workflow] = await preferredWorkflows(transaction, scope, { names: [workflowName], tags: [] });
  if (!workflow) throw notFound(`No workflow ${workflowName} exists in this environment`);
  const { enabled = true, condition, ...channels } = choice;
  const isByChannel = Object.values(channels).some((chosen) => chosen !== undefined && chosen !== choice.enabled);
  const problems = [
    ...(isByChannel
      ? ["enabled is for all channels of a subscription: choose single channels by the preferences of the subscriber"]
      : []),
    ...(choice.enabled === undefined && condition === undefined ? ["enabled or condition must be given"] : []),
    ...problemOf(condition ?? undefined, "condition"),
    ...(await readsOfSecrets(transaction, scope, [{ condition: condition ?? undefined, path: "" }])).map((text) =>
      text.slice(1),
    ),
  ];
  if (problems.length > 0) throw new DomainError("invalid_input", problems);
  const locked = await lockPreferences(transaction, membership.link.id);
  if (!locked) throw notFound(`The subscription ${membership.link.id} was removed`);
  const stored = withChoice(locked.preferences, workflow.id, { enabled, ...(condition && { condition }) });
  const preferences = fitting(stored);
  await changeMembership(transaction, membership.link.id, { preferences });
  return { membership: { ...membership, link: { ...membership.link, preferences } }, workflow };
}
