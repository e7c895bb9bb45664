import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useInboxContext } from "../context.ts";
import { useTransient } from "../hooks/use-transient.ts";
import { useInbox, useUndo } from "../hooks.ts";
import { usePart } from "../part.ts";
import { Preferences } from "../preferences.tsx";
import { FeedContent, type FeedProps } from "./feed-content.tsx";
import { FeedContext } from "./feed-context.ts";
import { isTaken } from "./list-keys.ts";

export type { FeedProps };

/** Milliseconds for which the notice about a failed change is shown. */
const NOTICE_MS = 6_000;

/** A list of notifications with its heading: fetched when it is mounted, and held while it is read. */
export function Feed(props: FeedProps) {
  const { preferences, onNavigate, autoFocus = false } = props;
  const ownPanel = (panel: { onBack: () => void }) => <Preferences {...(preferences || {})} {...panel} />;
  const renderPreferences = preferences === false ? undefined : (props.renderPreferences ?? ownPanel);
  const { inbox, shortcuts } = useInboxContext();
  const part = usePart();
  const session = useInbox().status;
  const { undoable, undo } = useUndo();
  const [settings, setSettings] = useState(false);
  const [notSaved, showNotSaved] = useTransient(NOTICE_MS);
  const failed = useRef<() => void>(undefined);
  const [said, say] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const settingsButton = useRef<HTMLButtonElement>(null);
  // What could still be taken back is sent: nobody sees the button any more.
  useEffect(() => inbox.release, [inbox]);
  useEffect(() => {
    if (autoFocus) root.current?.querySelector<HTMLElement>(".belfry-title")?.focus({ preventScroll: true });
  }, [autoFocus]);
  useEffect(() => {
    // The way back leads to where it began.
    return settings ? () => settingsButton.current?.focus() : undefined;
  }, [settings]);

  const watch = useCallback(
    async (change: () => Promise<boolean>) => {
      if (await change()) return;
      failed.current = () => void watch(change);
      showNotSaved();
    },
    [showNotSaved],
  );
  const context = useMemo(() => ({ watch, say, onNavigate }), [watch, onNavigate]);

  // A refused session is reported to the developer. The subscriber could not use the list.
  if (session === "error") return null;

  function onKeyDown(event: KeyboardEvent) {
    if (!shortcuts || isTaken(event) || settings || event.key.toLowerCase() !== "z" || undoable === null) return;
    event.preventDefault();
    undo();
  }

  return (
    <FeedContext.Provider value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to what is inside, which is interactive. */}
      <div ref={root} {...part("feed")} onKeyDown={onKeyDown}>
        {settings && renderPreferences ? (
          renderPreferences({ onBack: () => setSettings(false) })
        ) : (
          <FeedContent
            {...props}
            feed={root}
            said={said}
            notSaved={notSaved ? failed.current : undefined}
            settingsButton={settingsButton}
            onSettings={renderPreferences && (() => setSettings(true))}
          />
        )}
      </div>
    </FeedContext.Provider>
  );
}
