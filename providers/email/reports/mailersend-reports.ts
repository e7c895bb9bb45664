import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { headerOf, jsonBody, type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { isHmacOf } from "../../reports/signatures.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map([
  ["activity.sent", "sent"],
  ["activity.delivered", "delivered"],
  ["activity.deferred", "deferred"],
  // The last attempt; those before it are deferred.
  ["activity.soft_bounced", "bounced"],
  ["activity.hard_bounced", "bounced"],
  ["activity.opened", "opened"],
  ["activity.opened_unique", "opened"],
  ["activity.clicked", "clicked"],
  ["activity.clicked_unique", "clicked"],
  ["activity.unsubscribed", "unsubscribed"],
  ["activity.spam_complaint", "spam"],
]);
const IS_PERMANENT: ReadonlyMap<string, boolean> = new Map([
  ["activity.soft_bounced", false],
  ["activity.hard_bounced", true],
]);

const Event = z.object({ type: z.string(), data: z.unknown() });
const Activity = z.object({
  id: z.string().optional(),
  created_at: z.string().nullish(),
  morph: z.object({ reason: z.string().nullish(), readable_reason: z.string().nullish() }).nullish().catch(null),
  email: z.object({ message: z.object({ id: z.string().min(1) }) }),
});

/** MailerSend's webhooks, one event in each call: https://developers.mailersend.com/api/v1/webhooks.html. */
export const mailersendReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: {
    steps: [
      "In MailerSend, open Domains, click Manage next to the domain of your sender, and click Add webhook.",
      "Enter the address for reports as the endpoint URL, and choose version 1.0 (Legacy), which is the one that Belfry reads.",
      "Select the events Sent, Delivery, Deferred, Soft bounce, Hard bounce, Open, Click, Unsubscribe and Spam complaint, where your plan has them, and click Save webhook.",
      'Copy the secret of the webhook into "Signing secret of the webhook", so that only reports that MailerSend has signed are taken.',
    ],
    source: "https://www.mailersend.com/help/webhooks",
  },
  isGenuine: (call, { webhookSigningKey: key }) =>
    key === undefined
      ? "unsigned"
      : isHmacOf(call.body, { algorithm: "sha256", key, encoding: "hex", given: headerOf(call, "signature") }),
  parse(call) {
    const raw = jsonBody(call);
    const { data: event } = Event.safeParse(raw);
    if (!event) throw new UnreadableReportError("The body has no type");
    const { data: activity } = Activity.safeParse(event.data);
    const status = STATUSES.get(event.type);
    if (!activity || !status) return [];
    return [
      {
        identifier: activity.email.message.id,
        status,
        isPermanent: IS_PERMANENT.get(event.type),
        raw,
        at: zonedDate(activity.created_at),
        eventId: activity.id,
        response: activity.morph?.readable_reason || activity.morph?.reason || undefined,
      },
    ];
  },
};
