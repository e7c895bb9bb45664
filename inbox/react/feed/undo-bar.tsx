import type { Undo } from "../../core/changes.ts";
import { momentText } from "../../core/relative-time.ts";
import { useInboxContext } from "../context.ts";
import type { InboxTexts } from "../languages/texts.ts";
import { usePart } from "../part.ts";

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
      // Others may have been that are not loaded.
      return done.deleted(Math.max(1, count));
    default:
      return done.archived(Math.max(1, count));
  }
}

/** The text about the last operation, for as long as it can be taken back. The time stops under the pointer and the focus. */
export function UndoBar({ undoable, onUndo }: { undoable: Undo; onUndo: () => void }) {
  const { inbox, texts, shortcuts } = useInboxContext();
  const part = usePart();
  const keep = () => inbox.keepUndo(true);
  const go = () => inbox.keepUndo(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that somebody is about to press its button.
    <div {...part("undo")} onPointerEnter={keep} onPointerLeave={go} onFocus={keep} onBlur={go}>
      <span>{doneText(undoable, texts)}</span>
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
