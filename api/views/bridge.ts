import type { z } from "zod";
import type { ControlValues } from "#contract/workflows/bridge.ts";
import type { ControlValuesRow } from "#db/queries/bridge/control-values.ts";
import { datedFields } from "./fields.ts";

export const controlValuesView = (row: ControlValuesRow): z.infer<typeof ControlValues> => ({
  _id: row.id,
  _workflowId: row.workflowId,
  _environmentId: row.environmentId,
  _organizationId: row.organizationId,
  stepId: row.bridgeStepId,
  level: "step_controls",
  controls: row.controls,
  ...datedFields(row),
});
