import { useRef } from "react";
import { useForm } from "react-hook-form";
import type { Workflow } from "#contract/workflows/workflows.ts";
import { useKeptForm } from "#dashboard/forms/kept-form.ts";
import { useSchemaResolver } from "#dashboard/forms/use-schema-resolver.ts";
import type { NewWorkflow } from "./new-workflow.ts";

// The schemas of the form and the spelling of identifiers are not needed to show it.
export const loadNewWorkflow = () => import("./new-workflow.ts");

const BLANK: NewWorkflow = { name: "", identifier: "", description: "", tags: [], group: "" };

const valuesOf = ({ name, description = "", triggers, notificationGroup }: Workflow): NewWorkflow => ({
  name,
  identifier: triggers[0]?.identifier ?? "",
  description,
  tags: [],
  group: notificationGroup?.name ?? "",
});

export type NewWorkflowForm = ReturnType<typeof useNewWorkflowForm>;

/** Returns the form of a new workflow. What is typed in it stays when the template changes. */
export function useNewWorkflowForm(template: Workflow | undefined) {
  const resolver = useSchemaResolver<NewWorkflow, NewWorkflow>(() =>
    loadNewWorkflow().then((module) => module.NewWorkflow),
  );
  const form = useForm<NewWorkflow, unknown, NewWorkflow>({
    resolver,
    defaultValues: BLANK,
    // A template fills what has not been typed.
    values: template ? valuesOf(template) : BLANK,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  // `keepDirtyValues` needs that the form keeps track of which fields are dirty.
  const { dirtyFields: _tracked } = form.formState;
  /** Whether the identifier has been written by hand, and so does not follow the name any more. */
  const ownIdentifier = useRef(false);
  useKeptForm("workflow", form, {
    onReturn({ identifier }) {
      ownIdentifier.current = identifier !== undefined && identifier !== "";
    },
  });
  return { form, ownIdentifier };
}
