import { z } from "zod";
import { EMAIL_MAX, PERSON_NAME_MAX, PHONE_MAX, SUBSCRIBER_ID_MAX } from "../constants/limits.ts";
import { KEY, MEMBER, READER } from "../schemas/access.ts";
import { Deleted, data, example, queryBoolean, referenceUpTo } from "../schemas/common.ts";
import { cursorList, cursorQuery } from "../schemas/cursor-list.ts";
import { operations } from "../schemas/operations.ts";
import { BySubscriber, CreateSubscriber, Subscriber, UpdateSubscriber } from "../subscribers.ts";

/** Searches are by the beginning of a value: of an id exactly, of the others in any case. */
export const SearchSubscribers = z.object({
  ...cursorQuery,
  email: referenceUpTo(EMAIL_MAX).optional(),
  /** Of the first name, of both names with a space between, or of the last name. */
  name: referenceUpTo(PERSON_NAME_MAX).optional(),
  phone: referenceUpTo(PHONE_MAX).optional(),
  subscriberId: referenceUpTo(SUBSCRIBER_ID_MAX).optional(),
  /** Of any of these. Of each, the first 1,000 are found. */
  query: referenceUpTo(EMAIL_MAX).optional(),
});

export const SubscriberList = cursorList(Subscriber);

/** Whether a subscriber or topic that exists already is a conflict, or is changed. */
export const FailIfExists = z.object({ failIfExists: queryBoolean() });

/** Null clears a field. */
export const SaveSubscriber = CreateSubscriber.omit({ channels: true }).meta(
  example({ subscriberId: "ada", firstName: "Ada", email: "ada@example.com", timezone: "Europe/London" }),
);
export type SaveSubscriber = z.infer<typeof SaveSubscriber>;
export const PatchSubscriber = UpdateSubscriber;

export const subscriberV2Operations = operations("subscribers", {
  searchSubscribers: {
    route: "GET /v2/subscribers",
    client: "v2.subscribers.list",
    summary: "List or search subscribers",
    access: [KEY, READER],
    query: SearchSubscribers,
    answer: { 200: SubscriberList },
  },

  createSubscriberV2: {
    route: "POST /v2/subscribers",
    client: "v2.subscribers.create",
    summary: "Create or update a subscriber",
    access: [KEY, MEMBER],
    audit: ["subscriber.created", "subscriber.updated"],
    query: FailIfExists,
    body: SaveSubscriber,
    answer: { 201: data(Subscriber) },
    failures: ["conflict"],
  },

  getSubscriberV2: {
    route: "GET /v2/subscribers/:subscriberId",
    client: "v2.subscribers.get",
    summary: "Get a subscriber",
    access: [KEY, READER],
    params: BySubscriber,
    answer: { 200: data(Subscriber) },
    failures: ["not_found"],
  },

  patchSubscriber: {
    route: "PATCH /v2/subscribers/:subscriberId",
    client: "v2.subscribers.patch",
    summary: "Update a subscriber",
    access: [KEY, MEMBER],
    audit: "subscriber.updated",
    params: BySubscriber,
    body: PatchSubscriber,
    answer: { 200: data(Subscriber) },
    failures: ["not_found"],
  },

  deleteSubscriberV2: {
    route: "DELETE /v2/subscribers/:subscriberId",
    client: "v2.subscribers.delete",
    summary: "Delete a subscriber",
    access: [KEY, MEMBER],
    audit: "subscriber.deleted",
    params: BySubscriber,
    answer: { 200: data(Deleted) },
    failures: ["not_found"],
  },
});
