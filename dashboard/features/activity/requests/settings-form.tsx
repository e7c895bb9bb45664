import { RequestSettings } from "#contract/activity/requests.ts";
import { REQUEST_DAYS_MAX } from "#contract/constants/activity/requests.ts";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { RadioGroup } from "#dashboard/components/controls/radio-group.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const CHOICES = [
  {
    id: "everything",
    text: "Everything",
    description: "With the first 16 kB of each body and each answer. Secrets are masked",
  },
  {
    id: "without_bodies",
    text: "Without bodies",
    description: "Path, status, duration and key alone, without what was sent and answered",
  },
  { id: "nothing", text: "Nothing", description: "Requests already recorded are kept until they expire" },
] as const;

interface SettingsFormProps {
  keptName: string;
  onSaved: () => void;
}

/** Shows what is recorded of calls, and for how long it is kept. */
export function SettingsForm(props: SettingsFormProps) {
  const { may } = useEnvironment();
  const query = useRead("requests.getSettings");
  return (
    <QueryResult query={query} skeleton={<SkeletonCards cards={1} className="h-56" />}>
      {(settings) =>
        may("environment.limit") ? <Fields {...props} settings={settings} /> : <Facts settings={settings} />
      }
    </QueryResult>
  );
}

function Facts({ settings: { recorded, days } }: { settings: RequestSettings }) {
  const choice = CHOICES.find(({ id }) => id === recorded);
  return (
    <dl className="flex flex-col gap-2">
      <div>
        <dt className="text-xs text-muted">Recorded</dt>
        <dd>{choice && `${choice.text}. ${choice.description}.`}</dd>
      </div>
      <div>
        <dt className="text-xs text-muted">Kept for</dt>
        <dd>{days === 1 ? "1 day" : `${days} days`}</dd>
      </div>
    </dl>
  );
}

function Fields({ settings, keptName, onSaved }: SettingsFormProps & { settings: RequestSettings }) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={RequestSettings}
      initial={settings}
      keptName={keptName}
      action="Save"
      send={async (given) => {
        await write("requests.setSettings", given);
        onSaved();
        showToast({ tone: "success", text: "The recording of requests was saved" });
      }}
    >
      {(form) => (
        <>
          <RadioGroup
            label="Record calls with API keys"
            value={form.watch("recorded")}
            options={CHOICES}
            onChange={(recorded) => form.setValue("recorded", recorded, { shouldDirty: true })}
          />
          <NumberInput
            label="Keep for"
            unit="days"
            hint="Applies to new requests"
            error={fieldError(form, "days")}
            ref={form.register("days").ref}
            min={1}
            max={REQUEST_DAYS_MAX}
            value={form.watch("days")}
            onChange={(days) => form.setValue("days", days ?? 0, { shouldDirty: true })}
          />
        </>
      )}
    </SchemaForm>
  );
}
