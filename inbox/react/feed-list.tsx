import { type ReactNode, useId, useMemo, useRef, useState } from "react";
import { dayLabel, startOfDay } from "../core/relative-time.ts";
import type { Notification } from "../core/types.ts";
import { useInboxContext } from "./context.ts";
import { Item } from "./item.tsx";
import { moveInList } from "./list-keys.ts";
import { deliveredTime } from "./names.ts";
import { usePart } from "./part.ts";
import { useNow } from "./use-now.ts";
import { useSeenInView } from "./use-seen-in-view.ts";

export type FeedListProps = {
  notifications: readonly Notification[];
  /** Called with those that have been in view for long enough; without it, nothing is observed. */
  onSeen?: ((ids: string[]) => void) | undefined;
};

/** The notifications grouped by day. One tab stop: keys move the focus between items. */
export function FeedList({ notifications, onSeen }: FeedListProps) {
  const { texts, shortcuts } = useInboxContext();
  const part = usePart();
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string>();
  const activeId = notifications.some(({ id }) => id === focusedId) ? focusedId : notifications[0]?.id;
  useSeenInView(list, notifications, onSeen);
  const today = startOfDay(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels change with the day, not with every minute.
  const days = useMemo(() => byDay(notifications, now, texts.locale), [notifications, today, texts.locale]);
  const hasAvatars = notifications.some(({ avatar, actor }) => avatar !== undefined || actor !== undefined);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the items inside, which are interactive.
    <div
      ref={list}
      {...part("list")}
      data-avatars={hasAvatars}
      onKeyDown={(event) => moveInList(event, shortcuts)}
      onFocus={(event) => setFocusedId(event.target.closest<HTMLElement>(".belfry-item")?.dataset.id)}
    >
      {days.map(({ key, label, ofDay }) => (
        <Day key={key} label={label} count={ofDay.length}>
          {ofDay.map((one) => (
            <Item key={one.id} notification={one} now={now} active={one.id === activeId} />
          ))}
        </Day>
      ))}
    </div>
  );
}

/** About the height in pixels of an item, and of a heading. */
const ITEM_HEIGHT = 84;
const HEADING_HEIGHT = 34;

/** Days far out of view are not laid out. Until one has been, its height is a guess. */
function Day({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  const id = useId();
  const part = usePart();
  return (
    <div {...part("day")} style={{ containIntrinsicBlockSize: `auto ${count * ITEM_HEIGHT + HEADING_HEIGHT}px` }}>
      <h3 id={id}>{label}</h3>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  );
}

type DayGroup = { key: string; label: string; start: number; ofDay: Notification[] };

/** Keeps the server's order: a day that comes twice has two headings. */
function byDay(notifications: readonly Notification[], now: number, locale: string): DayGroup[] {
  const days: DayGroup[] = [];
  for (const one of notifications) {
    const start = startOfDay(deliveredTime(one));
    const last = days.at(-1);
    if (last?.start === start) last.ofDay.push(one);
    else {
      const before = days.filter((day) => day.start === start).length;
      days.push({ key: `${start} ${before}`, label: dayLabel(start, now, locale), start, ofDay: [one] });
    }
  }
  return days;
}
