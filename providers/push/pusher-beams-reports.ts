import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { headerOf, jsonBody, type ReportDefinition, UnreadableReportError } from "../reports/delivery-reports.ts";
import { isHmacOf } from "../reports/signatures.ts";
import { zonedDate } from "../reports/vendor-dates.ts";

const users = z.array(z.string()).catch([]);
const Event = z.object({
  payload: z.object({
    publish_id: z.string(),
    users_delivered_to_gateway: users,
    users_no_devices: users,
    users_gateway_failed: users,
  }),
  metadata: z.object({
    event_type: z.string(),
    event_id: z.string().optional(),
    created_at: z.string().optional(),
  }),
});

/** The webhooks of Pusher Beams: https://pusher.com/docs/beams/concepts/webhooks. */
export const pusherBeamsReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: {
    steps: [
      "In the dashboard of Pusher Beams, open the Settings tab of your instance and click Add a webhook.",
      "Enter the address for reports as the target URL, and select v1.PublishToUsersAttempt, v1.UserNotificationAcknowledgement and v1.UserNotificationOpen.",
      'Copy the Secret of the webhook into "Webhook secret", so that only reports that Pusher has signed are taken.',
    ],
    source: "https://pusher.com/docs/beams/concepts/webhooks",
  },
  isGenuine: (call, { webhookSigningKey: key }) =>
    key === undefined
      ? "unsigned"
      : isHmacOf(call.body, { algorithm: "sha1", key, encoding: "hex", given: headerOf(call, "webhook-signature") }),
  parse(call) {
    const raw = jsonBody(call);
    const event = Event.safeParse(raw);
    if (!event.success) throw new UnreadableReportError("The body is no event of Pusher Beams");
    const { payload, metadata } = event.data;
    return outcomesOf(event.data).map(({ status, response }) => ({
      identifier: payload.publish_id,
      status,
      response,
      raw,
      eventId: metadata.event_id,
      at: zonedDate(metadata.created_at),
    }));
  },
};

interface Outcome {
  status: ReportStatus;
  response?: string;
}

/** A publish has one user, so that at most one of its lists is not empty. */
function outcomesOf({ payload, metadata }: z.output<typeof Event>): Outcome[] {
  if (metadata.event_type === "v1.UserNotificationAcknowledgement") return [{ status: "delivered" }];
  if (metadata.event_type === "v1.UserNotificationOpen") return [{ status: "opened" }];
  if (metadata.event_type !== "v1.PublishToUsersAttempt") return [];
  if (payload.users_delivered_to_gateway.length > 0) return [{ status: "sent" }];
  if (payload.users_gateway_failed.length > 0) {
    return [{ status: "dropped", response: "The push service of the platform failed" }];
  }
  if (payload.users_no_devices.length > 0) return [{ status: "undelivered", response: "The user has no device" }];
  return [];
}
