import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "#db/client.ts";
import { isPassword } from "#db/password-hash.ts";
import { listActiveMemberships } from "#db/queries/organizations/members.ts";
import { countLoginAttempt, findUser, findUserByEmail, forgetLoginAttempts } from "#db/queries/users/users.ts";
import { normalizeEmail } from "#domain/email-address.ts";
import { DomainError } from "#domain/errors.ts";
import { signUserToken } from "../tokens.ts";

const ATTEMPTS = 5;
const MINUTE = 60_000;
const BLOCKED_MINUTES = 5;
/** From here on a person is told how many attempts are left. */
const FEW = 3;

const INCORRECT = "Incorrect email or password provided.";

/**
 * A token for the first organisation of whoever has this address and password (api-workflows-and-widget.md 7.2).
 * Throws `unauthorized` with a text that does not tell which of the two was wrong, or that the account is blocked; and
 * `invalid_input` for a person without a password.
 */
export async function signIn(
  db: Database,
  { email, password }: { email: string; password: string },
  secret: string,
): Promise<string> {
  const user = await findUserByEmail(db, normalizeEmail(email));
  if (!user) {
    // As long as comparing a password takes, so that an unknown address is not known by a quick answer.
    await wait(90 + Math.random() * 20);
    throw new DomainError("unauthorized", INCORRECT);
  }
  if (user.passwordHash === null) {
    throw new DomainError("invalid_input", "This account has no password: sign in with GitHub instead");
  }
  const now = new Date();
  const since = new Date(now.getTime() - BLOCKED_MINUTES * MINUTE);
  // Not part of a transaction: an attempt counts also when what follows refuses it.
  const attempts = await countLoginAttempt(db, user.id, now, { attempts: ATTEMPTS, since });
  if (attempts === undefined) throw await blocked(db, user.id, now);
  if (!(await isPassword(password, user.passwordHash))) throw incorrect(ATTEMPTS - attempts);
  await forgetLoginAttempts(db, user.id);
  const [membership] = await listActiveMemberships(db, user.id);
  const claims = {
    _id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    organizationId: membership?.organizationId ?? null,
    environmentId: null,
    roles: membership?.roles ?? [],
  };
  return signUserToken(claims, secret);
}

function incorrect(left: number): DomainError {
  if (left <= 0) return blockedFor(BLOCKED_MINUTES);
  return new DomainError("unauthorized", left < FEW ? `${INCORRECT} ${left} Attempts left` : INCORRECT);
}

async function blocked(db: Database, userId: string, now: Date): Promise<DomainError> {
  const lastAttempt = (await findUser(db, userId))?.lastLoginAttemptAt ?? now;
  const passed = now.getTime() - lastAttempt.getTime();
  return blockedFor(Math.max(1, Math.ceil(BLOCKED_MINUTES - passed / MINUTE)));
}

const blockedFor = (minutes: number) =>
  new DomainError(
    "unauthorized",
    `Account blocked after too many failed sign-ins: try again after ${minutes} ${minutes === 1 ? "minute" : "minutes"}`,
  );
