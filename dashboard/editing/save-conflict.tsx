import { type ReactNode, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { Comparison } from "./comparison.tsx";
import type { NewerVersion } from "./editor-model.ts";
import type { Sides } from "./side-by-side.tsx";

interface SaveConflictProps {
  newer: Pick<NewerVersion<unknown>, "changes" | "author">;
  /** "version 4" or "this layout". */
  what: string;
  /** The title of the comparison. */
  title: string;
  /** The moment at which theirs was saved. */
  savedAt: string;
  /** The differences in two columns of these names. */
  difference: (sides: Sides) => ReactNode;
  onTake: () => void;
  onKeep: () => void;
}

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** Asks what becomes of two versions that were made at the same time. */
export function SaveConflict({ newer, what, title, savedAt, difference, onTake, onKeep }: SaveConflictProps) {
  const { changes, author } = newer;
  const [isComparing, setComparing] = useState(false);
  const decisions = (
    <>
      <Button onClick={onTake}>Take theirs</Button>
      <Button variant="primary" onClick={onKeep}>
        Keep mine
      </Button>
    </>
  );
  return (
    <Banner
      tone="warning"
      title={`${author ?? "Somebody"} saved ${what} while you were editing`}
      action={
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => setComparing(true)}>Compare</Button>
          {decisions}
        </span>
      }
    >
      {changes.length > 0 ? `${changes.join("; ")}. ` : ""}Your changes are kept on this device until you decide.
      {isComparing && (
        <Comparison title={title} actions={decisions} onClose={() => setComparing(false)}>
          {difference([["Theirs", author, TIME.format(new Date(savedAt))].filter(Boolean).join(", "), "Yours"])}
        </Comparison>
      )}
    </Banner>
  );
}
