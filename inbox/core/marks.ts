import type { InAppMessage } from "#contract/messages.ts";

export type Mark = "read" | "unread" | "seen";
export type Flags = { seen: boolean; read: boolean };

/** The flags of a message after each mark: product.md section 4. */
export const FLAGS_AFTER: Record<Mark, Flags> = {
  read: { seen: true, read: true },
  unread: { seen: true, read: false },
  seen: { seen: true, read: false },
};

/** A change shown before the server has agreed to it. */
export type PendingMark = { concerns: (message: InAppMessage) => boolean; flags: Flags };

/** Marks under way, in the order they were made: the last one that concerns a message decides how it looks. */
export function createPendingMarks() {
  const pending: PendingMark[] = [];
  return {
    add(mark: PendingMark): void {
      pending.push(mark);
    },
    remove(mark: PendingMark): void {
      const index = pending.indexOf(mark);
      if (index >= 0) pending.splice(index, 1);
    },
    clear(): void {
      pending.length = 0;
    },
    /** The message as the subscriber should see it now. */
    show(message: InAppMessage): InAppMessage {
      const flags = pending.findLast((mark) => mark.concerns(message))?.flags;
      return flags === undefined ? message : withFlags(message, flags);
    },
  };
}
export type PendingMarks = ReturnType<typeof createPendingMarks>;

/** Keeps the identity of a message that does not change, so that it need not be drawn again. */
export function withFlags(message: InAppMessage, flags: Flags): InAppMessage {
  return message.seen === flags.seen && message.read === flags.read ? message : { ...message, ...flags };
}
