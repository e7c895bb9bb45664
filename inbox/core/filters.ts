import type { NamedStore, Query, View } from "./types.ts";

export const DEFAULT_STORE_ID = "default_store";

/** Conditions that each view of a store adds to its query. */
const VIEWS: Readonly<Record<View, Query>> = {
  all: { archived: false, snoozed: false },
  unread: { archived: false, snoozed: false, read: false },
  archived: { archived: true },
  snoozed: { snoozed: true },
};

/** The query of one view of a store. What the store's own query says about archived and snoozed ones counts in its main view. */
export function queryOf(store: NamedStore, view: View = "all"): Query {
  return view === "all" ? { ...VIEWS.all, ...store.query } : { ...store.query, ...VIEWS[view] };
}

/** The query that a store's badge counts. */
export const unreadOf = (store: NamedStore): Query => ({ ...queryOf(store), read: false });
export const unseenOf = (store: NamedStore): Query => ({ ...queryOf(store), seen: false });

/** A text that is the same for equal queries. */
export const keyOf = (query: Query): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );

/** A query without what its marks decide: whether two are about the same notifications. */
export function subjectOf({ read, seen, archived, snoozed, ...subject }: Query): string {
  return keyOf(subject);
}
