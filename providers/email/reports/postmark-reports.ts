import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map([
  ["Delivery", "delivered"],
  ["Open", "opened"],
  ["Click", "clicked"],
  ["SpamComplaint", "spam"],
]);
/** By the type of a bounce. Others, such as the answer of somebody who is away, say nothing about the delivery. */
const BOUNCES: ReadonlyMap<string, ReportStatus> = new Map([
  ["HardBounce", "bounced"],
  ["SoftBounce", "bounced"],
  ["VirusNotification", "bounced"],
  ["Transient", "deferred"],
  ["DnsError", "deferred"],
  ["OpenRelayTest", "deferred"],
  ["Blocked", "blocked"],
  ["DMARCPolicy", "blocked"],
  ["BadEmailAddress", "rejected"],
  ["ManuallyDeactivated", "rejected"],
  ["Unconfirmed", "rejected"],
  ["SpamNotification", "spam"],
  ["SpamComplaint", "spam"],
  ["Unsubscribe", "unsubscribed"],
  ["SMTPApiError", "dropped"],
  ["TemplateRenderingFailed", "dropped"],
]);
const IS_PERMANENT: ReadonlyMap<string, boolean> = new Map([
  ["HardBounce", true],
  ["SoftBounce", false],
  ["VirusNotification", false],
]);

const Event = z.object({ RecordType: z.string() });
const MessageEvent = Event.extend({
  MessageID: z.string().min(1),
  Type: z.string().nullish(),
  SuppressSending: z.boolean().nullish(),
  Recipient: z.string().nullish(),
  Email: z.string().nullish(),
  DeliveredAt: z.string().nullish(),
  BouncedAt: z.string().nullish(),
  ReceivedAt: z.string().nullish(),
  ClickedAt: z.string().nullish(),
  ChangedAt: z.string().nullish(),
  Details: z.string().nullish(),
  Description: z.string().nullish(),
});

/** Postmark's webhooks, one event in each call, which it does not sign. */
export const postmarkReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      "In Postmark, open your server and its message stream for transactional mail, and click Add webhook on the Webhooks tab.",
      "Enter the address for reports as the Webhook URL.",
      "Select the events Delivery, Bounce, Spam complaint, Open and Link click.",
      "Save the webhook; Postmark first sends a test of each event to the address.",
    ],
    source: "https://postmarkapp.com/support/article/1067-how-do-i-enable-delivery-webhooks",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const body = jsonBody(call);
    if (!Event.safeParse(body).success) throw new UnreadableReportError("The body has no RecordType");
    return reportOf(body);
  },
};

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = MessageEvent.safeParse(raw);
  const status = event && statusOf(event);
  if (!event || !status) return [];
  const { DeliveredAt, BouncedAt, ReceivedAt, ClickedAt, ChangedAt } = event;
  const at = DeliveredAt ?? BouncedAt ?? ReceivedAt ?? ClickedAt ?? ChangedAt;
  return [
    {
      identifier: event.MessageID,
      status,
      isPermanent: IS_PERMANENT.get(event.Type ?? ""),
      raw,
      at: zonedDate(at),
      // Not every event has an id. A repeated call carries the same ones.
      eventId: `${event.Recipient ?? event.Email} ${at}`,
      response: event.Details || event.Description || undefined,
    },
  ];
}

function statusOf({ RecordType, Type, SuppressSending }: z.output<typeof MessageEvent>): ReportStatus | undefined {
  if (RecordType === "Bounce") return BOUNCES.get(Type ?? "");
  // Sending to the address is stopped, or allowed again.
  if (RecordType === "SubscriptionChange") return SuppressSending ? "unsubscribed" : undefined;
  return STATUSES.get(RecordType);
}
