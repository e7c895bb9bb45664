import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { sentenceOf, setUpProblem } from "../../refusals.ts";
import {
  formBody,
  formFields,
  headerOf,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { isHmacOf } from "../../reports/signatures.ts";
import { utcDate } from "../../reports/vendor-dates.ts";
import { plivoReportErrors } from "../refusals/plivo-refusals.ts";
import { reportFields } from "../report-fields.ts";

const STATUSES = new Map(
  Object.entries<ReportStatus>({
    queued: "queued",
    sent: "sent",
    delivered: "delivered",
    undelivered: "undelivered",
    failed: "failed",
    rejected: "rejected",
  }),
);

/** Plivo's message status callbacks. */
export const plivoReports: ReportDefinition<{ token: string }> = {
  setUp: "message",
  isGenuine: (call, { token }) => isSigned(call, token),
  parse(call) {
    const fields = reportFields(call);
    const identifier = fields.get("MessageUUID") ?? fields.get("messageUuid");
    const given = fields.get("Status") ?? fields.get("status");
    if (!identifier || !given) throw new UnreadableReportError("The callback has no MessageUUID or no Status");
    const status = STATUSES.get(given.toLowerCase());
    if (!status) return [];
    const code = fields.get("ErrorCode");
    const time = fields.get(status === "queued" ? "QueuedTime" : status === "sent" ? "SentTime" : "DeliveryReportTime");
    return [
      {
        identifier,
        status,
        raw: Object.fromEntries(fields),
        at: utcDate(time),
        problem: code ? setUpProblem(plivoReportErrors, code) : undefined,
        response: code && code !== "000" ? (sentenceOf(plivoReportErrors, code) ?? `Error ${code}`) : undefined,
      },
    ];
  },
};

/** Version 3 covers address, query and fields, version 2 the address only. `ma` is signed by the main account. */
function isSigned(call: ReportCall, token: string): boolean {
  const versions = [
    { version: "v3", signed: signedOfVersion3(call) },
    { version: "v2", signed: call.url.split("?", 1)[0] ?? "" },
  ];
  return versions.some(({ version, signed }) => {
    const nonce = headerOf(call, `x-plivo-signature-${version}-nonce`);
    if (!nonce) return false;
    return [`x-plivo-signature-${version}`, `x-plivo-signature-ma-${version}`]
      .flatMap((name) => (headerOf(call, name) ?? "").split(","))
      .map((given) => given.trim())
      .some((given) => isHmacOf(signed + nonce, { algorithm: "sha256", key: token, encoding: "base64", given }));
  });
}

/** Address, query in the order of its names, then each field of a form with its value in the order of the names. */
function signedOfVersion3(call: ReportCall): string {
  const { method, url } = call;
  const [address = "", rawQuery = ""] = url.split(/\?(.*)/s);
  const query = sorted(formFields(rawQuery)).map(([name, value]) => `${name}=${value}`);
  const fields = method === "GET" ? [] : sorted(formBody(call)).map(([name, value]) => name + value);
  const parts = [query.join("&"), fields.join("")].filter((part) => part !== "");
  return `${address}${parts.length > 0 ? "?" : ""}${parts.join(".")}.`;
}

const sorted = (fields: URLSearchParams): [string, string][] =>
  [...fields].sort(([a, first], [b, second]) => (a === b ? (first < second ? -1 : 1) : a < b ? -1 : 1));
