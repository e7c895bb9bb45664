import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  type DeliveryReport,
  headerOf,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { isSameSecret } from "../../reports/signatures.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";

const STATUSES: ReadonlyMap<string, ReportStatus> = new Map<string, ReportStatus>([
  ["Queued", "queued"],
  ["Sent", "sent"],
  ["Delivered", "delivered"],
  ["DeliveryFailed", "failed"],
  ["SendingFailed", "failed"],
  ["Received", "accepted"],
]);

const Notice = z.looseObject({ body: z.unknown().optional() });
const Message = z.object({
  id: z.union([z.number().transform(String), z.string().min(1)]),
  messageStatus: z.string(),
  creationTime: z.string().nullish().catch(null),
  lastModifiedTime: z.string().nullish().catch(null),
  smsSendingAttemptsCount: z.number().int().positive().optional().catch(undefined),
  deliveryErrorCode: z.string().optional().catch(undefined),
});

/** Notifications of RingCentral's subscriptions. */
export const ringCentralReports: ReportDefinition<{ webhookSigningKey?: string | undefined }> = {
  setUp: {
    steps: [
      'Send a POST request to /restapi/v1.0/subscription of the RingCentral API, as the user of the "JWT token".',
      "In deliveryMode, set transportType to WebHook, address to the address for reports and verificationToken to a text that you choose; Belfry confirms the address automatically.",
      "In eventFilters, list filters of events with an id and a messageStatus, such as /restapi/v1.0/account/~/a2p-sms/messages?direction=Outbound.",
      'Copy the verificationToken into "Verification token of the webhook", so that only reports that carry it are taken.',
      "Renew the subscription before it expires, because RingCentral sends no reports afterwards.",
    ],
    source: "https://developers.ringcentral.com/guide/notifications/webhooks/creating-webhooks",
  },
  isGenuine: (call, { webhookSigningKey }) =>
    webhookSigningKey === undefined
      ? "unsigned"
      : headerOf(call, "validation-token") !== undefined ||
        isSameSecret(headerOf(call, "verification-token"), webhookSigningKey),
  challenge(call) {
    const token = headerOf(call, "validation-token");
    return token === undefined ? undefined : { type: "text/plain", text: "", headers: { "validation-token": token } };
  },
  parse(call) {
    const notice = Notice.safeParse(jsonBody(call));
    if (!notice.success) throw new UnreadableReportError("The body is no notification");
    const { body = notice.data } = notice.data;
    return [body].flat().flatMap(reportOf);
  },
};

function reportOf(raw: unknown): DeliveryReport[] {
  const { data: message } = Message.safeParse(raw);
  const status = message && STATUSES.get(message.messageStatus);
  if (!message || !status) return [];
  return [
    {
      identifier: message.id,
      status,
      raw,
      at: zonedDate(message.lastModifiedTime ?? message.creationTime),
      response: message.deliveryErrorCode,
      attempts: message.smsSendingAttemptsCount,
    },
  ];
}
