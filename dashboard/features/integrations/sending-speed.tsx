import type { IntegrationPace } from "#contract/integration-pace.ts";
import type { Integration } from "#contract/integrations.ts";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { FormSection } from "#dashboard/forms/form-section.tsx";
import type { CredentialsInput } from "./credentials.ts";
import { CurrentRate } from "./sending-rate.tsx";

const LIMITS = [
  { name: "perSecond", label: "Messages a second", hint: "By all processes together", decimals: 2 },
  { name: "burst", label: "Messages at once after a pause", hint: "Afterwards as many a second as above", decimals: 0 },
  { name: "concurrent", label: "Messages under way at once", hint: "By each process", decimals: 0 },
] as const satisfies readonly { name: keyof IntegrationPace; label: string; hint: string; decimals: number }[];

interface SendingSpeedProps {
  form: FormOf<CredentialsInput, CredentialsInput>;
  integration: Integration | undefined;
}

/** How fast an integration may send, for accounts that may send faster or slower than the provider documents. */
export function SendingSpeed({ form, integration }: SendingSpeedProps) {
  const pace = form.watch("pace");
  const isSet = Object.values(pace).some((limit) => limit !== null);
  const hasIssue = LIMITS.some(({ name }) => fieldError(form, `pace.${name}`) !== undefined);
  return (
    <FormSection
      title="Speed"
      summary={isSet ? "Limits set here" : "As the provider allows"}
      hasIssue={hasIssue}
      headingLevel={2}
    >
      {integration && <CurrentRate integrationId={integration._id} />}
      <p className="text-muted">
        Messages go as fast as the provider documents for every account, and slower once it refuses some. Set limits
        where your account has others.
      </p>
      {LIMITS.map(({ name, label, hint, decimals }) => (
        <NumberInput
          key={name}
          label={`${label} (optional)`}
          hint={hint}
          decimals={decimals}
          min={decimals > 0 ? 0 : 1}
          value={pace[name]}
          onChange={(limit) => form.setValue(`pace.${name}`, limit, { shouldDirty: true })}
          error={fieldError(form, `pace.${name}`)}
        />
      ))}
    </FormSection>
  );
}
