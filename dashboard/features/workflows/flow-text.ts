import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { durationText } from "./wait-text.ts";

/** A throttle, a wait for an event, an HTTP request or a branch step in words. */
export function flowText(metadata: StepMetadata): string {
  switch (metadata.type) {
    case "throttle": {
      const { limit, amount, unit, windowPath, throttleKey } = metadata;
      const window =
        amount !== undefined && unit !== undefined
          ? durationText(amount, unit)
          : `the window in payload.${windowPath ?? ""}`;
      const by = throttleKey ? `, by payload.${throttleKey}` : "";
      return `Lets ${limit} ${limit === 1 ? "run" : "runs"} of a subscriber pass in ${window}${by}`;
    }
    case "wait_for_event": {
      const { signal, workflowIdentifier, amount, unit, matchPath } = metadata;
      const event = workflowIdentifier ? `an event of ${workflowIdentifier}` : `the signal ${signal ?? ""}`;
      const match = matchPath ? ` with the same ${matchPath}` : "";
      return `Waits for ${event}${match}, ${durationText(amount, unit)} at most`;
    }
    case "http":
      return `Sends ${metadata.method} ${metadata.url}`;
    case "branch": {
      const names = metadata.branches.map(({ name, branchId }) => name ?? branchId);
      return `Takes the first branch that applies: ${names.join(", ")}; else ${metadata.defaultBranchId}`;
    }
    default:
      return "Not set up yet";
  }
}
