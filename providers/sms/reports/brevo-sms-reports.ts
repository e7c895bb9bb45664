import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map<string, ReportStatus>([
  ["accepted", "accepted"],
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["soft_bounce", "undelivered"],
  ["hard_bounce", "failed"],
  ["rejected", "rejected"],
  ["blacklisted", "rejected"],
  ["skip", "failed"],
  ["unsubscribed", "unsubscribed"],
]);

const Id = z.union([z.number().transform(String), z.string().min(1)]).optional();
const Event = z.object({
  messageId: Id,
  message_id: Id,
  msg_status: z.string(),
  /** Unix seconds. `date` is in the time of Paris, without saying so. */
  ts_event: z.number().nullish().catch(null),
  description: z.string().nullish().catch(null),
  error_code: z
    .union([z.number().transform(String), z.string()])
    .nullish()
    .catch(null),
});

/** Brevo's webhooks of transactional SMS, which are not signed. */
export const brevoSmsReports: ReportDefinition<unknown> = {
  setUp: "message",
  isGenuine: () => "unsigned",
  parse(call) {
    const body = jsonBody(call);
    if (typeof body !== "object" || body === null) throw new UnreadableReportError("The body is no event");
    return [body].flat().flatMap(reportOf);
  },
};

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  const identifier = event?.messageId ?? event?.message_id;
  const status = event && STATUSES.get(event.msg_status);
  if (!event || identifier === undefined || !status) return [];
  const response = [event.error_code, event.description].filter((part) => part).join(": ");
  return [
    {
      identifier,
      status,
      raw,
      at: unixDate(event.ts_event),
      response: response || undefined,
    },
  ];
}
