import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { jsonOf } from "../../http/http-reply.ts";
import {
  type DeliveryReport,
  formBody,
  type ReportCall,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { unixMillisecondsDate } from "../../reports/vendor-dates.ts";

const STATUSES = new Map(
  Object.entries<ReportStatus>({
    SUCCESS: "delivered",
    DELIVERED: "delivered",
    FAILURE: "failed",
    FAIL: "failed",
    FAILED: "failed",
  }),
);

/** An event of a GET or of a POST; both have names of their own. */
const Event = z.object({
  externalId: z.string().min(1),
  status: z.string().optional(),
  eventType: z.string().optional(),
  deliveredTS: z.string().optional(),
  eventTs: z.string().optional(),
  cause: z.string().optional(),
  errCode: z.string().optional(),
});
const Events = z.array(z.unknown());

/** Gupshup's real time delivery reports, which are not signed: https://docs.gupshup.io/docs/real-time-delivery-reports. */
export const gupshupReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      "In Gupshup Enterprise SMS, click Settings in the menu bar.",
      "Under Advanced Account Settings, enter the address for reports as the Realtime Delivery URL, and save the settings.",
    ],
    source: "https://docs.gupshup.io/docs/real-time-delivery-reports",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    if (call.method !== "GET") return eventsOf(call).flatMap(reportOf);
    if (!Event.safeParse(call.query).success) throw new UnreadableReportError("The query has no externalId");
    return reportOf(call.query);
  },
};

/** The list in the field `response` of a form, or as the body, or in a field of it. */
function eventsOf(call: ReportCall): unknown[] {
  const given = jsonOf(withTexts(formBody(call).get("response") ?? call.body));
  const list = z.object({ response: z.unknown() }).safeParse(given).data?.response ?? given;
  const { data: events } = Events.safeParse(typeof list === "string" ? jsonOf(withTexts(list)) : list);
  if (!events) throw new UnreadableReportError("The body is no list of events");
  return events;
}

/** Puts bare values in quotes: Gupshup writes ids and codes so that they are no numbers of JSON, or too long for one. */
const withTexts = (json: string) => json.replace(/"(\w+)"\s*:\s*([^\s",{}[\]]+)/g, '"$1":"$2"');

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  const status = event && STATUSES.get((event.status ?? event.eventType ?? "").trim().toUpperCase());
  if (!event || !status) return [];
  const words = [event.cause?.trim(), event.errCode && !/^0+$/.test(event.errCode) && `error ${event.errCode}`];
  return [
    {
      identifier: event.externalId,
      status,
      raw,
      at: unixMillisecondsDate(event.deliveredTS ?? event.eventTs),
      response: words.filter(Boolean).join(", ") || undefined,
    },
  ];
}
