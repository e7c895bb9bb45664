import { useContext, useMemo } from "react";
import { safeUrl } from "../../core/safe-url.ts";
import type { Button, Notification, NotificationAction } from "../../core/types.ts";
import { type ItemActions, useInboxContext } from "../context.ts";
import { FeedContext } from "../feed/feed-context.ts";
import { useFollow } from "./use-follow.ts";

/** A notification's actions; a feed around it says when one of them was not saved. */
export function useItemActions(notification: Notification): ItemActions {
  const { inbox, callbacks, texts } = useInboxContext();
  const { watch, say } = useContext(FeedContext);
  const follow = useFollow();

  return useMemo(() => {
    const { id } = notification;
    const actionOf = (button: "primary" | "secondary") =>
      button === "primary" ? notification.primaryAction : notification.secondaryAction;
    return {
      read() {
        watch(() => inbox.read(id));
        say(texts.done.read);
      },
      unread() {
        watch(() => inbox.unread(id));
        say(texts.done.unread);
      },
      archive: () => watch(() => inbox.archive(id)),
      unarchive: () => watch(() => inbox.unarchive(id)),
      snooze: (until) => watch(() => inbox.snooze(id, until)),
      unsnooze: () => watch(() => inbox.unsnooze(id)),
      delete: () => watch(() => inbox.delete(id)),
      revert: (button) => watch(() => inbox.revert(id, button)),
      press(button, click) {
        const action = actionOf(button);
        const answer = answerOf(notification);
        if (action === undefined || (answer !== undefined && answer !== button && isAnswer(action))) return;
        if (!action.isCompleted) watch(() => inbox.complete(id, button));
        callbacks.onActionClick?.(notification, button);
        follow(action.redirect, click);
      },
    };
  }, [inbox, notification, callbacks, texts, watch, say, follow]);
}

/** Whether pressing a button is an answer, and not only a way to an address. */
export const isAnswer = ({ redirect }: NotificationAction): boolean => safeUrl(redirect?.url) === undefined;

/** The button by which a notification was answered: there is one answer, until it is taken back. */
export function answerOf({ primaryAction, secondaryAction }: Notification): Button | undefined {
  const isGiven = (action: NotificationAction | undefined) => action?.isCompleted === true && isAnswer(action);
  return isGiven(primaryAction) ? "primary" : isGiven(secondaryAction) ? "secondary" : undefined;
}
