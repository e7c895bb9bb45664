import type { InboxApi } from "./api.ts";
import { applied, matches } from "./operations.ts";
import type { Notification, Preference } from "./types.ts";

/** A notification of which what is left out is made up. */
export type PreviewNotification<Data = Record<string, unknown>> = Partial<Notification<Data>> &
  Pick<Notification, "body">;

export type PreviewOptions<Data = Record<string, unknown>> = {
  notifications?: readonly PreviewNotification<Data>[] | undefined;
  preferences?: readonly Preference[] | undefined;
};

const ALL_ON = { in_app: true, email: true, sms: true, chat: true, push: true };

export type Preview<Data = Record<string, unknown>> = InboxApi & {
  /** Lets a notification arrive. */
  receive(notification: PreviewNotification<Data>): void;
  /** Puts other preferences in the place of all that there are. */
  setPreferences(preferences: readonly Preference[]): void;
};

/** An inbox without a server, for design and tests: the notifications are fixed, and changes of them last as long as the page. */
export function createPreview<Data = Record<string, unknown>>(options: PreviewOptions<Data> = {}): Preview<Data> {
  const now = Date.now();
  let made = 0;
  const complete = ({ data, ...given }: PreviewNotification<Data>, createdAt: number): Notification => {
    made += 1;
    return {
      id: `preview-${made - 1}`,
      createdAt: new Date(createdAt).toISOString(),
      isRead: false,
      isSeen: false,
      isArchived: false,
      isSnoozed: false,
      tags: [],
      severity: "none",
      ...given,
      data: { ...data },
    };
  };
  let notifications = (options.notifications ?? []).map((one, index) => complete(one, now - index * 40 * 60_000));
  const listeners = new Set<(notification: Notification) => void>();
  const preferenceListeners = new Set<() => void>();
  let preferences: Preference[] = [
    ...(options.preferences ?? [{ level: "global", enabled: true, channels: ALL_ON } as const]),
  ];
  /** `<workflow id> <channel>` of what was chosen for one workflow. */
  const chosen = new Set<string>();

  return {
    openSession: async () => ({ token: "preview", maxSnoozeDurationHours: 24 * 90, hidesBranding: true }),
    async list(query, { limit, after }) {
      const found = notifications.filter((one) => matches(one, query));
      const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
      const page = found.slice(start, start + limit);
      return { notifications: page, last: page.at(-1)?.id, hasMore: found.length > start + limit };
    },
    count: async (queries) => queries.map((query) => notifications.filter((one) => matches(one, query)).length),
    async send(operation) {
      const at = new Date().toISOString();
      notifications = notifications.flatMap((one) => applied(one, operation, at) ?? []);
    },
    preferences: async () => [...preferences],
    async changePreference(workflowId, { schedule, ...channels }) {
      const index = preferences.findIndex(({ workflow }) => workflow?.id === workflowId);
      const before = preferences[index];
      if (before === undefined) throw new Error(`No preference for the workflow ${workflowId}`);
      const changed = {
        ...before,
        channels: { ...before.channels, ...channels },
        schedule: schedule ?? before.schedule,
      };
      preferences[index] = changed;
      if (workflowId !== undefined) for (const channel of Object.keys(channels)) chosen.add(`${workflowId} ${channel}`);
      else for (const [at, one] of preferences.entries()) preferences[at] = withDefaults(one, channels, chosen);
      return changed;
    },
    organization: async () => ({ _id: "preview", name: "Preview" }),
    log: async () => undefined,
    listen(listener, onPreferences) {
      listeners.add(listener);
      preferenceListeners.add(onPreferences);
      return {
        stop() {
          listeners.delete(listener);
          preferenceListeners.delete(onPreferences);
        },
      };
    },
    setPreferences(next) {
      preferences = [...next];
      chosen.clear();
      for (const listener of preferenceListeners) listener();
    },
    receive(given) {
      const notification = complete(given, Date.now());
      notifications = [notification, ...notifications];
      for (const listener of listeners) listener(notification);
    },
  };
}

/** A preference after the choice for all changed: it counts where nothing was chosen for the workflow. */
function withDefaults(preference: Preference, all: Preference["channels"], chosen: ReadonlySet<string>): Preference {
  const { workflow, channels } = preference;
  if (workflow === undefined || workflow.critical) return preference;
  const changed = Object.entries(all).filter(([name]) => name in channels && !chosen.has(`${workflow.id} ${name}`));
  return { ...preference, channels: { ...channels, ...Object.fromEntries(changed) } };
}
