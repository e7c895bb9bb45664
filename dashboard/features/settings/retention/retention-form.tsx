import { z } from "zod";
import { REQUEST_DAYS_MAX } from "#contract/constants/activity/requests.ts";
import { DEFAULT_RETENTION, RETENTION_MAX_DAYS } from "#contract/constants/limits.ts";
import type { RetentionDays } from "#contract/retention.ts";
import { wholeNumberUpTo } from "#contract/schemas/common.ts";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { KINDS } from "./retention-texts.ts";

const days = wholeNumberUpTo(RETENTION_MAX_DAYS);
const TypedRetention = z.object({
  runs: days,
  messages: days,
  inApp: days,
  requests: wholeNumberUpTo(REQUEST_DAYS_MAX),
});

/** For how many days each kind is kept. */
export function RetentionForm({ days: stored }: { days: RetentionDays }) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={TypedRetention}
      initial={stored}
      keptName="retention"
      className="max-w-2xl items-start"
      action="Save retention"
      send={async (typed, form) => {
        await write("retention.update", typed);
        form.reset(typed);
        showToast({ tone: "success", text: "The retention was saved" });
      }}
    >
      {(form) => (
        <div className="grid w-full grid-cols-1 gap-4 sm:grid-cols-2">
          {KINDS.map(({ name, label, hint }) => (
            <NumberInput
              key={name}
              label={label}
              hint={`${hint}. ${DEFAULT_RETENTION[name]} days by default.`}
              unit="days"
              error={fieldError(form, name)}
              ref={form.register(name).ref}
              min={1}
              max={name === "requests" ? REQUEST_DAYS_MAX : RETENTION_MAX_DAYS}
              value={form.watch(name)}
              onChange={(value) => form.setValue(name, value ?? 0, { shouldDirty: true })}
            />
          ))}
        </div>
      )}
    </SchemaForm>
  );
}
