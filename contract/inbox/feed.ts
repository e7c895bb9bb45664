import { z } from "zod";
import { COUNT_CAP } from "../constants/limits.ts";
import { decodeText } from "../constants/values/decode-text.ts";
import { parseExactJson } from "../constants/values/exact-json.ts";
import { InAppMessage } from "../messages.ts";
import { SUBSCRIBER } from "../schemas/access.ts";
import { countedPage, data, pageQuery, queryBoolean } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

/* One subscriber's in-app messages, as the inbox asks for them and as the management API does on the subscriber's behalf. */

/** Absent values reach us as `undefined`, as "" and, from older clients, as the text "undefined". */
const isPresent = (text: string): boolean => text !== "" && text !== "undefined" && text !== "null";

const givenFeeds = z.union([z.string(), z.array(z.string())], {
  error: "must be an identifier, or a list of identifiers",
});

function namedFeeds(value: z.infer<typeof givenFeeds>): string[] | undefined {
  const identifiers = [value]
    .flat()
    .flatMap((text) => text.split(","))
    .map((part) => part.trim())
    .filter(isPresent);
  return identifiers.length > 0 ? identifiers : undefined;
}

/** Feed identifiers to narrow by: one, several, or several in one text separated by commas. None means all feeds. */
export const feedIdentifiers = givenFeeds.transform(namedFeeds);

/** The same, with what was sent: answers repeat it. */
export const FeedFilter = givenFeeds.transform(
  (sent): { sent: unknown; identifiers: readonly string[] | undefined } => ({
    sent,
    identifiers: namedFeeds(sent),
  }),
);

/** Published browser clients encode a text by btoa, which makes a byte of each character up to U+00FF; others encode its UTF-8. */
function utf8OrLatin1(binary: string): string {
  try {
    return decodeText(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return binary;
  }
}

const PartialPayload = z.record(z.string(), z.unknown());

/** Base64 of a JSON object whose every leaf must equal the one at the same place of the message's payload. */
const encodedPayload = z.string().transform((text, context) => {
  if (!isPresent(text)) return undefined;
  try {
    return PartialPayload.parse(parseExactJson(utf8OrLatin1(atob(text))));
  } catch {
    context.addIssue({ code: "custom", message: "must be a base64 encoded JSON object" });
    return z.NEVER;
  }
});

const filters = { feedIdentifier: feedIdentifiers.optional(), seen: queryBoolean(), read: queryBoolean() };

export const FeedQuery = z.object({ ...pageQuery(), ...filters, payload: encodedPayload.optional() });
export type FeedQuery = z.infer<typeof FeedQuery>;

/** `totalCount` is the number of rows from this page on, never more than `pageSize`. */
export const FeedPage = countedPage(InAppMessage);
export type FeedPage = z.infer<typeof FeedPage>;

/** A count stops at `limit`; a limit that is no number means 100. */
export const countQuery = (max: number) =>
  z.object({
    ...filters,
    limit: z.preprocess(
      (value) => (value === "" || Number.isNaN(Number(value)) ? COUNT_CAP : Number(value)),
      z
        .number()
        .int({ error: "must be an integer number" })
        .min(1, { error: "must not be less than 1" })
        .max(max, { error: `must not be greater than ${max}` }),
    ),
  });

export const MessageCount = z.object({ count: z.number().int() });

export const widgetFeedOperations = operations("widgets", {
  getWidgetFeed: {
    route: "GET /v1/widgets/notifications/feed",
    client: "widgets.getFeed",
    summary: "Get the in-app messages of the subscriber",
    access: [SUBSCRIBER],
    query: FeedQuery,
    answer: { 200: FeedPage },
  },

  countWidgetUnseen: {
    route: "GET /v1/widgets/notifications/unseen",
    client: "widgets.countUnseen",
    summary: "Count the unseen in-app messages",
    access: [SUBSCRIBER],
    query: countQuery(100),
    answer: { 200: data(MessageCount) },
  },

  countWidgetUnread: {
    route: "GET /v1/widgets/notifications/unread",
    client: "widgets.countUnread",
    summary: "Count the unread in-app messages",
    access: [SUBSCRIBER],
    query: countQuery(100),
    answer: { 200: data(MessageCount) },
  },

  countWidgetMessages: {
    route: "GET /v1/widgets/notifications/count",
    client: "widgets.countMessages",
    summary: "Count the in-app messages that match a filter",
    access: [SUBSCRIBER],
    query: countQuery(100),
    answer: { 200: data(MessageCount) },
  },
});
