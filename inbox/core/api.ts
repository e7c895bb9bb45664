import { type HttpCall, isNotFound, isUnauthorized, sendJson } from "./http.ts";
import { isBulk, type Operation } from "./operations.ts";
import {
  type NotificationPage,
  readCounts,
  readOrganization,
  readPage,
  readPreference,
  readPreferences,
  readSession,
  type SessionAnswer,
  UnreadableAnswer,
} from "./read-answers.ts";
import type { Identity } from "./session.ts";
import type { Notification, Organization, Preference, PreferenceChange, Query } from "./types.ts";

/** Calls that an inbox makes to a server: {@link createInboxApi} by HTTP, `createPreview` without one. */
export type InboxApi = {
  openSession(): Promise<SessionAnswer>;
  list(query: Query, page: { limit: number; after?: string | undefined }): Promise<NotificationPage>;
  /** Exact numbers, in the order of the queries. */
  count(queries: readonly Query[]): Promise<(number | undefined)[]>;
  send(operation: Operation): Promise<void>;
  preferences(): Promise<Preference[]>;
  /** Changes the choice for one workflow, or for all of them together. */
  changePreference(workflowId: string | undefined, change: PreferenceChange): Promise<Preference>;
  organization(): Promise<Organization>;
  log(name: string, payload: unknown): Promise<void>;
  /** Calls the listeners for what arrives, and when there are other preferences, in place of a socket. */
  listen?(listener: (notification: Notification) => void, onPreferences: () => void): { stop(): void };
};

/** Fields that a host page may give of the subscriber, and the page's time zone. */
export type Profile = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  avatar?: string | undefined;
  locale?: string | undefined;
};

/** Filters of one call. */
const FILTERS_MAX = 30;
/** Ids that one call marks as seen. */
const SEEN_MAX = 100;

type Authorization = { authorize(): Promise<string>; renew(rejected: string): Promise<string> };

/** The calls of `/v1/inbox`, as the session's subscriber. */
export function createInboxApi(
  apiUrl: string,
  identity: Identity & { subscriber?: Profile | undefined },
  session: () => Authorization,
): InboxApi {
  async function call(method: HttpCall["method"], path: string, body?: unknown): Promise<unknown> {
    const request = { method, url: `${apiUrl}/v1${path}`, body };
    const token = await session().authorize();
    try {
      return await sendJson({ ...request, token });
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      // The token expires while a tab stays open.
      return sendJson({ ...request, token: await session().renew(token) });
    }
  }

  return {
    async openSession() {
      const { applicationIdentifier, subscriberId, subscriberHash, subscriber, context, contextHash } = identity;
      const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
      const body = {
        applicationIdentifier,
        // `null` is as good as absent.
        subscriberHash,
        context,
        contextHash,
        subscriber: { timezone, ...subscriber, subscriberId },
      };
      return readSession(await sendJson({ method: "POST", url: `${apiUrl}/v1/inbox/session`, body }));
    },

    async list(query, { limit, after }) {
      return readPage(await call("GET", `/inbox/notifications?${queryString({ ...query, limit, after })}`));
    },

    async count(queries) {
      const counts: (number | undefined)[] = [];
      for (const part of chunk(queries, FILTERS_MAX)) {
        const filters = JSON.stringify(part);
        const path = `/inbox/notifications/count?${queryString({ filters, exact: true })}`;
        counts.push(...readCounts(await call("GET", path)));
      }
      return counts;
    },

    async send(operation) {
      if (isBulk(operation)) {
        const last = operation.kind === "archive-read" ? "read-archive" : operation.kind.replace("-all", "");
        await call("POST", `/inbox/notifications/${last}`, bulkBody(operation.query, operation.until));
        return;
      }
      const { kind, ids } = operation;
      if (kind === "seen") {
        for (const notificationIds of chunk(ids, SEEN_MAX)) {
          await call("POST", "/inbox/notifications/seen", { notificationIds });
        }
        return;
      }
      // All at once: a page that is being left starts no further calls.
      await Promise.all(
        ids.map((id) => {
          const path = `/inbox/notifications/${encodeURIComponent(id)}/${kind}`;
          if (kind !== "delete") return call("PATCH", path, bodyOf(operation));
          return call("DELETE", path).catch((error) => {
            // Another tab, or this one before it was left, has deleted it.
            if (!isNotFound(error)) throw error;
          });
        }),
      );
    },

    async preferences() {
      return readPreferences(await call("GET", "/inbox/preferences?criticality=all"));
    },

    async changePreference(workflowId, change) {
      const path = workflowId === undefined ? "" : `/${encodeURIComponent(workflowId)}`;
      const answer = await call("PATCH", `/inbox/preferences${path}`, change);
      const preference = readPreference(Object(answer).data);
      if (preference === undefined) throw new UnreadableAnswer("a preference");
      return preference;
    },

    async organization() {
      return readOrganization(await call("GET", "/inbox/organization"));
    },

    async log(name, payload) {
      await call("POST", "/widgets/usage/log", { name: `[Widget] - ${name}`, payload: payload ?? {} });
    },
  };
}

const chunk = <T>(list: readonly T[], size: number): T[][] =>
  list.length > 0 ? [list.slice(0, size), ...chunk(list.slice(size), size)] : [];

function bodyOf(operation: Operation): unknown {
  if (operation.kind === "snooze") return { snoozeUntil: operation.until };
  return "button" in operation ? { actionType: operation.button } : {};
}

/** A bulk call has its data filter as a text, as the published clients send it. */
function bulkBody({ data, ...query }: Query, createdLte: string | undefined): unknown {
  return {
    ...query,
    data: data && JSON.stringify(data),
    // Moments in the database are finer than those on the wire.
    createdLte: createdLte === undefined ? undefined : Date.parse(createdLte) + 1,
  };
}

function queryString(values: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) params.append(`${key}[]`, String(one));
    else params.set(key, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return params.toString();
}
