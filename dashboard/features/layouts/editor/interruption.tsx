import { useNavigate } from "@tanstack/react-router";
import { useStore } from "zustand";
import { DeletedBanner } from "#dashboard/editing/deleted-banner.tsx";
import { SaveConflict } from "#dashboard/editing/save-conflict.tsx";
import { SideBySide } from "#dashboard/editing/side-by-side.tsx";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type LayoutDefinition, type LayoutEditor, layoutBody, layoutDefinition } from "./layout-editor.ts";

interface InterruptionProps {
  editor: LayoutEditor;
  editable: boolean;
}

/** Asks what becomes of the layout that somebody else has changed or deleted meanwhile; nothing otherwise. */
export function Interruption({ editor, editable }: InterruptionProps) {
  const save = useStore(editor.store, (state) => state.save);
  const definition = useStore(editor.store, (state) => state.definition);
  if (save.kind === "deleted") return <Recreation editor={editor} editable={editable} />;
  if (save.kind !== "conflict") return null;
  return (
    <SaveConflict
      newer={save}
      what="this layout"
      title="Their layout and your changes"
      savedAt={save.theirs.updatedAt}
      difference={(sides) => (
        <SideBySide sides={sides} fields={differences(layoutDefinition(save.theirs), definition)} />
      )}
      onTake={() => editor.take(save.theirs)}
      onKeep={() => void editor.keepMine()}
    />
  );
}

function differences(theirs: LayoutDefinition, yours: LayoutDefinition) {
  const fields = [
    { label: "Name", before: theirs.name, after: yours.name },
    { label: "Description", before: theirs.description, after: yours.description },
    { label: "Content", before: theirs.content, after: yours.content },
  ];
  return fields.filter(({ before, after }) => before !== after);
}

function Recreation({ editor, editable }: InterruptionProps) {
  const { write } = useEnvironment();
  const navigate = useNavigate();
  const creation = useOneMutation({
    mutationFn: async () => {
      const { definition, saved } = editor.store.getState();
      const { _id } = await write("v2.layouts.create", { ...layoutBody(definition), layoutId: saved.layoutId });
      editor.forget();
      void navigate({ to: "/layouts/$layoutId", params: { layoutId: _id }, replace: true });
    },
  });
  return <DeletedBanner kind="layout" editable={editable} creation={creation} onCreate={() => creation.mutate()} />;
}
