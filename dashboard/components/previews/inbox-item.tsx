import { useMemo, useState } from "react";
import { InboxFrame } from "#dashboard/components/inbox-frame.tsx";
import { bodyText, parseBody } from "#inbox/core/safe-body.ts";
import type { Notification, NotificationAction } from "#inbox/core/types.ts";
import { Item } from "#inbox/react/item/item.tsx";
import type { PreviewOf } from "./preview-message.ts";

interface InboxItemProps {
  message: PreviewOf<"in_app">;
  /** Its initials stand for a picture that cannot be loaded. */
  workflow: { _id: string; workflowId: string; name: string };
  theme: "light" | "dark";
}

/** One entry of an inbox that has no server: its buttons change nothing, and its links lead nowhere. */
export function InboxItem({ message, workflow, theme }: InboxItemProps) {
  const [createdAt] = useState(() => new Date().toISOString());
  const notification = useMemo(() => notificationOf(message, workflow, createdAt), [message, workflow, createdAt]);
  return (
    <InboxFrame label="Notification" theme={theme} hasAvatars={notification.avatar !== undefined}>
      <Item notification={notification} />
    </InboxFrame>
  );
}

function notificationOf(
  { subject, content, format, avatar, data, cta }: InboxItemProps["message"],
  { _id: id, workflowId: identifier, name }: InboxItemProps["workflow"],
  createdAt: string,
): Notification {
  const button = (type: "primary" | "secondary"): NotificationAction | undefined => {
    const found = cta?.action?.buttons?.find((one) => one.type === type);
    return found && { label: found.content, isCompleted: false };
  };
  return {
    id: "preview",
    body: format === "html" ? bodyText(parseBody(content)) : content,
    ...(format === "html" && { bodyHtml: content }),
    ...(subject !== "" && { subject }),
    ...(avatar !== undefined && { avatar }),
    ...(data && { data }),
    ...(cta?.data?.url !== undefined && { redirect: { url: cta.data.url } }),
    primaryAction: button("primary"),
    secondaryAction: button("secondary"),
    workflow: { id, identifier, name, critical: false },
    createdAt,
    isRead: false,
    isSeen: false,
    isArchived: false,
    isSnoozed: false,
    tags: [],
    severity: "none",
  };
}
