import type { ListedEvent } from "#contract/events.ts";
import type { ListedEvent as EventRow } from "#db/queries/events/list-events.ts";
import { stateOf } from "../../services/events/event-status.ts";
import { moment } from "./digests.ts";

export const listedEventView = (row: EventRow, engineUrl: string | undefined): ListedEvent => ({
  transactionId: row.transactionId,
  workflow: { _id: row.workflowId, identifier: row.workflowIdentifier, name: row.workflowName },
  audience: row.audience,
  state: stateOf(row),
  runs: row.runs,
  problems: row.problems,
  createdAt: moment(row.createdAt),
  ...(row.testMode && { testMode: row.testMode }),
  ...(row.stopReason !== null && { stopReason: row.stopReason }),
  ...(engineUrl !== undefined && { engineUrl }),
});
