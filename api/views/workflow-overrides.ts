import type { WorkflowOverride } from "#contract/workflows/workflow-overrides.ts";
import type { ListedOverride, WorkflowOverrideRow } from "#db/queries/workflows/manage-overrides.ts";
import { datedFields, ownedFields } from "./fields.ts";

/** A channel that the override does not name is on. */
const EVERY_CHANNEL = { in_app: true, email: true, sms: true, chat: true, push: true };

export const workflowOverrideView = (override: WorkflowOverrideRow & Partial<ListedOverride>): WorkflowOverride => ({
  ...ownedFields(override),
  _workflowId: override.workflowId,
  _tenantId: override.tenantId,
  active: override.active,
  preferenceSettings: { ...EVERY_CHANNEL, ...override.preferenceSettings },
  deleted: false,
  ...(override.workflow && { workflow: override.workflow }),
  ...datedFields(override),
});
