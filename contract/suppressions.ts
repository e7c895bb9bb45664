import { z } from "zod";
import { EMAIL_MAX, PHONE_MAX, RETENTION_MAX_DAYS } from "./constants/limits.ts";
import {
  holdsEverything,
  LIFT_OUTCOMES,
  LIFTED_KEPT_DAYS,
  SOFT_BOUNCE_DAYS_MAX,
  SOFT_BOUNCES_MAX,
  SUPPRESSED_CHANNELS,
  SUPPRESSION_NOTE_MAX,
  SUPPRESSION_REASONS,
  SUPPRESSION_STREAMS,
  SUPPRESSIONS_TOGETHER_MAX,
  type SuppressedChannel,
  type SuppressionReason,
  type SuppressionStream,
  suppressedAddress,
} from "./constants/suppressions.ts";
import { isEmailAddress } from "./constants/values/email-address.ts";
import { ADMIN, KEY, MEMBER, READER } from "./schemas/access.ts";
import { data, exactTextUpTo, example, Id, Moment, owned, queryBoolean, referenceUpTo } from "./schemas/common.ts";
import { cursorList, cursorQuery } from "./schemas/cursor-list.ts";
import { operations } from "./schemas/operations.ts";

/* Addresses of an environment to which nothing is sent: docs/suppressions.md. */

/** A request to a vendor to lift an address as well, and what it said. */
export const VendorLift = z
  .object({
    _integrationId: Id,
    providerId: z.string(),
    /** The integration's name, as it was then. */
    name: z.string(),
    outcome: z
      .enum(LIFT_OUTCOMES)
      .describe(
        "`waiting`: the vendor is asked soon, or again. `lifted`: the vendor took the address off its list. `not_listed`: it was not on it. `refused`: the vendor said no. `unanswered`: it could not be asked in several attempts. `not_asked`: the address was suppressed again before, or the integration switched off",
      ),
    /** The vendor's words, or why it was not asked; null where there are none. */
    words: z.string().nullable(),
    /** Requests that were begun. */
    attempts: z.number().int(),
    /** When the last request was begun; null where none was. */
    askedAt: Moment.nullable(),
    /** When the vendor is asked again; null where it is not. */
    dueAt: Moment.nullable(),
  })
  .meta({ id: "VendorLift" });
export type VendorLift = z.infer<typeof VendorLift>;

export const SuppressionLift = z
  .object({
    at: Moment,
    /** The words of whoever lifted it; null where nobody said anything. */
    reason: z.string().nullable(),
    /** One for each integration whose vendor keeps a list of its own. */
    vendors: z.array(VendorLift),
  })
  .meta({ id: "SuppressionLift" });
export type SuppressionLift = z.infer<typeof SuppressionLift>;

export const Suppression = z
  .object({
    ...owned(),
    channel: z.enum(SUPPRESSED_CHANNELS),
    /** In lower case; of a number its digits and the plus before them. */
    address: z.string(),
    reason: z.enum(SUPPRESSION_REASONS),
    stream: z
      .enum(SUPPRESSION_STREAMS)
      .describe("What is held back: everything, or everything but messages of critical workflows"),
    /** The provider's words, or those of whoever added it; null where nobody said anything. */
    note: z.string().nullable(),
    /** The provider that reported it; null where none did. */
    providerId: z.string().nullable(),
    /** The message that it was reported of; null where there was none. Messages are kept for less long. */
    messageId: z.string().nullable(),
    createdAt: Moment,
    /** That it was lifted, and what vendors were asked then; null while nothing is sent to the address. */
    lift: SuppressionLift.nullable(),
  })
  .meta({ id: "Suppression" });
export type Suppression = z.infer<typeof Suppression>;

export const ListSuppressions = z.object({
  ...cursorQuery,
  channel: z.enum(SUPPRESSED_CHANNELS).optional(),
  reason: z.enum(SUPPRESSION_REASONS).optional(),
  stream: z.enum(SUPPRESSION_STREAMS).optional(),
  /** The beginning of an address. */
  address: referenceUpTo(EMAIL_MAX).optional(),
  lifted: queryBoolean().describe(
    `Entries that were lifted within ${LIFTED_KEPT_DAYS} days, the latest lifted first, in place of those that hold back messages`,
  ),
});
export type ListSuppressions = z.infer<typeof ListSuppressions>;
export const SuppressionList = cursorList(Suppression);

const NUMBER_DIGITS_MIN = 5;

const isAddress = (channel: SuppressedChannel, address: string): boolean =>
  channel === "email"
    ? isEmailAddress(address)
    : address.length <= PHONE_MAX && suppressedAddress("sms", address).length >= NUMBER_DIGITS_MIN;

function noteAddress(channel: SuppressedChannel, address: string, path: PropertyKey[], context: z.RefinementCtx): void {
  if (isAddress(channel, address)) return;
  context.addIssue({
    code: "custom",
    path,
    message: channel === "email" ? "must be an email" : "must be a phone number",
  });
}

function noteStream(
  { reason, stream }: { reason: SuppressionReason; stream?: SuppressionStream | null | undefined },
  context: z.RefinementCtx,
): void {
  if (stream !== "non_critical" || !holdsEverything(reason)) return;
  const message = `must be all for the reason ${reason}: leave it out`;
  context.addIssue({ code: "custom", path: ["stream"], message });
}

const stream = z
  .enum(SUPPRESSION_STREAMS, { error: `must be ${SUPPRESSION_STREAMS.join(" or ")}` })
  .describe(
    "What is held back. Where it is left out, `unsubscribed` and `soft_bounced` are for `non_critical`, and the others for `all`",
  );

