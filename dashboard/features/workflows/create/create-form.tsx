import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Controller, useForm } from "react-hook-form";
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
import { useKeptForm } from "#dashboard/forms/kept-form.ts";
import { useSchemaResolver } from "#dashboard/forms/use-schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { NewWorkflow } from "./new-workflow.ts";

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

const BLANK: NewWorkflow = { name: "", identifier: "", description: "", tags: [], group: "" };

const valuesOf = ({ name, description = "", triggers, notificationGroup }: Workflow): NewWorkflow => ({
  name,
  identifier: triggers[0]?.identifier ?? "",
  description,
  tags: [],
  group: notificationGroup?.name ?? "",
});

const CHECK_MS = 300;
/** The group of every new environment. */
const DEFAULT_GROUP = "General";

// The schemas of the form and the spelling of identifiers are not needed to show it.
const load = () => import("./new-workflow.ts");

/** The form of a new workflow. What is typed stays when the template changes or the server refuses. */
export function CreateForm({ template, onCreated }: CreateFormProps) {
  const { read, write } = useEnvironment();
  const queryClient = useQueryClient();
  const readGroups = useRead("notificationGroups.get");
  const groups = readGroups.data ?? [];
  const resolver = useSchemaResolver<NewWorkflow, NewWorkflow>(() => load().then((module) => module.NewWorkflow));
  const form = useForm<NewWorkflow, unknown, NewWorkflow>({
    resolver,
    defaultValues: BLANK,
    // A template fills what has not been typed.
    values: template ? valuesOf(template) : BLANK,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { register, control, setError, setValue, watch, formState } = form;
  // `keepDirtyValues` needs that the form keeps track of which fields are dirty.
  const { errors, isDirty, dirtyFields: _tracked } = formState;
  const [isCreated, setCreated] = useState(false);
  /** Whether the identifier has been written by hand, and so does not follow the name any more. */
  const ownIdentifier = useRef(false);
  useKeptForm("workflow", form, ({ identifier }) => {
    ownIdentifier.current = identifier !== undefined && identifier !== "";
  });
  const identifier = watch("identifier");
  const taken = useTakenIdentifier(identifier);

  async function followName(name: string) {
    const { identifierFrom } = await load();
    if (ownIdentifier.current) return;
    setValue("identifier", identifierFrom(name), { shouldDirty: true, shouldValidate: formState.isSubmitted });
  }

  function leave(workflowId: string) {
    // Before the navigation, which asks about unsent text otherwise.
    flushSync(() => setCreated(true));
    onCreated(workflowId);
  }

  async function create(values: NewWorkflow): Promise<void> {
    if (taken) {
      setError("identifier", TAKEN, { shouldFocus: true });
      return;
    }
    const { blankWorkflow, workflowFrom } = await load();
    const group = values.group.trim() || groups[0]?.name || DEFAULT_GROUP;
    if (template) {
      const created = await write("notificationTemplates.create", workflowFrom(template, { ...values, group }));
      leave(created._id);
      return;
    }
    const found = await groupNamed(group);
    const created = await write("v2.workflows.create", blankWorkflow(values, found._id));
    leave(created._id);
  }

  /** Finds a group, or makes it. One that an earlier try has made is there, and so is one of a list that was not read before. */
  async function groupNamed(name: string): Promise<{ _id: string }> {
    const isNamed = (one: { name: string }) => one.name === name;
    const known = groups.find(isNamed) ?? (await queryClient.fetchQuery(read("notificationGroups.get"))).find(isNamed);
    return known ?? (await write("notificationGroups.create", name));
  }

  const { onSubmit, isPending } = useSubmit(form, { send: create, fields: FIELDS });

  return (
    <form noValidate onSubmit={onSubmit} className="flex min-w-0 flex-col gap-4">
      <NavigationBlocker title="Leave without creating?" dirty={isDirty && !isCreated} />
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
        error={errors.identifier ?? (taken ? TAKEN : undefined)}
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

const TAKEN = { type: "taken", message: "belongs to another workflow: choose another one" };

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
