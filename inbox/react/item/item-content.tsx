import { type MouseEvent, useRef } from "react";
import { momentText, relativeTime, shortTime } from "../../core/relative-time.ts";
import type { Notification } from "../../core/types.ts";
import { Avatar } from "../avatar.tsx";
import { type ItemActions, useInboxContext } from "../context.ts";
import { rootOf } from "../floating.tsx";
import { useFollow } from "../hooks/use-follow.ts";
import { LinkOrButton } from "../link-or-button.tsx";
import { deliveredTime, itemName } from "../names.ts";
import { usePart } from "../part.ts";
import { directionOf } from "../text-direction.ts";
import { Body } from "./body.tsx";
import { ItemButtons } from "./item-buttons.tsx";
import { ItemLabels } from "./item-labels.tsx";

export type ItemContentProps = {
  /** The item's; that of its opener ends with `-main`. */
  id: string;
  notification: Notification;
  now: number;
  tabIndex: 0 | -1;
  actions: ItemActions;
};

/** Renders an item's texts and what opens it. */
export function ItemContent({ id, notification, now, tabIndex, actions }: ItemContentProps) {
  const { texts, callbacks, renderers } = useInboxContext();
  const part = usePart();
  const follow = useFollow();
  const onTextClick = useTextClick();
  const { locale, justNow } = texts;
  const time = deliveredTime(notification);
  const subject = notification.subject?.trim();

  const opener = (
    <LinkOrButton
      redirect={notification.redirect}
      {...part("item-main")}
      id={`${id}-main`}
      tabIndex={tabIndex}
      aria-label={itemName(notification, relativeTime(time, now, locale, justNow), texts)}
      aria-describedby={subject && !renderers.renderItem ? `${id}-body` : undefined}
      onClick={(event) => {
        if (!notification.isRead) actions.read();
        callbacks.onNotificationClick?.(notification);
        follow(notification.redirect, event);
      }}
    >
      {subject && !renderers.renderItem && (
        <span {...part("subject")} dir={directionOf(subject)}>
          {subject}
        </span>
      )}
    </LinkOrButton>
  );
  if (renderers.renderItem)
    return (
      <div {...part("item-text")}>
        {opener}
        <div className="belfry-custom">{renderers.renderItem({ notification, actions })}</div>
      </div>
    );

  const body = renderers.renderBody?.({ notification }) ?? (
    <Body notification={notification} id={`${id}-body`} tabIndex={tabIndex} />
  );
  return (
    <>
      {renderers.renderAvatar?.({ notification }) ?? <Avatar notification={notification} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the opener has the keys and the name. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
      <div {...part("item-text")} onClick={onTextClick}>
        <div className="belfry-item-head">
          {opener}
          {!subject && body}
          <time {...part("time")} dateTime={new Date(time).toISOString()} title={exactTime(time, locale)}>
            {shortTime(time, now, locale, justNow)}
          </time>
        </div>
        {subject && body}
        <ItemLabels notification={notification} until={(at) => momentText(at, now, locale)} />
        {renderers.renderActions?.({ notification, actions }) ?? (
          <ItemButtons notification={notification} actions={actions} tabIndex={tabIndex} />
        )}
      </div>
    </>
  );
}

/** Returns the handler of presses on the text. One on the body opens the item, unless people select a text by it. */
function useTextClick() {
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget, detail, nativeEvent } = event;
    clearTimeout(opening.current);
    if (!(target instanceof Element) || !target.closest(".belfry-body") || target.closest("a, button")) return;
    if (detail > 1 || isSelecting(currentTarget)) return;
    const opener = currentTarget.querySelector(".belfry-item-main");
    const click = () => opener?.dispatchEvent(new globalThis.MouseEvent("click", nativeEvent));
    opening.current = setTimeout(click, DOUBLE_CLICK_MS);
  };
}

/** Within this time a second press makes a double click, which selects a word. */
const DOUBLE_CLICK_MS = 250;

/** Whether text is selected. Of a shadow root, some browsers say so themselves. */
function isSelecting(element: Element): boolean {
  const root = rootOf(element);
  const own: unknown = Reflect.get(root, "getSelection");
  const selection: unknown = typeof own === "function" ? own.call(root) : getSelection();
  return Object(selection).isCollapsed === false;
}

const exactTime = (time: number, locale: string) =>
  new Date(time).toLocaleString(locale, { dateStyle: "full", timeStyle: "long" });
