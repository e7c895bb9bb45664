import { eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accountMails, type QueuedAlert } from "../../schema/accounts/account-mails.ts";
import type { Transaction } from "../../transaction.ts";

/** A mail that has its turn. */
export interface DueMail {
  id: string;
  /** Encrypted; null where there is nothing to send. */
  mail: string | null;
  alert: QueuedAlert | null;
  /** Attempts, with this one. */
  attempts: number;
  expireAt: Date;
}

export async function insertAccountMail(
  transaction: Transaction,
  mail: Pick<typeof accountMails.$inferInsert, "mail" | "dueAt" | "expireAt">,
): Promise<void> {
  await transaction.insert(accountMails).values(mail);
}

/** Takes mails that are due; until `until` no other process takes them. */
export async function takeAccountMails(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueMail[]> {
  const rows = await db.$client<(Omit<DueMail, "expireAt"> & { expireAt: string })[]>`
    with due as materialized (
      select id from account_mails where due_at <= ${now.toISOString()} order by due_at limit ${limit} for update skip locked
    )
    update account_mails m set due_at = ${until.toISOString()}, attempts = m.attempts + 1
    from due where m.id = due.id
    returning m.id, m.mail, m.alert, m.attempts, m.expire_at as "expireAt"`;
  return rows.map((row) => ({ ...row, expireAt: new Date(row.expireAt) }));
}

export async function postponeAccountMail(db: Database, id: string, dueAt: Date): Promise<void> {
  await db.update(accountMails).set({ dueAt }).where(eq(accountMails.id, id));
}

export async function deleteAccountMail(db: Database, id: string): Promise<void> {
  await db.delete(accountMails).where(eq(accountMails.id, id));
}

/** When the next mail is due; null when none waits. */
export async function nextAccountMail(db: Database): Promise<Date | null> {
  const [row] = await db.$client<{ at: string }[]>`select due_at as at from account_mails order by due_at limit 1`;
  return row ? new Date(row.at) : null;
}
