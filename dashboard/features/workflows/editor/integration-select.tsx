import { useQuery } from "@tanstack/react-query";
import type { Integration } from "#contract/integrations.ts";
import { Select, type SelectOption } from "#dashboard/components/controls/select.tsx";
import { loadHint } from "#dashboard/components/feedback/load-hint.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { StepForm } from "./use-step-form.ts";

const USUAL = "";
/** Channels of which an environment may have several integrations, with the one that is used when a step names none. */
const USUAL_TEXTS: Readonly<Record<string, string>> = {
  email: "The channel's primary integration",
  sms: "The channel's primary integration",
  push: "Every one the subscriber has",
  chat: "Every one the subscriber has",
};

/** The integration that a step sends through. Nothing for a step that sends no message, and for one to the inbox, which is one. */
export function IntegrationSelect({ form }: { form: StepForm }) {
  const { step, readOnly, error, change } = form;
  const { read, current } = useEnvironment();
  const usual = USUAL_TEXTS[step.type];
  const integrations = useQuery({ ...read("integrations.getAll"), enabled: usual !== undefined });
  if (usual === undefined) return null;
  const own = integrations.data?.filter(
    ({ channel, _environmentId }) => channel === step.type && _environmentId === current?._id,
  );
  const chosen = step.integrationIdentifier;
  const isUnknown = chosen !== undefined && own !== undefined && !own.some(({ identifier }) => identifier === chosen);
  const options: SelectOption<string>[] = [
    { id: USUAL, text: usual },
    ...(own ?? []).map(optionOf),
    ...(isUnknown ? [{ id: chosen, text: `${chosen} (not in this environment)` }] : []),
    // Until the others are there.
    ...(chosen !== undefined && own === undefined ? [{ id: chosen, text: chosen }] : []),
  ];
  const isUsed = own === undefined || own.some(({ identifier, active }) => identifier === chosen && active);
  return (
    <Select
      label="Integration"
      hint={loadHint("the integrations", integrations, chosen === undefined ? undefined : isUsed ? USED : UNUSED)}
      error={error("integrationIdentifier")}
      readOnly={readOnly}
      value={chosen ?? USUAL}
      options={options}
      onChange={(identifier) => change({ integrationIdentifier: identifier === USUAL ? undefined : identifier })}
    />
  );
}

const USED = "Environments without it use the default one";
const UNUSED = "It is not active in this environment, so the default one is used";

const optionOf = ({ identifier, name, active, primary }: Integration): SelectOption<string> => ({
  id: identifier,
  text: active ? name : `${name} (inactive)`,
  description: primary ? `${identifier}, the primary one` : identifier,
});
