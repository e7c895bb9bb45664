import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { isPermanentBounce } from "../../reports/bounce-permanence.ts";
import {
  type DeliveryReport,
  headerOf,
  jsonBody,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map([
  ["processed", "sent"],
  ["delivered", "delivered"],
  ["deferred", "deferred"],
  ["bounce", "bounced"],
  ["dropped", "dropped"],
  ["open", "opened"],
  ["click", "clicked"],
  ["spamreport", "spam"],
  ["unsubscribe", "unsubscribed"],
  ["group_unsubscribe", "unsubscribed"],
]);

const Event = z.object({
  /** Our own, of `custom_args`. */
  id: z.string(),
  event: z.string(),
  timestamp: z.number().optional(),
  sg_event_id: z.string().optional(),
  response: z.string().optional(),
  reason: z.string().optional(),
  type: z.string().optional(),
  attempt: z.coerce.number().int().optional(),
});

/** SendGrid's Event Webhook: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event. */
export const sendgridReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: {
    steps: [
      "In SendGrid, open Settings > Mail Settings and create an Event Webhook.",
      "Enter the address for reports as its Post URL.",
      "Select the events Processed, Delivered, Deferred, Bounced, Dropped, Opened, Clicked, Spam Reports, Unsubscribed and Group Unsubscribes.",
      'Enable Signed Event Webhook and copy its public key into "Verification key of the event webhook", so that only reports that SendGrid has signed are taken.',
    ],
    source: "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook",
  },
  isGenuine: (call, { webhookSigningKey }) =>
    webhookSigningKey === undefined ? "unsigned" : isSigned(call, webhookSigningKey),
  parse(call) {
    const body = jsonBody(call);
    const events = Array.isArray(body) ? body : [body];
    if (events.some((event) => typeof event !== "object" || event === null)) {
      throw new UnreadableReportError("The body is no list of events");
    }
    return events.flatMap(reportOf);
  },
};

/** Of an event that is not about a message of ours there is no report. */
function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  const status =
    event && (event.event === "bounce" && event.type === "blocked" ? "blocked" : STATUSES.get(event.event));
  if (!event || !status) return [];
  return [
    {
      identifier: event.id,
      status,
      isPermanent: status === "bounced" ? isPermanent(event) : undefined,
      raw,
      at: unixDate(event.timestamp),
      eventId: event.sg_event_id,
      response: event.response ?? event.reason,
      attempts: event.attempt,
    },
  ];
}

/** A bounce of another type is temporary; one may have no type. */
const isPermanent = ({ type, reason }: z.output<typeof Event>): boolean | undefined =>
  type === undefined ? isPermanentBounce(reason) : type === "bounce";

/** ECDSA over timestamp and body, by the public key that SendGrid shows. */
function isSigned(call: ReportCall, key: string): boolean {
  const signature = headerOf(call, "x-twilio-email-event-webhook-signature");
  const timestamp = headerOf(call, "x-twilio-email-event-webhook-timestamp");
  if (signature === undefined || timestamp === undefined) return false;
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    return verify("sha256", Buffer.from(timestamp + call.body), publicKey, Buffer.from(signature, "base64"));
  } catch {
    // A key that is none verifies nothing.
    return false;
  }
}
