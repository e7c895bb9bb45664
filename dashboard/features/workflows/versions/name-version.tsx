import { Pencil } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { NameVersion as VersionName, type WorkflowVersion } from "#contract/v2/workflow-versions.ts";
import { Button, IconButton } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditing } from "../editor/editor-context.tsx";

interface NameVersionProps {
  workflowId: string;
  version: WorkflowVersion;
}

/** Gives a version a name in the history, or takes it away. */
export function NameVersion({ workflowId, version }: NameVersionProps) {
  const { readOnly } = useEditing();
  const [isOpen, setOpen] = useState(false);
  if (readOnly) return null;
  const title = `Name version ${version.version}`;
  return (
    <>
      <IconButton label={title} onClick={() => setOpen(true)}>
        <Pencil className="size-4" aria-hidden="true" />
      </IconButton>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        {...(version.isWorkingCopy && {
          description: "Keeps the working copy as it is: your next change makes a new version.",
        })}
      >
        <NameForm workflowId={workflowId} version={version} onNamed={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const orNone = { setValueAs: (text: string | null) => text?.trim() || null };

function NameForm({ workflowId, version, onNamed }: NameVersionProps & { onNamed: () => void }) {
  const { editor } = useEditing();
  const { write } = useEnvironment();
  const form = useForm({ resolver: schemaResolver(VersionName), defaultValues: { name: version.name ?? null } });
  const { onSubmit, isPending } = useSubmit(form, {
    send: async ({ name }) => {
      // The last keys belong to the working copy, whose number counts its saves.
      if (version.isWorkingCopy) await editor.flush();
      const number = version.isWorkingCopy ? editor.store.getState().saved.version : version.version;
      await write("v2.workflows.nameVersion", workflowId, String(number), { name });
      onNamed();
    },
    fields: { name: "name" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Name" hint="Leave empty for a version without a name" error={errors.name}>
        {(control) => <Input {...control} {...form.register("name", orNone)} autoFocus autoComplete="off" />}
      </Field>
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        Save
      </Button>
    </form>
  );
}
