import type { RefObject } from "react";
import type { Notification } from "../../core/types.ts";
import { type ItemActions, useInboxContext } from "../context.ts";
import { answerOf } from "../hooks/use-item-actions.ts";
import type { IconName } from "../icon-paths.ts";
import { Icon } from "../icons.tsx";
import { Menu } from "../menu.tsx";
import { usePart } from "../part.ts";

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
  const answer = answerOf(notification);
  const answered = answer === "primary" ? notification.primaryAction : notification.secondaryAction;
  const snooze: ItemCommand[] = isSnoozed
    ? [{ name: "unsnooze", label: texts.unsnooze, icon: "bell", key: "S", run: actions.unsnooze }]
    : openSnooze && !isArchived
      ? [{ name: "snooze", label: texts.snooze, icon: "snooze", key: "S", run: openSnooze }]
      : [];
  return [
    ...(isSnoozed ? snooze : []),
    isRead
      ? { name: "unread", label: texts.markUnread, icon: "unread", key: "U", run: actions.unread }
      : { name: "read", label: texts.markRead, icon: "check", key: "U", run: actions.read },
    isArchived
      ? { name: "unarchive", label: texts.unarchive, icon: "unarchive", key: "E", run: actions.unarchive }
      : { name: "archive", label: texts.archive, icon: "archive", key: "E", run: actions.archive },
    ...(isSnoozed ? [] : snooze),
    ...(answer && answered
      ? [
          {
            name: "revert",
            label: `${texts.undo}: ${answered.label}`,
            icon: "back",
            key: "",
            run: () => actions.revert(answer),
          } as const,
        ]
      : []),
    { name: "delete", label: texts.delete, icon: "trash", key: "Delete", run: actions.delete },
  ];
}

export type QuickActionsProps = {
  name: string;
  commands: ItemCommand[];
  tabIndex: 0 | -1;
  menuOpen: boolean;
  onMenu: () => void;
};

/** The first commands as buttons in the item's corner, while it has the pointer or the focus, and a menu of all; on touch, the menu alone. */
export function QuickActions({ name: subject, commands, tabIndex, menuOpen, onMenu }: QuickActionsProps) {
  const { texts, shortcuts } = useInboxContext();
  const part = usePart();
  return (
    <>
      {commands.slice(0, 2).map(({ name, label, icon, key, run }) => (
        <button
          key={name}
          type="button"
          {...part("quick-button")}
          tabIndex={tabIndex}
          aria-label={label}
          aria-keyshortcuts={shortcuts ? key : undefined}
          data-tip={shortcuts ? `${label}  ${key}` : label}
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
        aria-label={texts.moreActions(subject)}
        data-tip="⇧F10"
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

export type ItemMenuProps = {
  name: string;
  commands: ItemCommand[];
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
};

export function ItemMenu({ name, commands, anchor, onClose }: ItemMenuProps) {
  const { texts, shortcuts } = useInboxContext();
  return (
    <Menu
      label={texts.moreActions(name)}
      anchor={anchor}
      onClose={onClose}
      entries={commands.map(({ key, ...command }) => ({
        ...command,
        hint: shortcuts ? (HINTS[key] ?? key) : undefined,
      }))}
    />
  );
}
