import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { sentenceOf, setUpProblem } from "../../refusals.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { listed } from "../../reports/listed.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";
import { bandwidthRefusals } from "../refusals/bandwidth-refusals.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    "message-sending": "sending",
    "message-delivered": "delivered",
    "message-failed": "failed",
  }),
);

const Event = z.object({
  type: z.string(),
  message: z.object({ id: z.string().min(1) }),
  time: z.string().optional().catch(undefined),
  description: z.string().nullish().catch(undefined),
  errorCode: z.union([z.string(), z.number()]).nullish().catch(undefined),
});

/** Bandwidth's callbacks, several in a call: https://dev.bandwidth.com/docs/messaging/webhooks. They are not signed. */
export const bandwidthReports: ReportDefinition<unknown> = {
  setUp: {
    steps: [
      'In the Bandwidth App, open Applications and the messaging application that is set as "Application ID".',
      "Enter the address for reports as the Callback URL or, if the application uses multiple callback URLs, as the Status Callback URL.",
      `Select the status callback types ${listed(STATUSES.keys())}.`,
    ],
    source: "https://support.bandwidth.com/hc/en-us/articles/360013007654-How-do-I-create-a-Messaging-API-application",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const events = [jsonBody(call)].flat();
    if (events.some((event) => typeof event !== "object" || event === null)) {
      throw new UnreadableReportError("The body is no list of events");
    }
    return events.flatMap(reportOf);
  },
};

/** Of an event that is not about a message of ours there is no report. */
function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  const status = event && STATUSES.get(event.type);
  if (!event || !status) return [];
  const { errorCode, description } = event;
  const known = errorCode == null ? undefined : (sentenceOf(bandwidthRefusals, errorCode) ?? `Error ${errorCode}`);
  const words = [known ?? "", description ?? ""].filter((part) => part !== "");
  return [
    {
      identifier: event.message.id,
      status,
      raw,
      at: zonedDate(event.time),
      problem: errorCode == null ? undefined : setUpProblem(bandwidthRefusals, errorCode),
      response: words.length > 0 ? words.join(": ") : undefined,
    },
  ];
}
