import { type KeyboardEvent, type MouseEvent, memo, useId, useRef, useState } from "react";
import { momentText, relativeTime, shortTime } from "../../core/relative-time.ts";
import type { Notification } from "../../core/types.ts";
import { Avatar } from "../avatar.tsx";
import { useInboxContext } from "../context.ts";
import { isTaken } from "../feed/list-keys.ts";
import { rootOf } from "../floating.tsx";
import { useFollow } from "../hooks/use-follow.ts";
import { useItemActions } from "../hooks/use-item-actions.ts";
import { useSwipe } from "../hooks/use-swipe.ts";
import { useInbox } from "../hooks.ts";
import { Icon } from "../icons.tsx";
import { LinkOrButton } from "../link-or-button.tsx";
import { deliveredTime, itemName, nameOf } from "../names.ts";
import { usePart } from "../part.ts";
import { SnoozeMenu } from "../snooze-menu.tsx";
import { directionOf } from "../text-direction.ts";
import { Body } from "./body.tsx";
import { ItemButtons } from "./item-buttons.tsx";
import { ItemLabels } from "./item-labels.tsx";
import { ItemMenu, QuickActions, useItemCommands } from "./item-menu.tsx";

export type ItemProps = {
  notification: Notification;
  /** Milliseconds, for the relative time. */
  now?: number | undefined;
  /** Whether its buttons are in the tab order: in a list, those of one item are. */
  active?: boolean | undefined;
  /** Its place in a list, from 1, and how many there are, -1 while that is not known: a long list is not in the page as a whole. */
  position?: number | undefined;
  setSize?: number | undefined;
};

/** One notification as a list entry, with its quick actions, its menu and its keys. */
export const Item = /* @__PURE__ */ memo(function Item(props: ItemProps) {
  const { notification, now = Date.now(), active = true, position, setSize } = props;
  const { texts, shortcuts, callbacks, renderers } = useInboxContext();
  const { maxSnoozeDurationHours } = useInbox();
  const part = usePart();
  const id = useId();
  const corner = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<"actions" | "snooze">();
  const openMenu = (which: "actions" | "snooze") => () => {
    const item = corner.current?.closest<HTMLElement>(".belfry-item");
    // Not every browser focuses a button that is clicked. The focus comes back to where it was.
    if (item && !item.contains(rootOf(item).activeElement))
      item.querySelector<HTMLElement>(".belfry-item-main")?.focus();
    setMenu(which);
  };
  const actions = useItemActions(notification);
  const follow = useFollow();
  const commands = useItemCommands(notification, actions, maxSnoozeDurationHours > 0 ? openMenu("snooze") : undefined);
  const command = (key: string) => commands.find((one) => one.key.toLowerCase() === key)?.run();
  const swipe = useSwipe((direction) => commands[direction === "start-to-end" ? 0 : 1]?.run());

  const { isRead, isSeen, severity, redirect } = notification;
  const { locale, justNow } = texts;
  const time = deliveredTime(notification);
  const subject = notification.subject?.trim();
  const tabIndex = active ? 0 : -1;

  function onKeyDown(event: KeyboardEvent) {
    if (isTaken(event)) return;
    const key = event.key === "Backspace" ? "delete" : event.key.toLowerCase();
    // One that is held would go on with the next item, which gets the focus.
    if (event.repeat && commands.some((one) => one.key.toLowerCase() === key)) event.preventDefault();
    else if (key === "contextmenu" || (key === "f10" && event.shiftKey)) openMenu("actions")();
    else if (shortcuts && commands.some((one) => one.key.toLowerCase() === key)) command(key);
    else return;
    event.preventDefault();
  }

  const opening = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** A press on the body opens the item, unless it is one of those by which people select a text. */
  function onTextClick(event: MouseEvent<HTMLElement>) {
    const { target, currentTarget, detail, nativeEvent } = event;
    clearTimeout(opening.current);
    if (!(target instanceof Element) || !target.closest(".belfry-body") || target.closest("a, button")) return;
    if (detail > 1 || isSelecting(currentTarget)) return;
    const opener = currentTarget.querySelector(".belfry-item-main");
    const click = () => opener?.dispatchEvent(new globalThis.MouseEvent("click", nativeEvent));
    opening.current = setTimeout(click, DOUBLE_CLICK_MS);
  }

  const main = {
    ...part("item-main"),
    id: `${id}-main`,
    tabIndex,
    "aria-label": itemName(notification, relativeTime(time, now, locale, justNow), texts),
    "aria-describedby": subject && !renderers.renderItem ? `${id}-body` : undefined,
    onClick(event: MouseEvent) {
      if (!isRead) actions.read();
      callbacks.onNotificationClick?.(notification);
      follow(redirect, event);
    },
    children: subject && !renderers.renderItem && (
      <span {...part("subject")} dir={directionOf(subject)}>
        {subject}
      </span>
    ),
  };
  const opener = <LinkOrButton redirect={redirect} {...main} />;
  const body = renderers.renderBody?.({ notification }) ?? (
    <Body notification={notification} id={`${id}-body`} tabIndex={tabIndex} />
  );
  const content = renderers.renderItem ? (
    <div {...part("item-text")}>
      {opener}
      <div className="belfry-custom">{renderers.renderItem({ notification, actions })}</div>
    </div>
  ) : (
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

  return (
    <li
      {...part("item")}
      data-id={notification.id}
      data-unread={!isRead}
      data-seen={isSeen}
      data-severity={severity}
      aria-labelledby={main.id}
      aria-posinset={position}
      aria-setsize={setSize}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => menu && event.preventDefault()}
    >
      <div className="belfry-swipe-label" aria-hidden="true">
        {commands.slice(0, 2).map(({ name, icon, label }) => (
          <span key={name}>
            <Icon name={icon} />
            <span>{label}</span>
          </span>
        ))}
      </div>
      <div className="belfry-item-row" {...swipe}>
        {content}
        <div ref={corner} {...part("quick")} data-open={menu !== undefined}>
          <QuickActions
            name={nameOf(notification)}
            commands={commands}
            tabIndex={tabIndex}
            menuOpen={menu === "actions"}
            onMenu={menu ? () => setMenu(undefined) : openMenu("actions")}
          />
        </div>
      </div>
      {menu === "actions" && (
        <ItemMenu name={nameOf(notification)} commands={commands} anchor={corner} onClose={() => setMenu(undefined)} />
      )}
      {menu === "snooze" && <SnoozeMenu anchor={corner} onSnooze={actions.snooze} onClose={() => setMenu(undefined)} />}
    </li>
  );
});

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
