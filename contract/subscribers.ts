import { z } from "zod";
import {
  AVATAR_MAX,
  BULK_SUBSCRIBERS_MAX,
  PERSON_NAME_MAX,
  PHONE_MAX,
  SUBSCRIBER_ID_MAX,
  TIME_ZONE_MAX,
} from "./constants/limits.ts";
import { providerIdOf } from "./constants/provider-ids.ts";
import { SECRET_PREFIX } from "./constants/values/secret-prefix.ts";
import { isTimeZone } from "./constants/values/time.ts";
import { isWebAddress } from "./constants/values/web-address.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import {
  Deleted,
  data,
  dated,
  example,
  Moment,
  OwnLocale,
  owned,
  PathReference,
  page,
  pageQuery,
  referenceUpTo,
  textUpTo,
} from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";
import { EmailAddress } from "./schemas/people.ts";
import { shownToKeys } from "./schemas/secret-fields.ts";

/** The customer's own id of a subscriber: letters, digits, underscore and hyphen. */
export const SubscriberId = z
  .string()
  .trim()
  .min(1, { error: "should not be empty" })
  .max(SUBSCRIBER_ID_MAX, { error: `must be at most ${SUBSCRIBER_ID_MAX} characters` })
  .regex(/^[A-Za-z0-9_-]+$/, { error: "must consist of letters, digits, underscores and hyphens" });

/** A subscriber in a path: what no subscriber can be called for other reasons than its length is simply unknown. */
export const BySubscriber = z.object({ subscriberId: referenceUpTo(SUBSCRIBER_ID_MAX) });

/** Whatever the customer wants templates and conditions to know of a subscriber. */
export const SubscriberData = z.record(z.string(), z.unknown());
export type SubscriberData = z.infer<typeof SubscriberData>;

const ChannelCredentials = z.object({
  webhookUrl: shownToKeys(z.string()).optional(),
  channel: z.string().optional(),
  deviceTokens: z.array(shownToKeys(z.string())).optional(),
});

/** An empty address clears the stored one, and a mask stands for it. */
const isChannelAddress = (text: string): boolean =>
  text === "" || text.startsWith(SECRET_PREFIX) || isWebAddress(text.trim());

/** The same as a caller sends them. */
export const SentCredentials = ChannelCredentials.extend({
  webhookUrl: shownToKeys(
    z
      .string()
      .refine(isChannelAddress, { error: "must be an http or https address, such as https://example.com/webhook" })
      .overwrite((text) => text.trim()),
  ).optional(),
  deviceTokens: z
    .array(shownToKeys(z.string().refine((token) => token.trim() !== "", { error: "should not be empty" })))
    .optional(),
});

export const SubscriberChannel = z
  .object({
    _integrationId: z.string(),
    integrationIdentifier: z.string().optional(),
    providerId: z.string(),
    credentials: ChannelCredentials,
  })
  .meta({ id: "SubscriberChannel" });
export type SubscriberChannel = z.infer<typeof SubscriberChannel>;

/** A subscriber's address with one provider, as a caller sends it. */
export const SetCredentials = z
  .object({
    providerId: z.string().min(1, { error: "should not be empty" }).overwrite(providerIdOf),
    integrationIdentifier: z.string().optional(),
    credentials: SentCredentials,
  })
  .meta(example({ providerId: "fcm", credentials: { deviceTokens: ["dGhpcyBpcyBhIHRva2Vu"] } }));
export type SetCredentials = z.infer<typeof SetCredentials>;

/** Null clears it where a call says so, and gives nothing elsewhere. */
const nullableText = (max: number) => textUpTo(max).nullish();

/** Fields that an inbox session may set too. */
export const profileTexts = {
  firstName: nullableText(PERSON_NAME_MAX),
  lastName: nullableText(PERSON_NAME_MAX),
  phone: nullableText(PHONE_MAX),
};

/** Name of a zone of the IANA database. */
export const TimeZone = z
  .string()
  .trim()
  .max(TIME_ZONE_MAX, { error: `must be at most ${TIME_ZONE_MAX} characters` })
  .refine(isTimeZone, { error: "must be the name of a time zone such as Europe/Berlin, or UTC" });

const profile = {
  ...profileTexts,
  /** Null or an empty text erases the address. */
  email: z.union([EmailAddress, z.literal("")], { error: "must be an email" }).nullish(),
  avatar: nullableText(AVATAR_MAX),
  /** Null or an empty text erases it, as the time zone. */
  locale: z.union([OwnLocale, z.literal("")], { error: "must be a locale such as en or pt-BR" }).nullish(),
  timezone: z
    .union([TimeZone, z.literal("")], { error: "must be the name of a time zone such as Europe/Berlin, or UTC" })
    .nullish(),
  data: SubscriberData.nullish(),
};

/** Also a recipient or actor inside a trigger. */
export const CreateSubscriber = z
  .object({
    subscriberId: SubscriberId,
    ...profile,
    channels: z.array(SetCredentials).optional(),
  })
  .meta(example({ subscriberId: "ada", firstName: "Ada", email: "ada@example.com", data: { plan: "gold" } }));
export type CreateSubscriber = z.infer<typeof CreateSubscriber>;

export const UpdateSubscriber = z.object(profile).meta(example({ firstName: "Ada", timezone: "Europe/London" }));
export type UpdateSubscriber = z.infer<typeof UpdateSubscriber>;

export const BulkSubscribers = z
  .object({
    subscribers: z
      .array(CreateSubscriber)
      .min(1, { error: "should not be empty" })
      .max(BULK_SUBSCRIBERS_MAX, { error: `must contain no more than ${BULK_SUBSCRIBERS_MAX} elements` }),
  })
  .meta(example({ subscribers: [{ subscriberId: "ada", email: "ada@example.com" }, { subscriberId: "bob" }] }));

