import { Suspense } from "react";
import { conditionText } from "#dashboard/components/conditions/condition-text.ts";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { FormSection } from "#dashboard/forms/form-section.tsx";
import type { CredentialsInput } from "./credentials.ts";

// The editors of values are loaded once somebody opens the section.
const TenantConditions = lazyNamed(() => import("./tenant-conditions.tsx"), "TenantConditions");

interface ConditionsForUseProps {
  form: FormOf<CredentialsInput, CredentialsInput>;
  /** Whether it is the primary integration now. */
  isPrimary: boolean;
}

/** The tenants whose messages an integration sends. */
export function ConditionsForUse({ form, isPrimary }: ConditionsForUseProps) {
  const conditions = form.watch("conditions");
  const error = fieldError(form, "conditions");
  const words = conditionText(conditions);
  return (
    <FormSection
      title="Used for"
      summary={words === undefined ? "All tenants" : `Only if ${words}`}
      hasIssue={error !== undefined}
      headingLevel={2}
      lazy
    >
      <p className="text-muted">
        Without conditions, the integration sends for everyone, in the order of its channel. With conditions, it sends
        only for events whose tenant meets them, and is asked before the others.
      </p>
      <Suspense fallback={<SkeletonCards cards={1} className="h-16" />}>
        <TenantConditions
          filters={conditions}
          error={error}
          onChange={(next) => form.setValue("conditions", next, { shouldDirty: true })}
        />
      </Suspense>
      {isPrimary && conditions.length > 0 && (
        <p role="status" className="text-xs text-warning">
          Once this is saved, it is not the primary integration any more. Make another one primary, or nobody else gets
          messages of this channel.
        </p>
      )}
    </FormSection>
  );
}
