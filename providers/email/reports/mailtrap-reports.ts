import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { jsonOf } from "../../http/http-reply.ts";
import { isPermanentBounce } from "../../reports/bounce-permanence.ts";
import {
  type DeliveryReport,
  headerOf,
  jsonBody,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { isHmacOf } from "../../reports/signatures.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map([
  ["delivery", "delivered"],
  ["open", "opened"],
  ["click", "clicked"],
  ["unsubscribe", "unsubscribed"],
  ["spam", "spam"],
  ["soft bounce", "deferred"],
  ["bounce", "bounced"],
  // Sending is paused, and the mail waits.
  ["suspension", "deferred"],
  ["reject", "rejected"],
]);

const AnyEvent = z.looseObject({ event: z.string() });
const Batch = z.object({ events: z.array(AnyEvent) });
const Event = z.object({
  event: z.string(),
  message_id: z.string().min(1),
  timestamp: z.number().optional(),
  event_id: z.string().optional(),
  response: z.string().nullish(),
  response_code: z.number().nullish().catch(null),
  reason: z.string().nullish(),
});

/** Mailtrap's webhooks, a list of events or one in each line: https://docs.mailtrap.io/email-api-smtp/advanced/webhooks. */
export const mailtrapReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: {
    steps: [
      "In Mailtrap, open Settings > Webhooks and click Create New Webhook.",
      "Enter the address for reports as the Webhook URL; Belfry reads both payload formats.",
      "Choose the area Email Sending, the Transactional stream and the domain of your sender.",
      "Select the events Delivery, Bounce, Soft bounce, Spam complaint, Unsubscribe, Open, Click, Suspension and Reject, and save the webhook.",
      'Copy the signing secret of the webhook into "Signing secret of the webhook", so that only reports that Mailtrap has signed are taken.',
    ],
    source: "https://docs.mailtrap.io/email-api-smtp/advanced/webhooks",
  },
  isGenuine: (call, { webhookSigningKey: key }) =>
    key === undefined
      ? "unsigned"
      : isHmacOf(call.body, { algorithm: "sha256", key, encoding: "hex", given: headerOf(call, "mailtrap-signature") }),
  parse: (call) => eventsOf(call).flatMap(reportOf),
};

function eventsOf(call: ReportCall): unknown[] {
  const batch = Batch.safeParse(jsonOf(call.body));
  if (batch.success) return batch.data.events;
  const lines = call.body.split("\n").filter((line) => line.trim() !== "");
  const events = lines.map((body) => jsonBody({ ...call, body }));
  if (events.length === 0 || !events.every((event) => AnyEvent.safeParse(event).success)) {
    throw new UnreadableReportError("The body is no list of events");
  }
  return events;
}

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  const status = event && STATUSES.get(event.event);
  if (!event || !status) return [];
  return [
    {
      identifier: event.message_id,
      status,
      isPermanent: status === "bounced" ? isPermanent(event) : undefined,
      raw,
      at: unixDate(event.timestamp),
      eventId: event.event_id,
      response: event.response || event.reason || undefined,
    },
  ];
}

/**
 * A bounce is permanent, unless it ends the attempts of a soft bounce:
 * https://docs.mailtrap.io/email-api-smtp/analytics/statuses-and-events.
 */
const isPermanent = ({ response, response_code: code }: z.output<typeof Event>): boolean =>
  isPermanentBounce(response) ?? !(code && code >= 400 && code < 500);
