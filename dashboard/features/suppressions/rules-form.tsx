import { z } from "zod";
import { RETENTION_MAX_DAYS } from "#contract/constants/limits.ts";
import { SOFT_BOUNCE_DAYS_MAX, SOFT_BOUNCES_MAX } from "#contract/constants/suppressions.ts";
import { wholeNumberUpTo } from "#contract/schemas/common.ts";
import type { SuppressionRules } from "#contract/suppressions.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const TypedRules = z.object({
  countsSoftBounces: z.boolean(),
  count: wholeNumberUpTo(SOFT_BOUNCES_MAX),
  days: wholeNumberUpTo(SOFT_BOUNCE_DAYS_MAX),
  endsBounces: z.boolean(),
  keptDays: wholeNumberUpTo(RETENTION_MAX_DAYS),
});

interface RulesFormProps {
  keptName: string;
  onSaved: () => void;
}

/** Shows which soft bounces suppress an address, and for how long bounces do. */
export function RulesForm(props: RulesFormProps) {
  const { may } = useEnvironment();
  const query = useRead("suppressions.getRules");
  return (
    <QueryResult query={query} skeleton={<SkeletonCards cards={1} className="h-56" />}>
      {(rules) => (may("environment.limit") ? <Fields {...props} rules={rules} /> : <Facts rules={rules} />)}
    </QueryResult>
  );
}

function Facts({ rules: { softBounces, bouncesKeptDays } }: { rules: SuppressionRules }) {
  return (
    <ul className="flex flex-col gap-2">
      <li>
        {softBounces
          ? `An address is suppressed after ${softBounces.count} soft bounces within ${daysText(softBounces.days)}.`
          : "Soft bounces never suppress an address."}
      </li>
      <li>
        {bouncesKeptDays
          ? `Bounced addresses are taken off the list after ${daysText(bouncesKeptDays)}.`
          : "Bounced addresses stay on the list until a member lifts them."}
      </li>
    </ul>
  );
}

const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

function Fields({
  rules: { softBounces, bouncesKeptDays },
  keptName,
  onSaved,
}: RulesFormProps & { rules: SuppressionRules }) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={TypedRules}
      initial={{
        countsSoftBounces: softBounces !== null,
        count: softBounces?.count ?? 3,
        days: softBounces?.days ?? 7,
        endsBounces: bouncesKeptDays !== null,
        keptDays: bouncesKeptDays ?? 180,
      }}
      serverFields={{ "softBounces.count": "count", "softBounces.days": "days", bouncesKeptDays: "keptDays" }}
      keptName={keptName}
      action="Save rules"
      send={async ({ countsSoftBounces, count, days, endsBounces, keptDays }) => {
        await write("suppressions.setRules", {
          softBounces: countsSoftBounces ? { count, days } : null,
          bouncesKeptDays: endsBounces ? keptDays : null,
        });
        onSaved();
        showToast({ tone: "success", text: "The bounce rules were saved" });
      }}
    >
      {(form) => <Controls form={form} />}
    </SchemaForm>
  );
}

function Controls({ form }: { form: FormOf<z.input<typeof TypedRules>, z.infer<typeof TypedRules>> }) {
  return (
    <>
      <Checkbox
        label="Suppress addresses that soft-bounce repeatedly"
        hint="A soft bounce is one that may pass, such as a full mailbox. A delivered mail resets the count. Critical workflows still send."
        checked={form.watch("countsSoftBounces")}
        onChange={(checked) => form.setValue("countsSoftBounces", checked, { shouldDirty: true })}
      />
      {form.watch("countsSoftBounces") && (
        <div className="grid grid-cols-1 gap-4 ps-6 sm:grid-cols-2">
          <NumberInput
            label="Soft bounces"
            error={fieldError(form, "count")}
            ref={form.register("count").ref}
            min={2}
            max={SOFT_BOUNCES_MAX}
            value={form.watch("count")}
            onChange={(count) => form.setValue("count", count ?? 0, { shouldDirty: true })}
          />
          <NumberInput
            label="Within"
            unit="days"
            error={fieldError(form, "days")}
            ref={form.register("days").ref}
            min={1}
            max={SOFT_BOUNCE_DAYS_MAX}
            value={form.watch("days")}
            onChange={(days) => form.setValue("days", days ?? 0, { shouldDirty: true })}
          />
        </div>
      )}
      <Checkbox
        label="Take bounced addresses off the list after a while"
        hint="People who complained or unsubscribed, and addresses that were added, stay on it."
        checked={form.watch("endsBounces")}
        onChange={(checked) => form.setValue("endsBounces", checked, { shouldDirty: true })}
      />
      {form.watch("endsBounces") && (
        <div className="ps-6">
          <NumberInput
            label="After"
            unit="days"
            error={fieldError(form, "keptDays")}
            ref={form.register("keptDays").ref}
            min={1}
            max={RETENTION_MAX_DAYS}
            value={form.watch("keptDays")}
            onChange={(keptDays) => form.setValue("keptDays", keptDays ?? 0, { shouldDirty: true })}
          />
        </div>
      )}
    </>
  );
}
