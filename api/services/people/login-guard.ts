import type { Database } from "#db/client.ts";
import { countLoginAttempt, findLastLoginAttempt } from "#db/queries/users/login-attempts.ts";
import { hashSecret } from "#db/secret-hash.ts";
import { DomainError } from "#domain/errors.ts";

const ATTEMPTS = 5;
const MINUTE = 60_000;
const BLOCKED_MINUTES = 5;
/** From here on a person is told how many attempts are left. */
const FEW = 3;

const INCORRECT = "Incorrect email or password provided.";

/**
 * Counts an attempt to give an address's password. Returns the refusal to throw when the password is wrong. Throws
 * `unauthorized` when the address is blocked after too many of them. Addresses that nobody has are counted and blocked
 * alike.
 */
export async function admitAttempt(db: Database, email: string): Promise<{ incorrect: DomainError }> {
  const now = new Date();
  const emailHash = hashSecret(email);
  const since = new Date(now.getTime() - BLOCKED_MINUTES * MINUTE);
  const attempts = await countLoginAttempt(db, emailHash, now, { attempts: ATTEMPTS, since });
  if (attempts === undefined) throw await blocked(db, emailHash, now);
  return { incorrect: incorrect(ATTEMPTS - attempts) };
}

function incorrect(left: number): DomainError {
  if (left <= 0) return blockedFor(BLOCKED_MINUTES);
  return new DomainError("unauthorized", left < FEW ? `${INCORRECT} ${left} Attempts left` : INCORRECT);
}

async function blocked(db: Database, emailHash: string, now: Date): Promise<DomainError> {
  const lastAttempt = (await findLastLoginAttempt(db, emailHash)) ?? now;
  const passed = now.getTime() - lastAttempt.getTime();
  return blockedFor(Math.max(1, Math.ceil(BLOCKED_MINUTES - passed / MINUTE)));
}

const blockedFor = (minutes: number) =>
  new DomainError(
    "unauthorized",
    `Account blocked after too many failed sign-ins: try again after ${minutes} ${minutes === 1 ? "minute" : "minutes"}`,
  );
