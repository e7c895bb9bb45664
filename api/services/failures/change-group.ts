import type { FailureGroupDetails, IgnoreFailureGroup } from "#contract/activity/failure-groups.ts";
import type { FailureGroupState, IgnoreRule } from "#contract/constants/activity/failure-groups.ts";
import type { AuditAction } from "#contract/constants/audit.ts";
import type { Database } from "#db/client.ts";
import {
  decideFailureGroup,
  failuresByVersion,
  findGroupRuns,
  getFailureGroup,
} from "#db/queries/activity/failure-groups.ts";
import type { Scope } from "#db/scope.ts";
import type { CallContext } from "../../caller.ts";
import { failureGroupDetails } from "../../views/activity/failure-groups.ts";
import { noted } from "../audit.ts";

/** Reads a group with all that is known of it. Throws `not_found`. */
export async function readFailureGroup(db: Database, scope: Scope, id: string): Promise<FailureGroupDetails> {
  const group = await getFailureGroup(db, scope, id);
  const [versions, runs] = await Promise.all([
    failuresByVersion(db, id),
    findGroupRuns(
      db,
      group.latestRuns.map(({ runId }) => runId),
    ),
  ]);
  return failureGroupDetails(group, versions, runs);
}

const ACTIONS = {
  open: "failure_group.opened",
  resolved: "failure_group.resolved",
  ignored: "failure_group.ignored",
} as const satisfies Record<FailureGroupState, AuditAction>;

interface Change {
  state: FailureGroupState;
  rule?: IgnoreRule;
  reason?: string | undefined;
}

/** Resolves, ignores or opens a group. Returns it as it is then. Throws `not_found`. */
export async function changeFailureGroup(
  db: Database,
  call: CallContext,
  id: string,
  { state, rule, reason }: Change,
): Promise<FailureGroupDetails> {
  const { scope, caller } = call;
  const keyEnd = caller.kind === "key" ? { keyEnd: caller.keyEnd } : {};
  const by = "userId" in caller ? { userId: caller.userId, ...keyEnd } : undefined;
  await noted(db, call, { action: ACTIONS[state], id }, (transaction) =>
    decideFailureGroup(transaction, scope, id, { state, rule: rule ?? null, reason, by }),
  );
  return readFailureGroup(db, scope, id);
}

/** The one rule that a body has. */
export function ruleOf({ until, belowPerMinute, afterMore }: IgnoreFailureGroup): IgnoreRule {
  if (until !== undefined) return { until: new Date(until).toISOString() };
  return belowPerMinute === undefined ? { afterMore: afterMore ?? 1 } : { belowPerMinute };
}
