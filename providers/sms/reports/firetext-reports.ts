import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { reportFields } from "../report-fields.ts";

const STATUSES = new Map(Object.entries<ReportStatus>({ 0: "delivered", 1: "failed", 2: "queued" }));
const REASONS = new Map(
  Object.entries({
    101: "Unknown subscriber",
    102: "Absent subscriber",
    103: "Handset busy",
    104: "Handset memory full",
    201: "Invalid number",
    301: "Not supported",
    302: "Not supported",
    401: "Message rejected",
    900: "Routing error",
  }),
);

/** FireText's delivery receipts, which are not signed. */
export const firetextReports: ReportDefinition<unknown> = {
  setUp: "message",
  isGenuine: () => "unsigned",
  parse(call) {
    const fields = reportFields(call);
    const identifier = fields.get("reference");
    const given = fields.get("status");
    if (!identifier || !given) throw new UnreadableReportError("The receipt has no reference or no status");
    const status = STATUSES.get(given);
    if (!status) return [];
    const code = fields.get("code") ?? "000";
    const response = code === "000" ? undefined : `${REASONS.get(code) ?? "Error"} (${code})`;
    // FireText does not say in which zone its times are.
    return [{ identifier, status, at: null, response, raw: Object.fromEntries(fields) }];
  },
};
