import type { RefObject } from "react";
import type { Notification } from "../core/types.ts";
import { type ItemActions, useInboxContext } from "./context.ts";
import { Icon, type IconName } from "./icons.tsx";
import { Menu } from "./menu.tsx";
import { usePart } from "./part.ts";

/** One thing to do with an item: as a quick button, in its menu, and by a key. */
export type ItemCommand = { name: string; label: string; icon: IconName; key: string; run: () => void };

/** Returns what can be done with an item, in the order in which it is offered. */
export function useItemCommands(
  notification: Notification,
  actions: ItemActions,
  openSnooze: (() => void) | undefined,
): ItemCommand[] {
  const { texts } = useInboxContext();
  const { isRead, isArchived, isSnoozed } = notification;
  const snooze: ItemCommand[] = isSnoozed
    ? [{ name: "unsnooze", label: texts.unsnooze, icon: "bell", key: "S", run: actions.unsnooze }]
    : openSnooze && !isArchived
      ? [{ name: "snooze", label: texts.snooze, icon: "snooze", key: "S", run: openSnooze }]
      : [];
  return [
    isRead
      ? { name: "unread", label: texts.markUnread, icon: "unread", key: "U", run: actions.unread }
      : { name: "read", label: texts.markRead, icon: "check", key: "U", run: actions.read },
    isArchived
      ? { name: "unarchive", label: texts.unarchive, icon: "unarchive", key: "E", run: actions.unarchive }
      : { name: "archive", label: texts.archive, icon: "archive", key: "E", run: actions.archive },
    ...snooze,
    { name: "delete", label: texts.delete, icon: "trash", key: "Delete", run: actions.delete },
  ];
}

export type QuickActionsProps = { commands: ItemCommand[]; tabIndex: 0 | -1; menuOpen: boolean; onMenu: () => void };

/** The commands as buttons over the item's corner, while it has the pointer or the focus; on touch, the menu alone. */
export function QuickActions({ commands, tabIndex, menuOpen, onMenu }: QuickActionsProps) {
  const { texts, shortcuts } = useInboxContext();
  const part = usePart();
  return (
    <>
      {commands.map(({ name, label, icon, key, run }) => (
        <button
          key={name}
          type="button"
          {...part("quick-button")}
          tabIndex={tabIndex}
          aria-label={label}
          aria-keyshortcuts={shortcuts ? key : undefined}
          title={shortcuts ? `${label} (${key})` : label}
          onClick={run}
        >
          <Icon name={icon} />
        </button>
      ))}
      <button
        type="button"
        {...part("quick-button")}
        data-menu=""
        tabIndex={tabIndex}
        aria-label={texts.moreActions}
        title={`${texts.moreActions} (⇧F10)`}
        aria-haspopup="menu"
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <Icon name="more" />
      </button>
    </>
  );
}

const HINTS: Readonly<Record<string, string>> = { Delete: "Del" };

export type ItemMenuProps = { commands: ItemCommand[]; anchor: RefObject<HTMLElement | null>; onClose: () => void };

export function ItemMenu({ commands, anchor, onClose }: ItemMenuProps) {
  const { texts, shortcuts } = useInboxContext();
  return (
    <Menu
      label={texts.moreActions}
      anchor={anchor}
      onClose={onClose}
      entries={commands.map(({ key, ...command }) => ({
        ...command,
        hint: shortcuts ? (HINTS[key] ?? key) : undefined,
      }))}
    />
  );
}
