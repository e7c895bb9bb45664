import { type KeyboardEvent, memo, useId, useRef, useState } from "react";
import type { Notification } from "../../core/types.ts";
import { useInboxContext } from "../context.ts";
import { isTaken } from "../feed/list-keys.ts";
import { rootOf } from "../floating.tsx";
import { useItemActions } from "../hooks/use-item-actions.ts";
import { useSwipe } from "../hooks/use-swipe.ts";
import { useInbox } from "../hooks.ts";
import { Icon } from "../icons.tsx";
import { nameOf } from "../names.ts";
import { usePart } from "../part.ts";
import { SnoozeMenu } from "../snooze-menu.tsx";
import { ItemContent } from "./item-content.tsx";
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
  const { shortcuts } = useInboxContext();
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
  const commands = useItemCommands(notification, actions, maxSnoozeDurationHours > 0 ? openMenu("snooze") : undefined);
  const command = (key: string) => commands.find((one) => one.key.toLowerCase() === key)?.run();
  const swipe = useSwipe((direction) => commands[direction === "start-to-end" ? 0 : 1]?.run());

  const { isRead, isSeen, severity } = notification;
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

  return (
    <li
      {...part("item")}
      data-id={notification.id}
      data-unread={!isRead}
      data-seen={isSeen}
      data-severity={severity}
      aria-labelledby={`${id}-main`}
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
        <ItemContent id={id} notification={notification} now={now} tabIndex={tabIndex} actions={actions} />
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
