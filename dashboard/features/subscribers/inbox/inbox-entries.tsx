import { useId } from "react";
import type { InboxNotification } from "#contract/inbox/inbox-notifications.ts";
import { InboxFrame } from "#dashboard/components/inbox-frame.tsx";
import { usePreferences } from "#dashboard/preferences.ts";
import { readNotification } from "#inbox/core/read-answers.ts";
import type { Notification } from "#inbox/core/types.ts";
import type { ItemActions } from "#inbox/react/context.ts";
import { ItemContent } from "#inbox/react/item/item-content.tsx";

/** The notifications of a subscriber as the inbox shows them, and without what changes them. */
export function InboxEntries({ notifications }: { notifications: readonly InboxNotification[] }) {
  const theme = usePreferences((preferences) => preferences.theme);
  const shown = notifications.flatMap((notification) => readNotification(notification) ?? []);
  return (
    <InboxFrame label="Inbox" theme={theme} hasAvatars={shown.some(({ avatar }) => avatar !== undefined)}>
      {shown.map((notification) => (
        <Entry key={notification.id} notification={notification} />
      ))}
    </InboxFrame>
  );
}

function Entry({ notification }: { notification: Notification }) {
  const id = useId();
  const { isRead, isSeen, severity } = notification;
  return (
    <li
      className="belfry-item"
      data-unread={!isRead}
      data-seen={isSeen}
      data-severity={severity}
      aria-labelledby={`${id}-main`}
    >
      <div className="belfry-item-row">
        <ItemContent id={id} notification={notification} now={Date.now()} tabIndex={0} actions={NO_ACTIONS} />
      </div>
    </li>
  );
}

const nothing = () => undefined;
const NO_ACTIONS: ItemActions = {
  read: nothing,
  unread: nothing,
  archive: nothing,
  unarchive: nothing,
  snooze: nothing,
  unsnooze: nothing,
  delete: nothing,
  revert: nothing,
  press: nothing,
};
