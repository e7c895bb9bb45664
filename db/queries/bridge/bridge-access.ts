import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { listApiKeys } from "../environments/api-keys.ts";

/** Everything that calling an environment's bridge takes. */
export interface BridgeAccess {
  /** Null before the first sync. */
  url: string | null;
  /** The fields that say how the certificate is verified; null when the environment is not there. */
  environment: { bridgeSelfSigned: boolean; parentId: string | null } | null;
  /** The environment's API key that signs, as `listApiKeys` has it first, encrypted; null when there is none. */
  encryptedKey: string | null;
  /** Values that members set for controls of the workflow's steps, by the step's id at the bridge. */
  controls: Record<string, Record<string, unknown>>;
}

/** Read afresh with each slice, as control values count from the moment at which they are saved. */
export async function readBridgeAccess(db: Database, scope: Scope, workflowId: string): Promise<BridgeAccess> {
  const read = db.$client<Omit<BridgeAccess, "encryptedKey">[]>`
    select e.bridge_url as url, 
      jsonb_build_object('bridgeSelfSigned', e.bridge_self_signed, 'parentId', e.parent_id) as environment,
      (select coalesce(jsonb_object_agg(bridge_step_id, controls), '{}') from control_values
        where workflow_id = ${workflowId} and environment_id = e.id) as controls
    from environments e
    where e.id = ${scope.environmentId}`;
  const [[row = { url: null, environment: null, controls: {} }], [signing]] = await Promise.all([
    read,
    listApiKeys(db, scope),
  ]);
  return { ...row, encryptedKey: signing?.encryptedKey ?? null };
}
