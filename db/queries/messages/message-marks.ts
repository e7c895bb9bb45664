import type { MessageMark } from "#contract/constants/activity/message-marks.ts";

/**
 * Conditions of delivered messages `m`, in SQL. Analytics count what is read and clicked by the same ones. The open of a mail and its click are
 * known as far as its vendor reports them, and a click counts as an open.
 */
export const MARK_CONDITIONS: Readonly<Record<MessageMark, string>> = {
  read: "(m.read or m.reports ? 'opened' or m.reports ? 'clicked')",
  clicked: "(m.cta -> 'action' ->> 'status' = 'done' or m.reports ? 'clicked')",
  seen: "m.seen",
  archived: "m.archived",
};
