import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { DAY } from "#contract/constants/values/times.ts";
import { isPermanentBounce } from "../../reports/bounce-permanence.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { isHmacOf } from "../../reports/signatures.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map([
  ["accepted", "sent"],
  ["delivered", "delivered"],
  ["rejected", "rejected"],
  ["opened", "opened"],
  ["clicked", "clicked"],
  ["unsubscribed", "unsubscribed"],
  ["complained", "complaint"],
]);

/** Calls are repeated for eight hours. */
const MAILGUN_OLDEST_MS = DAY;

const Signed = z.object({
  signature: z.object({ timestamp: z.coerce.string(), token: z.string(), signature: z.string() }),
});
const Body = z.object({
  "event-data": z.looseObject({ event: z.string() }),
});
const Event = z.object({
  event: z.string(),
  id: z.string().optional(),
  timestamp: z.number().optional(),
  severity: z.string().nullish(),
  reason: z.string().nullish(),
  flags: z.object({ "is-delayed-bounce": z.boolean().nullish() }).nullish().catch(null),
  "delivery-status": z
    .object({
      message: z.string().nullish(),
      description: z.string().nullish(),
      "bounce-code": z.string().nullish().catch(null),
      "attempt-no": z.number().int().nullish(),
    })
    .optional(),
  message: z.object({ headers: z.object({ "message-id": z.string().min(1) }) }),
});

/** Mailgun's webhooks, one event in each call. */
export const mailgunReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: {
    steps: [
      "In Mailgun, open Send > Sending > Webhooks and click Add webhook.",
      'Choose Domain-level and the domain that is set as "Domain", and enter the address for reports as the URL.',
      "Select the event types Accepted, Delivered, Permanent Failures, Temporary Failures, Opens, Clicks, Unsubscribes and Spam Complaints.",
      'Copy the HTTP webhook signing key of the account into "HTTP webhook signing key", so that only reports that Mailgun has signed are taken.',
    ],
    source: "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhooks",
  },
  isGenuine: (call, { webhookSigningKey }) =>
    webhookSigningKey === undefined ? "unsigned" : isSigned(call, webhookSigningKey),
  parse(call) {
    const { data } = Body.safeParse(jsonBody(call));
    if (!data) throw new UnreadableReportError("The body has no event-data");
    return reportOf(data["event-data"]);
  },
};

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  const status = event && statusOf(event);
  if (!event || !status) return [];
  const delivery = event["delivery-status"];
  return [
    {
      identifier: event.message.headers["message-id"].replace(/^<(.+)>$/, "$1"),
      status,
      isPermanent: status === "bounced" ? isPermanent(event) : undefined,
      raw,
      eventId: event.id,
      at: unixDate(event.timestamp),
      response: delivery?.message || delivery?.description || event.reason || undefined,
      attempts: delivery?.["attempt-no"] ?? undefined,
    },
  ];
}

function statusOf({ event, severity, reason }: z.output<typeof Event>): ReportStatus | undefined {
  if (event !== "failed") return STATUSES.get(event);
  // Mailgun does not send to addresses that bounced or complained before.
  if (reason?.startsWith("suppress-")) return "dropped";
  return severity === "temporary" ? "deferred" : "bounced";
}

/**
 * By Mailgun's definitions of hard and soft bounces, which leave out those of mails that were delivered before:
 * https://documentation.mailgun.com/docs/mailgun/user-manual/reporting/metric-definitions.
 */
function isPermanent({ severity, reason, flags, "delivery-status": delivery }: z.output<typeof Event>) {
  if (flags?.["is-delayed-bounce"]) return isPermanentBounce(delivery?.["bounce-code"] ?? delivery?.message);
  return severity === "permanent" && reason ? reason === "bounce" : undefined;
}

/** HMAC over the moment and the token that the body names, by the key of the account. */
function isSigned(call: ReportCall, key: string): boolean {
  const { data } = Signed.safeParse(jsonBody(call));
  if (!data) return false;
  const { timestamp, token, signature } = data.signature;
  const isRecent = Math.abs(Date.now() - Number(timestamp) * 1_000) < MAILGUN_OLDEST_MS;
  return isRecent && isHmacOf(timestamp + token, { algorithm: "sha256", key, encoding: "hex", given: signature });
}
