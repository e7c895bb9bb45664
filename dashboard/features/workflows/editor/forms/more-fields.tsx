import type { ReactNode } from "react";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { FormSection } from "#dashboard/forms/form-section.tsx";
import type { StepForm } from "../use-step-form.ts";

interface MoreFieldsProps {
  form: StepForm;
  /** The paths of the control values that the fields edit: "avatar", "from.name". */
  paths: readonly string[];
  children: ReactNode;
}

/** The fields of a message that few need. It says how many of them are set. */
export function MoreFields({ form, paths, children }: MoreFieldsProps) {
  const { values, error, variableIssues } = form;
  const count = paths.filter((path) => isSet(valueAt(values, path))).length;
  return (
    <FormSection
      title="More"
      summary={count === 0 ? "" : `${count} set`}
      hasIssue={paths.some((path) => error(path) !== undefined || variableIssues(path).length > 0)}
    >
      {children}
    </FormSection>
  );
}

const valueAt = (values: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), values);

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "" && value !== false;
