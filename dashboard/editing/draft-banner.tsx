import { useEffect, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import type { LeftDraft, LocalDrafts } from "./local-drafts.ts";

interface DraftBannerProps<Definition> {
  drafts: Pick<LocalDrafts<Definition>, "left" | "discard">;
  editor: { isShown: (definition: Definition) => boolean; restore: (draft: LeftDraft<Definition>) => void };
  /** Whether members know the versions by their numbers. */
  hasVersions?: boolean;
}

/** Offers what was typed on this machine before and not saved, one draft after the other; nothing when all was saved. */
export function DraftBanner<Definition>({ drafts, editor, hasVersions = false }: DraftBannerProps<Definition>) {
  const { left, discard } = drafts;
  const [offered, setOffered] = useState<readonly LeftDraft<Definition>[]>([]);

  useEffect(() => {
    let isOpen = true;
    void left().then((found) => {
      if (!isOpen) return;
      setOffered(
        found.filter((draft) => {
          const isSaved = editor.isShown(draft.definition);
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

  const [draft] = offered;
  if (!draft) return null;
  function close(closed: LeftDraft<Definition>) {
    setOffered(offered.filter((each) => each !== closed));
    void discard(closed);
  }
  return (
    <Banner
      title="You have unsaved changes on this device"
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
      Made <RelativeTime moment={new Date(draft.at).toISOString()} />
      {hasVersions && ` on top of version ${draft.version}`}.
    </Banner>
  );
}
