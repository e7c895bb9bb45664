import type { Notification } from "../core/types.ts";
import type { InboxTexts } from "./languages/texts.ts";

const MAX_LENGTH = 120;

/** Returns the text by which a notification is named: its subject, or else the start of its body. */
export function nameOf({ subject, body }: Pick<Notification, "subject" | "body">): string {
  const text = subject?.trim() || body.replace(/\s+/g, " ").trim();
  return text.length > MAX_LENGTH && !subject?.trim() ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** "Unread, Your order has shipped, 5 minutes ago". */
export function itemName(notification: Notification, time: string, { unread, locale }: InboxTexts): string {
  return joined([...(notification.isRead ? [] : [unread]), nameOf(notification), time], locale);
}

/** Names in a row, between the commas of the language. */
export function joined(parts: readonly string[], locale: string): string {
  return parts.join(COMMAS[locale.slice(0, 2)] ?? ", ");
}

const COMMAS: Readonly<Record<string, string>> = { ar: "، ", ja: "、" };

/** Milliseconds of when it came, or last came back from a snooze. */
export function deliveredTime({ createdAt, deliveredAt }: Notification): number {
  return Date.parse(deliveredAt?.at(-1) ?? createdAt);
}

/** Whether it has come back from a snooze. */
export const cameBack = ({ isSnoozed, deliveredAt }: Notification): boolean =>
  !isSnoozed && (deliveredAt?.length ?? 0) > 1;
