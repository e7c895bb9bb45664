import { useState } from "react";
import type { Channel } from "#contract/constants/channels.ts";
import type { PreferenceLayer } from "#contract/constants/statuses.ts";
import type { ChoiceSource } from "#contract/preferences.ts";
import { Switch } from "#dashboard/components/controls/switch.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useSubscriber } from "../person/subscriber-context.ts";
import { ChoiceSourceText } from "./choice-source.tsx";

/** A workflow, or all of them, by channel. */
export interface PreferenceRow {
  /** Undefined for the choice for all workflows. */
  workflow: { _id: string; name: string } | undefined;
  isCritical: boolean;
  /** The subscriber has switched all channels off at once. */
  isOff: boolean;
  channels: Partial<
    Record<Channel, { enabled: boolean; decidedBy: PreferenceLayer | undefined; source?: ChoiceSource | undefined }>
  >;
}

const DECIDERS: Readonly<Record<PreferenceLayer, string>> = {
  SUBSCRIBER_WORKFLOW: "Subscriber",
  SUBSCRIBER_GLOBAL: "Subscriber, for all",
  USER_WORKFLOW: "A member",
  WORKFLOW_RESOURCE: "Workflow",
  workflowOverride: "Tenant",
};

interface ChannelCellProps {
  row: PreferenceRow;
  channel: Channel;
}

/** Whether the channel is on, what decides that, and a switch where it can be chosen. */
export function ChannelCell({ row, channel }: ChannelCellProps) {
  const { workflow, isCritical, isOff } = row;
  const decided = row.channels[channel];
  const { subscriberId } = useSubscriber();
  const { may, write } = useEnvironment();
  /** Chosen just now: shown until the server has said what counts. */
  const [chosen, setChosen] = useState<boolean>();
  const name = `${STEP_TYPE_LABELS[channel].name} for ${workflow?.name ?? "all workflows"}`;
  const change = useOneMutation<unknown, boolean | null>({
    mutationFn: (enabled) =>
      workflow
        ? write("subscribers.updatePreference", subscriberId, workflow._id, { channel: { type: channel, enabled } })
        : write("subscribers.updateGlobalPreference", subscriberId, { preferences: [{ type: channel, enabled }] }),
    onMutate: (enabled) => setChosen(enabled ?? undefined),
    onError: (error) => showToast({ tone: "danger", text: `${name} was not changed. ${errorText(error)}` }),
    onSettled: () => setChosen(undefined),
  });
  if (!decided) {
    return (
      <span className="text-muted" title="The workflow sends nothing on it">
        –
      </span>
    );
  }
  const enabled = chosen ?? decided.enabled;
  const stateText = enabled ? "On" : "Off";
  const mayChoose = may("environment.use") && !isCritical && !isOff;
  return (
    <span className="flex flex-col items-start">
      {mayChoose ? (
        // In line with the text below.
        <span className="-ms-1">
          <Switch label={name} stateText={stateText} checked={enabled} onChange={(next) => change.mutate(next)} />
        </span>
      ) : (
        <span className={enabled ? "" : "text-muted"}>{stateText}</span>
      )}
      <span className="text-xs text-muted">
        {isCritical ? "Critical" : decided.decidedBy === undefined ? "Not chosen" : DECIDERS[decided.decidedBy]}
      </span>
      {!isCritical && decided.source && <ChoiceSourceText source={decided.source} />}
      {mayChoose && decided.decidedBy === (workflow ? "SUBSCRIBER_WORKFLOW" : "SUBSCRIBER_GLOBAL") && (
        <button
          type="button"
          aria-label={`Reset ${name}`}
          title="Let the workflow decide again"
          className="rounded text-xs text-accent underline-offset-2 hover:underline"
          onClick={() => change.mutate(null)}
        >
          Reset
        </button>
      )}
    </span>
  );
}
