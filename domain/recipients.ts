import { TOPIC_KEY_MAX } from "#contract/constants/limits.ts";
import { unstorableIssue } from "#contract/constants/values/unstorable-text.ts";
import type { CreateSubscriber, SetCredentials } from "#contract/subscribers.ts";
import { isPlainObject, type PlainObject } from "./values/plain-object.ts";
import { parseSubscriberId } from "./values/subscriber-id.ts";

/** Text fields that a trigger may set on a subscriber along the way. */
const TEXT_FIELDS = ["firstName", "lastName", "email", "phone", "avatar", "locale", "timezone"] as const;

/** Credentials of one provider, to be added to those that the subscriber already has; they are not checked yet. */
export interface InlineChannel extends Omit<SetCredentials, "credentials"> {
  credentials: PlainObject;
}

/** The fields without null, which counts as not given. */
type Present<T> = { [K in keyof T]: NonNullable<T[K]> };

/**
 * A subscriber as named in a trigger. Only the fields present are to be written: an empty `email` erases the stored one, `data`
 * replaces the stored data as a whole.
 */
export interface InlineSubscriber extends Present<Omit<CreateSubscriber, "channels">> {
  channels?: InlineChannel[];
}

/** Subscribers who get nothing through one topic of an event; what else names them counts. */
export interface TopicExclusion {
  topicKey: string;
  /** The customer's ids, each once. */
  subscriberIds: string[];
}

export interface Recipients {
  /** One entry per subscriber id; of several with the same id the last one counts. */
  subscribers: InlineSubscriber[];
  /** Topic keys, each once. */
  topics: string[];
  /** Those of the topics that do not reach all of their members; absent when each does. */
  exclusions?: TopicExclusion[];
  /** The members that are left out because they name nobody, and those of which a field is left out. */
  invalid: InvalidRecipient[];
}

/** A malformed member of an audience. */
export interface InvalidRecipient {
  /** Whether the subscriber is a recipient all the same, without the field that the message is about. */
  isKept?: true;
  /** The subscriber's id that it gives, also one that no subscriber can have. */
  subscriberId?: string;
  /** Names the member by its place, from 1, and says what it has to be. */
  message: string;
}

/**
 * Reads the `to` of a trigger: an id, a subscriber object, a topic, or a list of any of these.
 * Null members of a list are ignored; malformed members, and malformed fields of subscribers, are left out with the reason, the others
 * go on. Of a topic that is named
 * several times, only those get nothing whom each of the entries excludes.
 */
export function parseRecipients(to: unknown): Recipients {
  const subscribers = new Map<string, InlineSubscriber>();
  const topics = new TopicsByKey();
  const invalid: InvalidRecipient[] = [];
  for (const [index, member] of (Array.isArray(to) ? to : [to]).entries()) {
    if (member === null || member === undefined) continue;
    const topic = parseTopic(member);
    const subscriber = topic === undefined ? readInlineSubscriber(member) : undefined;
    if (topic !== undefined) topics.add(topic);
    else if (typeof subscriber === "object") {
      subscribers.set(subscriber.given.subscriberId, subscriber.given);
      for (const must of subscriber.problems) invalid.push({ isKept: true, ...invalidRecipient(member, index, must) });
    } else invalid.push(invalidRecipient(member, index, subscriber));
  }
  return { subscribers: [...subscribers.values()], ...topics.all(), invalid };
}

function invalidRecipient(member: unknown, index: number, must = ""): InvalidRecipient {
  const id = isPlainObject(member) ? member.subscriberId : member;
  const rule = isPlainObject(member) && member.type === "Topic" ? TOPIC_RULE : must;
  return { ...(typeof id === "string" && { subscriberId: id }), message: `Recipient ${index + 1} ${rule}` };
}

const ID_RULE = "must have a subscriberId of at most 255 letters, digits, underscores and hyphens";
const TOPIC_RULE = `must have a topicKey of 1 to ${TOPIC_KEY_MAX} characters`;

/** Collects the topics of an audience, each once, with those whom every entry of the topic excludes. */
export class TopicsByKey {
  readonly #excluded = new Map<string, readonly string[]>();

  add({ topicKey, subscriberIds }: TopicExclusion): void {
    const before = this.#excluded.get(topicKey);
    const excluded = new Set(subscriberIds);
    this.#excluded.set(topicKey, before === undefined ? [...excluded] : before.filter((id) => excluded.has(id)));
  }

  /** The keys in the order in which they were named first. */
  all(): Pick<Recipients, "topics" | "exclusions"> {
    const exclusions = [...this.#excluded].flatMap(([topicKey, subscriberIds]) =>
      subscriberIds.length === 0 ? [] : [{ topicKey, subscriberIds: [...subscriberIds] }],
    );
    return { topics: [...this.#excluded.keys()], ...(exclusions.length > 0 && { exclusions }) };
  }
}

/**
 * Reads one subscriber, as a recipient or as the actor of an event: an id or an object that carries one.
 * Undefined when there is no valid id. Fields that are null or of the wrong type count as not given.
 */
export function parseInlineSubscriber(member: unknown): InlineSubscriber | undefined {
  const subscriber = readInlineSubscriber(member);
  return typeof subscriber === "string" ? undefined : subscriber.given;
}

/** Returns the subscriber with what its malformed fields must be, or what it must be itself to be one. */
function readInlineSubscriber(member: unknown): { given: InlineSubscriber; problems: string[] } | string {
  const subscriberId = parseSubscriberId(isPlainObject(member) ? member.subscriberId : member);
  if (subscriberId === undefined) return ID_RULE;
  const given: InlineSubscriber = { subscriberId };
  const problems: string[] = [];
  if (!isPlainObject(member)) return { given, problems };
  for (const field of TEXT_FIELDS) {
    const value = member[field] ?? undefined;
    if (typeof value === "string") given[field] = value;
    else if (value !== undefined) problems.push(`must have a ${field} that is a string`);
  }
  const { data, channels } = member;
  if (isPlainObject(data)) given.data = data;
  else if (data !== undefined && data !== null) problems.push("must have data that is an object");
  if (channels !== undefined && channels !== null) {
    const parsed = parseChannels(channels);
    if (parsed) given.channels = parsed;
    else problems.push("must have channels that are a list of objects with a providerId and credentials");
  }
  return { given, problems };
}

function parseTopic(member: unknown): TopicExclusion | undefined {
  if (!isPlainObject(member) || member.type !== "Topic" || typeof member.topicKey !== "string") return undefined;
  const key = member.topicKey.trim();
  // No topic can have another key.
  const isKey = key !== "" && key.length <= TOPIC_KEY_MAX && unstorableIssue(key) === undefined;
  if (!isKey) return undefined;
  const exclude: unknown[] = Array.isArray(member.exclude) ? member.exclude : [];
  return { topicKey: key, subscriberIds: exclude.flatMap((id) => parseSubscriberId(id) ?? []) };
}

function parseChannels(value: unknown): InlineChannel[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const channels: InlineChannel[] = [];
  for (const entry of value) {
    if (!isPlainObject(entry) || typeof entry.providerId !== "string" || !isPlainObject(entry.credentials))
      return undefined;
    const { providerId, credentials, integrationIdentifier } = entry;
    channels.push({
      providerId,
      credentials,
      ...(typeof integrationIdentifier === "string" && { integrationIdentifier }),
    });
  }
  return channels;
}
