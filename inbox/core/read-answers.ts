import type {
  Channel,
  Notification,
  NotificationAction,
  Organization,
  Preference,
  Redirect,
  Severity,
} from "./types.ts";

/*
 * Reading of what a server sends. A notification that cannot be shown is left out; an optional field that is not what it
 * should be counts as absent; fields of a newer server are passed on. Anything else is an error that names what was asked.
 */

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
const text = (value: unknown) => (typeof value === "string" ? value : undefined);
const flag = (value: unknown) => value === true;
const moment = (value: unknown) => (Number.isNaN(Date.parse(String(value))) ? undefined : text(value));

export class UnreadableAnswer extends Error {
  override name = "UnreadableAnswer";
  constructor(what: string) {
    super(`The answer is not ${what}: check that \`apiUrl\` is a Belfry server's`);
  }
}

export type SessionAnswer = { token: string; maxSnoozeDurationHours: number; hidesBranding: boolean };

export function readSession(answer: unknown): SessionAnswer {
  const { token, maxSnoozeDurationHours, removeNovuBranding } = fieldsOf(fieldsOf(answer).data);
  if (typeof token !== "string" || token === "") throw new UnreadableAnswer("a session with a token");
  return {
    token,
    maxSnoozeDurationHours: isInteger(maxSnoozeDurationHours) ? maxSnoozeDurationHours : 0,
    hidesBranding: flag(removeNovuBranding),
  };
}

export type NotificationPage = {
  notifications: Notification[];
  /** Id of the last entry, also of one that cannot be shown: the next page comes after it. */
  last: string | undefined;
  hasMore: boolean;
};

export function readPage(answer: unknown): NotificationPage {
  const { data, hasMore } = fieldsOf(answer);
  if (!Array.isArray(data)) throw new UnreadableAnswer("a list");
  return {
    notifications: data.flatMap((entry) => readNotification(entry) ?? []),
    last: text(fieldsOf(data.at(-1)).id),
    hasMore: flag(hasMore),
  };
}

/** Returns the numbers in the order of the filters; undefined where one is no integer. */
export function readCounts(answer: unknown): (number | undefined)[] {
  const { data } = fieldsOf(answer);
  if (!Array.isArray(data)) throw new UnreadableAnswer("a list");
  return data.map((entry) => {
    const { count } = fieldsOf(entry);
    return isInteger(count) ? count : undefined;
  });
}

const isInteger = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

const SEVERITIES: readonly Severity[] = ["high", "medium", "low", "none"];
const TARGETS = ["_self", "_blank", "_parent", "_top", "_unfencedTop"] as const;
const ACTORS = ["user", "system_icon", "system_custom"] as const;

/** Returns a notification, or undefined for what cannot be shown as one. */
export function readNotification(value: unknown): Notification | undefined {
  const sent = fieldsOf(value);
  const { id, body } = sent;
  const createdAt = moment(sent.createdAt);
  if (typeof id !== "string" || typeof body !== "string" || createdAt === undefined) return undefined;
  const delivered = Array.isArray(sent.deliveredAt) ? sent.deliveredAt.flatMap((one) => moment(one) ?? []) : undefined;
  const { type, data: picture, name } = fieldsOf(sent.actor);
  const actor = ACTORS.find((one) => one === type);
  const workflow = fieldsOf(sent.workflow);
  return {
    ...sent,
    id,
    body,
    createdAt,
    subject: text(sent.subject),
    bodyHtml: text(sent.bodyHtml),
    isRead: flag(sent.isRead),
    isSeen: flag(sent.isSeen),
    isArchived: flag(sent.isArchived),
    isSnoozed: flag(sent.isSnoozed),
    snoozedUntil: moment(sent.snoozedUntil),
    deliveredAt: delivered,
    readAt: moment(sent.readAt),
    archivedAt: moment(sent.archivedAt),
    avatar: text(sent.avatar),
    actor: actor && { type: actor, data: text(picture) ?? null, name: text(name) },
    primaryAction: readAction(sent.primaryAction),
    secondaryAction: readAction(sent.secondaryAction),
    redirect: readRedirect(sent.redirect),
    tags: Array.isArray(sent.tags) ? sent.tags.filter((tag) => typeof tag === "string") : [],
    severity: SEVERITIES.find((severity) => severity === sent.severity) ?? "none",
    data: typeof sent.data === "object" && sent.data !== null ? { ...sent.data } : undefined,
    workflow:
      typeof workflow.id === "string"
        ? {
            id: workflow.id,
            identifier: text(workflow.identifier) ?? "",
            name: text(workflow.name) ?? "",
            critical: flag(workflow.critical),
          }
        : undefined,
  };
}

