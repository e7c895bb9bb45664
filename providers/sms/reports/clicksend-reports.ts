import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { formBody, jsonBody, type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const CODES: Readonly<Record<number, ReportStatus>> = {
  200: "sent",
  201: "delivered",
  // It tries again.
  300: "delayed",
  301: "undelivered",
  302: "undelivered",
};
/** In lower case, where no code is given. */
const STATUSES: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    queued: "queued",
    sent: "sent",
    delivered: "delivered",
    undelivered: "undelivered",
    expired: "undelivered",
    failed: "failed",
    rejected: "rejected",
  }),
);

const Words = z.string().nullish().catch(undefined);
const Event = z.object({
  message_id: z.string().min(1),
  status: Words,
  status_code: z.coerce.number().optional().catch(undefined),
  status_text: Words,
  error_text: Words,
  /** Seconds since 1970. */
  timestamp: z.coerce.number().int().positive().max(1e11).optional().catch(undefined),
});

/** ClickSend's delivery receipts, as JSON or as a form. They are not signed. */
export const clicksendReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      "In the SMS settings of ClickSend, add a rule for delivery receipts that matches all reports.",
      "Choose URL as the action of the rule, and enter the address for reports.",
      "Enable the rule and save it.",
    ],
    source: "https://developers.clicksend.com/docs/automations/sms",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const isJson = /^\s*[{["]/.test(call.body);
    const raw: unknown = isJson ? jsonBody(call) : Object.fromEntries(formBody(call));
    const { data: event } = Event.safeParse(raw);
    if (!event) throw new UnreadableReportError("The body has no message_id");
    const name = event.status?.toLowerCase() ?? "";
    const status = CODES[event.status_code ?? 0] ?? STATUSES.get(name);
    if (!status) return [];
    return [
      {
        identifier: event.message_id,
        status,
        raw,
        at: unixDate(event.timestamp),
        response: event.error_text || event.status_text || undefined,
      },
    ];
  },
};
