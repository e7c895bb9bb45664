import { z } from "zod";
import { NAME_MAX } from "#contract/constants/limits.ts";
import { type Integration, TenantConditions } from "#contract/integrations.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { unfinishedText } from "#dashboard/components/conditions/condition-text.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { ConditionsForUse } from "./conditions-for-use.tsx";
import { isRanked } from "./connected.ts";
import { CredentialField } from "./credential-field.tsx";
import {
  initialCredentials,
  initialPace,
  secretSetting,
  sentCredentials,
  sentPace,
  storedSecret,
  withoutSecrets,
} from "./credentials.ts";
import { Reports } from "./reports.tsx";
import { SendingSpeed } from "./sending-speed.tsx";
import { TestConnection } from "./test-connection.tsx";

/** The server knows what each provider needs, and says it at the field. */
const Connection = z.object({
  name: z.string().trim().min(1, { error: "should not be empty" }).max(NAME_MAX),
  active: z.boolean(),
  isUnchecked: z.boolean(),
  credentials: z.record(z.string(), z.union([z.string(), z.boolean()])),
  conditions: TenantConditions.superRefine((groups, context) => {
    const message = unfinishedText(groups);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  }),
  pace: z.object({
    perSecond: z.number().nullable(),
    burst: z.number().nullable(),
    concurrent: z.number().nullable(),
  }),
});

interface CredentialsFormProps {
  entry: CatalogueEntry;
  /** The one to change; a new one without it. */
  integration?: Integration;
  onSaved: (integration: Integration) => void;
}

/** Connects a provider, or changes how it is connected. */
export function CredentialsForm({ entry, integration, onSaved }: CredentialsFormProps) {
  const { write } = useEnvironment();
  const { id: providerId, channel, displayName, docReference, credentials: fields } = entry;
  const stored = integration?.credentials ?? {};
  return (
    <SchemaForm
      schema={Connection}
      initial={{
        name: integration?.name ?? displayName,
        active: integration?.active ?? true,
        isUnchecked: false,
        credentials: initialCredentials(fields, stored),
        conditions: integration?.conditions ?? [],
        pace: initialPace(integration?.pace),
      }}
      serverFields={{ "credentials.*": "credentials", "conditions.*": "conditions", "pace.*": "pace" }}
      keptName={integration ? "integration" : "new-integration"}
      withoutSecrets={(values) => ({ ...values, credentials: withoutSecrets(fields, values.credentials) })}
      className="max-w-xl"
      action={integration ? "Save" : "Connect"}
      send={async ({ name, active, credentials, isUnchecked, conditions, pace }) => {
        const body = {
          name,
          active,
          credentials: sentCredentials(fields, credentials, stored),
          ...(isRanked(channel) && { conditions }),
          pace: sentPace(pace),
          check: !isUnchecked,
        };
        onSaved(
          integration
            ? await write("integrations.update", integration._id, body)
            : await write("integrations.create", providerId, { channel, ...body }),
        );
      }}
    >
      {(form) => (
        <>
          <FormInput form={form} name="name" label="Name" hint="Shown to members in lists" />
          {fields.map((field, index) => (
            <CredentialField
              key={field.key}
              form={form}
              field={field}
              stored={storedSecret(field, stored)}
              setting={secretSetting(integration?.secretsSet[field.key])}
              autoFocus={index === 0 && !integration}
            />
          ))}
          {docReference && (
            <a href={docReference} target="_blank" rel="noreferrer" className="w-fit text-accent hover:underline">
              Where {displayName} shows these
            </a>
          )}
          {channel === "email" && <TestConnection form={form} entry={entry} integration={integration} />}
          {integration?.reportUrl && <Reports url={integration.reportUrl} integration={integration} entry={entry} />}
          {isRanked(channel) && <ConditionsForUse form={form} isPrimary={integration?.primary ?? false} />}
          <SendingSpeed form={form} integration={integration} />
          <Checkbox
            label="Active"
            hint="Send messages through it from now on"
            checked={form.watch("active")}
            onChange={(active) => form.setValue("active", active, { shouldDirty: true })}
          />
          {channel === "email" && (
            <Checkbox
              label="Save without a test"
              hint="Otherwise the credentials are tested with the provider"
              checked={form.watch("isUnchecked")}
              onChange={(isUnchecked) => form.setValue("isUnchecked", isUnchecked)}
            />
          )}
        </>
      )}
    </SchemaForm>
  );
}
