import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { formBody, type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { utcDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({ sent: "sent", delivered: "delivered", failed: "failed" }),
);

/** Delivery reports of 46elks: https://46elks.se/docs/sms-delivery-reports. They are not signed. */
export const fortySixElksReports: ReportDefinition<unknown> = {
  setUp: "message",
  isGenuine: () => "unsigned",
  parse(call) {
    const fields = formBody(call);
    const identifier = fields.get("id");
    const given = fields.get("status");
    if (!identifier || !given) throw new UnreadableReportError("The body has no id or no status");
    const status = STATUSES.get(given);
    if (!status) return [];
    return [{ identifier, status, at: utcDate(fields.get("delivered")), raw: Object.fromEntries(fields) }];
  },
};
