import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { organizationLogos } from "../../schema/accounts/organization-logos.ts";
import type { Transaction } from "../../transaction.ts";

export type LogoRow = typeof organizationLogos.$inferSelect;

/** Stores a picture, and deletes those of the organisation before the newest `kept`. */
export async function insertLogo(
  transaction: Transaction,
  logo: Pick<LogoRow, "organizationId" | "type" | "file">,
  kept: number,
): Promise<string> {
  const { organizationId } = logo;
  const [row] = await transaction.insert(organizationLogos).values(logo).returning({ id: organizationLogos.id });
  if (!row) throw new Error("The logo was not stored");
  const old = await transaction
    .select({ id: organizationLogos.id })
    .from(organizationLogos)
    .where(eq(organizationLogos.organizationId, organizationId))
    .orderBy(desc(organizationLogos.createdAt))
    .offset(kept);
  if (old.length > 0) {
    const ids = old.map(({ id }) => id);
    await transaction
      .delete(organizationLogos)
      .where(and(eq(organizationLogos.organizationId, organizationId), inArray(organizationLogos.id, ids)));
  }
  return row.id;
}

export async function findLogo(db: Database, id: string): Promise<LogoRow | undefined> {
  const [row] = await db.select().from(organizationLogos).where(eq(organizationLogos.id, id));
  return row;
}
