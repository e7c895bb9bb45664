import { z } from "zod";
import { example, queryBoolean, referenceUpTo } from "./common.ts";
import { EMAIL_MAX, PERSON_NAME_MAX, PHONE_MAX, SUBSCRIBER_ID_MAX } from "./constants/limits.ts";
import { cursorList, cursorQuery } from "./cursor-list.ts";
import { CreateSubscriber, Subscriber, UpdateSubscriber } from "./subscribers.ts";

/** Searches are by the beginning of a value: of an id exactly, of the others in any case. */
export const SearchSubscribers = z.object({
  ...cursorQuery,
  email: referenceUpTo(EMAIL_MAX).optional(),
  /** Of the first name, of both names with a space between, or of the last name. */
  name: referenceUpTo(PERSON_NAME_MAX).optional(),
  phone: referenceUpTo(PHONE_MAX).optional(),
  subscriberId: referenceUpTo(SUBSCRIBER_ID_MAX).optional(),
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
