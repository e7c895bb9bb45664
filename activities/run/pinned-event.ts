import type { BridgeDefinition } from "#contract/workflows/bridge.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";

/** An event, and the version of its workflow that its runs go through. */
export interface PinnedEvent {
  event: EventRow;
  /** The active ones. */
  steps: readonly StepRow[];
  /** Of a workflow whose steps are executed at a bridge. */
  definition: BridgeDefinition | null;
}
