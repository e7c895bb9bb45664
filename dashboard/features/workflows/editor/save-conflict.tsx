import { lazy, Suspense, useState } from "react";
import { Banner } from "../../../components/banner.tsx";
import { Button } from "../../../components/button.tsx";
import { useEditing, useEditorState } from "./editor-context.tsx";

const Comparison = lazy(() => import("./comparison.tsx").then((module) => ({ default: module.Comparison })));

/** Asks what becomes of two versions that were made at the same time; nothing when there is only one. */
export function SaveConflict() {
  const { editor } = useEditing();
  const save = useEditorState((state) => state.save);
  const definition = useEditorState((state) => state.definition);
  const [isComparing, setComparing] = useState(false);
  if (save.kind !== "conflict") return null;
  const { theirs, changes, author } = save;
  return (
    <Banner
      tone="warning"
      title={`${author ?? "Somebody"} has saved version ${theirs.version} since you began`}
      action={
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => setComparing(true)}>Compare</Button>
          <Button onClick={() => editor.take(theirs)}>Take theirs</Button>
          <Button variant="primary" onClick={() => void editor.keepMine()}>
            Keep mine
          </Button>
        </span>
      }
    >
      {changes.length > 0 ? `${changes.join("; ")}. ` : ""}What you have typed is kept on this machine until you decide.
      {isComparing && (
        <Suspense>
          <Comparison theirs={theirs} mine={definition} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </Banner>
  );
}
