import { useState } from "react";
import type { Undo } from "../core/inbox.ts";
import { momentText } from "../core/relative-time.ts";
import { useInboxContext } from "./context.ts";
import type { InboxTexts } from "./languages/texts.ts";
import { usePart } from "./part.ts";

/** Says what was done. */
export function doneText({ kind, count, snoozedUntil }: Undo, { done, locale }: InboxTexts): string {
  switch (kind) {
    case "read-all":
      return done.allRead;
    case "archive-all":
      return done.allArchived;
    case "snooze":
      return done.snoozed(momentText(Date.parse(snoozedUntil ?? ""), Date.now(), locale));
    case "delete":
    case "delete-all":
      return done.deleted(count);
    default:
      return done.archived(count);
  }
}

/** The text about the last operation, for as long as it can be taken back. */
export function UndoBar({ undoable, onUndo }: { undoable: Undo; onUndo: () => void }) {
  const { texts, shortcuts } = useInboxContext();
  const part = usePart();
  const [text] = useState(() => doneText(undoable, texts));
  return (
    <div {...part("undo")}>
      <span>{text}</span>
      <button
        type="button"
        {...part("undo-button")}
        aria-keyshortcuts={shortcuts ? "Z" : undefined}
        title={shortcuts ? `${texts.undo} (Z)` : undefined}
        onClick={onUndo}
      >
        {texts.undo}
      </button>
    </div>
  );
}
