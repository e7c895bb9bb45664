import * as z from "zod/mini";
import type { InAppMessage } from "#contract/messages.ts";
import type { InboxSocketFrame, WidgetOrganization } from "#contract/widgets.ts";
import { lenient, readMessage } from "./wire-message.ts";

/*
 * Schemas of what the server sends, as far as the widget reads it. The contract's own schemas are written with all of zod,
 * which is too large for a script in other people's pages. Fields that are not named here are accepted and passed on.
 */

const Integer = z.number().check(z.refine(Number.isSafeInteger));
const hasMore = z.catch(z.boolean(), false);

/** Every answer but the feed has a `data` wrapper. */
const Session = z.object({ data: z.object({ token: z.string().check(z.refine((token) => token !== "")) }) });
const Count = z.object({ data: z.object({ count: Integer }) });
const Marked = z.object({ data: z.array(z.unknown()) });
const Organization = z.object({
  data: z.looseObject({
    _id: z.string(),
    name: z.string(),
    branding: lenient(z.looseObject({ direction: lenient(z.enum(["ltr", "rtl"])) })),
  }),
});
const Feed = z.object({ data: z.array(z.unknown()), hasMore });
const Refusal = z.object({ message: z.unknown() });

const Frame = z.object({ event: z.string(), data: z.looseObject({}) });
const UnseenCount = z.object({ unseenCount: Integer, hasMore });
const UnreadCount = z.object({ unreadCount: Integer, hasMore });

export type FeedPage = {
  messages: InAppMessage[];
  /** How many entries the page has, those included that cannot be read as messages. */
  size: number;
  hasMore: boolean;
};

/** Checks an answer. Throws an error that names what was requested; the widget then shows its error state. */
function read<T extends z.ZodMiniType>(schema: T, answer: unknown, name: string): z.output<T> {
  const parsed = z.safeParse(schema, answer);
  if (parsed.success) return parsed.data;
  throw new Error(`The server's answer is not ${name}: check that \`apiUrl\` is the address of a Belfry server`);
}

export const readToken = (answer: unknown): string => read(Session, answer, "a session with a token").data.token;

export const readCount = (answer: unknown): number => read(Count, answer, "a count with an integer").data.count;

export const readMessages = (answer: unknown): InAppMessage[] =>
  readableMessages(read(Marked, answer, "a list of messages").data);

export const readOrganization = (answer: unknown): WidgetOrganization =>
  read(Organization, answer, "an organization").data;

export function readFeedPage(answer: unknown): FeedPage {
  const { data, hasMore } = read(Feed, answer, "a page of messages");
  return { messages: readableMessages(data), size: data.length, hasMore };
}

/** Leaves out entries that cannot be read as messages. */
function readableMessages(entries: unknown[]): InAppMessage[] {
  return entries.flatMap((entry) => readMessage(entry) ?? []);
}

/** Returns the text of a refusal; undefined when the body is not one of Belfry's. */
export function readRefusal(body: unknown): string | undefined {
  const message = z.safeParse(Refusal, body).data?.message;
  const texts = [message].flat().filter((text) => typeof text === "string");
  return texts.length === 0 ? undefined : texts.join("; ");
}

/** Reads one socket frame. Returns null for unknown and unreadable frames, which are ignored. */
export function readFrame(text: unknown): InboxSocketFrame | null {
  const frame = z.safeParse(Frame, parseJson(text)).data;
  switch (frame?.event) {
    case "joined":
      return { event: frame.event, data: {} };
    case "notification_received": {
      const message = readMessage(frame.data.message);
      return message === undefined ? null : { event: frame.event, data: { message } };
    }
    case "unseen_count_changed": {
      const { data } = z.safeParse(UnseenCount, frame.data);
      return data === undefined ? null : { event: frame.event, data };
    }
    case "unread_count_changed": {
      const { data } = z.safeParse(UnreadCount, frame.data);
      return data === undefined ? null : { event: frame.event, data };
    }
    default:
      return null;
  }
}

function parseJson(text: unknown): unknown {
  if (typeof text !== "string") return null;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy may inject frames that are not JSON.
    return null;
  }
}
