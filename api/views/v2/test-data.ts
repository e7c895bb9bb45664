import { HOUR } from "#contract/constants/values/times.ts";
import type { TestData } from "#contract/v2/workflows.ts";
import { isPlainObject } from "#domain/values/plain-object.ts";
import { payloadExample, withMissing } from "../../controls/payload-example.ts";
import { payloadSchemaOf } from "../../controls/step-variables.ts";
import { placesUnder } from "../../controls/variable-schema.ts";
import type { LoadedWorkflow } from "../../services/v2/workflows/load-workflow.ts";
import { usedVariables } from "./workflows.ts";

/** The fields that a form for trying a workflow asks for, with the caller as the recipient, and an event as an example. */
export function testDataView(loaded: LoadedWorkflow, caller: { id: string; email: string }, now: Date): TestData {
  const { version, steps } = loaded;
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
    example: exampleEvent(loaded, now),
  };
}

/** An event that the workflow accepts, for a recipient with the addresses that it needs. */
function exampleEvent({ workflow, version, steps }: LoadedWorkflow, now: Date): TestData["example"] {
  const { reservedVariables, subscriberVariables } = version.variables;
  const needs = (type: "tenant" | "actor"): boolean => reservedVariables.some((reserved) => reserved.type === type);
  const addresses = subscriberVariables.map(({ name }) => name);
  // A delay until a moment in the payload is refused when that has passed.
  const moment = new Date(now.getTime() + HOUR).toISOString();
  const moments = steps.flatMap(({ metadata }) => (metadata.type === "scheduled" ? [metadata.delayPath] : []));
  const payload = moments.reduce<unknown>(
    (others, path) =>
      withMissing(
        path.split(".").reduceRight<unknown>((value, key) => ({ [key]: value }), moment),
        others,
      ),
    payloadExample({ used: usedVariables(version, steps), payloadSchema: version.payloadSchema }),
  );
  return {
    name: workflow.identifier,
    to: {
      subscriberId: "subscriber-1",
      ...(addresses.includes("email") && { email: "subscriber@example.com" }),
      ...(addresses.includes("phone") && { phone: "+15555550100" }),
    },
    payload: isPlainObject(payload) ? payload : {},
    ...(needs("tenant") && { tenant: { identifier: "tenant-1" } }),
    ...(needs("actor") && { actor: { subscriberId: "subscriber-2" } }),
  };
}