export const AddSuppressions = z
  .object({
    channel: z.enum(SUPPRESSED_CHANNELS, { error: "must be email or sms" }),
    addresses: z
      .array(z.string().trim(), { error: "must be an array of addresses" })
      .min(1, { error: "must contain at least 1 element" })
      .max(SUPPRESSIONS_TOGETHER_MAX, { error: `must contain no more than ${SUPPRESSIONS_TOGETHER_MAX} elements` }),
    reason: z.enum(SUPPRESSION_REASONS).default("added"),
    stream: stream.optional(),
    note: exactTextUpTo(SUPPRESSION_NOTE_MAX).optional(),
  })
  .superRefine(({ channel, addresses, ...entry }, context) => {
    noteStream(entry, context);
    for (const [index, address] of addresses.entries()) noteAddress(channel, address, ["addresses", index], context);
  })
  .meta(example({ channel: "email", addresses: ["ada@example.com"], note: "Asked by phone" }));
export type AddSuppressions = z.infer<typeof AddSuppressions>;

/** A line of an import: docs/imports.md. An address without a channel is one of emails. */
export const SuppressionLine = z
  .object({
    address: z.string({ error: "is missing" }).trim().min(1, { error: "should not be empty" }),
    channel: z.enum(SUPPRESSED_CHANNELS, { error: `must be ${SUPPRESSED_CHANNELS.join(" or ")}` }).default("email"),
    reason: z.enum(SUPPRESSION_REASONS, { error: `must be ${SUPPRESSION_REASONS.join(", ")}` }).default("added"),
    stream: stream.nullish(),
    note: exactTextUpTo(SUPPRESSION_NOTE_MAX).nullish(),
  })
  .superRefine(({ channel, address, ...entry }, context) => {
    noteStream(entry, context);
    noteAddress(channel, address, ["address"], context);
  });
export type SuppressionLine = z.infer<typeof SuppressionLine>;

export const SuppressionsAdded = z.object({
  /** Entries that are new, or have a stronger reason now. */
  added: z.number().int(),
  /** Addresses that were on the list already. */
  unchanged: z.number().int(),
});
export type SuppressionsAdded = z.infer<typeof SuppressionsAdded>;

export const LiftSuppression = z
  .object({ reason: exactTextUpTo(SUPPRESSION_NOTE_MAX).optional().describe("For the audit log") })
  .meta(example({ reason: "The mailbox exists again" }));
export type LiftSuppression = z.infer<typeof LiftSuppression>;

/** Rules by which an environment suppresses addresses that bounce, and ends that. */
export const SuppressionRules = z
  .object({
    /** An address that bounced softly so often within so many days is suppressed; null is never. A delivered mail sets the count back. */
    softBounces: z
      .object({ count: z.int().min(2).max(SOFT_BOUNCES_MAX), days: z.int().min(1).max(SOFT_BOUNCE_DAYS_MAX) })
      .nullable(),
    /** Entries of bounces end after so many days; null is never. Those of people who complained or unsubscribed have no end. */
    bouncesKeptDays: z.int().min(1).max(RETENTION_MAX_DAYS).nullable(),
  })
  .meta({ id: "SuppressionRules" });
export type SuppressionRules = z.infer<typeof SuppressionRules>;

export const NO_SUPPRESSION_RULES: SuppressionRules = { softBounces: null, bouncesKeptDays: null };

/** Replaces all of the rules; what is left out is off. */
export const ChangeSuppressionRules = SuppressionRules.partial().meta(example({ softBounces: { count: 3, days: 7 } }));
export type ChangeSuppressionRules = z.infer<typeof ChangeSuppressionRules>;

const BySuppression = z.object({ suppressionId: Id });

export const suppressionOperations = operations("suppressions", {
  listSuppressions: {
    route: "GET /v1/suppressions",
    client: "suppressions.list",
    summary: "List suppressed addresses, newest first",
    access: [KEY, READER],
    query: ListSuppressions,
    answer: { 200: SuppressionList },
  },

  addSuppressions: {
    route: "POST /v1/suppressions",
    client: "suppressions.add",
    summary: "Suppress addresses",
    access: [KEY, MEMBER],
    audit: "suppression.added",
    body: AddSuppressions,
    answer: { 200: data(SuppressionsAdded) },
  },

  getSuppression: {
    route: "GET /v1/suppressions/:suppressionId",
    client: "suppressions.get",
    summary: "Get a suppression, also after it was lifted",
    access: [KEY, READER],
    params: BySuppression,
    answer: { 200: data(Suppression) },
    failures: ["not_found"],
  },

  liftSuppression: {
    route: "POST /v1/suppressions/:suppressionId/lift",
    client: "suppressions.lift",
    summary: "Lift a suppression",
    access: [KEY, MEMBER],
    audit: "suppression.lifted",
    params: BySuppression,
    body: LiftSuppression,
    answer: { 200: data(Suppression) },
    failures: ["not_found"],
  },

  getSuppressionRules: {
    route: "GET /v1/suppression-rules",
    client: "suppressions.getRules",
    summary: "Get the bounce rules of the environment",
    access: [KEY, READER],
    answer: { 200: data(SuppressionRules) },
  },

  setSuppressionRules: {
    route: "PUT /v1/suppression-rules",
    client: "suppressions.setRules",
    summary: "Set the bounce rules of the environment",
    access: [KEY, ADMIN],
    audit: "environment.updated",
    body: ChangeSuppressionRules,
    answer: { 200: data(SuppressionRules) },
    failures: ["forbidden"],
  },
});
