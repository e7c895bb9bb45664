import { type ReactNode, type RefObject, useContext, useId, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { View } from "../../core/types.ts";
import { useInboxContext } from "../context.ts";
import { useKeepFocus } from "../hooks/use-keep-focus.ts";
import { useCounts, useNotifications, useReportUnknownStore, useUndo } from "../hooks.ts";
import { usePart } from "../part.ts";
import type { PreferencesProps } from "../preferences.tsx";
import { FeedBody } from "./feed-body.tsx";
import { FeedContext } from "./feed-context.ts";
import { FeedHeader } from "./feed-header.tsx";
import { type Tab, Tabs, tabId } from "./tabs.tsx";
import { doneText, UndoBar } from "./undo-bar.tsx";

export type FeedProps = {
  /** The store to show, or to show first; the first one by default. */
  storeId?: string | undefined;
  /** A tab for each of several stores; by default for those that have a label. */
  tabs?: readonly Tab[] | undefined;
  /** How the settings behind the gear are grouped, filtered and sorted; false leaves the gear out. */
  preferences?: false | Omit<PreferencesProps, "onBack" | "titleId"> | undefined;
  /** Takes the place of the settings. */
  renderPreferences?: ((panel: { onBack: () => void }) => ReactNode) | undefined;
  onClose?: (() => void) | undefined;
  /** Called when an address was followed within the page. */
  onNavigate?: (() => void) | undefined;
  /** Focuses the first unread notification, or else the heading, when the feed is mounted. */
  autoFocus?: boolean | undefined;
};

export type FeedContentProps = FeedProps & {
  feed: RefObject<HTMLElement | null>;
  /** Says what was done, for screen readers. */
  said: string;
  /** Makes the last change again, which was not saved. */
  notSaved: (() => void) | undefined;
  settingsButton: RefObject<HTMLButtonElement | null>;
  onSettings: (() => void) | undefined;
};

/** A feed's heading, tabs and list: what is selected in them is shown. */
export function FeedContent(props: FeedContentProps) {
  const { storeId, feed, notSaved } = props;
  const { inbox, texts, renderers } = useInboxContext();
  const part = usePart();
  const { watch } = useContext(FeedContext);
  const tabs = useTabs(props.tabs);
  const [chosen, setSelected] = useState(storeId);
  // Tabs may come late, and go.
  const isThere = tabs.length === 0 || tabs.some((tab) => tab.storeId === chosen);
  const selected = (isThere ? chosen : undefined) ?? tabs[0]?.storeId ?? inbox.storeOf()?.storeId ?? "";
  const [view, setView] = useState<View>("all");
  const { unread } = useCounts(selected);
  const { notifications, hasMore } = useNotifications(selected, view);
  const { undoable, undo } = useUndo();
  const titleId = useId();
  const panelId = useId();
  useKeepFocus(feed);

  return (
    <>
      <FeedHeader
        titleId={titleId}
        unread={unread}
        view={view}
        onView={setView}
        onReadAll={() => watch(() => inbox.readAll(selected))}
        archive={
          view === "all" && notifications.length > 0
            ? {
                all: () => watch(() => inbox.archiveAll(selected)),
                read:
                  hasMore || notifications.some(({ isRead }) => isRead)
                    ? () => watch(() => inbox.archiveRead(selected))
                    : undefined,
              }
            : undefined
        }
        settingsButton={props.settingsButton}
        onSettings={props.onSettings}
        onClose={props.onClose}
      />
      {tabs.length > 1 && (
        <Tabs tabs={tabs} label={texts.title} selected={selected} onSelect={setSelected} panelId={panelId} />
      )}
      <FeedBody
        key={`${selected} ${view}`}
        feed={feed}
        storeId={selected}
        view={view}
        autoFocus={props.autoFocus ?? false}
        notSaved={notSaved}
        panel={tabs.length > 1 ? { id: panelId, labelId: tabId(panelId, selected) } : undefined}
      />
      {undoable && <UndoBar undoable={undoable} onUndo={undo} />}
      <div className="belfry-hidden" role="status">
        {undoable ? doneText(undoable, texts) : props.said}
      </div>
      {renderers.renderFooter && <div {...part("footer")}>{renderers.renderFooter()}</div>}
    </>
  );
}

/** Those that are given, without what is no tab for want of its store; or the stores that have a label. */
function useTabs(tabs: readonly Tab[] | undefined): readonly Tab[] {
  const { inbox } = useInboxContext();
  const stores = useStore(inbox.stores, ({ value }) => value);
  const wanted = tabs?.map(({ storeId }) => storeId).join("\n");
  const known = new Set(stores.map(({ storeId }) => storeId));
  const unknown = tabs?.find(({ storeId }) => !known.has(storeId))?.storeId;
  useReportUnknownStore(unknown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal tabs are one.
  return useMemo(
    () =>
      tabs?.filter(({ storeId }) => known.has(storeId)) ??
      stores.flatMap(({ storeId, label }) => (label === undefined ? [] : [{ storeId, label }])),
    [wanted, stores],
  );
}