function readAction(value: unknown): NotificationAction | undefined {
  const { label, isCompleted, redirect } = fieldsOf(value);
  if (typeof label !== "string") return undefined;
  return { label, isCompleted: flag(isCompleted), redirect: readRedirect(redirect) };
}

function readRedirect(value: unknown): Redirect | undefined {
  const { url, target } = fieldsOf(value);
  if (typeof url !== "string" || url === "") return undefined;
  return { url, target: TARGETS.find((one) => one === target) };
}

const CHANNELS: readonly Channel[] = ["in_app", "email", "sms", "chat", "push"];

export function readPreferences(answer: unknown): Preference[] {
  const { data } = fieldsOf(answer);
  if (!Array.isArray(data)) throw new UnreadableAnswer("a list");
  return data.flatMap((entry) => readPreference(entry) ?? []);
}

export function readPreference(value: unknown): Preference | undefined {
  const sent = fieldsOf(value);
  const { level, channels, workflow } = sent;
  const flags = fieldsOf(channels);
  const of = fieldsOf(workflow);
  if (level !== "global" && (level !== "template" || typeof of.id !== "string")) return undefined;
  return {
    level,
    enabled: sent.enabled !== false,
    channels: Object.fromEntries(CHANNELS.flatMap((name) => (name in flags ? [[name, flag(flags[name])]] : []))),
    schedule: readSchedule(sent.schedule),
    workflow:
      level === "template"
        ? {
            id: String(of.id),
            identifier: text(of.identifier) ?? "",
            name: text(of.name) ?? "",
            critical: flag(of.critical),
            tags: Array.isArray(of.tags) ? of.tags.filter((tag) => typeof tag === "string") : undefined,
          }
        : undefined,
  };
}

function readSchedule(value: unknown): Preference["schedule"] {
  const { isEnabled, weeklySchedule } = fieldsOf(value);
  if (typeof isEnabled !== "boolean") return undefined;
  return { isEnabled, weeklySchedule: weeklySchedule === undefined ? undefined : { ...fieldsOf(weeklySchedule) } };
}

export function readOrganization(answer: unknown): Organization {
  const { _id, name, branding } = fieldsOf(fieldsOf(answer).data);
  if (typeof _id !== "string") throw new UnreadableAnswer("an organization");
  const { direction, color, logo } = fieldsOf(branding);
  return {
    _id,
    name: text(name) ?? "",
    branding: {
      direction: direction === "rtl" || direction === "ltr" ? direction : undefined,
      color: text(color),
      logo: text(logo),
    },
  };
}

/** Returns the text of a refusal; undefined when the body is not one of Belfry's. */
export function readRefusal(body: unknown): string | undefined {
  const texts = [fieldsOf(body).message].flat().filter((one) => typeof one === "string");
  return texts.length === 0 ? undefined : texts.join("; ");
}

export type SocketFrame =
  | { event: "joined" | "notifications_changed" | "preferences_changed" }
  | { event: "notification_received"; notification: Notification | undefined }
  | { event: "unread_count_changed" | "unseen_count_changed"; count: number | undefined };

/** Reads one socket frame. Returns null for unknown and unreadable frames, which are ignored. */
export function readFrame(frame: unknown): SocketFrame | null {
  const { event, data } = fieldsOf(parsed(frame));
  const sent = fieldsOf(data);
  // A count that stops at the server's limit is not the number.
  const count = (value: unknown) => (isInteger(value) && sent.hasMore !== true ? value : undefined);
  switch (event) {
    case "joined":
    case "notifications_changed":
    case "preferences_changed":
      return { event };
    case "notification_received":
      return { event, notification: readNotification(sent.notification) };
    case "unread_count_changed":
      return isInteger(sent.unreadCount) ? { event, count: count(sent.unreadCount) } : null;
    case "unseen_count_changed":
      return isInteger(sent.unseenCount) ? { event, count: count(sent.unseenCount) } : null;
    default:
      return null;
  }
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return null;
  try {
    return JSON.parse(value);
  } catch {
    // A proxy may inject frames that are not JSON.
    return null;
  }
}
