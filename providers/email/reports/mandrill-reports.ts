import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  type DeliveryReport,
  formBody,
  headerOf,
  jsonBody,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { isHmacOf } from "../../reports/signatures.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map([
  ["send", "sent"],
  ["deferral", "deferred"],
  ["hard_bounce", "bounced"],
  ["soft_bounce", "bounced"],
  ["delivered", "delivered"],
  ["open", "opened"],
  ["click", "clicked"],
  ["spam", "spam"],
  ["unsub", "unsubscribed"],
  ["reject", "rejected"],
]);
const IS_PERMANENT: ReadonlyMap<string, boolean> = new Map([
  ["soft_bounce", false],
  ["hard_bounce", true],
]);

const Event = z.object({
  event: z.string(),
  _id: z.string().min(1),
  ts: z.number().optional(),
  msg: z
    .object({
      email: z.string().optional(),
      diag: z.string().nullish(),
      bounce_description: z.string().nullish(),
      smtp_events: z.array(z.object({ diag: z.string().nullish() })).optional(),
    })
    .optional(),
});

/** Mandrill's webhooks, a list of events in a field of a form. */
export const mandrillReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: {
    steps: [
      "In Mailchimp Transactional, open Webhooks and click Add a Webhook.",
      "Under Trigger on Events, select the events Sent, Delayed, Delivered, Bounced, Soft-Bounced, Rejected, Opened, Clicked, Marked as Spam and Unsubscribed.",
      "Enter the address for reports as the Post To URL and click Create Webhook.",
      'Copy the key of the new webhook into "Webhook key", so that only reports that Mandrill has signed are taken.',
    ],
    source: "https://mailchimp.com/developer/transactional/docs/webhooks/",
  },
  isGenuine: (call, { webhookSigningKey }) =>
    webhookSigningKey === undefined ? "unsigned" : isSigned(call, webhookSigningKey),
  parse(call) {
    const body = formBody(call).get("mandrill_events") ?? "";
    const events = jsonBody({ ...call, body });
    if (!Array.isArray(events)) throw new UnreadableReportError("The field mandrill_events is no list of events");
    return events.flatMap(reportOf);
  },
};

/** Events that are not about a message, such as those of the list of refused addresses, have no report. */
function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  const status = event && STATUSES.get(event.event);
  if (!event || !status) return [];
  const { email, diag, bounce_description, smtp_events = [] } = event.msg ?? {};
  return [
    {
      identifier: event._id,
      status,
      isPermanent: IS_PERMANENT.get(event.event),
      raw,
      at: unixDate(event.ts),
      // Events have no id of their own. A repeated call carries the same ones.
      eventId: `${email} ${event.ts}`,
      response: diag ?? smtp_events.at(-1)?.diag ?? bounce_description ?? undefined,
      attempts: smtp_events.length || undefined,
    },
  ];
}

/** HMAC over the address that was called, and each field with its value in the order of the names. */
function isSigned(call: ReportCall, key: string): boolean {
  const fields = [...formBody(call)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return isHmacOf(call.url + fields.map(([name, value]) => name + value).join(""), {
    algorithm: "sha1",
    key,
    encoding: "base64",
    given: headerOf(call, "x-mandrill-signature"),
  });
}
