import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { utcDate } from "../../reports/vendor-dates.ts";
import { reportFields } from "../report-fields.ts";

const STATUSES = new Map(
  Object.entries<ReportStatus>({
    delivered: "delivered",
    pending: "queued",
    "soft-bounce": "undelivered",
    "hard-bounce": "failed",
  }),
);

/** BurstSMS' delivery callbacks, which come by GET and are not signed. */
export const burstSmsReports: ReportDefinition<unknown> = {
  setUp: "message",
  isGenuine: () => "unsigned",
  parse(call) {
    const fields = reportFields(call);
    const identifier = fields.get("message_id");
    const given = fields.get("status");
    if (!identifier || !given) throw new UnreadableReportError("The callback has no message_id or no status");
    const status = STATUSES.get(given.toLowerCase());
    if (!status) return [];
    const at = utcDate(fields.get("datetime"));
    return [{ identifier, status, at, response: given, raw: Object.fromEntries(fields) }];
  },
};
