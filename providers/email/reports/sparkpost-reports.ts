import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { unixDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    injection: "sent",
    delivery: "delivered",
    delay: "deferred",
    bounce: "bounced",
    out_of_band: "bounced",
    policy_rejection: "rejected",
    generation_failure: "dropped",
    generation_rejection: "rejected",
    spam_complaint: "complaint",
    open: "opened",
    initial_open: "opened",
    amp_open: "opened",
    click: "clicked",
    amp_click: "clicked",
    list_unsubscribe: "unsubscribed",
    link_unsubscribe: "unsubscribed",
  }),
);
/** Bounces that mean something else; those of the last three are answers of people or machines to a delivered mail. */
const STATUS_OF_BOUNCE: Readonly<Record<string, ReportStatus | null>> = {
  25: "blocked",
  50: "blocked",
  54: "blocked",
  51: "spam",
  52: "spam",
  90: "unsubscribed",
  60: null,
  80: null,
  100: null,
};
/** Classes of hard bounces: https://support.sparkpost.com/docs/deliverability/bounce-classification-codes. */
const PERMANENT = ["10", "30"];

const Batch = z.array(z.looseObject({ msys: z.record(z.string(), z.unknown()) }));
const Event = z.object({
  type: z.string(),
  transmission_id: z.union([z.string().min(1), z.number().transform(String)]),
  event_id: z.coerce.string().optional(),
  timestamp: z.coerce.number().optional().catch(undefined),
  bounce_class: z.coerce.string().optional(),
  num_retries: z.coerce.number().int().min(0).optional().catch(undefined),
  raw_reason: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
});

/** SparkPost's event webhooks, which are not signed. */
export const sparkpostReports: ReportDefinition<object> = {
  setUp: {
    steps: [
      "In SparkPost, open Webhooks in the configuration and create a webhook.",
      "Enter the address for reports as the Target URL, and choose None as the Authentication.",
      "Choose Select individual events, and select Injection, Delivery, Delay, Bounce, Out of Band, Policy Rejection, Generation Failure, Generation Rejection and Spam Complaint.",
      "Select Open, Initial Open, AMP Open, Click, AMP Click, List Unsubscribe and Link Unsubscribe as well.",
      "Click Create Webhook; SparkPost first calls the address to check that it answers.",
    ],
    source: "https://developers.sparkpost.com/api/webhooks/",
  },
  isGenuine: () => "unsigned",
  parse(call) {
    const batch = Batch.safeParse(jsonBody(call));
    if (!batch.success) throw new UnreadableReportError("The body is no batch of events");
    // Each has one event, by its kind; a call that only tries the address has none.
    return batch.data.flatMap(({ msys }) => Object.values(msys).flatMap(reportOf));
  },
};

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  const status = event && statusOf(event);
  if (!event || !status) return [];
  const { transmission_id, event_id, timestamp, bounce_class, num_retries, raw_reason, reason } = event;
  return [
    {
      identifier: transmission_id,
      status,
      isPermanent: status === "bounced" && bounce_class !== undefined ? PERMANENT.includes(bounce_class) : undefined,
      raw,
      eventId: event_id,
      response: raw_reason ?? reason,
      at: unixDate(timestamp),
      attempts: num_retries === undefined ? undefined : num_retries + 1,
    },
  ];
}

function statusOf({ type, bounce_class: bounce = "" }: z.output<typeof Event>): ReportStatus | undefined {
  const status = STATUSES.get(type);
  if (status !== "bounced" || !Object.hasOwn(STATUS_OF_BOUNCE, bounce)) return status;
  return STATUS_OF_BOUNCE[bounce] ?? undefined;
}
