import type { Digest, DigestEvent } from "#contract/digests.ts";
import { COUNTED_EVENTS, type WindowEventRow, type WindowRow } from "#db/queries/digests/digest-windows.ts";
import { withoutNulls } from "../fields.ts";

/** A moment of Postgres as the wire has it. */
export const moment = (text: string): string => new Date(text).toISOString();

export function digestView(row: WindowRow, engineUrl: string | undefined): Digest {
  return {
    _id: row.id,
    id: row.id,
    state: stateOf(row),
    _templateId: row.workflowId,
    workflow: { identifier: row.workflowIdentifier, name: row.workflowName },
    _stepId: row.stepId,
    _subscriberId: row.subscriberId,
    subscriberId: row.subscriberKey,
    key: row.digestValue,
    events: { count: Math.min(row.events, COUNTED_EVENTS), isMore: row.events > COUNTED_EVENTS },
    openedAt: moment(row.openedAt),
    closesAt: moment(row.closesAt),
    ...(row.closedAt !== null && { closedAt: moment(row.closedAt) }),
    _notificationId: row.masterRunId,
    ...withoutNulls({
      discardedBy: row.discardedBy,
      sentBy: row.sentBy,
      transactionId: row.transactionId,
      engineUrl: engineUrl ?? null,
    }),
  };
}

function stateOf({ closedAt, discarded, sentBy }: WindowRow): Digest["state"] {
  if (closedAt === null) return sentBy === null ? "open" : "sending";
  return discarded ? "discarded" : "closed";
}

export const digestEventView = ({ runId, joinedAt, payload, ...row }: WindowEventRow): DigestEvent => ({
  ...row,
  ...(payload && { payload }),
  _notificationId: runId,
  joinedAt: moment(joinedAt),
});
