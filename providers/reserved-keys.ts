import { isJsonObject } from "#contract/constants/values/json-object.ts";

/* Keys that a vendor keeps for itself, and for which it refuses the whole message. They are left out, and the message is sent. */

/** A place in a message, and which of its keys are the vendor's. */
export interface ReservedPlace {
  /** The object with the keys, such as `["overrides", "data"]`. */
  at: readonly [string, ...string[]];
  isReserved(key: string): boolean;
}

/** The places of one message: some are read for some messages alone. */
export type ReservedKeys<Message> = (message: Message) => readonly ReservedPlace[];

/** Some names at a place, in whichever case. */
export function reservedNames(at: ReservedPlace["at"], names: readonly string[]): ReservedPlace {
  const reserved = new Set(names.map((name) => name.toLowerCase()));
  return { at, isReserved: (key) => reserved.has(key.toLowerCase()) };
}

/** Parts of a mail that its other fields make, and that no header may make a second time: RFC 5322 section 3.6, RFC 2045. */
const OF_THE_MAIL =
  "from to cc bcc subject content-type content-transfer-encoding content-length mime-version received return-path dkim-signature".split(
    " ",
  );
export const MAIL_HEADERS = reservedNames(["headers"], OF_THE_MAIL);
/** Of a mail that says in its own field where replies go. */
export const REPLY_HEADER = reservedNames(["headers"], ["reply-to"]);
/** Of a mail that Belfry composes: a retry carries the same Message-ID, by which a second copy is dropped. */
export const MESSAGE_ID_HEADER = reservedNames(["headers"], ["message-id"]);

/** Keys of data for Android: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages#Message. */
const OF_GOOGLE: ReadonlySet<string> = new Set(["from", "message_type", "collapse_key"]);
export const isReservedByGoogle = (key: string): boolean => OF_GOOGLE.has(key) || /^(?:google|gcm)\./.test(key);

/** Returns the message without what is reserved, and the names of what was left out. */
export function withoutReserved<Message extends object>(
  message: Message,
  places: readonly ReservedPlace[],
): { message: Message; left: string[] } {
  const left: string[] = [];
  const cleaned = places.reduce<Message>(
    (given, { at, isReserved }) =>
      changedAt(given, at, (fields) => {
        const reserved = Object.keys(fields).filter(isReserved);
        if (reserved.length === 0) return fields;
        left.push(...reserved.map((key) => [...at, key].join(".")));
        return Object.fromEntries(Object.entries(fields).filter(([key]) => !reserved.includes(key)));
      }),
    message,
  );
  return { message: cleaned, left };
}

/** Changes the object at a path; nothing where there is none. */
function changedAt<T extends object>(
  source: T,
  [key = "", ...path]: readonly string[],
  change: (fields: Readonly<Record<string, unknown>>) => object,
): T {
  const inner: unknown = Reflect.get(source, key);
  if (!isJsonObject(inner)) return source;
  const changed = path.length === 0 ? change(inner) : changedAt(inner, path, change);
  return changed === inner ? source : { ...source, [key]: changed };
}
