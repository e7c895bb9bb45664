import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { jsonBody, type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { listed } from "../../reports/listed.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    DELIVERY_REPORT: "delivered",
    NON_DELIVERED_REPORT: "undelivered",
  }),
);

const Event = z.object({
  type: z.string(),
  reportId: z.string().optional().catch(undefined),
  values: z.object({ messageId: z.string().optional().catch(undefined) }),
});

/** SimpleTexting's webhooks. They are not signed, and have no moment. */
export const simpletextingReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      'Send a POST request to https://api-app2.simpletexting.com/v2/api/webhooks with the "API Key" as the bearer token.',
      `In the JSON body, set url to the address for reports and triggers to ${listed(STATUSES.keys())}.`,
    ],
    source: "https://simpletexting.com/api/docs/v2/",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const raw = jsonBody(call);
    const { data: event } = Event.safeParse(raw);
    if (!event) throw new UnreadableReportError("The body has no type or no values");
    const status = STATUSES.get(event.type);
    const identifier = event.values.messageId;
    return status && identifier ? [{ identifier, status, at: null, eventId: event.reportId, raw }] : [];
  },
};
