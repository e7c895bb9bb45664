import { z } from "zod";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import {
  type DeliveryReport,
  jsonBody,
  type ReportDefinition,
  UnreadableReportError,
} from "../../reports/delivery-reports.ts";
import { zonedDate } from "../../reports/vendor-dates.ts";

const STATUS_OF_GROUP: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    PENDING: "sent",
    DELIVERED: "delivered",
    UNDELIVERABLE: "bounced",
    EXPIRED: "dropped",
    REJECTED: "rejected",
  }),
);
const STATUS_OF_NOTIFICATION: ReadonlyMap<string, ReportStatus> = new Map(
  Object.entries<ReportStatus>({
    OPENED: "opened",
    CLICKED: "clicked",
    UNSUBSCRIBED: "unsubscribed",
    COMPLAINED: "complaint",
  }),
);

/**
 * Permanent errors that are about the mailbox; others are about the sender or the content of the mail:
 * https://www.infobip.com/docs/essentials/response-status-and-error-codes.
 */
const OF_MAILBOX = /HARD_BOUNCE|SUPPRESSED_BOUNCE|BOUNCED_EMAIL_ADDRESS|INVALID_EMAIL_ADDRESS|MAILBOX_UNAVAILABLE/;

const Batch = z.object({ results: z.array(z.unknown()) });
const Result = z.object({
  messageId: z.string().min(1),
  doneAt: z.string().optional().catch(undefined),
  status: z.object({ groupName: z.string() }),
  error: z
    .object({
      name: z.string().default(""),
      description: z.string().optional(),
      permanent: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
/** An event of a reader, which the tracking address gets; it stands alone. */
const Notification = z.object({
  messageId: z.string().min(1),
  notificationType: z.string(),
  sendDateTime: z.union([z.string(), z.number()]).optional().catch(undefined),
});

/** Infobip's delivery reports and tracking notifications, which are not signed. */
export const infobipEmailReports: ReportDefinition<object> = {
  setUp: "message",
  isGenuine: () => "unsigned",
  parse(call) {
    const raw = jsonBody(call);
    const batch = Batch.safeParse(raw);
    if (batch.success) return batch.data.results.flatMap((result) => [...ofResult(result), ...ofNotification(result)]);
    if (!Notification.safeParse(raw).success) throw new UnreadableReportError("The body has no results");
    return ofNotification(raw);
  },
};

function ofResult(raw: unknown): DeliveryReport[] {
  const { data: result } = Result.safeParse(raw);
  const group = result?.status.groupName ?? "";
  const known = STATUS_OF_GROUP.get(group);
  if (!result || !known) return [];
  const { messageId, doneAt, error } = result;
  const isBlocked = known === "rejected" && /SPAM_COMPLAINT|BLACKLIST/i.test(error?.name ?? "");
  return [
    {
      identifier: messageId,
      status: isBlocked ? "blocked" : known,
      isPermanent: known === "bounced" && error ? isPermanent(error) : undefined,
      at: zonedDate(doneAt),
      raw,
      response: known === "delivered" || known === "sent" ? undefined : (error?.description ?? error?.name),
    },
  ];
}

const isPermanent = ({ name, permanent }: { name: string; permanent?: boolean | undefined }): boolean | undefined =>
  permanent && !OF_MAILBOX.test(name) ? undefined : permanent;

function ofNotification(raw: unknown): DeliveryReport[] {
  const { data: event } = Notification.safeParse(raw);
  const type = event?.notificationType.toUpperCase() ?? "";
  const status = STATUS_OF_NOTIFICATION.get(type);
  if (!event || !status) return [];
  const { messageId, sendDateTime } = event;
  return [
    {
      identifier: messageId,
      status,
      at: zonedDate(sendDateTime),
      raw,
      eventId: sendDateTime === undefined ? undefined : String(sendDateTime),
    },
  ];
}
