import { useMemo, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { TextInput } from "#dashboard/components/controls/text-input.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useEditing, useEditorState } from "../editor-context.tsx";
import { newNameFault, propertyPaths, renameProperty } from "./rename-property.ts";

let renamings = 0;

/** Gives a property of the payload another name, in the schema and wherever steps use it, once these places have been shown. */
export function RenamePropertyForm({ onClose }: { onClose: () => void }) {
  const { editor } = useEditing();
  const definition = useEditorState((state) => state.definition);
  const hasBareNames = useEditorState(({ saved }) => saved.origin === "novu-cloud-v1");
  const [chosen, setChosen] = useState<string | null>(null);
  const [to, setTo] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { payloadSchema } = definition;
  const paths = useMemo(() => propertyPaths(payloadSchema), [payloadSchema]);
  const keys = paths.find((path) => path.join(".") === chosen);
  const fault = keys && newNameFault(payloadSchema, keys, to);
  // Any other name finds the same places.
  const uses = useMemo(
    () => (keys ? renameProperty(definition, { keys, to: `${keys.at(-1)}_`, hasBareNames }).uses : []),
    [keys, definition, hasBareNames],
  );

  function rename(): void {
    setAsked(true);
    if (!keys || fault !== undefined) return;
    renamings += 1;
    editor.change(
      `rename-property.${renamings}`,
      (before) => renameProperty(before, { keys, to, hasBareNames }).definition,
    );
    const text = `payload.${keys.join(".")} is ${[...keys.slice(0, -1), to].join(".")} now`;
    showToast({ tone: "success", text, undo: editor.undo });
    onClose();
  }

  return (
    <section
      aria-label="Rename a property"
      className="flex min-w-0 basis-full flex-col gap-3 rounded-md border border-outline p-3"
    >
      <Select
        label="Property"
        value={chosen}
        options={paths.map((path) => ({ id: path.join("."), text: path.join(".") }))}
        onChange={setChosen}
        error={isAsked && !keys ? { type: SENTENCE, message: "Choose the one to rename" } : undefined}
      />
      <TextInput
        label="New name"
        code
        value={to}
        error={isAsked && fault ? { type: SENTENCE, message: fault } : undefined}
        onChange={(next) => setTo(next.trim())}
      />
      <div role="status" className="min-w-0 empty:hidden">
        {keys && <Uses uses={uses} />}
      </div>
      <p className="text-xs text-muted">
        Layouts, translations and the code that triggers the workflow stay as they are: change what they use there.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={rename}>
          {uses.length === 0 ? "Rename" : "Rename everywhere"}
        </Button>
      </div>
    </section>
  );
}

function Uses({ uses }: { uses: readonly string[] }) {
  if (uses.length === 0) return <p className="text-muted">No step uses it.</p>;
  return (
    <>
      <p>{uses.length === 1 ? "It is used in one place:" : `It is used in ${uses.length} places:`}</p>
      <ul aria-label="Uses of the property" className="max-h-40 list-disc overflow-auto ps-5">
        {uses.map((use, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same name
          <li key={index} className="wrap-anywhere" dir="auto" translate="no">
            {use}
          </li>
        ))}
      </ul>
    </>
  );
}
