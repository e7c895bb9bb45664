import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import { useCallback } from "react";
import { isTemplate } from "#dashboard/components/conditions/condition-value.ts";
import { Picker } from "#dashboard/components/controls/picker.tsx";
import type { PickerSearch } from "#dashboard/components/controls/picker-results.tsx";
import { loadHint } from "#dashboard/components/feedback/load-hint.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { StepForm } from "../use-step-form.ts";

interface WorkflowFieldProps {
  form: StepForm;
  /** The control that holds the identifier. */
  name: "workflowId" | "workflowIdentifier";
  hint: string;
  /** Whether a template may make the identifier: one that is typed into the search can be chosen. */
  takesTemplates?: boolean;
}

/** Another workflow that a step names by its identifier, chosen by its name, with the way to it. */
export function WorkflowField({ form, name, hint, takesTemplates = false }: WorkflowFieldProps) {
  const { set, error, readOnly } = form;
  const { read, searches, current } = useEnvironment();
  const identifier = form.text(name);
  const isNamed = identifier !== "" && !isTemplate(identifier);
  const named = useQuery({ ...read("v2.workflows.named", identifier), enabled: isNamed });
  const text = (isNamed && named.data?.title) || identifier;
  const search = useCallback<PickerSearch>(
    async (query) =>
      takesTemplates && isTemplate(query.text)
        ? { items: [{ id: query.text, text: query.text, description: "Template" }] }
        : searches.workflows(query),
    [searches, takesTemplates],
  );
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Picker
        label="Workflow"
        hint={isNamed ? loadHint("the workflow", named, hint) : hint}
        error={error(name)}
        readOnly={readOnly}
        placeholder="Choose a workflow"
        value={identifier === "" ? null : { id: identifier, text }}
        search={search}
        queryKey={["environment", current?._id, "workflows"]}
        onChange={(item) => set({ [name]: item?.id ?? "" })}
      />
      {named.data && (
        <Link
          to="/workflows/$workflowId"
          params={{ workflowId: named.data._id }}
          className="inline-flex min-h-6 items-center gap-1 self-start text-xs text-accent hover:underline"
        >
          {`Open ${named.data.title}`}
          <ArrowUpRight className="size-3.5" aria-hidden="true" />
        </Link>
      )}
    </div>
  );
}
