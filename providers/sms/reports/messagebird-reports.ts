import { createHash } from "node:crypto";
import { jwtVerify } from "jose";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  headerOf,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";
import { reportFields } from "../report-fields.ts";

const STATUSES = new Map(
  Object.entries<ReportStatus>({
    scheduled: "queued",
    buffered: "queued",
    sent: "sent",
    delivered: "delivered",
    expired: "undelivered",
    delivery_failed: "failed",
  }),
);
const CLOCK_TOLERANCE_SECONDS = 60;

/** MessageBird's status reports, which come by GET. */
export const messagebirdReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: "message",
  isGenuine: (call, { webhookSigningKey }) =>
    webhookSigningKey === undefined ? "unsigned" : isSigned(call, webhookSigningKey),
  parse(call) {
    const fields = reportFields(call);
    const identifier = fields.get("id");
    const given = fields.get("status");
    if (!identifier || !given) throw new UnreadableReportError("The report has no id or no status");
    const status = STATUSES.get(given);
    if (!status) return [];
    const code = fields.get("statusErrorCode");
    const words = [fields.get("statusReason"), code && code !== "0" ? `error ${code}` : undefined];
    return [
      {
        identifier,
        status,
        raw: Object.fromEntries(fields),
        at: zonedDate(fields.get("statusDatetime")),
        response: words.filter(Boolean).join(", ") || undefined,
      },
    ];
  },
};

/** A JSON Web Token about the address that was called and the body, where there is one. */
async function isSigned(call: ReportCall, key: string): Promise<boolean> {
  const token = headerOf(call, "messagebird-signature-jwt");
  if (token === undefined) return false;
  try {
    const { payload } = await jwtVerify(token, Buffer.from(key), {
      issuer: "MessageBird",
      algorithms: ["HS256", "HS384", "HS512"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ["exp"],
    });
    const isBodyNamed = call.body === "" ? true : payload.payload_hash === sha256(call.body);
    return isBodyNamed && payload.url_hash === sha256(call.url);
  } catch {
    // A token that is none, or is not valid any more.
    return false;
  }
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
