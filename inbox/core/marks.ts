import type { InAppMessage } from "#contract/messages.ts";

export type Mark = "read" | "unread" | "seen";
export type Flags = { seen: boolean; read: boolean };

/** The flags of a message after each mark. */
export const MARK_FLAGS: Record<Mark, Flags> = {
  read: { seen: true, read: true },
  unread: { seen: true, read: false },
  seen: { seen: true, read: false },
};

/** A mark that the server has not confirmed yet. */
export type PendingMark = { matches: (message: InAppMessage) => boolean; flags: Flags };

/** The pending marks in the order in which they were made. The last one that matches a message decides its flags. */
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
    /** Returns the message with its pending mark. */
    apply(message: InAppMessage): InAppMessage {
      const flags = pending.findLast((mark) => mark.matches(message))?.flags;
      return flags === undefined ? message : withFlags(message, flags);
    },
  };
}
export type PendingMarks = ReturnType<typeof createPendingMarks>;

/** Returns the same object when nothing changes, so that it is not rendered again. */
export function withFlags(message: InAppMessage, flags: Flags): InAppMessage {
  return message.seen === flags.seen && message.read === flags.read ? message : { ...message, ...flags };
}
