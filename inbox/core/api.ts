import type { InAppMessage } from "#contract/messages.ts";
import type { WidgetOrganization } from "#contract/widgets.ts";
import { type HttpCall, isUnauthorized, sendJson } from "./http.ts";
import type { Session } from "./session.ts";
import { type FeedPage, readCount, readFeedPage, readMessages, readOrganization } from "./wire.ts";

/** Filter of a named feed; absent means any. */
export type FeedQuery = {
  feedIdentifier?: string | string[];
  seen?: boolean;
  read?: boolean;
  /** Every leaf must equal the one in the message's payload. */
  payload?: Record<string, unknown>;
};

const COUNT_LIMIT = 100;

export type InboxApi = ReturnType<typeof createInboxApi>;

/** The widget's calls, as the session's subscriber. */
export function createInboxApi(apiUrl: string, session: Pick<Session, "authorize" | "renew">) {
  async function call(method: HttpCall["method"], path: string, body?: unknown): Promise<unknown> {
    const url = `${apiUrl}/v1/widgets${path}`;
    // Only marking writes, and often as the last call before the page is left.
    const request = { method, url, body, keepalive: method === "POST" };
    const token = await session.authorize();
    try {
      return await sendJson({ ...request, token });
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      // The token expires while a tab stays open.
      return sendJson({ ...request, token: await session.renew(token) });
    }
  }

  async function count(kind: "unseen" | "unread", feedIdentifier: FeedQuery["feedIdentifier"]): Promise<number> {
    return readCount(
      await call("GET", `/notifications/${kind}?${queryString({ feedIdentifier, limit: COUNT_LIMIT })}`),
    );
  }

  return {
    async feed(query: FeedQuery, page: number, limit: number): Promise<FeedPage> {
      const { payload, ...rest } = query;
      const encoded = payload === undefined ? undefined : toBase64(JSON.stringify(payload));
      return readFeedPage(
        await call("GET", `/notifications/feed?${queryString({ ...rest, payload: encoded, page, limit })}`),
      );
    },

    /** Returns both counts, each at most 100. */
    async counts(feedIdentifier: FeedQuery["feedIdentifier"]): Promise<{ unseen: number; unread: number }> {
      const [unseen, unread] = await Promise.all([count("unseen", feedIdentifier), count("unread", feedIdentifier)]);
      return { unseen, unread };
    },

    async organization(): Promise<WidgetOrganization> {
      return readOrganization(await call("GET", "/organization"));
    },

    /** Sets the given flags, and `seen` when neither is given. Returns the marked messages. */
    async markAs(messageId: string | string[], mark: { seen?: boolean; read?: boolean } = {}): Promise<InAppMessage[]> {
      const flags = mark.seen === undefined && mark.read === undefined ? { seen: true } : mark;
      return readMessages(await call("POST", "/messages/markAs", { messageId, mark: flags }));
    },

    async markAll(as: "read" | "seen", feedId: FeedQuery["feedIdentifier"]): Promise<void> {
      await call("POST", `/messages/${as}`, feedId === undefined ? {} : { feedId });
    },
  };
}

function queryString(values: Record<string, string | string[] | number | boolean | undefined>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value !== undefined) params.set(key, String(value));
  return params.toString();
}

/** Base64 of the text's UTF-8 bytes; `btoa` by itself refuses everything beyond Latin-1. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
