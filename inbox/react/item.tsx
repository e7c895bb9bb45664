import { type MouseEvent, memo, useId, useRef } from "react";
import type { InAppMessage } from "#contract/messages.ts";
import { relativeTime } from "../core/relative-time.ts";
import { safeUrl } from "../core/safe-url.ts";
import { Avatar } from "./avatar.tsx";
import { Body } from "./body.tsx";
import { useInboxContext } from "./context.ts";
import { Icon } from "./icons.tsx";
import { ItemButtons } from "./item-buttons.tsx";
import { messageName } from "./texts.ts";
import { useInView } from "./use-in-view.ts";
import { useLinkClick } from "./use-link-click.ts";

export type ItemProps = {
  message: InAppMessage;
  /** Milliseconds, for the relative time. */
  now: number;
  /** Whether this item's controls are in the tab order. */
  active: boolean;
  onSeen: (id: string) => void;
  onMark: (id: string, as: "read" | "unread") => void;
};

/** One message of a feed, as a list entry. */
export const Item = memo(function Item({ message, now, active, onSeen, onMark }: ItemProps) {
  const { texts, locale, shortcuts, onNotificationClick } = useInboxContext();
  const onLinkClick = useLinkClick();
  const entry = useRef<HTMLLIElement>(null);
  const id = useId();
  useInView(entry, !message.seen, () => onSeen(message._id));

  const createdAt = new Date(message.createdAt);
  const time = relativeTime(createdAt.getTime(), now, locale, texts.justNow);
  const name = messageName(message);
  const title = message.subject?.trim() || message.title?.trim();
  const tabIndex = active ? 0 : -1;
  const toggle = message.read ? texts.markAsUnread : texts.markAsRead;
  const url = safeUrl(message.cta.data?.url);

  const main = {
    id: `${id}-main`,
    className: "belfry-item-main",
    tabIndex,
    "aria-label": texts.item(!message.read, name, time),
    "aria-describedby": title ? `${id}-body` : undefined,
    onClick(event: MouseEvent) {
      if (!message.read) onMark(message._id, "read");
      onNotificationClick?.(message);
      if (url !== undefined) onLinkClick(event, url, message.cta.data?.target);
    },
  };

  return (
    <li ref={entry} className="belfry-item" data-unread={!message.read} data-id={message._id} aria-labelledby={main.id}>
      <Avatar message={message} />
      <div className="belfry-item-text">
        {url === undefined ? (
          <button type="button" {...main}>
            {title}
          </button>
        ) : (
          <a href={url} target={message.cta.data?.target} rel="noopener" {...main}>
            {title}
          </a>
        )}
        <Body id={`${id}-body`} content={message.content} tabIndex={tabIndex} />
        <ItemButtons message={message} tabIndex={tabIndex} onPress={() => onMark(message._id, "read")} />
        <time className="belfry-time" dateTime={message.createdAt} title={createdAt.toLocaleString(locale)}>
          {time}
        </time>
      </div>
      <button
        type="button"
        className="belfry-quick"
        tabIndex={tabIndex}
        aria-label={toggle}
        title={shortcuts ? `${toggle} (U)` : toggle}
        onClick={() => onMark(message._id, message.read ? "unread" : "read")}
      >
        {message.read ? <Icon name="unread" size={16} /> : <Icon name="check" size={16} />}
      </button>
    </li>
  );
});
