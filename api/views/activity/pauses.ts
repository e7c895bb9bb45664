import type { Pause } from "#contract/safety-caps.ts";
import type { PauseRow } from "#db/queries/pauses/pauses.ts";

export const pauseView = ({ id, workflowId, subscriberId, workflow, subscriber, ...row }: PauseRow): Pause => ({
  _id: id,
  reason: row.reason,
  ...(workflowId !== null && workflow && { workflow: { _id: workflowId, ...workflow } }),
  ...(subscriberId !== null && subscriber && { subscriber: { _id: subscriberId, ...subscriber } }),
  limit: row.limit,
  counted: row.counted,
  waiting: row.waiting,
  state: row.state,
  createdAt: new Date(row.createdAt).toISOString(),
  ...(row.resolvedAt !== null && { resolvedAt: new Date(row.resolvedAt).toISOString() }),
});
