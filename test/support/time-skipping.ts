import { TestWorkflowEnvironment } from "@temporalio/testing";
import { inject } from "vitest";

/** A Temporal whose clock jumps to the next timer whenever nothing else happens. `teardown()` it after the tests. */
export function createTimeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  return TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: "existing-path", path: inject("testServerPath") } },
  });
}
