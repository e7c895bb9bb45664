import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { sentenceOf, setUpProblem } from "../../refusals.ts";
import {
  formBody,
  headerOf,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { isHmacOf } from "../../reports/signatures.ts";
import { twilioRefusals } from "../refusals/twilio-refusals.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map([
  ["accepted", "accepted"],
  ["queued", "queued"],
  ["sending", "sending"],
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["undelivered", "undelivered"],
  ["failed", "failed"],
]);

/** Twilio's status callbacks. */
export const twilioReports: ReportDefinition<{ token: string }> = {
  setUp: "message",
  isGenuine: (call, { token }) => isSigned(call, token),
  parse(call) {
    const fields = formBody(call);
    const identifier = fields.get("MessageSid") ?? fields.get("SmsSid");
    const given = fields.get("MessageStatus") ?? fields.get("SmsStatus");
    if (!identifier || !given) throw new UnreadableReportError("The body has no MessageSid or no MessageStatus");
    const status = STATUSES.get(given);
    if (!status) return [];
    const code = fields.get("ErrorCode");
    const raw = Object.fromEntries(fields);
    // Its callbacks carry no moment: a status is reported once.
    return [
      {
        identifier,
        status,
        at: null,
        problem: code ? setUpProblem(twilioRefusals, code) : undefined,
        response: code ? (sentenceOf(twilioRefusals, code) ?? `Error ${code}`) : undefined,
        raw,
      },
    ];
  },
};

/** HMAC over the address that was called, and each field with its value in the order of the names. */
function isSigned(call: ReportCall, token: string): boolean {
  const fields = [...formBody(call)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return isHmacOf(call.url + fields.map(([name, value]) => name + value).join(""), {
    algorithm: "sha1",
    key: token,
    encoding: "base64",
    given: headerOf(call, "x-twilio-signature"),
  });
}
