import { Link } from "@tanstack/react-router";
import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import type { EffectivePreferences } from "#contract/preferences.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { ChannelCell, type PreferenceRow } from "./channel-cell.tsx";
import { TurnOn } from "./turn-on.tsx";

/** Workflows by channels, each cell with what decides it; the first row is the subscriber's choice for all workflows. */
export function PreferenceMatrix({ preferences: { global, workflows } }: { preferences: EffectivePreferences }) {
  const rows: PreferenceRow[] = [
    { workflow: undefined, isCritical: false, isOff: !global.enabled, channels: choicesFor(global) },
    ...workflows,
  ];
  const columns: Column<PreferenceRow>[] = [
    { id: "workflow", name: "Workflow", className: "sm:w-1/4", cell: WorkflowName },
    ...CHANNELS.map((channel) => ({
      id: channel,
      name: STEP_TYPE_LABELS[channel].name,
      className: "sm:w-[15%]",
      cell: (row: PreferenceRow) => <ChannelCell row={row} channel={channel} />,
    })),
  ];
  return <Table label="Preferences" columns={columns} rows={rows} rowId={({ workflow }) => workflow?._id ?? "all"} />;
}

/** All channels, which are on where the subscriber has chosen nothing. */
function choicesFor({ enabled, channels, sources = {} }: EffectivePreferences["global"]): PreferenceRow["channels"] {
  const of = (channel: Channel) => {
    const chosen = enabled ? channels[channel] : false;
    const decidedBy = chosen === undefined ? undefined : ("SUBSCRIBER_GLOBAL" as const);
    const source = chosen === undefined ? undefined : sources[enabled ? channel : "all"];
    return [channel, { enabled: chosen ?? true, decidedBy, source }] as const;
  };
  return Object.fromEntries(CHANNELS.map(of));
}

function WorkflowName({ workflow, isCritical, isOff }: PreferenceRow) {
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      {workflow ? (
        <Link
          to="/workflows/$workflowId"
          params={{ workflowId: workflow._id }}
          dir="auto"
          translate="no"
          title={workflow.name}
          className="block max-w-full truncate font-medium hover:underline"
        >
          {workflow.name}
        </Link>
      ) : (
        <span className="font-medium">All workflows</span>
      )}
      {isCritical && <Badge tone="warning">Critical</Badge>}
      {isOff && <TurnOn workflow={workflow} />}
    </span>
  );
}
