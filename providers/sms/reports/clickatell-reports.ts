import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { jsonBody, type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { unixMillisecondsDate } from "../../reports/vendor-dates.ts";

/** By their names, because the two generations of the API number them differently. */
const STATUSES: Readonly<Record<string, ReportStatus>> = {
  QUEUED: "queued",
  SCHEDULED: "queued",
  RECEIVED_BY_GATEWAY: "accepted",
  DELIVERED_TO_GATEWAY: "sent",
  SENT_TO_SUPPLIER: "sent",
  RECEIVED_BY_RECIPIENT: "delivered",
  DEVICE_ACK: "delivered",
  EXPIRED: "undelivered",
  DELIVERY_FAILURE: "undelivered",
  RECIPIENT_DOES_NOT_EXIST: "undelivered",
  STOPPED_BY_USER: "failed",
  STOPPED_BY_ADMIN: "failed",
  INSUFFICIENT_ACCOUNT_BALANCE: "failed",
  VOLUME_LIMIT: "failed",
  VOLUME_LIMIT_DAILY: "failed",
  VOLUME_LIMIT_MONTHLY: "failed",
  ROUTING_ERROR: "failed",
};
/** The numbers of the older generation, for names that are not among those above. */
const CODES: Readonly<Record<number, ReportStatus>> = {
  2: "queued",
  3: "sent",
  4: "delivered",
  5: "failed",
  6: "failed",
  7: "undelivered",
  8: "accepted",
  9: "failed",
  10: "undelivered",
  11: "queued",
  12: "failed",
  13: "failed",
  14: "failed",
};

const Event = z.object({
  messageId: z.string().min(1),
  status: z.string().optional(),
  statusCode: z.coerce.number().optional().catch(undefined),
  statusDescription: z.string().nullish().catch(undefined),
  /** Milliseconds since 1970. */
  timestamp: z.coerce.number().optional().catch(undefined),
});

/** Clickatell's status callbacks, in the query or as JSON. They are not signed. */
export const clickatellReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      'In Clickatell, open the settings of the SMS API whose key is set as "API Key".',
      "Enter the address for reports as the callback URL for the status of messages.",
    ],
    source: "https://help.clickatell.com/developers-api-reference/sms-client-callbacks",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const raw: unknown = call.method === "GET" ? call.query : jsonBody(call);
    const { data: event } = Event.safeParse(raw);
    if (!event) throw new UnreadableReportError("The call has no messageId");
    const { messageId, status: name = "", statusCode = 0, statusDescription, timestamp } = event;
    const status = Object.hasOwn(STATUSES, name) ? STATUSES[name] : CODES[statusCode];
    if (!status) return [];
    return [
      {
        identifier: messageId,
        status,
        raw,
        at: unixMillisecondsDate(timestamp),
        response: statusDescription || name || undefined,
      },
    ];
  },
};
