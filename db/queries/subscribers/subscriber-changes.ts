import { isDeepStrictEqual } from "node:util";
import { CreateSubscriber } from "#contract/subscribers.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import { type StoredChannel, withCredentials } from "#domain/subscriber-channels.ts";
import type { subscribers } from "../../schema/subscribers.ts";
import type { Scope } from "../../scope.ts";

type SubscriberRow = typeof subscribers.$inferSelect;

/** The fields of a subscriber that callers may write. */
export type SubscriberProfile = Pick<
  SubscriberRow,
  "firstName" | "lastName" | "email" | "phone" | "avatar" | "locale" | "timezone" | "data" | "channels"
>;

/** Fields that a caller may erase. */
export type ErasableField = Exclude<keyof SubscriberProfile, "channels">;

/** A subscriber as a caller named it. */
export interface GivenSubscriber extends InlineSubscriber {
  /** Fields to erase; elsewhere a field that is not given stays. */
  erased?: readonly ErasableField[];
}

/** The same with its channels matched to integrations. */
export interface SubscriberInput extends Omit<GivenSubscriber, "channels"> {
  channels: StoredChannel[];
}

const EMPTY: SubscriberProfile = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  avatar: null,
  locale: null,
  timezone: null,
  data: null,
  channels: [],
};

/**
 * The profile after a write: only what is given changes, an empty address or time zone erases the stored one, `data` is replaced
 * as a whole and channels are added to.
 */
export function profileAfter(stored: SubscriberProfile = EMPTY, given: SubscriberInput): SubscriberProfile {
  const erased = Object.fromEntries((given.erased ?? []).map((field) => [field, null]));
  return {
    firstName: given.firstName ?? stored.firstName,
    lastName: given.lastName ?? stored.lastName,
    email: given.email === undefined ? stored.email : given.email || null,
    phone: given.phone ?? stored.phone,
    avatar: given.avatar ?? stored.avatar,
    locale: given.locale ?? stored.locale,
    timezone: given.timezone === undefined ? stored.timezone : given.timezone || null,
    data: given.data ?? stored.data,
    channels: given.channels.reduce((channels, entry) => withCredentials(channels, entry, "append"), stored.channels),
    ...erased,
  };
}

/** Whether a write would leave the row as it is; a deleted row comes back to life by any write. */
export function isSettled(row: SubscriberProfile & { deletedAt: unknown }, given: SubscriberInput): boolean {
  const { firstName, lastName, email, phone, avatar, locale, timezone, data, channels } = row;
  const stored = { firstName, lastName, email, phone, avatar, locale, timezone, data, channels };
  return row.deletedAt === null && isDeepStrictEqual(stored, profileAfter(stored, given));
}

const { email: Email, locale: Locale, timezone: Zone } = CreateSubscriber.shape;

/** Escapes by which JSON spells what Postgres cannot store: the NUL character and halves of surrogate pairs. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f]..)/;

/** Why a subscriber cannot be written, naming the field; undefined when it can. */
export function problemOf({ environmentId }: Scope, given: InlineSubscriber): string | undefined {
  // The environment's key signs that id for webhook conditions, so no signature of it can prove who a subscriber is.
  if (given.subscriberId === environmentId) {
    return "subscriberId must not be the id of the environment: choose another one";
  }
  if (!Email.safeParse(given.email).success) return "email must be an email";
  if (!Locale.safeParse(given.locale).success) return "locale must be a locale such as en or pt-BR";
  if (!Zone.safeParse(given.timezone).success) {
    return "timezone must be the name of a time zone such as Europe/Berlin, or UTC";
  }
  if (UNSTORABLE.test(JSON.stringify(given))) return "subscriber must not contain NUL or broken Unicode characters";
  return undefined;
}
