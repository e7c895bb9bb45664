import { useContext, useMemo } from "react";
import type { Notification } from "../core/types.ts";
import { type ItemActions, useInboxContext } from "./context.ts";
import { FeedContext } from "./feed-context.ts";
import { useFollow } from "./use-follow.ts";

/** A notification's actions; a feed around it says when one of them was not saved. */
export function useItemActions(notification: Notification): ItemActions {
  const { inbox, callbacks } = useInboxContext();
  const { watch } = useContext(FeedContext);
  const follow = useFollow();

  return useMemo(() => {
    const { id } = notification;
    const actionOf = (button: "primary" | "secondary") =>
      button === "primary" ? notification.primaryAction : notification.secondaryAction;
    return {
      read: () => watch(inbox.read(id)),
      unread: () => watch(inbox.unread(id)),
      archive: () => watch(inbox.archive(id)),
      unarchive: () => watch(inbox.unarchive(id)),
      snooze: (until) => watch(inbox.snooze(id, until)),
      unsnooze: () => watch(inbox.unsnooze(id)),
      delete: () => watch(inbox.delete(id)),
      press(button, click) {
        const action = actionOf(button);
        if (action === undefined) return;
        if (!action.isCompleted) watch(inbox.complete(id, button));
        callbacks.onActionClick?.(notification, button);
        follow(action.redirect, click);
      },
    };
  }, [inbox, notification, callbacks, watch, follow]);
}
