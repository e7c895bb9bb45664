import { and, eq, like, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { beginningWith } from "../../like.ts";
import { type ListedRow, searchRows } from "../../list-search.ts";
import type { ListWindow } from "../../list-window.ts";
import { LISTED, SEARCHED, subscribers } from "../../schema/subscribers.ts";
import type { Scope } from "../../scope.ts";
import { foundBy, subscriberWays } from "../search/people-ways.ts";

/** Beginnings, in any case but for ids; a subscriber is found when all of them fit. */
export interface SubscriberSearch {
  subscriberId?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Of the first name, of both names with a space between, or of the last name. */
  name?: string | undefined;
  /** Of any of these. */
  query?: string | undefined;
}

export type ListedSubscriber = ListedRow<typeof subscribers>;

/** One window of an environment's subscribers, and their number, as `searchRows` counts it. */
export function searchSubscribers(
  db: Database,
  scope: Scope,
  search: SubscriberSearch,
  window: ListWindow,
): Promise<{ rows: ListedSubscriber[]; count: number }> {
  const where = and(
    eq(subscribers.environmentId, scope.environmentId),
    LISTED,
    ...searched(search),
    foundBy(subscriberWays, scope, search.query),
  );
  const isSearch = Object.values(search).some((text) => text !== undefined);
  return searchRows(db, subscribers, { where, isSearch }, window);
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
