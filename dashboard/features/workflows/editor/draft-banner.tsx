import { useEffect, useState } from "react";
import { Banner } from "../../../components/banner.tsx";
import { Button } from "../../../components/button.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import type { LocalDraft } from "./editor.ts";
import { useEditing } from "./editor-context.tsx";

interface DraftBannerProps {
  read: () => Promise<LocalDraft | undefined>;
  remove: () => Promise<void>;
}

/** Offers what was typed on this machine before and not saved; nothing when all was. */
export function DraftBanner({ read, remove }: DraftBannerProps) {
  const { editor } = useEditing();
  const [draft, setDraft] = useState<LocalDraft>();

  useEffect(() => {
    let isOpen = true;
    void read().then((found) => {
      if (isOpen && found && !isSame(found, editor.store.getState().definition)) setDraft(found);
    });
    return () => {
      isOpen = false;
    };
  }, [read, editor]);

  if (!draft) return null;
  return (
    <Banner
      title="Changes of this machine were not saved"
      action={
        <span className="flex flex-wrap gap-2">
          <Button
            onClick={() => {
              setDraft(undefined);
              void remove();
            }}
          >
            Discard
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              setDraft(undefined);
              editor.restore(draft);
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

const isSame = ({ definition }: LocalDraft, shown: LocalDraft["definition"]): boolean =>
  JSON.stringify(definition) === JSON.stringify(shown);
