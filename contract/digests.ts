import { z } from "zod";
import { SUBSCRIBER_ID_MAX } from "./constants/limits.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import { data, Id, Moment, referenceUpTo } from "./schemas/common.ts";
import { CappedCount, keysetPage, keysetQuery } from "./schemas/keyset.ts";
import { operations } from "./schemas/operations.ts";

/** The person or key that ended a digest before its time. */
export const DigestEnder = z.object({
  kind: z.enum(["member", "key"]),
  userId: z.string(),
  name: z.string(),
  keyId: z.string().optional(),
  at: Moment,
});

/** `sending`: it was told to close now, and its run is about to. */
const DIGEST_STATES = ["open", "sending", "closed", "discarded"] as const;

/** A digest that collects, or has collected, events of one subscriber. */
export const Digest = z
  .object({
    _id: z.string(),
    id: z.string(),
    state: z.enum(DIGEST_STATES),
    _templateId: z.string(),
    workflow: z.object({ identifier: z.string(), name: z.string() }),
    /** Of the digest step. */
    _stepId: z.string(),
    _subscriberId: z.string(),
    subscriberId: z.string(),
    /** The payload's value at the step's digest key as JSON text; empty without a key or a value. */
    key: z.string(),
    /** Events that it will be sent with. */
    events: CappedCount,
    openedAt: Moment,
    closesAt: Moment,
    closedAt: Moment.optional(),
    discardedBy: DigestEnder.optional(),
    sentBy: DigestEnder.optional(),
    /** The run that sends for all, and its event. */
    _notificationId: z.string(),
    transactionId: z.string().optional(),
    /** Its execution in the Temporal UI, where one is configured. */
    engineUrl: z.string().optional(),
  })
  .meta({ id: "Digest" });
export type Digest = z.infer<typeof Digest>;

export const ListDigests = z.object({
  ...keysetQuery(),
  /** Belfry's id of the workflow. */
  workflowId: Id.optional(),
  subscriberId: referenceUpTo(SUBSCRIBER_ID_MAX).optional(),
  /** The value at the digest key: a text, or any value as JSON. */
  key: referenceUpTo(1_000).optional(),
});
export const DigestPage = keysetPage(Digest);

export const ByDigest = z.object({ digestId: Id });

/** One event of a digest. */
export const DigestEvent = z.object({
  transactionId: z.string(),
  _notificationId: z.string(),
  joinedAt: Moment,
  /** `left`: its run ended before the digest closed, so that the event is not sent with it. */
  state: z.enum(["joined", "canceled", "left"]),
  /** Left out where the payloads of the page are too long together: ask for fewer. */
  payload: z.record(z.string(), z.unknown()).optional(),
});
export type DigestEvent = z.infer<typeof DigestEvent>;
export const ListDigestEvents = z.object(keysetQuery());
export const DigestEventPage = keysetPage(DigestEvent);

export const digestOperations = operations("digests", {
  listDigests: {
    route: "GET /v1/digests",
    client: "digests.list",
    summary: "List open digests, soonest to close first",
    access: [KEY, READER],
    query: ListDigests,
    answer: { 200: DigestPage },
  },

  getDigest: {
    route: "GET /v1/digests/:digestId",
    client: "digests.get",
    summary: "Get a digest, open or closed",
    access: [KEY, READER],
    params: ByDigest,
    answer: { 200: data(Digest) },
    failures: ["not_found"],
  },

  listDigestEvents: {
    route: "GET /v1/digests/:digestId/events",
    client: "digests.listEvents",
    summary: "List the events of a digest in the order in which they joined",
    access: [KEY, READER],
    params: ByDigest,
    query: ListDigestEvents,
    answer: { 200: DigestEventPage },
    failures: ["not_found"],
  },

  sendDigest: {
    route: "POST /v1/digests/:digestId/send",
    client: "digests.send",
    summary: "Send a digest now, with the events that it has",
    access: [KEY, MEMBER],
    audit: "digest.sent",
    params: ByDigest,
    answer: { 200: data(Digest) },
    failures: ["not_found", "conflict"],
  },

  discardDigest: {
    route: "POST /v1/digests/:digestId/discard",
    client: "digests.discard",
    summary: "Discard a digest: its events are not sent and their runs are cancelled",
    access: [KEY, MEMBER],
    audit: "digest.discarded",
    params: ByDigest,
    answer: { 200: data(Digest) },
    failures: ["not_found", "conflict"],
  },
});
