import type { Database } from "#db/client.ts";
import { isPassword } from "#db/password-hash.ts";
import type { UserRow } from "#db/queries/users/users.ts";
import { DomainError } from "#domain/errors.ts";
import type { PersonCall } from "../../caller.ts";
import { admitAttempt, forgetAttempts } from "./login-guard.ts";

/**
 * Makes sure that whoever changes how an account is signed in to knows its password, if it has one. Attempts count as sign-ins do.
 * Throws `invalid_input` when none is given, and `unauthorized` for a wrong one.
 */
export async function requirePassword(
  db: Database,
  call: PersonCall,
  user: UserRow,
  given: string | undefined,
): Promise<void> {
  if (user.passwordHash === null) return;
  if (given === undefined) {
    throw new DomainError("invalid_input", ["currentPassword should not be empty: give the password of the account"]);
  }
  const attempt = { email: user.email, origin: call.audit?.address ?? "" };
  const { incorrect } = await admitAttempt(db, { ...attempt, userId: user.id, audit: call.audit });
  if (!(await isPassword(given, user.passwordHash))) throw incorrect;
  await forgetAttempts(db, attempt);
}
