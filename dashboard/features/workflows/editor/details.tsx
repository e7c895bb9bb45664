import { Suspense, useState } from "react";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Field } from "#dashboard/components/controls/field.tsx";
import { JsonValueField } from "#dashboard/components/controls/json-value-field.tsx";
import { TagInput } from "#dashboard/components/controls/tag-input.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { TextInput } from "#dashboard/components/controls/text-input.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import type { Definition } from "./definition.ts";
import { useEditing, useEditorState, useRefusedFields } from "./editor-context.tsx";
import { refusalAt } from "./refused-fields.ts";

const RenamePropertyForm = lazyNamed(() => import("./schema/rename-property-form.tsx"), "RenamePropertyForm");

const AddSeenProperties = lazyNamed(() => import("./schema/add-seen-properties.tsx"), "AddSeenProperties");

/** A dialog with name, description, tags and payload schema of the workflow. */
export function Details({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Details of the workflow"
      description="Changes are saved automatically."
    >
      <DetailsForm onClose={onClose} />
    </Dialog>
  );
}

/** Offers to rename a property of the payload. */
function RenameProperty() {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button small onClick={() => setOpen(true)}>
        Rename a property
      </Button>
    );
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <RenamePropertyForm onClose={() => setOpen(false)} />
    </Suspense>
  );
}

function DetailsForm({ onClose }: { onClose: () => void }) {
  const { editor, readOnly } = useEditing();
  const definition = useEditorState((state) => state.definition);
  const refused = useRefusedFields();
  const errorOf = (path: string) => refusalAt(refused, undefined, path);
  const identifier = useEditorState(({ saved }) => saved.workflowId);
  const { name, description, tags, payloadSchema, validatePayload } = definition;
  const change = (fields: Partial<Definition>) =>
    editor.change(Object.keys(fields).join(), (before) => ({ ...before, ...fields }));
  return (
    <div className="flex flex-col gap-4">
      <TextInput
        label="Name"
        error={errorOf("name")}
        maxLength={64}
        readOnly={readOnly}
        value={name}
        onChange={(next) => change({ name: next })}
      />
      <div className="flex flex-col gap-1">
        <span className="font-medium">Identifier</span>
        <CopyableId value={identifier} what="identifier" />
      </div>
      <Field label="Description" error={errorOf("description")}>
        {(control) => (
          <TextArea
            {...control}
            maxLength={256}
            readOnly={readOnly}
            value={description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <TagInput
        label="Tags"
        error={errorOf("tags")}
        readOnly={readOnly}
        value={tags}
        onChange={(next) => change({ tags: next })}
      />
      <JsonValueField
        label="Payload schema"
        error={errorOf("payloadSchema")}
        hint="A JSON schema of what an event brings. Used for completion and checks in templates"
        readOnly={readOnly}
        value={payloadSchema ?? undefined}
        onChange={(schema) => change({ payloadSchema: isJsonObject(schema) ? schema : null })}
      />
      {!readOnly && (
        <div className="flex flex-wrap items-start gap-2">
          <Suspense fallback={<Skeleton className="h-6 w-48" />}>
            <AddSeenProperties />
          </Suspense>
          {payloadSchema !== null && <RenameProperty />}
        </div>
      )}
      <Checkbox
        label="Refuse events with a payload that does not match the schema"
        readOnly={readOnly || payloadSchema === null}
        checked={validatePayload}
        onChange={(checked) => change({ validatePayload: checked })}
      />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
