import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { formBody, type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    Sent: "sent",
    // Taken by the operator, and then waiting there.
    Submitted: "accepted",
    Buffered: "queued",
    Success: "delivered",
    Rejected: "rejected",
    Failed: "failed",
    AbsentSubscriber: "undelivered",
    Expired: "undelivered",
  }),
);

/** Delivery reports of Africa's Talking. They are not signed, and have no moment. */
export const africasTalkingReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      "In the dashboard of Africa's Talking, open SMS > SMS Callback URLs > Delivery Reports.",
      "Enter the address for reports as the callback URL, and save it.",
    ],
    source: "https://developers.africastalking.com/docs/sms/notifications",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const fields = formBody(call);
    const identifier = fields.get("id");
    const given = fields.get("status");
    if (!identifier || !given) throw new UnreadableReportError("The body has no id or no status");
    const status = STATUSES.get(given);
    if (!status) return [];
    const retries = fields.get("retryCount") ?? "";
    return [
      {
        identifier,
        status,
        at: null,
        raw: Object.fromEntries(fields),
        response: fields.get("failureReason") || undefined,
        attempts: /^\d{1,4}$/.test(retries) ? Number(retries) + 1 : undefined,
      },
    ];
  },
};
