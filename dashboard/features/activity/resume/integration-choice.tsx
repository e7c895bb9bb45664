import { RANKED_CHANNELS } from "#contract/constants/channels.ts";
import { Select } from "#dashboard/components/controls/select.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** The value of the choice that changes nothing. */
export const USUAL = "usual";

interface IntegrationChoiceProps {
  /** The channels on which something is sent again. */
  channels: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

/** Asks which integration sends what failed; nothing where there is no choice. */
export function IntegrationChoice({ channels, value, onChange }: IntegrationChoiceProps) {
  const { current } = useEnvironment();
  const all = useRead("integrations.getAll").data ?? [];
  const concerned = RANKED_CHANNELS.filter((channel) => channels.includes(channel));
  const options = all.flatMap(({ _id, _environmentId, active, channel, name }) =>
    active && _environmentId === current?._id && concerned.some((ranked) => ranked === channel)
      ? [{ id: _id, text: concerned.length > 1 ? `${name} (${STEP_TYPE_LABELS[channel].name})` : name }]
      : [],
  );
  if (options.length === 0) return null;
  return (
    <Select
      label="Send through"
      hint={
        value === USUAL
          ? undefined
          : "Messages that another provider may already have accepted are sent through that provider again."
      }
      value={value}
      options={[{ id: USUAL, text: "Integrations in their usual order" }, ...options]}
      onChange={onChange}
    />
  );
}

/** The part of the call that names the chosen integration. */
export const chosenIntegration = (value: string): { integrationId?: string } =>
  value === USUAL ? {} : { integrationId: value };
