import { useEffect, useState } from "react";
import { Banner } from "../../../components/banner.tsx";
import { Button } from "../../../components/button.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { isSameDefinition } from "./definition.ts";
import { useEditing } from "./editor-context.tsx";
import type { LeftDraft, LocalDrafts } from "./local-drafts.ts";

/** Offers what was typed on this machine before and not saved, one draft after the other; nothing when all was saved. */
export function DraftBanner({ left, discard }: Pick<LocalDrafts, "left" | "discard">) {
  const { editor } = useEditing();
  const [drafts, setDrafts] = useState<readonly LeftDraft[]>([]);

  useEffect(() => {
    let isOpen = true;
    void left().then((found) => {
      if (!isOpen) return;
      const { definition } = editor.store.getState();
      setDrafts(
        found.filter((draft) => {
          const isSaved = isSameDefinition(draft.definition, definition);
          // The page was closed before it heard that the save had succeeded.
          if (isSaved) void discard(draft);
          return !isSaved;
        }),
      );
    });
    return () => {
      isOpen = false;
    };
  }, [left, discard, editor]);

  const [draft] = drafts;
  if (!draft) return null;
  function close(closed: LeftDraft) {
    setDrafts(drafts.filter((each) => each !== closed));
    void discard(closed);
  }
  return (
    <Banner
      title="Changes of this machine were not saved"
      action={
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => close(draft)}>Discard</Button>
          <Button
            variant="primary"
            onClick={() => {
              editor.restore(draft);
              close(draft);
            }}
          >
            Restore
          </Button>
        </span>
      }
    >
      They were made <RelativeTime moment={new Date(draft.at).toISOString()} />, from version {draft.version}.
    </Banner>
  );
}
