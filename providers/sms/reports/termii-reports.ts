import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  type DeliveryReport,
  headerOf,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { isHmacOf } from "../../reports/signatures.ts";

/** Beginnings of its texts, in lower case, which carry explanations after them. */
const STATUSES: readonly (readonly [string, ReportStatus])[] = [
  ["delivered", "delivered"],
  ["message sent", "sent"],
  ["sent", "sent"],
  ["message failed", "failed"],
  ["failed", "failed"],
  ["rejected", "rejected"],
  ["expired", "undelivered"],
  ["dnd active", "undelivered"],
];

const Event = z.object({
  message_id: z.union([z.string().min(1), z.number().transform(String)]),
  status: z.string(),
  type: z.string().nullish().catch(undefined),
});

/** Termii's delivery reports. */
export const termiiReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: {
    steps: [
      "In the Termii developer console, enter the address for reports as the webhook URL.",
      'Copy the secret key of the account into "Secret key of the account", so that only reports that Termii has signed are taken.',
    ],
    source: "https://developer.termii.com/events-and-reports",
  },
  isGenuine: (call, { webhookSigningKey: key }) =>
    key === undefined
      ? "unsigned"
      : isHmacOf(call.body, { algorithm: "sha512", key, encoding: "hex", given: headerOf(call, "x-termii-signature") }),
  parse(call) {
    const events = [jsonBody(call)].flat();
    if (events.some((event) => typeof event !== "object" || event === null)) {
      throw new UnreadableReportError("The body is no event");
    }
    return events.flatMap(reportOf);
  },
};

/** Of a message that was received, and of a device that went offline, there is no report. */
function reportOf(raw: unknown): DeliveryReport[] {
  const { data: event } = Event.safeParse(raw);
  if (!event || event.type === "inbound") return [];
  const given = event.status.trim().toLowerCase();
  const [, status] = STATUSES.find(([beginning]) => given.startsWith(beginning)) ?? [];
  // Its `sent_at` is the moment of the send, and in no zone that is known.
  return status ? [{ identifier: event.message_id, status, at: null, response: event.status, raw }] : [];
}
