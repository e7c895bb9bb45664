import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { SecondFactorProof } from "#contract/accounts/auth.ts";
import { RECOVERY_CODES } from "#contract/constants/people.ts";
import type { Database } from "#db/client.ts";
import { decrypt, encrypt } from "#db/encryption.ts";
import { deleteSessions } from "#db/queries/users/sessions.ts";
import { findUser, findUserByEmail, lockUser, type UserRow, updateUser } from "#db/queries/users/users.ts";
import { hashSecret } from "#db/secret-hash.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { normalizeEmail } from "#domain/values/email-address.ts";
import type { AuditOrigin, PersonCall } from "../../caller.ts";
import { note, noteOfOperator } from "../audit.ts";
import { admitAttempt, forgetAttempts } from "./login-guard.ts";
import { requirePassword } from "./require-password.ts";

// Codes of RFC 6238 with the values that every authenticator application has: SHA-1, 6 digits, 30 s; one step before and after counts.

interface Services {
  db: Database;
  config: { encryptionKey: Buffer };
}

const ISSUER = "Belfry";
const FACTOR_SECRET_BYTES = 20;
const WINDOW = 1;
const CODE_BYTES = 10;

const gone = () => notFound("The user of this token does not exist any more");
const alreadyOn = () => new DomainError("conflict", "The second factor is on already: switch it off first");

const totpOf = (email: string, secret: Secret) =>
  new TOTP({ issuer: ISSUER, label: email, algorithm: "SHA1", digits: 6, period: 30, secret });

/** Makes the secret of a second factor, which counts once a code has confirmed it. Throws `conflict` when one is on. */
export async function beginSecondFactor(
  { db, config }: Services,
  call: PersonCall,
  currentPassword: string | undefined,
): Promise<{ secret: string; uri: string }> {
  const { userId } = call.caller;
  const user = await findUser(db, userId);
  if (!user) throw gone();
  await requirePassword(db, call, user, currentPassword);
  const secret = new Secret({ size: FACTOR_SECRET_BYTES });
  await db.transaction(async (transaction) => {
    const current = await lockUser(transaction, userId);
    if (current?.totpEnabledAt) throw alreadyOn();
    await updateUser(transaction, userId, { totpSecret: encrypt(secret.base32, config.encryptionKey) });
  });
  return { secret: secret.base32, uri: totpOf(user.email, secret).toString() };
}

/**
 * Switches the second factor on, ends the person's other sessions, and returns recovery codes. Throws `conflict` when it is on or was not
 * begun, and `unauthorized` for a wrong code.
 */
export async function confirmSecondFactor(services: Services, call: PersonCall, code: string): Promise<string[]> {
  const { db } = services;
  const { userId, sessionId } = call.caller;
  const codes = newRecoveryCodes();
  const user = await admitted(db, call);
  await db.transaction(async (transaction) => {
    const current = await lockUser(transaction, userId);
    if (!current?.totpSecret) throw new DomainError("conflict", "Begin to set up the second factor first");
    if (current.totpEnabledAt) throw alreadyOn();
    const step = stepOf(services, current, code);
    if (step === undefined) throw user.incorrect;
    await updateUser(transaction, userId, {
      totpEnabledAt: new Date(),
      totpLastStep: step,
      recoveryCodes: codes.map(recoveryHash),
    });
    await deleteSessions(transaction, userId, sessionId);
    await noteChange(transaction, call, current, { secondFactor: "on" });
  });
  await forgetAttempts(db, user.attempt);
  return codes;
}

/** Switches the second factor off, by the password and a code. Throws `unauthorized` for a wrong one. */
export const removeSecondFactor = (services: Services, call: PersonCall, proof: SecondFactorProof): Promise<void> =>
  changeProven(services, call, proof, async (transaction, current) => {
    await updateUser(transaction, current.id, NO_SECOND_FACTOR);
    await noteChange(transaction, call, current, { secondFactor: "off" });
  });

/**
 * Replaces all recovery codes, by the password and a code. Throws `unauthorized` for a wrong one, and `conflict` where no second factor
 * is on.
 */
export async function renewRecoveryCodes(
  services: Services,
  call: PersonCall,
  proof: SecondFactorProof,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const isOn = await changeProven(services, call, proof, async (transaction, current) => {
    await updateUser(transaction, current.id, { recoveryCodes: codes.map(recoveryHash) });
    await noteChange(transaction, call, current, { recoveryCodes: "replaced" });
    return true;
  });
  if (!isOn) throw new DomainError("conflict", "The second factor is off: set it up first");
  return codes;
}

