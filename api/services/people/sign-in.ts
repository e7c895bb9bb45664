import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "#db/client.ts";
import { comparePasswordWithNothing, hashPassword, isOutdatedHash, isPassword } from "#db/password-hash.ts";
import { findUserByEmail, lockUser, updateUser } from "#db/queries/users/users.ts";
import { DomainError } from "#domain/errors.ts";
import { normalizeEmail } from "#domain/values/email-address.ts";
import type { AuditOrigin } from "../../caller.ts";
import { noteOfPerson } from "../audit.ts";
import { openOrChallenge, type SignedIn } from "./challenge.ts";
import { admitAttempt, forgetAttempts } from "./login-guard.ts";
import type { Browser } from "./sessions.ts";

interface SignIn {
  email: string;
  password: string;
  browser: Browser;
  secret: string;
  audit?: AuditOrigin;
}

/**
 * A token for the first organisation of whoever has this address and password, or the challenge of a second factor. Throws `unauthorized` with a text that does
 * not tell which of the two was wrong; and `invalid_input` for a person without a password. Refusals take 90 to 110 ms, so
 * that an unknown address is not known by the time.
 */
export async function signIn(db: Database, call: SignIn): Promise<SignedIn> {
  const refusal = wait(90 + Math.random() * 20);
  try {
    return await trySignIn(db, call);
  } catch (error) {
    await refusal;
    throw error;
  }
}

async function trySignIn(db: Database, { email, password, browser, secret, audit }: SignIn): Promise<SignedIn> {
  const address = normalizeEmail(email);
  const user = await findUserByEmail(db, address);
  if (user && user.passwordHash === null) {
    throw new DomainError("invalid_input", "This account has no password: sign in with GitHub instead");
  }
  const attempt = { email: address, origin: browser.address };
  const { incorrect } = await admitAttempt(db, { ...attempt, userId: user?.id, audit });
  if (!user?.passwordHash) {
    await comparePasswordWithNothing(password);
    throw incorrect;
  }
  const { passwordHash } = user;
  if (!(await isPassword(password, passwordHash))) {
    await noteOfPerson(db, audit, user.id, { action: "session.refused", name: address });
    throw incorrect;
  }
  const betterHash = isOutdatedHash(passwordHash) ? await hashPassword(password) : undefined;
  return db.transaction(async (transaction) => {
    // A password that was changed meanwhile ended all sessions: this one must not be opened by the old one after that.
    const current = await lockUser(transaction, user.id);
    if (current?.passwordHash !== passwordHash) throw incorrect;
    if (betterHash) await updateUser(transaction, user.id, { passwordHash: betterHash });
    await forgetAttempts(transaction, attempt);
    return openOrChallenge(transaction, current, { browser, secret, audit });
  });
}
