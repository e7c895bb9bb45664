import { normalizeIP } from "@fastify/rate-limit";
import { MINUTE } from "#contract/constants/values/times.ts";
import type { Database } from "#db/client.ts";
import { countLoginAttempt, findLastLoginAttempt, forgetLoginAttempts } from "#db/queries/users/login-attempts.ts";
import { listSessionAddresses } from "#db/queries/users/sessions.ts";
import { hashSecret } from "#db/secret-hash.ts";
import type { Executor } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { AuditOrigin } from "../../caller.ts";
import { noteOfPerson } from "../audit.ts";

/** Attempts in a row from one origin, and from all together. */
const ATTEMPTS = 5;
const ATTEMPTS_OF_ALL = 50;
const BLOCKED_MINUTES = 5;
/** From here on a person is told how many attempts are left. */
const ATTEMPTS_LEFT_SAID = 3;

const INCORRECT = "Incorrect email or password provided.";

/** An attempt to give the password of an account. */
export interface Attempt {
  /** The normalised address of the account, which nobody may have. */
  email: string;
  /** The person who has it. */
  userId: string | undefined;
  /** The address that the attempt comes from. */
  origin: string;
  audit: AuditOrigin | undefined;
}

/**
 * Counts an attempt to give an address's password, by the address and the origin: a stranger's failures block the stranger, not the
 * owner. Failures from many origins together block all but those from which the owner is signed in. Returns the refusal to throw when
 * the password is wrong. Throws `unauthorized` when there were too many. Addresses that nobody has are counted and blocked alike.
 */
export async function admitAttempt(db: Database, attempt: Attempt): Promise<{ incorrect: DomainError }> {
  const now = new Date();
  const since = new Date(now.getTime() - BLOCKED_MINUTES * MINUTE);
  const key = keyOf(attempt);
  const ofAll = hashSecret(attempt.email);
  const attempts = await countLoginAttempt(db, key, now, { attempts: ATTEMPTS, since });
  if (attempts === undefined) throw await blocked(db, attempt, { key, now, since });
  const all = await countLoginAttempt(db, ofAll, now, { attempts: ATTEMPTS_OF_ALL, since });
  if (all === undefined && !(await isKnownOrigin(db, attempt, now))) {
    throw await blocked(db, attempt, { key: ofAll, now, since });
  }
  return { incorrect: incorrect(ATTEMPTS - attempts) };
}

/** Forgets the failures from an origin, and of all together, once the password was right or became another one. */
export async function forgetAttempts(db: Executor, attempt: Pick<Attempt, "email" | "origin">): Promise<void> {
  await forgetLoginAttempts(db, [keyOf(attempt), hashSecret(attempt.email)]);
}

const keyOf = ({ email, origin }: Pick<Attempt, "email" | "origin">) => hashSecret(`${email} ${normalizeIP(origin)}`);

async function isKnownOrigin(db: Database, { userId, origin }: Attempt, now: Date): Promise<boolean> {
  if (userId === undefined) return false;
  // Of IPv6 a network of 64 bits, which is the least that one customer of a provider has.
  const network = normalizeIP(origin);
  return (await listSessionAddresses(db, userId, now)).some((address) => normalizeIP(address) === network);
}

function incorrect(left: number): DomainError {
  if (left <= 0) return blockedFor(BLOCKED_MINUTES);
  return new DomainError("unauthorized", left < ATTEMPTS_LEFT_SAID ? `${INCORRECT} ${left} Attempts left` : INCORRECT);
}

/** The refusal of a blocked attempt. The first one of each block stands in the audit log. */
async function blocked(
  db: Database,
  { email, userId, audit }: Attempt,
  { key, now, since }: { key: string; now: Date; since: Date },
): Promise<DomainError> {
  if (userId !== undefined && (await countLoginAttempt(db, hashSecret(`noted ${key}`), now, { attempts: 1, since }))) {
    await noteOfPerson(db, audit, userId, { action: "session.blocked", name: email });
  }
  const lastAttempt = (await findLastLoginAttempt(db, key)) ?? now;
  const passed = now.getTime() - lastAttempt.getTime();
  return blockedFor(Math.max(1, Math.ceil(BLOCKED_MINUTES - passed / MINUTE)));
}

const blockedFor = (minutes: number) =>
  new DomainError(
    "unauthorized",
    `Account blocked after too many failed sign-ins: try again after ${minutes} ${minutes === 1 ? "minute" : "minutes"}`,
  );
