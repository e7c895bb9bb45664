import { type KeyboardEvent, useEffect, useRef } from "react";
import { useCounts } from "../hooks.ts";
import { usePart } from "../part.ts";

export type Tab = { label: string; storeId: string };
export type TabsProps = {
  tabs: readonly Tab[];
  label: string;
  selected: string;
  onSelect: (storeId: string) => void;
  /** The id of the panel that the tabs fill. */
  panelId: string;
};

export const tabId = (panelId: string, storeId: string): string => `${panelId}-${storeId}`;

/** A tab for each store, with the number of its unread notifications. Arrows, Home and End select. */
export function Tabs({ tabs, label, selected, onSelect, panelId }: TabsProps) {
  const part = usePart();
  const list = useRef<HTMLDivElement>(null);

  // More tabs than fit are scrolled.
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]');
    if (selected !== "") tab?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [selected]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const current = tabs.findIndex(({ storeId }) => storeId === selected);
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : event.key === "ArrowLeft" || event.key === "ArrowRight"
            ? (current + (event.key === forward ? 1 : -1) + tabs.length) % tabs.length
            : -1;
    const tab = tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.storeId);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <div ref={list} {...part("tabs")} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {tabs.map(({ label: text, storeId }) => (
        <button
          key={storeId}
          type="button"
          {...part("tab")}
          role="tab"
          id={tabId(panelId, storeId)}
          aria-selected={storeId === selected}
          aria-controls={panelId}
          tabIndex={storeId === selected ? 0 : -1}
          onClick={() => onSelect(storeId)}
        >
          <span>{text}</span>
          <TabCount storeId={storeId} />
        </button>
      ))}
    </div>
  );
}

function TabCount({ storeId }: { storeId: string }) {
  const { unread } = useCounts(storeId);
  const part = usePart();
  // The space keeps the number apart from the label in the tab's name.
  return unread > 0 ? (
    <span {...part("tab-count")} translate="no">
      {` ${unread > 99 ? "99+" : unread}`}
    </span>
  ) : null;
}
