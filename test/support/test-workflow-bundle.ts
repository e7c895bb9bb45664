import { join } from "node:path";
import { loadConfig } from "#config.ts";
import { workflowBundle } from "#engine/workflow-bundle.ts";

/** The workflow code as workers load it, made once for all tests. */
export const testWorkflowBundle = (): Promise<{ codePath: string }> =>
  workflowBundle(join(loadConfig().dataDir, "bundles"));
