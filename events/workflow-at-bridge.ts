import type { TriggerBroadcast, TriggerEvent } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { pinBridgeWorkflow } from "#db/queries/bridge/bridge-workflows.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { listNotificationGroups } from "#db/queries/notification-groups/notification-groups.ts";
import type { TriggeredWorkflow } from "#db/queries/workflows/workflows.ts";
import type { EventBridge } from "#db/schema/events/event-contents.ts";
import { DomainError } from "#domain/errors.ts";
import { bridgeCall } from "#engine/policies.ts";
import { type Bridge, signedTarget } from "./bridge.ts";
import { parseWorkflow } from "./discover-workflows.ts";
import type { AuthoredEventCall } from "./event-call.ts";

interface Services {
  db: Database;
  bridge: Bridge;
  config: { encryptionKey: Buffer };
}

/**
 * Looks up the workflow of an event at the bridge that the event names, and pins its definition, so that everything after
 * that is as for any other workflow. Throws `workflow_not_found` when the bridge does not list it, and `invalid_input`
 * when the bridge fails.
 */
export async function workflowAtBridge(
  { db, bridge, config }: Services,
  { scope, caller }: AuthoredEventCall,
  { name, bridgeUrl, controls }: (TriggerEvent | TriggerBroadcast) & { bridgeUrl: string },
): Promise<{ workflow: TriggeredWorkflow; bridge: EventBridge }> {
  const target = await signedTarget({ db, config }, scope, bridgeUrl);
  const listed = await bridge.call(scope, (client) => client.discover(target), bridgeCall.waits);
  const found = parseWorkflow(listed, name);
  if (!found) throw new DomainError("workflow_not_found", "workflow_not_found");
  const [environment, [group]] = await Promise.all([
    findEnvironment(db, scope.organizationId, scope.environmentId),
    listNotificationGroups(db, scope),
  ]);
  // Nobody sees the workflow, so that without a group it is in none.
  const author = { creatorId: caller.userId, notificationGroupId: group?.id ?? scope.environmentId };
  const { id, identifier, active, critical, versionId } = await pinBridgeWorkflow(db, scope, author, found);
  return {
    workflow: {
      id,
      identifier,
      active,
      critical,
      versionId,
      environment: environment?.name ?? "",
      isProduction: environment?.parentId !== null,
      retention: environment?.retention ?? null,
    },
    bridge: { url: bridgeUrl, controls: controls?.steps ?? {} },
  };
}
