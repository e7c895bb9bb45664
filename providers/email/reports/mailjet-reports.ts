import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map([
  // The receiving server has taken the mail.
  ["sent", "delivered"],
  ["open", "opened"],
  ["click", "clicked"],
  ["bounce", "bounced"],
  ["blocked", "blocked"],
  ["spam", "spam"],
  ["unsub", "unsubscribed"],
]);
/** The `error_related_to` of errors that are not about the mailbox, however permanent they are. */
const BESIDE_MAILBOX = ["content", "spam", "system", "mailjet"];

const Event = z.object({
  event: z.string(),
  time: z.number().optional(),
  email: z.string().optional(),
  /** Our own id. */
  CustomID: z.string().min(1),
  hard_bounce: z.boolean().nullish(),
  error_related_to: z.string().nullish(),
  error: z.string().nullish(),
  comment: z.string().nullish(),
  smtp_reply: z.string().nullish(),
});

/** Mailjet's events, one or a list in a call, which it does not sign: https://dev.mailjet.com/email/guides/webhooks/. */
export const mailjetReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      "In Mailjet, open Event notifications (webhooks) in the account settings.",
      "Enter the address for reports as the URL of each of the events sent, open, click, bounce, blocked, spam and unsub.",
      "Turn on the grouping of events, so that one call reports several of them, and save the settings.",
    ],
    source: "https://dev.mailjet.com/email/guides/webhooks/",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const body = jsonBody({ ...call, body: withTextIds(call) });
    const events = Array.isArray(body) ? body : [body];
    if (events.some((event) => typeof event !== "object" || event === null)) {
      throw new UnreadableReportError("The body is no list of events");
    }
    return events.flatMap(reportOf);
  },
};

/** The body with the ids of messages as texts, because they are too large for a number. */
const withTextIds = ({ body }: ReportCall): string => body.replace(/("MessageID"\s*:\s*)(\d{16,})/g, '$1"$2"');

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  const status = event && statusOf(event);
  if (!event || !status) return [];
  const reason = [event.error_related_to, event.error].filter(Boolean).join(": ");
  return [
    {
      identifier: event.CustomID,
      status,
      isPermanent: status === "bounced" ? isPermanent(event) : undefined,
      raw,
      at: unixDate(event.time),
      // Events have no id of their own. A repeated call carries the same ones.
      eventId: `${event.email} ${event.time}`,
      response: event.comment || event.smtp_reply || reason || undefined,
    },
  ];
}

/** A server that asks for another attempt is tried again. */
const statusOf = ({ event, error, hard_bounce }: z.output<typeof Event>): ReportStatus | undefined =>
  event === "bounce" && error === "greylisted" && !hard_bounce ? "deferred" : STATUSES.get(event);

const isPermanent = ({ hard_bounce, error_related_to }: z.output<typeof Event>): boolean | undefined =>
  typeof hard_bounce === "boolean" ? hard_bounce && !BESIDE_MAILBOX.includes(error_related_to ?? "") : undefined;
