import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import type { View } from "../core/types.ts";
import { useInboxContext } from "./context.ts";
import { FeedBody } from "./feed-body.tsx";
import { FeedContext } from "./feed-context.ts";
import { FeedHeader } from "./feed-header.tsx";
import { useCounts, useInbox, useUndo } from "./hooks.ts";
import { usePart } from "./part.ts";
import { type Tab, Tabs, tabId } from "./tabs.tsx";
import { doneText, UndoBar } from "./undo-bar.tsx";
import { useKeepFocus } from "./use-keep-focus.ts";
import { useTransient } from "./use-transient.ts";

export type FeedProps = {
  /** The store to show, or to show first; the first one by default. */
  storeId?: string | undefined;
  /** A tab for each of several stores; by default for those that have a label. */
  tabs?: readonly Tab[] | undefined;
  /** The panel behind the gear, which is there only with it. */
  renderPreferences?: ((panel: { onBack: () => void }) => ReactNode) | undefined;
  onClose?: (() => void) | undefined;
  /** Called when an address was followed within the page. */
  onNavigate?: (() => void) | undefined;
  /** Focuses the first unread notification, or else the heading, when the feed is mounted. */
  autoFocus?: boolean | undefined;
};

/** Milliseconds for which the notice about a failed change is shown. */
const NOTICE_MS = 6_000;

/** A list of notifications with its heading: fetched when it is mounted, and held while it is read. */
export function Feed({ storeId, tabs, renderPreferences, onClose, onNavigate, autoFocus = false }: FeedProps) {
  const { inbox, texts, renderers, shortcuts } = useInboxContext();
  const part = usePart();
  const session = useInbox().status;
  const allTabs = useTabs(tabs);
  const [selected, setSelected] = useState(storeId ?? allTabs[0]?.storeId ?? inbox.stores[0]?.storeId ?? "");
  const [view, setView] = useState<View>("all");
  const [settings, setSettings] = useState(false);
  const { unread } = useCounts(selected);
  const { undoable, undo } = useUndo();
  const [notSaved, showNotSaved] = useTransient(NOTICE_MS);
  const root = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const panelId = useId();
  useKeepFocus(root);
  // What could still be taken back is sent: nobody sees the button any more.
  useEffect(() => inbox.release, [inbox]);

  const watch = useCallback(
    async (change: Promise<boolean>) => {
      if (!(await change)) showNotSaved();
    },
    [showNotSaved],
  );
  const context = useMemo(() => ({ watch, onNavigate }), [watch, onNavigate]);

  // A refused session is reported to the developer. The subscriber could not use the list.
  if (session === "error") return null;
  if (settings && renderPreferences)
    return <div {...part("feed")}>{renderPreferences({ onBack: () => setSettings(false) })}</div>;

  function onKeyDown(event: KeyboardEvent) {
    const isLetter = shortcuts && !event.metaKey && !event.ctrlKey && !event.altKey && !event.defaultPrevented;
    if (!isLetter || event.key.toLowerCase() !== "z" || undoable === null) return;
    event.preventDefault();
    undo();
  }

  return (
    <FeedContext.Provider value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to what is inside, which is interactive. */}
      <div ref={root} {...part("feed")} onKeyDown={onKeyDown}>
        <FeedHeader
          titleId={titleId}
          unread={unread}
          view={view}
          onView={setView}
          onReadAll={() => void watch(inbox.readAll(selected))}
          onArchiveAll={() => void watch(inbox.archiveAll(selected))}
          onArchiveRead={() => void watch(inbox.archiveRead(selected))}
          onSettings={renderPreferences && (() => setSettings(true))}
          onClose={onClose}
        />
        {allTabs.length > 1 && (
          <Tabs tabs={allTabs} label={texts.title} selected={selected} onSelect={setSelected} panelId={panelId} />
        )}
        <FeedBody
          key={`${selected} ${view}`}
          feed={root}
          storeId={selected}
          view={view}
          autoFocus={autoFocus}
          notSaved={notSaved}
          panel={allTabs.length > 1 ? { id: panelId, labelId: tabId(panelId, selected) } : undefined}
        />
        {undoable && <UndoBar key={undoable.until} undoable={undoable} onUndo={undo} />}
        <div className="belfry-hidden" role="status">
          {undoable ? doneText(undoable, texts) : notSaved ? texts.notSaved : ""}
        </div>
        {renderers.renderFooter && <div {...part("footer")}>{renderers.renderFooter()}</div>}
      </div>
    </FeedContext.Provider>
  );
}

function useTabs(tabs: readonly Tab[] | undefined): readonly Tab[] {
  const { inbox } = useInboxContext();
  return useMemo(
    () => tabs ?? inbox.stores.flatMap(({ storeId, label }) => (label === undefined ? [] : [{ storeId, label }])),
    [tabs, inbox],
  );
}
