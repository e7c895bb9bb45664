import type { PartialWorkflowPreferences } from "#contract/preferences.ts";
import type { BridgeDefinition, DiscoveredWorkflow } from "#contract/workflows/bridge.ts";
import { completePreferences } from "../preferences.ts";

/** A workflow as a bridge lists it, in the form in which it is stored: its name defaults to its id. */
export function bridgeDefinition(workflow: DiscoveredWorkflow): BridgeDefinition {
  const { workflowId, name, description, tags, payload, preferences, steps } = workflow;
  return {
    workflowId,
    name: name ?? workflowId,
    ...(description != null && { description }),
    tags: tags ?? [],
    critical: workflow.critical ?? workflow.options?.critical ?? false,
    preferences: completePreferences({
      ...(preferences?.all && { all: preferences.all }),
      channels: channelsOf(preferences?.channels ?? {}),
    }),
    ...(payload && { payload: { schema: payload.schema ?? null } }),
    steps: steps.map(({ stepId, type, controls }) => ({
      stepId,
      type,
      ...(controls && { controls: { schema: controls.schema ?? null } }),
    })),
  };
}

/** The channels that are named; a bridge may spell in-app in two ways. */
function channelsOf({
  inApp,
  in_app = inApp,
  ...others
}: NonNullable<NonNullable<DiscoveredWorkflow["preferences"]>["channels"]>): NonNullable<
  PartialWorkflowPreferences["channels"]
> {
  return {
    in_app: { enabled: in_app?.enabled },
    email: { enabled: others.email?.enabled },
    sms: { enabled: others.sms?.enabled },
    chat: { enabled: others.chat?.enabled },
    push: { enabled: others.push?.enabled },
  };
}
