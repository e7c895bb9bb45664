import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";

const STATUSES = new Map(
  Object.entries<ReportStatus>({ ACCEPTED: "accepted", SENT: "sent", DELIVERED: "delivered", FAILED: "failed" }),
);
const FAILURES = new Map(Object.entries<ReportStatus>({ EXPIRED: "undelivered", BLOCKED: "blocked" }));

const Message = z.object({
  id: z.string(),
  status: z.object({ type: z.string(), subtype: z.string().nullish() }),
});
const Body = z.array(z.unknown());

/** BulkSMS' webhook for sent messages, which is not signed. It is tried with an empty list. */
export const bulkSmsReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      "In the BulkSMS Web App, add a webhook with the address for reports as its URL.",
      "Choose sent messages as its trigger, so that BulkSMS calls it with status reports.",
    ],
    source: "https://www.bulksms.com/developer/webhooks/",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const { data: messages } = Body.safeParse(jsonBody(call));
    if (!messages) throw new UnreadableReportError("The body is no list of messages");
    return messages.flatMap(reportOf);
  },
};

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: message } = Message.safeParse(raw);
  if (!message) return [];
  const { type, subtype } = message.status;
  const status = (type === "FAILED" && FAILURES.get(subtype ?? "")) || STATUSES.get(type);
  // It carries no moment: a status is reported once.
  return status ? [{ identifier: message.id, status, at: null, response: subtype ?? undefined, raw }] : [];
}
