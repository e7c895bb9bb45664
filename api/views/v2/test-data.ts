import type { TestData } from "#contract/v2/workflows.ts";
import { payloadSchemaOf } from "../../controls/step-variables.ts";
import { placesUnder } from "../../controls/variable-schema.ts";
import type { LoadedWorkflow } from "../../services/v2/workflows/load-workflow.ts";
import { usedVariables } from "./workflows.ts";

/** The fields that a form for trying a workflow asks for, with the caller as the recipient. */
export function testDataView({ version, steps }: LoadedWorkflow, caller: { id: string; email: string }): TestData {
  const has = (type: string): boolean => steps.some((step) => step.type === type);
  const properties = {
    subscriberId: { type: "string", default: caller.id },
    ...(has("email") && { email: { type: "string", format: "email", default: caller.email } }),
    ...(has("sms") && { phone: { type: "string", default: "" } }),
  };
  const used = usedVariables(version, steps);
  const { payloadSchema } = version;
  const isEmpty = payloadSchema === null && placesUnder("payload", used).children.size === 0;
  return {
    to: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
    payload: isEmpty ? {} : payloadSchemaOf({ used, payloadSchema }),
  };
}