export const BulkSubscribersResult = z.object({
  updated: z.array(z.object({ subscriberId: z.string() })),
  created: z.array(z.object({ subscriberId: z.string() })),
  failed: z.array(z.object({ message: z.string(), subscriberId: z.string() })),
});
export type BulkSubscribersResult = z.infer<typeof BulkSubscribersResult>;

/** Published clients send `online`, the reference's documents say `isOnline`. */
export const OnlineStatus = z
  .object({ isOnline: z.boolean().optional(), online: z.boolean().optional() })
  .refine((body) => body.isOnline !== undefined || body.online !== undefined, {
    path: ["isOnline"],
    error: "must be a boolean value",
  })
  .meta(example({ isOnline: true }));

export const ListSubscribers = z.object(pageQuery());

export const Subscriber = z
  .object({
    ...owned(),
    subscriberId: z.string(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    email: z.string().nullish(),
    phone: z.string().optional(),
    avatar: z.string().optional(),
    locale: z.string().optional(),
    timezone: z.string().optional(),
    data: SubscriberData.optional(),
    channels: z.array(SubscriberChannel),
    isOnline: z.boolean().optional(),
    lastOnlineAt: Moment.optional(),
    deleted: z.boolean(),
    ...dated(),
  })
  .meta({ id: "Subscriber" });
export type Subscriber = z.infer<typeof Subscriber>;
export const SubscriberPage = page(Subscriber);
export type SubscriberPage = z.infer<typeof SubscriberPage>;

export const SubscriberBrief = z.object({
  _id: z.string(),
  id: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  avatar: z.string().optional(),
  subscriberId: z.string(),
});

export const subscriberOperations = operations("subscribers", {
  listSubscribers: {
    route: "GET /v1/subscribers",
    client: "subscribers.list",
    summary: "List subscribers",
    access: [KEY, READER],
    query: ListSubscribers,
    answer: { 200: SubscriberPage },
  },

  getSubscriber: {
    route: "GET /v1/subscribers/:subscriberId",
    client: "subscribers.get",
    summary: "Get a subscriber",
    access: [KEY, READER],
    params: BySubscriber,
    answer: { 200: data(Subscriber) },
    failures: ["not_found"],
  },

  saveSubscriber: {
    route: "POST /v1/subscribers",
    client: "subscribers.identify",
    arguments: ["subscriberId"],
    summary: "Create or update a subscriber",
    access: [KEY, MEMBER],
    audit: ["subscriber.created", "subscriber.updated"],
    body: CreateSubscriber,
    answer: { 201: data(Subscriber) },
  },

  saveSubscribers: {
    route: "POST /v1/subscribers/bulk",
    client: "subscribers.bulkCreate",
    arguments: ["subscribers"],
    summary: "Create or update up to 500 subscribers",
    access: [KEY, MEMBER],
    rate: { cost: "bulk" },
    audit: "subscriber.saved_in_bulk",
    body: BulkSubscribers,
    answer: { 201: data(BulkSubscribersResult) },
  },

  updateSubscriber: {
    route: "PUT /v1/subscribers/:subscriberId",
    client: "subscribers.update",
    summary: "Update a subscriber; omitted fields stay",
    access: [KEY, MEMBER],
    audit: "subscriber.updated",
    params: BySubscriber,
    body: UpdateSubscriber,
    answer: { 200: data(Subscriber) },
  },

  deleteSubscriber: {
    route: "DELETE /v1/subscribers/:subscriberId",
    client: "subscribers.delete",
    summary: "Delete a subscriber",
    access: [KEY, MEMBER],
    audit: "subscriber.deleted",
    params: BySubscriber,
    answer: { 200: data(Deleted) },
    failures: ["not_found"],
  },

  setOnlineStatus: {
    route: "PATCH /v1/subscribers/:subscriberId/online-status",
    client: "subscribers.updateOnlineStatus",
    arguments: ["online"],
    summary: "Set whether a subscriber is online",
    access: [KEY, MEMBER],
    audit: { none: "whether a subscriber is there now is no setting" },
    params: BySubscriber,
    body: OnlineStatus,
    answer: { 200: data(Subscriber) },
    failures: ["not_found"],
  },

  deleteCredentials: {
    route: "DELETE /v1/subscribers/:subscriberId/credentials/:providerId",
    client: "subscribers.deleteCredentials",
    summary: "Delete the credentials of a subscriber at a provider",
    access: [KEY, MEMBER],
    audit: "subscriber.credentials_updated",
    params: BySubscriber.extend({ providerId: PathReference.overwrite(providerIdOf) }),
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  setCredentials: {
    route: "PUT /v1/subscribers/:subscriberId/credentials",
    client: "subscribers.setCredentials",
    arguments: ["providerId", "credentials", "integrationIdentifier"],
    summary: "Replace the credentials of a chat or push channel",
    access: [KEY, MEMBER],
    audit: "subscriber.credentials_updated",
    params: BySubscriber,
    body: SetCredentials,
    answer: { 200: data(Subscriber) },
  },

  addCredentials: {
    route: "PATCH /v1/subscribers/:subscriberId/credentials",
    client: "subscribers.addCredentials",
    summary: "Add credentials to a chat or push channel",
    access: [KEY, MEMBER],
    audit: "subscriber.credentials_updated",
    params: BySubscriber,
    body: SetCredentials,
    answer: { 200: data(Subscriber) },
  },
});
