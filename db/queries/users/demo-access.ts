import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { apiKeys } from "../../schema/accounts/api-keys.ts";
import { sessions } from "../../schema/accounts/sessions.ts";
import { users } from "../../schema/accounts/users.ts";

/**
 * Ends every access that the demo has left: the password that everybody knows, sessions and API keys of its account. What is in its
 * organisation stays. Returns whether there was one.
 */
export function endDemoAccess(db: Database): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const demo = transaction.select({ id: users.id }).from(users).where(eq(users.isDemo, true));
    const locked = await transaction
      .update(users)
      .set({ passwordHash: null })
      .where(and(eq(users.isDemo, true), isNotNull(users.passwordHash)))
      .returning({ id: users.id });
    const ended = await transaction
      .delete(sessions)
      .where(inArray(sessions.userId, demo))
      .returning({ id: sessions.id });
    const keys = await transaction.delete(apiKeys).where(inArray(apiKeys.userId, demo)).returning({ id: apiKeys.id });
    return locked.length + ended.length + keys.length > 0;
  });
}
