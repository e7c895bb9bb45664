import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { MINUTE } from "#contract/constants/values/times.ts";
import {
  headerOf,
  jsonBody,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { listed } from "../../reports/listed.ts";
import { isHmacOf } from "../../reports/signatures.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map([
  ["email.sent", "sent"],
  ["email.delivered", "delivered"],
  ["email.delivery_delayed", "delayed"],
  ["email.bounced", "bounced"],
  ["email.complained", "complaint"],
  ["email.opened", "opened"],
  ["email.clicked", "clicked"],
  ["email.failed", "dropped"],
  ["email.suppressed", "blocked"],
]);
/** By the type of a bounce, which may be undetermined: https://resend.com/docs/dashboard/emails/email-bounces. */
const IS_PERMANENT: ReadonlyMap<string, boolean> = new Map([
  ["Permanent", true],
  ["Transient", false],
]);

const Event = z.object({ type: z.string(), created_at: z.string().nullish(), data: z.unknown() });
const Mail = z.object({
  email_id: z.string().min(1),
  bounce: z.object({ type: z.string().nullish().catch(null), message: z.string().nullish() }).nullish(),
  failed: z.object({ reason: z.string().nullish() }).nullish(),
  suppressed: z.object({ message: z.string().nullish() }).nullish(),
});

/** Resend's webhooks, one event in each call: https://resend.com/docs/webhooks/event-types. */
export const resendReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: {
    steps: [
      "In Resend, open Webhooks and add a webhook.",
      "Enter the address for reports as the Endpoint URL.",
      `Under Events to listen, select ${listed(STATUSES.keys())}, and click Add.`,
      'Open the webhook and copy its signing secret into "Signing secret of the webhook", so that only reports that Resend has signed are taken.',
    ],
    source: "https://resend.com/docs/webhooks/event-types",
  },
  isGenuine: (call, { webhookSigningKey }) =>
    webhookSigningKey === undefined ? "unsigned" : isSigned(call, webhookSigningKey),
  parse(call) {
    const raw = jsonBody(call);
    const { data: event } = Event.safeParse(raw);
    if (!event) throw new UnreadableReportError("The body has no type");
    const { data: mail } = Mail.safeParse(event.data);
    const status = STATUSES.get(event.type);
    if (!mail || !status) return [];
    return [
      {
        identifier: mail.email_id,
        status,
        isPermanent: IS_PERMANENT.get(mail.bounce?.type ?? ""),
        raw,
        at: zonedDate(event.created_at),
        eventId: headerOf(call, "svix-id"),
        response: mail.bounce?.message || mail.failed?.reason || mail.suppressed?.message || undefined,
      },
    ];
  },
};

/** Every attempt of a call is signed anew. */
const RESEND_OLDEST_MS = 5 * MINUTE;

/** HMAC over id, moment and body: Standard Webhooks. While the secret changes there are several signatures. */
function isSigned(call: ReportCall, secret: string): boolean {
  const id = headerOf(call, "svix-id") ?? "";
  const timestamp = headerOf(call, "svix-timestamp") ?? "";
  const isRecent = Math.abs(Date.now() - Number(timestamp) * 1_000) < RESEND_OLDEST_MS;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signatures = (headerOf(call, "svix-signature") ?? "").split(" ").map((signature) => signature.split(","));
  return (
    isRecent &&
    signatures.some(
      ([version, given]) =>
        version === "v1" &&
        isHmacOf(`${id}.${timestamp}.${call.body}`, { algorithm: "sha256", key, encoding: "base64", given }),
    )
  );
}
