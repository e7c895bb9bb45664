import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { unixMillisecondsDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map([
  ["request", "sent"],
  ["delivered", "delivered"],
  ["deferred", "deferred"],
  ["soft_bounce", "bounced"],
  ["hard_bounce", "bounced"],
  ["blocked", "blocked"],
  ["invalid_email", "dropped"],
  ["error", "dropped"],
  ["spam", "complaint"],
  ["complaint", "complaint"],
  ["opened", "opened"],
  ["unique_opened", "opened"],
  ["proxy_open", "opened"],
  ["unique_proxy_open", "opened"],
  ["click", "clicked"],
  ["unsubscribed", "unsubscribed"],
  ["unsubscribe", "unsubscribed"],
]);
const IS_PERMANENT: ReadonlyMap<string, boolean> = new Map([
  ["soft_bounce", false],
  ["hard_bounce", true],
]);

const Event = z.object({
  event: z.string(),
  "message-id": z.string().min(1),
  email: z.string().optional(),
  /** Milliseconds. The other dates are in the time zone of the account. */
  ts_epoch: z.number().nullish(),
  reason: z.string().nullish(),
});

/**
 * Brevo's transactional webhooks, one event or a list in a call, which it does not sign:
 * https://developers.brevo.com/docs/transactional-webhooks.
 */
export const sendinblueReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      "In Brevo, click your account name, open Integrations > Webhooks and click Add webhook.",
      "Choose Outbound webhook, and enter the address for reports as its URL, without authentication.",
      "Select the events of transactional email for sending and delivery: Sent, Delivered, Deferred, Soft Bounced, Hard Bounced, Blocked, Invalid Email and Error.",
      "Select those for engagement as well: First Opening, Opened, Proxy Open, Unique Proxy Open, Clicked, Spam and Unsubscribed.",
    ],
    source:
      "https://help.brevo.com/hc/en-us/articles/27824932835474-Create-outbound-webhooks-to-send-real-time-data-from-Brevo-to-an-external-app",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const body = jsonBody(call);
    const events = Array.isArray(body) ? body : [body];
    if (events.some((event) => typeof event !== "object" || event === null)) {
      throw new UnreadableReportError("The body is no list of events");
    }
    return events.flatMap(reportOf);
  },
};

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  const status = event && STATUSES.get(event.event);
  if (!event || !status) return [];
  return [
    {
      identifier: event["message-id"],
      status,
      isPermanent: IS_PERMANENT.get(event.event),
      raw,
      at: unixMillisecondsDate(event.ts_epoch),
      // The id of an event is that of the webhook. A repeated call carries the same recipient and moment.
      eventId: `${event.email} ${event.ts_epoch}`,
      response: event.reason || undefined,
    },
  ];
}
