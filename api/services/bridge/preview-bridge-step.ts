import { PAYLOAD_MAX_DEPTH } from "#contract/constants/limits.ts";
import { isNestedDeeper } from "#contract/constants/values/json-depth.ts";
import type { ExecuteAnswer, PreviewBridgeStep } from "#contract/workflows/bridge.ts";
import type { Database } from "#db/client.ts";
import { findControlValues } from "#db/queries/bridge/control-values.ts";
import { getWorkflow } from "#db/queries/workflows/workflows.ts";
import { DomainError } from "#domain/errors.ts";
import { type Bridge, signedTarget } from "#events/bridge.ts";
import type { AuthoredCall } from "../../caller.ts";
import { requireBridgeUrl, requireCodeFirstStep } from "./sync-bridge.ts";

/**
 * Has the environment's bridge make what one step of a code-first workflow would send: steps before it are given
 * sample results by the bridge, and nothing is stored. Controls that the request leaves out are those that are stored. Who only reads the
 * environment is given no data of providers, whose headers may hold secrets. Throws `not_found`, `forbidden` for who only reads it and a
 * custom step, whose code does its work for previews as well, and `invalid_input` with the bridge's own error.
 */
export async function previewBridgeStep(
  { db, bridge, config }: { db: Database; bridge: Bridge; config: { encryptionKey: Buffer } },
  { scope, caller }: AuthoredCall,
  { workflowId, stepId }: { workflowId: string; stepId: string },
  { payload = {}, subscriber = {}, controls: given }: PreviewBridgeStep,
): Promise<ExecuteAnswer> {
  const found = await getWorkflow(db, scope, workflowId);
  const { type } = requireCodeFirstStep(found, stepId);
  const mayUse = caller.permissions.has("environment.use");
  if (type === "custom" && !mayUse) {
    throw new DomainError(
      "forbidden",
      "The code of a custom step does its work for a preview as well, which takes the permission environment.use: ask an admin of the organization",
    );
  }
  const { workflow, version } = found;
  const target = await signedTarget({ db, config }, scope, await requireBridgeUrl(db, scope));
  const stored = given
    ? undefined
    : await findControlValues(db, scope, { workflowId: workflow.id, bridgeStepId: stepId });
  const controls = given ?? stored?.controls ?? {};
  // Older bridges read the second name of each.
  const body = { payload, data: payload, controls, inputs: controls, state: [], subscriber };
  const call = { workflowId: version.definition?.workflowId ?? workflow.identifier, stepId, body };
  const { answer } = await bridge.preview(scope, (client) => client.execute(target, { action: "preview", ...call }));
  const { providers: _providers, ...withoutProviders } = answer;
  if (!isNestedDeeper(answer, PAYLOAD_MAX_DEPTH)) return mayUse ? answer : withoutProviders;
  const message = `The bridge's answer is nested more than ${PAYLOAD_MAX_DEPTH} levels deep`;
  throw new DomainError("invalid_input", message, { code: "BRIDGE_PARSE_ERROR" });
}
