import { type ReactNode, type RefObject, useId, useState } from "react";
import type { InAppMessage } from "#contract/messages.ts";
import { dayLabel } from "../core/relative-time.ts";
import { useInboxContext } from "./context.ts";
import { Item, type ItemProps } from "./item.tsx";
import { listKeys } from "./list-keys.ts";
import { useNow } from "./use-now.ts";

export type FeedListProps = Pick<ItemProps, "onSeen" | "onMark"> & {
  messages: InAppMessage[];
  list: RefObject<HTMLDivElement | null>;
};

/** The messages grouped by day. One tab stop: the arrow keys move the focus between items. */
export function FeedList({ messages, list, onSeen, onMark }: FeedListProps) {
  const { locale, shortcuts } = useInboxContext();
  const now = useNow();
  const [focusedId, setFocusedId] = useState<string>();
  const activeId = messages.some(({ _id }) => _id === focusedId) ? focusedId : messages[0]?._id;

  const onKeyDown = listKeys({
    list,
    letters: shortcuts,
    onToggleRead: (id) => {
      const message = messages.find(({ _id }) => _id === id);
      if (message !== undefined) onMark(id, message.read ? "unread" : "read");
    },
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the items inside, which are interactive.
    <div
      ref={list}
      className="belfry-list"
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocusedId(event.target.closest<HTMLElement>(".belfry-item")?.dataset.id)}
    >
      {byDay(messages, now, locale).map(({ label, messages: ofDay }) => (
        <Day key={label} label={label}>
          {ofDay.map((message) => (
            <Item
              key={message._id}
              message={message}
              now={now}
              active={message._id === activeId}
              onSeen={onSeen}
              onMark={onMark}
            />
          ))}
        </Day>
      ))}
    </div>
  );
}

function Day({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="belfry-day">
      <h3 id={id}>{label}</h3>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  );
}

function byDay(messages: InAppMessage[], now: number, locale: string | undefined) {
  const days = new Map<string, InAppMessage[]>();
  for (const message of messages) {
    const label = dayLabel(new Date(message.createdAt).getTime(), now, locale);
    days.set(label, [...(days.get(label) ?? []), message]);
  }
  return [...days].map(([label, ofDay]) => ({ label, messages: ofDay }));
}
