import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { periodLabel, startOfDay } from "../../core/relative-time.ts";
import type { Notification } from "../../core/types.ts";
import { useInboxContext } from "../context.ts";
import { useBrowserLayoutEffect } from "../hooks/use-layout-effect.ts";
import { useNow } from "../hooks/use-now.ts";
import { useSeenInView } from "../hooks/use-seen-in-view.ts";
import { inView, useWindow } from "../hooks/use-window.ts";
import { Item } from "../item/item.tsx";
import { deliveredTime } from "../names.ts";
import { usePart } from "../part.ts";
import { movedIndex } from "./list-keys.ts";

export type FeedListProps = {
  notifications: readonly Notification[];
  /** Whether there are older ones that are not loaded. */
  hasMore: boolean;
  /** Called with the ids of those in view. */
  onLook: (ids: readonly string[]) => void;
  /** Called with those that have been in view for long enough; without it, nothing is observed. */
  onSeen?: ((ids: string[]) => void) | undefined;
};

/**
 * The notifications grouped by day. One tab stop: keys move the focus between items. Of a long list, what is around the part in view is in the
 * page, and the item that has the focus.
 */
export function FeedList({ notifications, hasMore, onLook, onSeen }: FeedListProps) {
  const { texts, shortcuts } = useInboxContext();
  const part = usePart();
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string>();
  const focused = notifications.findIndex(({ id }) => id === focusedId);
  const today = startOfDay(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels change with the day, not with every minute.
  const days = useMemo(() => byDay(notifications, now, texts.locale), [notifications, today, texts.locale]);
  const startsDay = useMemo(() => new Set(days.map(({ from }) => from)), [days]);
  const { first, isShown, heightOf, headingHeight } = useWindow(list, notifications, startsDay, focused);
  const active = focused === -1 ? Math.min(first, notifications.length - 1) : focused;
  const hasAvatars = notifications.some(({ avatar, actor }) => avatar !== undefined || actor !== undefined);
  useSeenInView(list, notifications, first, onSeen);
  useEffect(() => onLook(inView(notifications, first)), [onLook, notifications, first]);

  const focusItem = useFocusItem(list);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = notifications[movedIndex(event, shortcuts, focused, notifications.length)];
    if (next === undefined) return;
    event.preventDefault();
    setFocusedId(next.id);
    focusItem(next.id);
  }

  /** The room of what is not in the page, before what comes next. */
  let room = 0;
  const takeRoom = (Tag: "li" | "div", before = "") => {
    const blockSize = room;
    room = 0;
    return blockSize > 0 && <Tag key={`room ${before}`} aria-hidden="true" style={{ blockSize }} />;
  };
  function show({ key, label, from, ofDay }: Day): ReactNode {
    const isInPage = ofDay.some((_, index) => isShown(from + index));
    const before = isInPage && takeRoom("div");
    if (!isInPage) room += headingHeight;
    const items: ReactNode[] = [];
    for (const [index, one] of ofDay.entries()) {
      const at = from + index;
      if (!isShown(at)) room += heightOf(one);
      else
        items.push(
          takeRoom("li", one.id),
          <Item
            key={one.id}
            notification={one}
            now={now}
            active={at === active}
            position={at + 1}
            setSize={hasMore ? -1 : notifications.length}
          />,
        );
    }
    return (
      isInPage && (
        <Fragment key={key}>
          {before}
          <DayOfList label={label}>{items}</DayOfList>
        </Fragment>
      )
    );
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the items inside, which are interactive.
    <div
      ref={list}
      {...part("list")}
      data-avatars={hasAvatars}
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocusedId(event.target.closest<HTMLElement>(".belfry-item")?.dataset.id)}
    >
      {days.map(show)}
      {takeRoom("div")}
    </div>
  );
}

/** Returns a function that focuses an item. One that is not in the page yet has the focus once it is. */
function useFocusItem(list: RefObject<HTMLElement | null>): (id: string) => void {
  const wanted = useRef<string>(undefined);
  function focusWanted() {
    const item = [...(list.current?.querySelectorAll<HTMLElement>("[data-id]") ?? [])].find(
      ({ dataset }) => dataset.id === wanted.current,
    );
    if (wanted.current === undefined || item === undefined) return;
    wanted.current = undefined;
    item.querySelector<HTMLElement>(".belfry-item-main")?.focus();
  }
  useBrowserLayoutEffect(focusWanted);
  return (id) => {
    wanted.current = id;
    focusWanted();
  };
}

function DayOfList({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const part = usePart();
  return (
    <div {...part("day")}>
      <h3 id={id}>{label}</h3>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  );
}

/** The notifications under a heading, the first of which is at `from` in the list. */
type Day = { key: string; label: string; from: number; ofDay: Notification[] };

/** Keeps the server's order: a day that comes twice has two headings. */
function byDay(notifications: readonly Notification[], now: number, locale: string): Day[] {
  const days: Day[] = [];
  for (const [from, one] of notifications.entries()) {
    const label = periodLabel(deliveredTime(one), now, locale);
    const last = days.at(-1);
    if (last?.label === label) last.ofDay.push(one);
    else {
      const before = days.filter((day) => day.label === label).length;
      days.push({ key: `${label} ${before}`, label, from, ofDay: [one] });
    }
  }
  return days;
}
