import { choiceParam, pageParam, searchSchema } from "#dashboard/lists/search-schemas.ts";

const INBOX_VIEWS = ["all", "unread", "archived", "snoozed"] as const;
type InboxView = (typeof INBOX_VIEWS)[number];

/** The part of the inbox that is shown, and its page, as the address has them. All is what the inbox shows at first. */
export const InboxSearch = searchSchema({ view: choiceParam(INBOX_VIEWS.slice(1)), page: pageParam });
export type InboxSearch = ReturnType<typeof InboxSearch.parse>;

/** The views by their filters, as the inbox has them in its menu. */
const FILTERS = {
  all: { archived: false, snoozed: false },
  unread: { archived: false, snoozed: false, read: false },
  archived: { archived: true },
  snoozed: { snoozed: true },
} as const satisfies Record<InboxView, object>;

export const INBOX_PAGE = 25;

/** Returns the query of the notifications of a search. */
export const inboxQuery = ({ view = "all", page }: InboxSearch) => ({
  ...FILTERS[view],
  limit: INBOX_PAGE,
  offset: page * INBOX_PAGE,
});

/** The query of how many notifications each view has, in their order. */
export const COUNTS_QUERY = { filters: JSON.stringify(INBOX_VIEWS.map((view) => FILTERS[view])) };

const NAMES: Readonly<Record<InboxView, string>> = {
  all: "Inbox",
  unread: "Unread",
  archived: "Archived",
  snoozed: "Snoozed",
};

/** Counts stop here. */
const COUNTED_MAX = 99;

/** Returns the views to choose from, with how many notifications they have where that is known. */
export const viewChoices = (counts: readonly { count: number }[] | undefined) =>
  INBOX_VIEWS.map((id, index) => {
    const count = counts?.[index]?.count;
    if (count === undefined) return { id, text: NAMES[id] };
    return { id, text: `${NAMES[id]} ${count >= COUNTED_MAX ? `${COUNTED_MAX}+` : count}` };
  });
