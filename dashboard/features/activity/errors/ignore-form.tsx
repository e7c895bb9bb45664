import { z } from "zod";
import { FAILURE_GROUP_REASON_MAX, IGNORED_FAILURES_MAX } from "#contract/constants/activity/failure-groups.ts";
import { wholeNumberUpTo } from "#contract/schemas/common.ts";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormInput, fieldError, orNothing } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { ErrorFormProps } from "./resolve-form.tsx";

const HOUR = 3_600_000;

const RULES = [
  { id: "until", text: "For a time" },
  { id: "belowPerMinute", text: "While it is rare" },
  { id: "afterMore", text: "For a number of failures" },
] as const;
const TIMES = [
  { id: "1", text: "1 hour" },
  { id: "24", text: "1 day" },
  { id: "168", text: "7 days" },
  { id: "720", text: "30 days" },
] as const;

const Ignore = z.object({
  rule: z.enum(["until", "belowPerMinute", "afterMore"]),
  hours: z.enum(["1", "24", "168", "720"]),
  failures: wholeNumberUpTo(IGNORED_FAILURES_MAX),
  reason: z.string().trim().max(FAILURE_GROUP_REASON_MAX),
});

/** Asks for how long an error is to be ignored, and why. */
export function IgnoreForm({ id, keptName, onDone }: ErrorFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={Ignore}
      initial={{ rule: "until", hours: "24", failures: 100, reason: "" }}
      serverFields={{ until: "hours", belowPerMinute: "failures", afterMore: "failures" }}
      keptName={keptName}
      action="Ignore error"
      send={async (values) => {
        await write("failureGroups.ignore", id, { ...ruleOf(values), reason: orNothing(values.reason) });
        onDone();
        showToast({ tone: "success", text: "The error is ignored" });
      }}
    >
      {(form) => {
        const rule = form.watch("rule");
        return (
          <>
            <Select
              label="Ignore it"
              value={rule}
              options={RULES}
              onChange={(chosen) => form.setValue("rule", chosen, { shouldDirty: true })}
            />
            {rule === "until" ? (
              <Select
                label="Time"
                value={form.watch("hours")}
                options={TIMES}
                onChange={(hours) => form.setValue("hours", hours, { shouldDirty: true })}
              />
            ) : (
              <NumberInput
                label={rule === "afterMore" ? "Failures" : "Failures a minute"}
                hint={
                  rule === "afterMore"
                    ? "The last of these failures reopens the error"
                    : "A minute with this many reopens the error"
                }
                error={fieldError(form, "failures")}
                min={1}
                max={IGNORED_FAILURES_MAX}
                value={form.watch("failures")}
                onChange={(count) => form.setValue("failures", count ?? 0, { shouldDirty: true })}
              />
            )}
            <FormInput form={form} name="reason" label="Why (optional)" />
          </>
        );
      }}
    </SchemaForm>
  );
}

function ruleOf({ rule, hours, failures: count }: z.infer<typeof Ignore>) {
  if (rule === "until") return { until: new Date(Date.now() + Number(hours) * HOUR).toISOString() };
  return rule === "belowPerMinute" ? { belowPerMinute: count } : { afterMore: count };
}
