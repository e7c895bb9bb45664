import { z } from "zod";
import { CONTENT_FORMATS } from "../constants/content-formats.ts";
import { IDENTIFIER_MAX, SUBSCRIBER_ID_MAX, TENANT_IDENTIFIER_MAX } from "../constants/limits.ts";
import { SMS_ENCODINGS } from "../constants/sms.ts";
import { DOCUMENT_DEPTH_MAX, isNestedDeeper } from "../constants/values/json-depth.ts";
import { example, filledText, Locale, referenceUpTo } from "../schemas/common.ts";
import { GivenContexts } from "../schemas/contexts.ts";
import { TimeZone } from "../subscribers.ts";
import { Cta, ProviderFields } from "./templates.ts";

/** Events of a digest in one preview. */
export const PREVIEW_EVENTS_MAX = 100;

/** The payload of an event that is not sent, or control values. */
export const PayloadDocument = z
  .record(z.string(), z.unknown(), { error: "must be an object" })
  .refine((given) => !isNestedDeeper(given), {
    error: `must not be nested more than ${DOCUMENT_DEPTH_MAX} levels deep`,
  });

/** The data of an event that is not sent. */
export const PreviewData = z.object({
  /** The recipient, who is one of the environment's; without one, an example person, Ada Lovelace. */
  subscriberId: referenceUpTo(SUBSCRIBER_ID_MAX).optional(),
  /** In place of the recipient's own. */
  locale: Locale.optional(),
  timezone: TimeZone.optional(),
  /** The identifier of the tenant. */
  tenant: referenceUpTo(TENANT_IDENTIFIER_MAX).optional(),
  /** Contexts by type: those that are stored have their own data, others that which is given. */
  context: GivenContexts.optional(),
  /** The acting subscriber, who is one of the environment's. */
  actor: referenceUpTo(SUBSCRIBER_ID_MAX).optional(),
  payload: PayloadDocument.optional(),
  /** The payloads that the last digest before the step has collected, the oldest first. */
  digestEvents: z
    .array(PayloadDocument, { error: "must be a list" })
    .max(PREVIEW_EVENTS_MAX, { error: `must contain no more than ${PREVIEW_EVENTS_MAX} elements` })
    .optional(),
});
export type PreviewData = z.infer<typeof PreviewData>;

/** Destinations of one test at most: the first ones of a subscriber who has more. */
export const TEST_SENDS_MAX = 10;
/** Device tokens and addresses of chats are the longest. */
const DESTINATION_MAX = 4_096;

/** A message of a step to send at once, for the data of an event that is not sent: to one address, or to all of a subscriber's own. */
export const StepTest = z
  .object({
    /** Of the step's channel: an email address, a phone number, a device token, or the address of a chat's channel. */
    to: filledText(DESTINATION_MAX).optional(),
    subscriberId: referenceUpTo(SUBSCRIBER_ID_MAX).optional(),
    /** In place of those that are stored. */
    controlValues: PayloadDocument.optional(),
    data: PreviewData.default({}),
    /** Identifier of an integration of the channel, in place of the one that is used otherwise. */
    integrationIdentifier: referenceUpTo(IDENTIFIER_MAX).optional(),
  })
  .refine(({ to, subscriberId }) => (to === undefined) !== (subscriberId === undefined), {
    error: "must be an address, unless subscriberId names a subscriber with addresses of their own",
    path: ["to"],
  })
  .meta(example({ to: "ada@example.com", data: { payload: { order: "Nr. 7" } } }));
export type StepTest = z.infer<typeof StepTest>;

/** The outcome of one send of a test. */
export const StepTestSend = z.object({
  /** The name of the integration. */
  integration: z.string(),
  isAccepted: z.boolean(),
  /** The vendor's id of the message. */
  id: z.string().optional(),
  /** Why it was refused, or what was left out of it. */
  message: z.string().optional(),
  /** The vendor's HTTP status or SMTP reply code. */
  status: z.int().optional(),
  /** The vendor's own words, shortened and without secrets. */
  answer: z.string().optional(),
});
export type StepTestSend = z.infer<typeof StepTestSend>;

/** A message as it would be sent for the data of a preview. */
export const PreviewedMessage = z.discriminatedUnion("channel", [
  z.object({
    channel: z.literal("email"),
    subject: z.string(),
    preheader: z.string(),
    senderName: z.string(),
    html: z.string(),
    /** The plain-text part. */
    text: z.string(),
  }),
  z.object({
    channel: z.literal("in_app"),
    subject: z.string(),
    content: z.string(),
    format: z.enum(CONTENT_FORMATS),
    avatar: z.string().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    cta: Cta.optional(),
  }),
  z.object({
    channel: z.literal("sms"),
    content: z.string(),
    encoding: z.enum(SMS_ENCODINGS),
    /** Messages that a phone network carries it as, and is paid for. */
    segments: z.int(),
    /** Units of the encoding: septets of GSM-7, 16-bit characters of UCS-2. */
    units: z.int(),
    /** Units that fit into as many segments. */
    capacity: z.int(),
  }),
  z.object({ channel: z.literal("chat"), content: z.string(), providers: ProviderFields.optional() }),
  z.object({ channel: z.literal("push"), title: z.string(), content: z.string() }),
]);
export type PreviewedMessage = z.infer<typeof PreviewedMessage>;

/** The preview of a step by the data of an event. */
export const DataPreview = {
  /** Absent where the step sends nothing, or there is a problem. */
  message: PreviewedMessage.optional(),
  /** The reason for which the message could not be rendered, and the path of the control value that it is in, where one is known. */
  problem: z.object({ message: z.string(), path: z.string().optional() }).optional(),
  /** The variables that the message uses and the data lacks, by their paths. */
  missing: z.array(z.string()).optional(),
  /** The origin of the translations that the message prints; absent where it prints none whose keys are written in it. */
  translations: z
    .object({
      /** The locales in which a text is looked for, one after the other. */
      locales: z.array(z.string()),
      /** The keys without a text in the first of these, with the locale whose text was taken; without one where there is none. */
      fellBack: z.array(z.object({ key: z.string(), locale: z.string().optional() })),
    })
    .optional(),
};
