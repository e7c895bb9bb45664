import type { Channel, Severity, View } from "../../core/types.ts";

/**
 * The texts of the inbox, also those for screen readers. Times, dates, weekdays and numbers come from `Intl`. They stand in the
 * products of others, so readers are addressed as most of those do: as Sie in German, vous in French and tú in Spanish.
 */
export type InboxTexts = {
  /** BCP 47: the language of the texts, and of times, dates and numbers. */
  locale: string;
  dir: "ltr" | "rtl";
  title: string;
  /** The bell's name. */
  bell: (unread: number) => string;
  close: string;
  back: string;
  settings: string;
  /** The name of the button that chooses what is shown, and of its menu. */
  view: string;
  views: Record<View, string>;
  markAllRead: string;
  archiveAll: string;
  archiveRead: string;
  markRead: string;
  markUnread: string;
  archive: string;
  unarchive: string;
  snooze: string;
  unsnooze: string;
  delete: string;
  moreActions: (subject: string) => string;
  listActions: string;
  /** A name of an item: "Unread, Your order has shipped, 5 minutes ago". */
  unread: string;
  /** The notes at an item that came back, and at one that waits. */
  snoozed: string;
  snoozedUntil: (time: string) => string;
  severities: Record<Exclude<Severity, "none">, string>;
  justNow: string;
  more: string;
  less: string;
  loadMore: string;
  loading: string;
  newNotifications: (count: number) => string;
  /** Announced to screen readers when several arrive. */
  announceMany: (count: number) => string;
  empty: Record<View, { title: string; hint: string }>;
  error: { title: string; hint: string };
  offline: { title: string; hint: string };
  offlineStrip: string;
  outdatedStrip: string;
  tryAgain: string;
  notSaved: string;
  undo: string;
  /** Said of a button that was pressed. */
  completed: string;
  done: {
    /** Of one: "Archived". */
    archived: (count: number) => string;
    deleted: (count: number) => string;
    read: string;
    unread: string;
    allRead: string;
    allArchived: string;
    snoozed: (time: string) => string;
  };
  snoozeMenu: {
    title: string;
    oneHour: string;
    tomorrow: string;
    nextWeek: string;
    custom: string;
    date: string;
    save: string;
    cancel: string;
    mustBeLater: string;
    tooFar: (latest: string) => string;
  };
  preferences: {
    title: string;
    global: string;
    globalHint: string;
    /** The heading of the choices for single workflows, and of those that are in none of the page's groups. */
    single: string;
    other: string;
    channels: Record<Channel, string>;
    /** The name of a switch: "Email for Order shipped". */
    switch: (channel: string, workflow: string) => string;
    critical: string;
    offForAll: (channel: string) => string;
    /** Of a workflow that nobody receives who did not ask for it. */
    optIn: string;
    empty: { title: string; hint: string };
    error: string;
    offline: string;
    loading: string;
    search: string;
    noMatch: string;
    schedule: {
      title: string;
      hint: string;
      change: string;
      from: string;
      to: string;
      addHours: string;
      removeHours: string;
      /** Gives the hours of one day to all days that are open. */
      copyHours: string;
      closed: string;
      allDay: string;
      /** Of hours that end at or before their start. */
      nextDay: string;
      neverOpen: string;
    };
  };
  toast: { region: string; dismiss: string };
};
