import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import { jsonOf } from "../../http/http-reply.ts";
import { type DeliveryReport, type ReportDefinition, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";
import { isSignedBySns, readSnsNotification, type SnsNotification, snsAddress } from "../sns-notification.ts";

/** The status of each event, and the field that holds what is said about it. */
const EVENTS: Readonly<Record<string, { status: ReportStatus; field: string }>> = {
  Send: { status: "sent", field: "send" },
  Delivery: { status: "delivered", field: "delivery" },
  Bounce: { status: "bounced", field: "bounce" },
  Complaint: { status: "complaint", field: "complaint" },
  Reject: { status: "rejected", field: "reject" },
  Open: { status: "opened", field: "open" },
  Click: { status: "clicked", field: "click" },
  DeliveryDelay: { status: "delayed", field: "deliveryDelay" },
  "Rendering Failure": { status: "dropped", field: "failure" },
};
/**
 * By the type of a bounce, which may be undetermined. That of addresses which Amazon suppresses is permanent, too:
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types.
 */
const IS_PERMANENT: ReadonlyMap<string, boolean> = new Map([
  ["Permanent", true],
  ["Transient", false],
]);

const recipients = z.array(z.object({ diagnosticCode: z.string().optional() })).catch([]);
/** An event's own field. Each event has some of these. */
const About = z.object({
  timestamp: z.string().optional(),
  smtpResponse: z.string().optional(),
  bounceType: z.string().optional().catch(undefined),
  bouncedRecipients: recipients,
  delayedRecipients: recipients,
  reason: z.string().optional(),
  errorMessage: z.string().optional(),
  complaintFeedbackType: z.string().optional(),
  delayType: z.string().optional(),
});
const Event = z.looseObject({
  /** Of an event of a configuration set; the feedback notifications of an identity have the other one. */
  eventType: z.string().optional(),
  notificationType: z.string().optional(),
  mail: z.object({ messageId: z.string(), timestamp: z.string().optional() }),
});

/** The events of SES, which Amazon SNS delivers. */
export const sesReports: ReportDefinition<{ topicArn?: string | undefined }> = {
  setUp: {
    steps: [
      'In Amazon SNS, create a topic of the type Standard in the region that is set as "Region".',
      'Copy the ARN of the topic into "ARN of the SNS topic of events" and save the integration, so that only reports of this topic are taken.',
      "Create a subscription of the topic with the protocol HTTPS, the address for reports as its endpoint and raw message delivery off; Belfry confirms it automatically.",
      "In the access policy of the topic, allow ses.amazonaws.com the action sns:Publish.",
      "In a configuration set of Amazon SES, add Amazon SNS as an event destination for Sends, Deliveries, Hard bounces, Complaints, Rejects, Opens, Clicks, Delivery delays and Rendering failures.",
      "Make the configuration set the default configuration set of the identity that you send from.",
    ],
    source: "https://docs.aws.amazon.com/ses/latest/dg/event-publishing-add-event-destination-sns.html",
  },
  async isGenuine({ body }, { topicArn }, { http }) {
    const call = readSnsNotification(body);
    // Amazon signs what anybody's topic sends: only the one that a member named is believed.
    if (!call || topicArn === undefined || call.TopicArn !== topicArn) return false;
    return isSignedBySns(call, http);
  },
  async challenge({ body }, _credentials, { http }) {
    const call = readSnsNotification(body);
    const url = call?.Type === "SubscriptionConfirmation" ? snsAddress(call.SubscribeURL) : undefined;
    if (!url) return undefined;
    await http.get(url.href);
    return { type: "text/plain", text: "confirmed" };
  },
  parse({ body }) {
    const call = readSnsNotification(body);
    if (!call) throw new UnreadableReportError("The body is no call of Amazon SNS");
    return call.Type === "Notification" ? reportOf(call) : [];
  },
};

/** There is no report of what is no event of a mail, such as the text by which SES tries a topic. */
function reportOf({ Message, MessageId }: SnsNotification): DeliveryReport[] {
  const raw = jsonOf(Message);
  const { data: event } = Event.safeParse(raw);
  const name = event?.eventType ?? event?.notificationType ?? "";
  const known = Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
  if (!event || !known) return [];
  const about = About.safeParse(event[known.field]).data;
  const [recipient] = [...(about?.bouncedRecipients ?? []), ...(about?.delayedRecipients ?? [])];
  return [
    {
      identifier: event.mail.messageId,
      status: known.status,
      isPermanent: IS_PERMANENT.get(about?.bounceType ?? ""),
      raw,
      at: zonedDate(about?.timestamp ?? event.mail.timestamp),
      // Amazon repeats a call that was not answered, under the same id.
      eventId: MessageId,
      response:
        about?.smtpResponse ??
        recipient?.diagnosticCode ??
        about?.reason ??
        about?.errorMessage ??
        about?.complaintFeedbackType ??
        about?.delayType,
    },
  ];
}
