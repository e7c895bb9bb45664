import { and, asc, eq, or } from "drizzle-orm";
import { SAVED_VIEWS_MAX, type ViewedList } from "#contract/constants/activity/saved-views.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { savedViews } from "../../schema/accounts/saved-views.ts";
import { users } from "../../schema/accounts/users.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor } from "../../transaction.ts";
import { refusingTaken } from "../../unique-violation.ts";

export type SavedViewRow = typeof savedViews.$inferSelect;
type Fields = Pick<SavedViewRow, "list" | "name" | "search" | "isShared">;

const byAuthor = ({ environmentId }: Scope, userId: string) =>
  and(eq(savedViews.environmentId, environmentId), eq(savedViews.userId, userId));
const ownView = (scope: Scope, userId: string, id: string) => and(byAuthor(scope, userId), eq(savedViews.id, id));

const takenName = (name: string) =>
  new DomainError("conflict", [`name is that of another of your views, ${name}: choose another one`]);
const unknownView = (id: string) => notFound(`You have no saved view with id ${id} in this environment`);

/** Returns the views of a user, and those that others share, by their names. */
export const listSavedViews = (
  db: Executor,
  scope: Scope,
  userId: string,
  list: ViewedList | undefined,
): Promise<SavedViewRow[]> =>
  db
    .select()
    .from(savedViews)
    .where(
      and(
        or(
          byAuthor(scope, userId),
          and(eq(savedViews.environmentId, scope.environmentId), eq(savedViews.isShared, true)),
        ),
        list && eq(savedViews.list, list),
      ),
    )
    .orderBy(asc(savedViews.name), asc(savedViews.id));

/** Throws `conflict` for a name that the user has given to another view of the list, and when there are too many. */
export const insertSavedView = (db: Database, scope: Scope, userId: string, fields: Fields): Promise<SavedViewRow> =>
  db.transaction(async (transaction) => {
    // Locked, so that two at once do not make one too many.
    await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    if ((await transaction.$count(savedViews, byAuthor(scope, userId))) >= SAVED_VIEWS_MAX) {
      throw new DomainError("conflict", `You have ${SAVED_VIEWS_MAX} views in this environment: delete one first`);
    }
    const [row] = await transaction
      .insert(savedViews)
      .values({ ...fields, ...scopeOf(scope), userId })
      .onConflictDoNothing()
      .returning();
    if (!row) throw takenName(fields.name);
    return row;
  });

/** Throws `not_found`, and `conflict` for a name that is taken. */
export async function updateSavedView(
  db: Executor,
  scope: Scope,
  { userId, id }: { userId: string; id: string },
  { name, isShared }: { name?: string | undefined; isShared?: boolean | undefined },
): Promise<SavedViewRow> {
  const writing = db
    .update(savedViews)
    .set({ ...(name !== undefined && { name }), ...(isShared !== undefined && { isShared }), updatedAt: new Date() })
    .where(ownView(scope, userId, id))
    .returning();
  const [row] = await refusingTaken("saved_views_name", writing, () => takenName(name ?? ""));
  if (!row) throw unknownView(id);
  return row;
}

/** Throws `not_found`. */
export async function deleteSavedView(
  db: Executor,
  scope: Scope,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const deleted = await db
    .delete(savedViews)
    .where(ownView(scope, userId, id))
    .returning({ id: savedViews.id });
  if (deleted.length === 0) throw unknownView(id);
}
