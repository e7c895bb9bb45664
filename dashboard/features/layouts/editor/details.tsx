import { useStore } from "zustand";
import { NAME_MAX } from "#contract/constants/limits.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Field } from "#dashboard/components/controls/field.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { TextInput } from "#dashboard/components/controls/text-input.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { fieldError } from "./field-error.ts";
import type { LayoutDefinition, LayoutEditor } from "./layout-editor.ts";

interface DetailsProps {
  editor: LayoutEditor;
  readOnly: boolean;
  onClose: () => void;
}

/** A dialog with name, identifier and description of the layout. */
export function Details({ editor, readOnly, onClose }: DetailsProps) {
  const { name, description } = useStore(editor.store, ({ definition }) => definition);
  const save = useStore(editor.store, (state) => state.save);
  const identifier = useStore(editor.store, ({ saved }) => saved.layoutId);
  const change = (fields: Partial<LayoutDefinition>) =>
    editor.change(Object.keys(fields).join(), (before) => ({ ...before, ...fields }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Details of the layout"
      description="Changes are saved automatically."
    >
      <div className="flex flex-col gap-4">
        <TextInput
          label="Name"
          error={fieldError(save, "name")}
          maxLength={NAME_MAX}
          readOnly={readOnly}
          value={name}
          onChange={(next) => change({ name: next })}
        />
        <div className="flex flex-col gap-1">
          <span className="font-medium">Identifier</span>
          <CopyableId value={identifier} what="identifier" />
        </div>
        <Field label="Description" error={fieldError(save, "description")}>
          {(control) => (
            <TextArea
              {...control}
              maxLength={DESCRIPTION_MAX}
              readOnly={readOnly}
              value={description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** In characters, as the server has it. */
const DESCRIPTION_MAX = 1_000;
