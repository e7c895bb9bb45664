import { Activity, Ban, BellRing, Hourglass, Inbox, MailX, MessageSquare, RotateCw } from "lucide-react";

/** Lists inside of a section that only the command palette has beside it. */
export const SECTION_LISTS = [
  { to: "/activity/messages", name: "Messages", Icon: MessageSquare, section: "Activity" },
  { to: "/activity/waiting", name: "Waiting", Icon: Hourglass, section: "Activity" },
  { to: "/activity/errors", name: "Errors", Icon: Activity, section: "Activity" },
  { to: "/activity/alerts", name: "Alert rules", Icon: BellRing, section: "Activity" },
  { to: "/activity/resumptions", name: "Resumptions", Icon: RotateCw, section: "Activity" },
  { to: "/activity/cancellations", name: "Cancellations", Icon: Ban, section: "Activity" },
  { to: "/imports", name: "Imports", Icon: Inbox, section: "Subscribers" },
  { to: "/integrations/suppressions", name: "Suppressed addresses", Icon: MailX, section: "Integrations" },
] as const;
export type SectionList = (typeof SECTION_LISTS)[number];
