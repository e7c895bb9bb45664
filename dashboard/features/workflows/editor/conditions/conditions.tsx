import { lazy, Suspense } from "react";
import { conditionText } from "#dashboard/components/conditions/condition-text.ts";
import { filtersOf } from "#dashboard/components/conditions/filters.ts";
import type { ConditionsProps } from "./step-conditions-builder.tsx";

// Begun with the step's editor, which is there before it.
const loading = import("./step-conditions-builder.tsx").then(
  ({ StepConditionsBuilder }) => ({ default: StepConditionsBuilder }),
  () => ({ default: NotLoaded }),
);
const Builder = lazy(() => loading);

/** Conditions to edit. The controls of all types of values are loaded on demand; until then the conditions are there in words. */
export function Conditions(props: ConditionsProps) {
  return (
    <Suspense fallback={<InWords {...props} />}>
      <Builder {...props} />
    </Suspense>
  );
}

function InWords({ label, opening, filters }: ConditionsProps) {
  const words = conditionText(filtersOf(filters));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="font-medium wrap-anywhere">{label}</p>
      {words !== undefined && (
        <p className="text-muted wrap-anywhere" dir="auto" translate="no">{`${opening} ${words}.`}</p>
      )}
    </div>
  );
}

function NotLoaded(props: ConditionsProps) {
  return (
    <>
      <InWords {...props} />
      <p role="alert" className="text-danger">
        The editor of conditions could not be loaded. Reload the page to try again.
      </p>
    </>
  );
}
