import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { users } from "../../schema/accounts/users.ts";
import type { LayoutRow } from "./layouts.ts";

export interface LayoutAuthor {
  id: string;
  firstName: string;
  lastName: string | null;
}

/** Who made the newest revision of a layout; undefined for a person who is not there any more. */
export async function findLayoutAuthor(
  db: Database,
  { updaterId, creatorId }: Pick<LayoutRow, "updaterId" | "creatorId">,
): Promise<LayoutAuthor | undefined> {
  const [author] = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, updaterId ?? creatorId));
  return author;
}
