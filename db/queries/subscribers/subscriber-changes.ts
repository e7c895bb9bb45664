import { isDeepStrictEqual } from "node:util";
import { issueSentence } from "#contract/constants/issue-sentences.ts";
import { CreateSubscriber, SentCredentials } from "#contract/subscribers.ts";
import type { InlineChannel, InlineSubscriber } from "#domain/recipients.ts";
import { type StoredChannel, tokenMoments, withCredentials } from "#domain/subscriber-channels.ts";
import type { subscribers } from "../../schema/subscribers.ts";
import type { Scope } from "../../scope.ts";

type SubscriberRow = typeof subscribers.$inferSelect;

/** The fields of a subscriber that callers may write. */
export type SubscriberProfile = Pick<
  SubscriberRow,
  | "firstName"
  | "lastName"
  | "email"
  | "phone"
  | "avatar"
  | "locale"
  | "timezone"
  | "data"
  | "channels"
  | "tokensStoredAt"
>;

/** Fields that a caller may erase. */
export type ErasableField = Exclude<keyof SubscriberProfile, "channels" | "tokensStoredAt">;

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
  tokensStoredAt: {},
};

/** Callers may name a person's tokens with each event: their moments need not be more exact. */
const MOMENTS_KEPT_MS = 10_000;

/**
 * The profile after a write: only what is given changes, an empty address, locale or time zone erases the stored one, `data` is replaced
 * as a whole and channels are added to.
 */
export function profileAfter(stored: SubscriberProfile = EMPTY, given: SubscriberInput): SubscriberProfile {
  const erased = Object.fromEntries((given.erased ?? []).map((field) => [field, null]));
  const channels = given.channels.reduce((all, entry) => withCredentials(all, entry, "append"), stored.channels);
  const moments = { channels, given: given.channels, now: new Date(), keptMs: MOMENTS_KEPT_MS };
  return {
    firstName: given.firstName ?? stored.firstName,
    lastName: given.lastName ?? stored.lastName,
    email: given.email === undefined ? stored.email : given.email || null,
    phone: given.phone ?? stored.phone,
    avatar: given.avatar ?? stored.avatar,
    locale: given.locale === undefined ? stored.locale : given.locale || null,
    timezone: given.timezone === undefined ? stored.timezone : given.timezone || null,
    data: given.data ?? stored.data,
    channels,
    tokensStoredAt: given.channels.length === 0 ? stored.tokensStoredAt : tokenMoments(stored.tokensStoredAt, moments),
    ...erased,
  };
}

/** Whether a write would leave the row as it is; a deleted row comes back to life by any write. */
export function isSettled(row: SubscriberProfile & { deletedAt: unknown }, given: SubscriberInput): boolean {
  const { firstName, lastName, email, phone, avatar, locale, timezone, data, channels, tokensStoredAt } = row;
  const stored = { firstName, lastName, email, phone, avatar, locale, timezone, data, channels, tokensStoredAt };
  return row.deletedAt === null && isDeepStrictEqual(stored, profileAfter(stored, given));
}

/** Escapes by which JSON spells what Postgres cannot store: the NUL character and halves of surrogate pairs. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f]..)/;
const isStorable = (value: unknown): boolean => value === undefined || !UNSTORABLE.test(JSON.stringify(value));

const TEXTS = ["email", "locale", "timezone", "firstName", "lastName", "phone", "avatar"] as const;
const OTHERS = ["data", "channels"] as const;

interface FieldProblem {
  field: keyof InlineSubscriber;
  message: string;
}

/** The texts as the API would take them: blanks around what has a form of its own are left out. */
const ruled = (given: InlineSubscriber) =>
  TEXTS.map((field) => ({ field, parsed: CreateSubscriber.shape[field].safeParse(given[field]) }));

/** The fields that cannot be written, and why; each message names its field. */
function fieldProblems(given: InlineSubscriber, fields = ruled(given)): FieldProblem[] {
  const broken = fields.flatMap(({ field, parsed }): FieldProblem[] => {
    const [issue] = parsed.error?.issues ?? [];
    return issue ? [{ field, message: `${field} ${issueSentence(issue)}` }] : [];
  });
  const isBroken = (name: string) => broken.some(({ field }) => field === name);
  const unstorable = [...TEXTS, ...OTHERS].filter((field) => !isBroken(field) && !isStorable(given[field]));
  const characters = "subscriber must not contain NUL or broken Unicode characters";
  return [...broken, ...unstorable.map((field) => ({ field, message: `${characters} in ${field}` }))];
}

/** Why a subscriber cannot be written, naming the field; undefined when it can. */
export function problemOf({ environmentId }: Scope, given: InlineSubscriber): string | undefined {
  // The environment's key signs that id for webhook conditions, so no signature of it can prove who a subscriber is.
  if (given.subscriberId === environmentId) {
    return "subscriberId must not be the id of the environment: choose another one";
  }
  return fieldProblems(given)[0]?.message;
}

/** A channel without the credentials that cannot be used, undefined where none is left, and a message for each of them. */
function usableChannel(channel: InlineChannel, index: number): { channel?: InlineChannel; messages: string[] } {
  const { data, error } = SentCredentials.safeParse(channel.credentials);
  if (error === undefined) return { channel: { ...channel, credentials: data }, messages: [] };
  const messages = error.issues.map((issue) => {
    const field = ["channels", index, "credentials", ...issue.path].join(".");
    return `${field} ${issueSentence(issue)}`;
  });
  const credentials = Object.fromEntries(
    Object.entries(SentCredentials.shape).flatMap(([field, schema]) => {
      const { data: value } = schema.safeParse(textsOf(channel.credentials[field]));
      return value === undefined ? [] : [[field, value]];
    }),
  );
  return Object.keys(credentials).length === 0 ? { messages } : { channel: { ...channel, credentials }, messages };
}

/** A list without what is no text; one of which nothing is left stays as it is, as an empty list would clear what is stored. */
function textsOf(value: unknown): unknown {
  const texts = Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
  return texts.length > 0 ? texts : value;
}

/** The subscriber without the fields that cannot be written, and a message for each: who it is stays true. */
export function withoutBadFields<T extends InlineSubscriber>(given: T): { given: T; messages: string[] } {
  const fields = ruled(given);
  const problems = fieldProblems(given, fields);
  const channels = given.channels?.map(usableChannel) ?? [];
  const kept = { ...given };
  for (const { field, parsed } of fields) if (typeof parsed.data === "string") kept[field] = parsed.data;
  const messages = [...problems.map(({ message }) => message), ...channels.flatMap((channel) => channel.messages)];
  if (given.channels) kept.channels = channels.flatMap(({ channel }) => channel ?? []);
  for (const { field } of problems) delete kept[field];
  return { given: kept, messages: messages.map((message) => `${message}, and was left out`) };
}