/** Does something with a second factor that is on, once the password and a code were right; neither counts where it is off. */
async function changeProven<T>(
  services: Services,
  call: PersonCall,
  { currentPassword, code }: SecondFactorProof,
  change: (transaction: Transaction, user: UserRow) => Promise<T>,
): Promise<T | undefined> {
  const { db } = services;
  const found = await findUser(db, call.caller.userId);
  if (!found) throw gone();
  await requirePassword(db, call, found, currentPassword);
  const user = await admitted(db, call);
  const changed = await db.transaction(async (transaction) => {
    const current = await lockUser(transaction, found.id);
    if (!current?.totpEnabledAt) return undefined;
    if (!(await takeCode(services, transaction, current, code))) throw user.incorrect;
    return change(transaction, current);
  });
  await forgetAttempts(db, user.attempt);
  return changed;
}

/**
 * Switches off the second factor of somebody who has lost the application and the codes, at the word of an operator, and ends all of
 * their sessions. Throws `not_found` for an unknown address, and `conflict` where none is on.
 */
export async function removeSecondFactorOf(db: Database, operator: AuditOrigin, address: string): Promise<void> {
  const email = normalizeEmail(address);
  const found = await findUserByEmail(db, email);
  if (!found) throw notFound(`email: there is no person with ${email}`);
  await db.transaction(async (transaction) => {
    const current = await lockUser(transaction, found.id);
    if (!current?.totpEnabledAt) throw new DomainError("conflict", `${email} has no second factor`);
    await updateUser(transaction, current.id, NO_SECOND_FACTOR);
    await deleteSessions(transaction, current.id);
    const after = { secondFactor: "off" };
    await noteOfOperator(transaction, operator, current.id, {
      action: "user.updated",
      id: current.id,
      name: email,
      after,
    });
  });
  await forgetAttempts(db, codeAttempt(email, ""));
}

const NO_SECOND_FACTOR = { totpSecret: null, totpEnabledAt: null, totpLastStep: null, recoveryCodes: [] };

const noteChange = (
  transaction: Transaction,
  call: PersonCall,
  { id, email }: UserRow,
  after: Record<string, string>,
) => note(transaction, call, { action: "user.updated", id, name: email, after });

/** Guesses of codes are counted as those of passwords are, and apart from them. */
export const codeAttempt = (email: string, origin: string) => ({ email: `code ${email}`, origin });

async function admitted(db: Database, { caller: { userId }, audit }: PersonCall) {
  const user = await findUser(db, userId);
  if (!user) throw gone();
  const attempt = codeAttempt(user.email, audit?.address ?? "");
  await admitAttempt(db, { ...attempt, userId, audit });
  return { attempt, incorrect: incorrectCode() };
}

export const incorrectCode = () =>
  new DomainError("unauthorized", "The code is wrong or was used before: give the next one that the application shows");

/**
 * Takes a code of the application or a recovery code, on whose person the transaction holds the lock: neither is taken a second time.
 * Returns whether it was right.
 */
export async function takeCode(
  services: Pick<Services, "config">,
  transaction: Transaction,
  user: UserRow,
  code: string,
): Promise<boolean> {
  const step = stepOf(services, user, code);
  if (step !== undefined) {
    await updateUser(transaction, user.id, { totpLastStep: step });
    return true;
  }
  const hash = recoveryHash(code);
  if (!user.recoveryCodes.includes(hash)) return false;
  await updateUser(transaction, user.id, { recoveryCodes: user.recoveryCodes.filter((one) => one !== hash) });
  return true;
}

/** The time step of a code that is right and later than the last one that was taken. */
function stepOf({ config }: Pick<Services, "config">, user: UserRow, code: string): number | undefined {
  if (user.totpSecret === null) return undefined;
  const totp = totpOf(user.email, Secret.fromBase32(decrypt(user.totpSecret, config.encryptionKey)));
  const delta = totp.validate({ token: code.replaceAll(" ", ""), window: WINDOW });
  if (delta === null) return undefined;
  const step = totp.counter() + delta;
  return user.totpLastStep === null || step > user.totpLastStep ? step : undefined;
}

/** However its digits are grouped, and in capitals too. */
const recoveryHash = (code: string): string => hashSecret(code.toLowerCase().replaceAll(/[^0-9a-f]/g, ""));

const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** Ten bytes as two words of hexadecimal digits. */
function newRecoveryCode(): string {
  const digits = randomBytes(CODE_BYTES).toString("hex");
  return `${digits.slice(0, CODE_BYTES)}-${digits.slice(CODE_BYTES)}`;
}
