import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Controller } from "react-hook-form";
import type { Workflow } from "#contract/workflows/workflows.ts";
import { Button, buttonClass } from "#dashboard/components/controls/button.tsx";
import { Combobox } from "#dashboard/components/controls/combobox.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { TagInput } from "#dashboard/components/controls/tag-input.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { loadHint } from "#dashboard/components/feedback/load-hint.tsx";
import { NavigationBlocker } from "#dashboard/components/overlays/navigation-blocker.tsx";
import { useDebounced } from "#dashboard/components/use-debounced.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { NewWorkflow } from "./new-workflow.ts";
import { DEFAULT_GROUP, useCreateWorkflow } from "./use-create-workflow.ts";
import { loadNewWorkflow, type NewWorkflowForm, useNewWorkflowForm } from "./use-new-workflow-form.ts";

interface CreateFormProps {
  /** The template that it begins with; undefined is blank. */
  template: Workflow | undefined;
  onCreated: (workflowId: string) => void;
}

/** The form's field for each field of the calls, which name some of them differently. */
const FIELDS = {
  name: "name",
  workflowId: "identifier",
  identifier: "identifier",
  description: "description",
  "tags.*": "tags",
  tags: "tags",
  notificationGroupId: "group",
  notificationGroup: "group",
} as const;

/** The form of a new workflow. What is typed stays when the template changes or the server refuses. */
export function CreateForm({ template, onCreated }: CreateFormProps) {
  const { form, ownIdentifier } = useNewWorkflowForm(template);
  const create = useCreateWorkflow(template);
  const { register, control, setError, formState } = form;
  const { errors, isDirty } = formState;
  const [isCreated, setCreated] = useState(false);
  const taken = useTakenIdentifier(form.watch("identifier"));

  async function send(values: NewWorkflow): Promise<void> {
    if (taken) {
      setError("identifier", TAKEN, { shouldFocus: true });
      return;
    }
    const workflowId = await create(values);
    // Before the navigation, which asks about unsent text otherwise.
    flushSync(() => setCreated(true));
    onCreated(workflowId);
  }

  const { onSubmit, isPending } = useSubmit(form, { send, fields: FIELDS });

  return (
    <form noValidate onSubmit={onSubmit} className="flex min-w-0 flex-col gap-4">
      <NavigationBlocker title="Leave without creating?" dirty={isDirty && !isCreated} />
      <NameFields form={form} ownIdentifier={ownIdentifier} isTaken={taken} />
      <Field label="Description" hint="Optional: when it is sent, and to whom" error={errors.description}>
        {(field) => <TextArea {...field} {...register("description")} dir="auto" translate="no" rows={2} />}
      </Field>
      <Controller
        control={control}
        name="tags"
        render={({ field, fieldState }) => (
          <TagInput
            label="Tags"
            hint="Optional: Enter or a comma ends a tag"
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={tagError(fieldState.error)}
            ref={field.ref}
          />
        )}
      />
      <GroupField control={control} />
      <FormError errors={errors} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={isPending}>
          Create workflow
        </Button>
        <Link to="/workflows" className={buttonClass()}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

interface NameFieldsProps extends NewWorkflowForm {
  isTaken: boolean;
}

/** The name, and the identifier that follows it until it is written by hand. */
function NameFields({ form, ownIdentifier, isTaken }: NameFieldsProps) {
  const { register, setValue, formState } = form;
  const { errors, isSubmitted } = formState;

  async function followName(name: string) {
    const { identifierFrom } = await loadNewWorkflow();
    if (ownIdentifier.current) return;
    setValue("identifier", identifierFrom(name), { shouldDirty: true, shouldValidate: isSubmitted });
  }

  return (
    <>
      <Field label="Name" error={errors.name}>
        {(field) => (
          <Input
            {...field}
            {...register("name", { onChange: ({ target }) => void followName(target.value) })}
            dir="auto"
            autoFocus
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Identifier"
        hint="Used to trigger the workflow. Made from the name unless you change it."
        error={errors.identifier ?? (isTaken ? TAKEN : undefined)}
      >
        {(field) => (
          <Input
            {...field}
            {...register("identifier", {
              onChange: ({ target }) => {
                // An empty field follows the name again.
                ownIdentifier.current = target.value !== "";
              },
            })}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
    </>
  );
}

function GroupField({ control }: Pick<NewWorkflowForm["form"], "control">) {
  const readGroups = useRead("notificationGroups.get");
  const groups = readGroups.data ?? [];
  return (
    <Controller
      control={control}
      name="group"
      render={({ field, fieldState }) => (
        <Combobox
          label="Group"
          hint={loadHint("the groups", readGroups, "A new name makes a new group")}
          placeholder={groups[0]?.name ?? DEFAULT_GROUP}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          suggestions={groups.map(({ name }) => ({ text: name }))}
          error={fieldState.error}
          ref={field.ref}
        />
      )}
    />
  );
}

const TAKEN = { type: "taken", message: "belongs to another workflow: choose another one" };

const CHECK_MS = 300;

/** Whether another workflow of the environment has the identifier. */
function useTakenIdentifier(identifier: string): boolean {
  const { read } = useEnvironment();
  const settled = useDebounced(identifier.trim(), CHECK_MS);
  const found = useQuery({ ...read("v2.workflows.named", settled), enabled: settled !== "" });
  return settled === identifier.trim() && Boolean(found.data);
}

/** The error of one tag counts for all of them. */
function tagError(error: unknown): { type: string; message: string } | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const own = Object(error);
  if (typeof own.message === "string") return { type: String(own.type), message: own.message };
  const first = Object.values(own).find((each) => typeof Object(each).message === "string");
  return first ? { type: "tag", message: String(Object(first).message) } : undefined;
}
