import { useState } from "react";
import { InboxFrame } from "#dashboard/components/inbox-frame.tsx";
import type { Notification } from "#inbox/core/types.ts";
import { Item } from "#inbox/react/item/item.tsx";

/** An inbox with one entry in a direction of reading. */
export function InboxPreview({ direction }: { direction: "ltr" | "rtl" }) {
  const [notification] = useState(() => exampleAt(new Date().toISOString()));
  return (
    <div dir={direction} translate="no">
      <InboxFrame label="Notification" theme="system" hasAvatars={false}>
        <Item notification={notification} />
      </InboxFrame>
    </div>
  );
}

const exampleAt = (createdAt: string): Notification => ({
  id: "preview",
  subject: "Your parcel is on its way",
  body: "It should be with you on Thursday.",
  data: {},
  primaryAction: { label: "Track the parcel", isCompleted: false },
  secondaryAction: undefined,
  workflow: { id: "preview", identifier: "order-shipped", name: "Order shipped", critical: false },
  createdAt,
  isRead: false,
  isSeen: false,
  isArchived: false,
  isSnoozed: false,
  tags: [],
  severity: "none",
});
