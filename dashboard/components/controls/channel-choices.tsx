import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import { STEP_TYPE_LABELS, StepTypeIcon } from "../display/step-type.tsx";
import { MenuChoices } from "../overlays/menu.tsx";

interface ChannelChoicesProps {
  selected: readonly Channel[];
  onChange: (selected: Channel[]) => void;
}

/** The channels as choices in a menu. */
export function ChannelChoices({ selected, onChange }: ChannelChoicesProps) {
  return (
    <MenuChoices
      label="Channel"
      mode="multiple"
      options={CHANNELS.map((id) => ({
        id,
        text: STEP_TYPE_LABELS[id].name,
        icon: <StepTypeIcon type={id} className="size-4 shrink-0 text-muted" />,
      }))}
      selected={selected}
      onChange={onChange}
    />
  );
}
