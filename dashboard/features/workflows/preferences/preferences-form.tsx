import { CHANNELS, type Channel, isChannel } from "#contract/constants/channels.ts";
import { Switch } from "#dashboard/components/controls/switch.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { useEditing, useEditorState } from "../editor/editor-context.tsx";
import { SubscriberRow } from "./subscriber-row.tsx";

/** The channels of a workflow for subscribers who have chosen nothing, whether they may choose, and how they see that. */
export function PreferencesForm() {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
      <div className="flex min-w-0 flex-col gap-6">
        <DefaultChannels />
        <Critical />
      </div>
      <SubscriberRow />
    </div>
  );
}

function DefaultChannels() {
  const { editor, readOnly } = useEditing();
  const { channels } = useEditorState(({ definition }) => definition.preferences);
  const steps = useEditorState(({ definition }) => definition.steps);
  const used = new Set(steps.flatMap(({ type, active }) => (active && isChannel(type) ? [type] : [])));
  const change = (channel: Channel, enabled: boolean) =>
    editor.change(`preferences.${channel}`, (definition) => ({
      ...definition,
      preferences: {
        ...definition.preferences,
        channels: { ...definition.preferences.channels, [channel]: { enabled } },
      },
    }));
  return (
    <section aria-labelledby="default-channels" className="flex min-w-0 flex-col gap-2">
      <h2 id="default-channels" className="text-base font-semibold">
        Default channels
      </h2>
      <p className="text-muted">What counts for a subscriber who has chosen nothing for this workflow.</p>
      <ul className="divide-y rounded-lg border bg-raised">
        {CHANNELS.map((channel) => {
          const { enabled } = channels[channel];
          const { name } = STEP_TYPE_LABELS[channel];
          return (
            <li key={channel} className="flex min-h-12 items-center gap-3 px-3 py-1">
              <span className="shrink-0 text-muted">
                <StepTypeIcon type={channel} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block">{name}</span>
                {!used.has(channel) && <span className="block text-xs text-muted">No active step sends on it</span>}
              </span>
              <Switch
                label={`${name} by default`}
                stateText={enabled ? "On" : "Off"}
                checked={enabled}
                disabled={readOnly}
                onChange={(next) => change(channel, next)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Critical() {
  const { editor, readOnly } = useEditing();
  const isCritical = useEditorState(({ definition }) => definition.preferences.all.readOnly);
  const change = (next: boolean) =>
    editor.change("preferences.critical", (definition) => ({
      ...definition,
      preferences: { ...definition.preferences, all: { ...definition.preferences.all, readOnly: next } },
    }));
  return (
    <section aria-labelledby="critical" className="flex min-w-0 flex-col gap-2">
      <h2 id="critical" className="text-base font-semibold">
        Critical
      </h2>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-lg border bg-raised px-3 py-2">
        <p className="min-w-0 flex-1 basis-56 py-1 text-muted">
          {isCritical
            ? "Subscribers see this workflow among their preferences and cannot change it. It is sent on the default channels also to those who have switched them off."
            : "Subscribers choose for themselves. A channel that a subscriber has switched off gets nothing, whatever the defaults are."}
        </p>
        <Switch
          label="Critical"
          stateText={isCritical ? "Critical" : "Not critical"}
          checked={isCritical}
          disabled={readOnly}
          onChange={change}
        />
      </div>
    </section>
  );
}
