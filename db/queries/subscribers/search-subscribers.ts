import { and, eq, getTableColumns, like, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { beginningWith } from "../../like.ts";
import { countUpTo, insideOf, LIST_COUNT_MAX, type ListWindow, momentOf, orderOf } from "../../list-window.ts";
import { LISTED, SEARCHED, subscribers } from "../../schema/subscribers.ts";
import type { Scope } from "../../scope.ts";
import type { SubscriberRow } from "./subscribers.ts";

/** Beginnings, in any case but for ids; a subscriber is found when all of them fit. */
export interface SubscriberSearch {
  subscriberId?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Of the first name, of both names with a space between, or of the last name. */
  name?: string | undefined;
}

export interface ListedSubscriber extends SubscriberRow {
  /** When it was created, to the microsecond. */
  at: string;
}

/**
 * One window of an environment's subscribers, and how many there are, counted up to one more than `LIST_COUNT_MAX`. A search
 * reads that many matches at most, and sorts those.
 */
export async function searchSubscribers(
  db: Database,
  scope: Scope,
  search: SubscriberSearch,
  window: ListWindow,
): Promise<{ rows: ListedSubscriber[]; count: number }> {
  const where = and(eq(subscribers.environmentId, scope.environmentId), LISTED, ...searched(search));
  const isSearch = Object.values(search).some((text) => text !== undefined);
  const listed = { ...getTableColumns(subscribers), at: momentOf(subscribers).as("at") };
  const [rows, count] = await Promise.all([
    isSearch ? sortedMatches() : inOrder(),
    countUpTo(db, sql`${subscribers} where ${where}`),
  ]);
  return { rows, count };

  function inOrder(): Promise<ListedSubscriber[]> {
    return db
      .select(listed)
      .from(subscribers)
      .where(and(where, insideOf(window, subscribers)))
      .orderBy(...orderOf(window, subscribers))
      .limit(window.limit);
  }

  function sortedMatches(): Promise<ListedSubscriber[]> {
    // The limit is a fence: only what was found is sorted, and it is found by the index of the search.
    const found = db.select(listed).from(subscribers).where(where).limit(LIST_COUNT_MAX).as("found");
    return db
      .select()
      .from(found)
      .where(insideOf(window, found))
      .orderBy(...orderOf(window, found))
      .limit(window.limit);
  }
}

function searched({ subscriberId, email, phone, name }: SubscriberSearch): (SQL | undefined)[] {
  const lower = (text: string) => beginningWith(text.toLowerCase());
  return [
    subscriberId === undefined ? undefined : like(subscribers.subscriberId, beginningWith(subscriberId)),
    email === undefined ? undefined : sql`email is not null and ${SEARCHED.email} like ${lower(email)}`,
    phone === undefined ? undefined : sql`phone is not null and ${SEARCHED.phone} like ${beginningWith(phone)}`,
    name === undefined
      ? undefined
      : or(
          sql`(first_name is not null and ${SEARCHED.fullName} like ${lower(name)})`,
          sql`(last_name is not null and ${SEARCHED.lastName} like ${lower(name)})`,
        ),
  ];
}
