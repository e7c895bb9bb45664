import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

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
  const [row] = await db.$client<BridgeAccess[]>`
    select e.bridge_url as url, 
      jsonb_build_object('bridgeSelfSigned', e.bridge_self_signed, 'parentId', e.parent_id) as environment,
      (select k.encrypted_key from api_keys k
        where k.environment_id = e.id and k.encrypted_key is not null
          and (k.expire_at is null or k.expire_at > clock_timestamp())
        order by not exists (
          select from api_keys line where line.environment_id = e.id and line.rolled_since = k.rolled_since
            and line.last_used_at is not null
        ), k.rolled_since, k.created_at limit 1) as "encryptedKey",
      (select coalesce(jsonb_object_agg(bridge_step_id, controls), '{}') from control_values
        where workflow_id = ${workflowId} and environment_id = e.id) as controls
    from environments e
    where e.id = ${scope.environmentId}`;
  return row ?? { url: null, environment: null, encryptedKey: null, controls: {} };
}
