import type { Subscriber } from "#contract/subscribers.ts";

/** Returns the name of a subscriber, or else the customer's id. */
export const subscriberName = ({
  firstName,
  lastName,
  subscriberId,
}: Pick<Subscriber, "firstName" | "lastName" | "subscriberId">): string =>
  [firstName, lastName].filter(Boolean).join(" ") || subscriberId;
