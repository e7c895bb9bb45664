import { createHash } from "node:crypto";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { sentenceOf } from "../../refusals.ts";
import { type ReportCall, type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { areSameBytes, isHmacOf } from "../../reports/signatures.ts";
import { utcDate } from "../../reports/vendor-dates.ts";
import { nexmoReportErrors } from "../refusals/nexmo-refusals.ts";
import { reportFields } from "../report-fields.ts";

const STATUSES = new Map(
  Object.entries<ReportStatus>({
    accepted: "accepted",
    buffered: "queued",
    delivered: "delivered",
    expired: "undelivered",
    failed: "failed",
    rejected: "rejected",
  }),
);

/** Hash algorithms of HMAC signatures by the length of the signature in hex. */
const ALGORITHMS: ReadonlyMap<number, "md5" | "sha1" | "sha256" | "sha512"> = new Map([
  [32, "md5"],
  [40, "sha1"],
  [64, "sha256"],
  [128, "sha512"],
]);

/** Vonage's delivery receipts, which come by GET or as a form or JSON. */
export const nexmoReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: "message",
  isGenuine: (call, { webhookSigningKey }) =>
    webhookSigningKey === undefined ? "unsigned" : isSigned(call, webhookSigningKey),
  parse(call) {
    const fields = reportFields(call);
    const identifier = fields.get("messageId");
    const given = fields.get("status");
    if (!identifier || !given) throw new UnreadableReportError("The receipt has no messageId or no status");
    const status = STATUSES.get(given);
    if (!status) return [];
    const code = fields.get("err-code") ?? "0";
    return [
      {
        identifier,
        status,
        raw: Object.fromEntries(fields),
        at: utcDate(fields.get("message-timestamp")),
        response: code === "0" ? undefined : (sentenceOf(nexmoReportErrors, code) ?? `Error ${code}`),
      },
    ];
  },
};

/**
 * Whether `sig` is the signature of all other fields in the order of their names. The account sets one of five methods; the
 * receipt does not say which.
 */
function isSigned(call: ReportCall, key: string): boolean {
  const { sig = "", ...fields } = Object.fromEntries(reportFields(call));
  const signed = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `&${name}=${value.replace(/[&=]/g, "_")}`)
    .join("");
  const algorithm = ALGORITHMS.get(sig.length);
  if (algorithm === undefined) return false;
  const hash = createHash("md5").update(signed + key);
  return (
    isHmacOf(signed, { algorithm, key, encoding: "hex", given: sig }) ||
    areSameBytes(Buffer.from(sig, "hex"), hash.digest())
  );
}
