import { createHash } from "node:crypto";
import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  headerOf,
  jsonBody,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { isHmacOf } from "../../reports/signatures.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const STATUSES = new Map(
  Object.entries<ReportStatus>({
    DELIVERED: "delivered",
    NOTDELIVERED: "undelivered",
    BUFFERED: "queued",
    TRANSMITTED: "sent",
    ACCEPTED: "accepted",
    EXPIRED: "undelivered",
    REJECTED: "rejected",
    FAILED: "failed",
  }),
);
const MAX_AGE_SECONDS = 300;

const Body = z.object({ webhook_event: z.string() });
const Report = z.object({
  webhook_event: z.literal("dlr"),
  data: z.object({
    msg_id: z.union([z.string(), z.number()]).transform(String),
    status: z.string(),
    timestamp: z.union([z.string(), z.number()]).transform(String).optional(),
  }),
});

/** seven.io's status reports. */
export const sms77Reports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: {
    steps: [
      "In the web app of seven.io, open the developer area and add a webhook.",
      "Enter the address for reports as its URL, and choose the event dlr (status reports of your SMS) and the request method JSON.",
      'Copy the signing key of the account into "Signing key", so that only status reports that seven.io has signed are taken.',
    ],
    source: "https://docs.seven.io/en/rest-api/webhooks",
  },
  isGenuine: (call, { webhookSigningKey }) =>
    webhookSigningKey === undefined ? "unsigned" : isSigned(call, webhookSigningKey),
  parse(call) {
    const raw = jsonBody(call);
    if (!Body.safeParse(raw).success) throw new UnreadableReportError("The body has no webhook_event");
    const { data: report } = Report.safeParse(raw);
    const status = report && STATUSES.get(report.data.status);
    if (!report || !status) return [];
    const { msg_id: identifier, timestamp } = report.data;
    // seven.io does not say in which zone its written times are: only seconds since 1970 are a moment.
    const at = unixDate(timestamp);
    return [{ identifier, status, at, response: report.data.status, raw }];
  },
};

/** HMAC over time, nonce, method, address and the hash of the body. */
function isSigned(call: ReportCall, key: string): boolean {
  const timestamp = headerOf(call, "x-timestamp");
  const nonce = headerOf(call, "x-nonce");
  if (timestamp === undefined || nonce === undefined) return false;
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  // Also false where the timestamp is not a number.
  if (!(age <= MAX_AGE_SECONDS)) return false;
  const body = createHash("md5").update(call.body).digest("hex");
  const signed = [timestamp, nonce, call.method, call.url, body].join("\n");
  return isHmacOf(signed, { algorithm: "sha256", key, encoding: "hex", given: headerOf(call, "x-signature") });
}
