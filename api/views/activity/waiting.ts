import type { StepType } from "#contract/constants/channels.ts";
import { isChannel } from "#contract/constants/channels.ts";
import type { Waiting, WaitingCount } from "#contract/waiting.ts";
import type { WaitingCount as CountRow, WaitingRow } from "#db/queries/waiting/waiting.ts";
import { withoutNulls } from "../fields.ts";
import { moment } from "./digests.ts";

interface WorkflowOf {
  workflowId: string;
  workflowIdentifier: string;
  workflowName: string;
}

const workflowView = ({ workflowId, workflowIdentifier, workflowName }: WorkflowOf) => ({
  _id: workflowId,
  identifier: workflowIdentifier,
  name: workflowName,
});

export function waitingView(row: WaitingRow, engineUrl: string | undefined): Waiting {
  const { kind, stepId, stepType, error } = row;
  return {
    _id: row.id,
    kind,
    dueAt: moment(row.dueAt),
    workflow: workflowView(row),
    transactionId: row.transactionId,
    _notificationId: row.runId,
    ...(stepId !== null && stepType !== null && { step: { _id: stepId, type: stepType } }),
    ...(kind === "retry" && { isTrying: row.isLeased }),
    ...withoutNulls({
      subscriberId: row.subscriberId,
      channel: row.channel,
      providerId: row.providerId,
      since: row.since === null ? null : moment(row.since),
      attempts: row.attempts ?? error?.attempts ?? null,
      error: error === null ? null : [error.message, error.errorText].filter(Boolean).join(": "),
      engineUrl: engineUrl ?? null,
    }),
  };
}

/** Returns what a run waits for that stands at such a step. */
function kindOfStep(type: StepType): Waiting["kind"] {
  if (type === "delay" || type === "digest") return type;
  return isChannel(type) ? "hold" : "wait";
}

/** Counts by kind and workflow. `typeOf` is the type of the step at which runs stand; null for deliveries. */
export function waitingCountViews(
  rows: readonly CountRow[],
  typeOf: (row: CountRow) => StepType | null | undefined,
): WaitingCount[] {
  const views = new Map<string, WaitingCount>();
  for (const row of rows) {
    const type = typeOf(row);
    const kind = type === null ? "retry" : type === undefined ? "wait" : kindOfStep(type);
    const key = `${row.workflowId}/${kind}`;
    const known = views.get(key) ?? {
      kind,
      workflow: workflowView(row),
      count: 0,
      isMore: false,
      nextDueAt: moment(row.nextDueAt),
    };
    views.set(key, { ...known, count: known.count + row.count, isMore: known.isMore || row.isMore });
  }
  return [...views.values()];
}
