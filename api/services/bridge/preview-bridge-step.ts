import type { ExecuteAnswer, PreviewBridgeStep } from "#contract/bridge.ts";
import { isNestedDeeper } from "#contract/constants/json-depth.ts";
import { PAYLOAD_MAX_DEPTH } from "#contract/constants/limits.ts";
import type { Database } from "#db/client.ts";
import { findControlValues } from "#db/queries/bridge/control-values.ts";
import { getWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { type Bridge, signedTarget } from "../../bridge.ts";
import { requireBridgeUrl, requireCodeFirstStep } from "./sync-bridge.ts";

/**
 * Has the environment's bridge make what one step of a code-first workflow would send: steps before it are given
 * sample results by the bridge, and nothing is stored. Controls that the request leaves out are those that are stored. Throws
 * `not_found`, and `invalid_input` with the bridge's own error.
 */
export async function previewBridgeStep(
  { db, bridge, config }: { db: Database; bridge: Bridge; config: { encryptionKey: Buffer } },
  scope: Scope,
  { workflowId, stepId }: { workflowId: string; stepId: string },
  { payload = {}, subscriber = {}, controls: given }: PreviewBridgeStep,
): Promise<ExecuteAnswer> {
  const found = await getWorkflow(db, scope, workflowId);
  requireCodeFirstStep(found, stepId);
  const { workflow, version } = found;
  const target = await signedTarget({ db, config }, scope, await requireBridgeUrl(db, scope));
  const stored = given
    ? undefined
    : await findControlValues(db, scope, { workflowId: workflow.id, bridgeStepId: stepId });
  const controls = given ?? stored?.controls ?? {};
  // Older bridges read the second name of each.
  const body = { payload, data: payload, controls, inputs: controls, state: [], subscriber };
  const call = { workflowId: version.definition?.workflowId ?? workflow.identifier, stepId, body };
  const { answer } = await bridge.call(scope, (client) => client.execute(target, { action: "preview", ...call }));
  if (!isNestedDeeper(answer, PAYLOAD_MAX_DEPTH)) return answer;
  const message = `The bridge's answer is nested more than ${PAYLOAD_MAX_DEPTH} levels deep`;
  throw new DomainError("invalid_input", message, { code: "BRIDGE_PARSE_ERROR" });
}
