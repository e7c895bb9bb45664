import { and, asc, count, desc, eq, getTableColumns, ilike, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { CHANNELS, type Channel, isChannel, type StepType } from "#contract/constants/channels.ts";
import type { Database } from "../../client.ts";
import { containing } from "../../like.ts";
import { users } from "../../schema/accounts/users.ts";
import { notificationGroups } from "../../schema/workflows/notification-groups.ts";
import { workflowSteps } from "../../schema/workflows/workflow-steps.ts";
import { workflowVersions } from "../../schema/workflows/workflow-versions.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import { hasPrimary } from "../integrations/integration-priorities.ts";
import { namesUnavailable, withNamedWorkflows } from "./named-workflows.ts";
import { namesLackingVariable, withVariableIssues } from "./variable-issues.ts";
import type { StepRow } from "./workflow-steps.ts";
import type { WorkflowRow } from "./workflow-versions.ts";

const ORDERS = {
  createdAt: workflows.createdAt,
  updatedAt: workflows.updatedAt,
  name: workflows.name,
  lastTriggeredAt: workflows.lastTriggeredAt,
} as const;
export type WorkflowOrder = keyof typeof ORDERS;

interface ListInput {
  offset: number;
  limit: number;
  order: WorkflowOrder;
  direction: "ASC" | "DESC";
  query?: string | undefined;
  tags?: readonly string[] | undefined;
  statuses?: readonly string[] | undefined;
  /** Workflows with an active step of one of these types. */
  stepTypes?: readonly string[] | undefined;
  notificationGroupId?: string | undefined;
  /** Only workflows that need action, or only the others. */
  needsAction?: boolean | undefined;
}

/** Channels with an active integration. */
type ActiveChannels = ReadonlyMap<Channel, { primary: boolean }>;

export interface ListedV2 {
  workflow: WorkflowRow;
  /** The number of the current version. */
  version: number | null;
  group: { id: string; name: string } | null;
  /** The maker of the current version; null when that person is not there any more. */
  author: { id: string; firstName: string; lastName: string | null } | null;
  steps: Pick<StepRow, "stepId" | "name" | "type" | "active" | "issues">[];
}

const hasIssues = sql<boolean>`(${workflows.hasIssues} or ${namesUnavailable} or ${namesLackingVariable})`;
const status = sql<string>`case when not ${workflows.active} then 'INACTIVE' when ${hasIssues} then 'ERROR' else 'ACTIVE' end`;

const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;

/** Whether steps of the type find an integration, or need none. */
export function isReady(type: StepType, channels: ActiveChannels): boolean {
  if (!isChannel(type)) return true;
  const integration = channels.get(type);
  return integration !== undefined && (integration.primary || !hasPrimary(type));
}

const hasStep = (types: readonly string[]): SQL => sql`exists (
  select from ${workflowSteps} s where s.version_id = ${workflows.versionId} and s.active and s.type = any(${texts(types)}))`;

const needingAction = (channels: ActiveChannels): SQL => sql`(${workflows.active} and (${hasIssues}
  or ${hasStep(CHANNELS.filter((channel) => !isReady(channel, channels)))}))`;

function matching(
  scope: Scope,
  { query, tags = [], statuses = [], stepTypes = [], notificationGroupId, needsAction }: ListInput,
  channels: ActiveChannels,
): SQL | undefined {
  const pattern = query ? containing(query) : undefined;
  return and(
    eq(workflows.environmentId, scope.environmentId),
    isNull(workflows.deletedAt),
    pattern === undefined ? undefined : or(ilike(workflows.name, pattern), ilike(workflows.identifier, pattern)),
    tags.length > 0 ? sql`${workflows.tags} && ${texts(tags)}` : undefined,
    statuses.length > 0 ? sql`${status} = any(${texts(statuses)})` : undefined,
    stepTypes.length > 0 ? hasStep(stepTypes) : undefined,
    notificationGroupId === undefined ? undefined : eq(workflows.notificationGroupId, notificationGroupId),
    needsAction === undefined ? undefined : sql`${needingAction(channels)} = ${needsAction}`,
  );
}

/** One page of all workflows of the environment, in an order that has no ties. */
export async function listWorkflowsV2(
  db: Database,
  scope: Scope,
  input: ListInput,
  channels: ActiveChannels,
): Promise<{ workflows: ListedV2[]; totalCount: number }> {
  const { order, direction, limit, offset } = input;
  const where = matching(scope, input, channels);
  const toward = direction === "ASC" ? asc : desc;
  const nullsLast = order === "lastTriggeredAt" ? sql`${ORDERS[order]} is null` : undefined;
  const [rows, [total]] = await Promise.all([
    db
      .select({
        workflow: { ...getTableColumns(workflows), hasIssues },
        version: workflowVersions.number,
        group: { id: notificationGroups.id, name: notificationGroups.name },
        author: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      })
      .from(workflows)
      .leftJoin(workflowVersions, eq(workflowVersions.id, workflows.versionId))
      .leftJoin(notificationGroups, eq(notificationGroups.id, workflows.notificationGroupId))
      .leftJoin(users, eq(users.id, workflowVersions.creatorId))
      .where(where)
      .orderBy(...(nullsLast ? [nullsLast] : []), toward(ORDERS[order]), toward(workflows.id))
      .limit(limit)
      .offset(offset),
    db.select({ count: count() }).from(workflows).where(where),
  ]);
  const { stepId, name, type, active, metadata, issues, versionId } = getTableColumns(workflowSteps);
  const stored = await db
    .select({ stepId, name, type, active, metadata, issues, versionId })
    .from(workflowSteps)
    .where(
      inArray(
        versionId,
        rows.map(({ workflow }) => workflow.versionId),
      ),
    )
    .orderBy(asc(workflowSteps.position));
  const steps = await withVariableIssues(db, await withNamedWorkflows(db, scope, stored));
  return {
    workflows: rows.map((row) => ({
      ...row,
      steps: steps.filter((step) => step.versionId === row.workflow.versionId),
    })),
    totalCount: total?.count ?? 0,
  };
}
