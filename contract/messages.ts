import { z } from "zod";
import { MESSAGE_MARKS } from "./constants/activity/message-marks.ts";
import { CHANNELS } from "./constants/channels.ts";
import { SUBSCRIBER_ID_MAX, TRANSACTION_ID_MAX } from "./constants/limits.ts";
import { SEVERITIES } from "./constants/severities.ts";
import { MESSAGE_STATUSES } from "./constants/statuses.ts";
import { ACTOR_TYPES } from "./constants/templates/templates.ts";
import { ByTransaction } from "./events.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import {
  countedPage,
  Deleted,
  data,
  dated,
  givenMoment,
  Id,
  Moment,
  owned,
  pageQuery,
  queryBoolean,
  queryList,
  referenceUpTo,
} from "./schemas/common.ts";
import { contextKeysQuery } from "./schemas/contexts.ts";
import { operations } from "./schemas/operations.ts";
import { shownToKeys } from "./schemas/secret-fields.ts";
import { Subscriber, SubscriberBrief } from "./subscribers.ts";
import { Cta, EmailBlock } from "./workflows/templates.ts";

export type MessageCta = z.infer<typeof Cta>;

export const MessageActor = z.object({ type: z.enum(ACTOR_TYPES), data: z.string().nullable() });
export type MessageActor = z.infer<typeof MessageActor>;

/** The workflow of a message or of a preference, under the names of newer published clients. */
export const MessageWorkflow = z.object({
  id: z.string(),
  identifier: z.string(),
  name: z.string(),
  critical: z.boolean(),
  tags: z.array(z.string()),
  severity: z.enum(SEVERITIES),
});

/** The same under the names of older ones, in feeds; without the variables of its trigger, which are its version's. */
const MessageTemplateWorkflow = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  triggers: z.array(z.object({ type: z.literal("event"), identifier: z.string() })),
});

/** A stored message as the management API and the inbox read it. */
export const Message = z.object({
  ...owned(),
  _templateId: z.string(),
  _messageTemplateId: z.string(),
  _notificationId: z.string(),
  _jobId: z.string(),
  _subscriberId: z.string(),
  _feedId: z.string().nullable(),
  _actorId: z.string().optional(),
  templateIdentifier: z.string(),
  transactionId: z.string(),
  identifier: z.string().optional(),
  channel: z.enum(CHANNELS),
  providerId: z.string().optional(),
  subject: z.string().optional(),
  title: z.string().optional(),
  content: z.union([z.string(), z.array(EmailBlock)]),
  email: z.string().optional(),
  phone: z.string().optional(),
  deviceTokens: z.array(shownToKeys(z.string())),
  /** Always an object: inboxes look into it. */
  cta: Cta,
  actor: MessageActor.optional(),
  avatar: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  /** Of its event's contexts. */
  contextKeys: z.array(z.string()).optional(),
  tags: z.array(z.string()),
  payload: z.record(z.string(), z.unknown()),
  overrides: z.record(z.string(), z.unknown()),
  seen: z.boolean(),
  read: z.boolean(),
  archived: z.boolean(),
  severity: z.enum(SEVERITIES).optional(),
  deleted: z.boolean(),
  lastSeenDate: Moment.optional(),
  lastReadDate: Moment.optional(),
  firstSeenDate: Moment.optional(),
  archivedAt: Moment.optional(),
  snoozedUntil: Moment.optional(),
  deliveredAt: z.array(Moment).optional(),
  deletedAt: Moment.optional(),
  status: z.enum(MESSAGE_STATUSES),
  errorId: z.string().optional(),
  errorText: z.string().optional(),
  expireAt: Moment,
  /** From then on it is in no feed and in no count. */
  expiresAt: Moment.optional(),
  ...dated(),
  subscriber: SubscriberBrief.optional(),
  actorSubscriber: SubscriberBrief.nullish(),
  workflow: MessageWorkflow.optional(),
  template: MessageTemplateWorkflow.optional(),
});
export type Message = z.infer<typeof Message>;

/** A message of the inbox: feed item, mark result and socket payload. */
export const InAppMessage = Message.extend({ channel: z.literal("in_app"), content: z.string() }).meta({
  id: "InAppMessage",
});
export type InAppMessage = z.infer<typeof InAppMessage>;

/** The same with the whole subscriber, and without `template`: what newer clients accept in lists and after marks. */
export const MessageWithSubscriber = Message.omit({ template: true }).extend({ subscriber: Subscriber.optional() });
export type MessageWithSubscriber = z.infer<typeof MessageWithSubscriber>;

export const ListMessages = z.object({
  /** At most 1000, which the route says in a sentence. */
  ...pageQuery({ max: Number.MAX_SAFE_INTEGER }),
  channel: z.enum(CHANNELS).optional(),
  subscriberId: referenceUpTo(SUBSCRIBER_ID_MAX).optional(),
  transactionId: queryList(referenceUpTo(TRANSACTION_ID_MAX)),
  contextKeys: contextKeysQuery().describe(
    "Messages of events with exactly these contexts, each as type:id; an empty text finds those without",
  ),
  /** Only messages that have expired, or only the others; all of them when it is left out. */
  expired: queryBoolean(),
  after: givenMoment("must be a moment such as 2030-01-31T09:00:00.000Z")
    .transform((text) => new Date(text))
    .optional()
    .describe("Messages that were made from this moment on"),
  workflowId: Id.optional().describe("Messages of the workflow of this id"),
  mark: z
    .enum(MESSAGE_MARKS, { error: `must be one of ${MESSAGE_MARKS.join(", ")}` })
    .optional()
    .describe(
      "Delivered messages that by now are marked so: read in an inbox or opened, clicked in a button or a link, seen, or archived. What is read and clicked is counted so by analytics",
    ),
  delivered: queryBoolean().describe(
    "Only messages that reached their provider or are still being tried; or only the others, with the `status` `error` or `warning`",
  ),
});
export const MessagePage = countedPage(MessageWithSubscriber);
export type MessagePage = z.infer<typeof MessagePage>;

export const DeleteByTransaction = z.object({ channel: z.enum(CHANNELS).optional() });

export const messageOperations = operations("messages", {
  listMessages: {
    route: "GET /v1/messages",
    client: "messages.list",
    summary: "List messages, newest first",
    access: [KEY, READER],
    query: ListMessages,
    answer: { 200: MessagePage },
    failures: ["not_found"],
  },

  deleteMessage: {
    route: "DELETE /v1/messages/:messageId",
    client: "messages.deleteById",
    summary: "Delete a message",
    access: [KEY, MEMBER],
    audit: "message.deleted",
    params: z.object({ messageId: Id }),
    answer: { 200: data(Deleted) },
    failures: ["not_found"],
  },

  deleteMessagesOfTransaction: {
    route: "DELETE /v1/messages/transaction/:transactionId",
    client: "messages.deleteByTransactionId",
    summary: "Delete the messages of a transaction, on all channels or one",
    access: [KEY, MEMBER],
    audit: "message.deleted",
    params: ByTransaction,
    query: DeleteByTransaction,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },
});
