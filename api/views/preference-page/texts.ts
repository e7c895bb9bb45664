import type { Channel } from "#contract/constants/channels.ts";
import type { InboxTexts } from "#inbox/react/languages/texts.ts";

/** All texts of the pages, which address their readers as the inbox does. A name in braces stands for a value. */
export interface Texts {
  dir: "ltr" | "rtl";
  title: string;
  intro: string;
  person: string;
  channels: string;
  channelsHint: string;
  channel: Record<Channel, string>;
  fromMessage: string;
  workflows: string;
  workflowsHint: string;
  locked: string;
  lockedHint: string;
  on: string;
  off: string;
  hours: string;
  hoursSwitch: string;
  hoursHint: string;
  start: string;
  end: string;
  save: string;
  everything: string;
  everythingHint: string;
  everythingButton: string;
  saved: string;
  unsubscribed: string;
  undone: string;
  undo: string;
  empty: string;
  emptyHint: string;
  search: string;
  searchButton: string;
  searchAll: string;
  noMatch: string;
  pages: string;
  pageNumber: string;
  previous: string;
  next: string;
  confirm: string;
  confirmHint: string;
  confirmButton: string;
  confirmed: string;
  confirmedHint: string;
  subscribeAgain: string;
  manage: string;
  noChoice: string;
  noChoiceHint: string;
  invalid: string;
  invalidHint: string;
  notFound: string;
  notFoundHint: string;
  expired: string;
  expiredHint: string;
  tooMany: string;
  tooManyHint: string;
  failed: string;
  failedHint: string;
}

type Shared = Pick<
  Texts,
  "dir" | "title" | "channels" | "channelsHint" | "channel" | "workflows" | "hours" | "empty" | "undo"
>;

/** Returns the texts that the inbox has for the same settings, so that both call them the same. */
export function takeFromInbox({ dir, undo, preferences }: InboxTexts): Shared {
  const { title, global, globalHint, channels, single, schedule, empty } = preferences;
  return {
    dir,
    title,
    channels: global,
    channelsHint: globalHint,
    channel: channels,
    workflows: single,
    hours: schedule.title,
    empty: empty.title,
    undo,
  };
}

const RTL_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Puts values in the places of their names. Where the text or a value is written from right to left, each keeps its own direction. */
export function filled({ dir }: Pick<Texts, "dir">, text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return dir === "rtl" || RTL_LETTER.test(value) ? `\u2068${value}\u2069` : value;
  });
}
