import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { isPermanentBounce } from "../../reports/bounce-permanence.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    // The receiving server has accepted the mail.
    sent: "delivered",
    opened: "opened",
    clicked: "clicked",
    bounced: "bounced",
    dropped: "dropped",
    invalid: "rejected",
    unsubscribed: "unsubscribed",
    spam: "spam",
    abuse: "spam",
    // The names of accounts that were migrated.
    delivered: "delivered",
    bounce: "bounced",
    open: "opened",
    click: "clicked",
    unsubscribe: "unsubscribed",
  }),
);

const Batch = z.array(z.record(z.string(), z.unknown()));
/** Names in lower case: migrated accounts have them so. */
const Event = z.object({
  /** Our own id, of `token_to`. */
  "x-apiheader": z.string().min(1),
  event: z.string(),
  timestamp: z.coerce.number().int().positive().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
});

/** Netcore's event webhook, which is not signed: https://emaildev.netcorecloud.com/webhooks/repository/events. */
export const netcoreReports: ReportDefinition<object> = {
  setUp: {
    steps: [
      "In the webhook settings of your Netcore email account, add a webhook with the address for reports as its URL.",
      "Select the events Sent, Opened, Clicked, Bounced, Dropped, Invalid, Unsubscribed and Abuse.",
      "Save the webhook; Netcore first calls the address to check that it answers.",
    ],
    source: "https://emaildocs.netcorecloud.com/reference/webhook-management",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    // A number of 17 digits would lose its last ones.
    const body = call.body.replace(/("TRANSID"\s*:\s*)(\d+)/gi, '$1"$2"');
    const batch = Batch.safeParse([jsonBody({ ...call, body })].flat());
    if (!batch.success) throw new UnreadableReportError("The body is no list of events");
    return batch.data.flatMap(reportOf);
  },
};

function reportOf(raw: Record<string, unknown>): DeliveryReport[] {
  const named = Object.fromEntries(Object.entries(raw).map(([name, value]) => [name.toLowerCase(), value]));
  const { data: event } = Event.safeParse(named);
  const name = event?.event.toLowerCase() ?? "";
  const status = STATUSES.get(name);
  if (!event || !status) return [];
  const { "x-apiheader": identifier, timestamp, response } = event;
  return [
    {
      identifier,
      status,
      // A bounce is permanent, unless it ends the attempts of a soft bounce: https://emaildocs.netcorecloud.com/docs/bounces.
      isPermanent: status === "bounced" ? (isPermanentBounce(response) ?? true) : undefined,
      response,
      raw,
      at: unixDate(timestamp),
      // Events have no id of their own.
      eventId: timestamp === undefined ? undefined : String(timestamp),
    },
  ];
}
