import { lazy, Suspense } from "react";
import type { FieldError } from "react-hook-form";
import type { Filter } from "#contract/conditions.ts";
import { conditionText } from "#dashboard/features/workflows/condition-text.ts";
import { filtersOf } from "../filters.ts";
import type { StepForm } from "../use-step-form.ts";

export interface ConditionsProps {
  label: string;
  /** Begins the sentence that reads the conditions: "Only if". */
  opening: string;
  form: StepForm;
  /** The path of the conditions among the controls and settings, by which the server names issues. */
  path: string;
  /** Conditions as they are stored; in control values that may be anything. */
  filters: unknown;
  onChange: (filters: Filter[]) => void;
  /** The rule of JSON logic that the conditions stand for, where they are stored as one. */
  rule?: StoredRule | undefined;
}

export interface StoredRule {
  value: unknown;
  onChange: (rule: unknown) => void;
  /** The fault that the server found with it. */
  fault: FieldError | undefined;
}

// Begun with the step's editor, which is there before it.
const loading = import("./conditions-builder.tsx").then(
  ({ ConditionsBuilder }) => ({ default: ConditionsBuilder }),
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
