import { randomUUID } from "node:crypto";
import { RESET_DAYS, type ResetFlow } from "#contract/constants/people.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type { Database } from "#db/client.ts";
import { hashPassword } from "#db/password-hash.ts";
import {
  countResetRequests,
  endResets,
  insertReset,
  isResetToken,
  takeReset,
} from "#db/queries/users/password-resets.ts";
import { deleteSessions } from "#db/queries/users/sessions.ts";
import { findUserByEmail, lockUser, NO_PENDING_EMAIL, type UserRow, updateUser } from "#db/queries/users/users.ts";
import { hashSecret } from "#db/secret-hash.ts";
import { DomainError } from "#domain/errors.ts";
import { normalizeEmail } from "#domain/values/email-address.ts";
import { noteOfPerson } from "../audit.ts";
import { type LinkMail, requireMail } from "./account-mail.ts";
import { openOrChallenge, type SignedIn } from "./challenge.ts";
import { forgetAttempts } from "./login-guard.ts";
import { type QueuedMailServices, queueMail, sendQueued } from "./queued-mails.ts";
import type { NewSession } from "./sessions.ts";

const PER_MINUTE = 5;
const PER_DAY = 15;

/**
 * Mails a link for a new password to whoever has the address. An address that nobody has is counted, limited and answered
 * alike. Throws `unauthorized` beyond the limits.
 */
export async function requestReset(
  services: QueuedMailServices,
  { email, flow }: { email: string; flow: ResetFlow },
): Promise<void> {
  requireMail(services);
  const address = normalizeEmail(email);
  const emailHash = hashSecret(address);
  const token = randomUUID();
  const mail = await services.db.transaction(async (transaction) => {
    const createdAt = new Date();
    const { minute, day } = await countResetRequests(transaction, emailHash, createdAt);
    if (minute >= PER_MINUTE) throw tooMany("a minute");
    if (day >= PER_DAY) throw tooMany("24 hours");
    const found = await findUserByEmail(transaction, address);
    await endResets(transaction, { emailHash });
    const expireAt = new Date(createdAt.getTime() + RESET_DAYS * DAY);
    const userId = found?.id ?? null;
    await insertReset(transaction, { emailHash, userId, tokenHash: hashSecret(token), createdAt, expireAt });
    const link = found ? linkMail(found, { token, flow }) : null;
    await queueMail(transaction, services, link);
    return link;
  });
  sendQueued(services, mail);
}

function linkMail(
  { email, passwordHash }: Pick<UserRow, "email" | "passwordHash">,
  { token, flow }: { token: string; flow: ResetFlow },
): LinkMail {
  const isFirstPassword = flow === "USER_PROFILE" && passwordHash === null;
  return {
    to: email,
    subject: "Your new password for Belfry",
    sentences: [
      "Somebody asked for a new password for your account with Belfry. Open the link to choose one.",
      `It is valid for ${RESET_DAYS} days and can be used once. If it was not you, ignore this mail: nothing changes.`,
    ],
    link: {
      path: isFirstPassword ? `/settings/profile?token=${token}&view=password` : `/auth/reset/${token}`,
      label: "Choose a password",
    },
  };
}

const tooMany = (wait: string) =>
  new DomainError("unauthorized", `Too many requests for a new password: try again after ${wait}.`);

/** Sets the password of whoever was mailed the token, and ends all sessions. Returns a token of a new one, or the challenge of a second factor. */
export async function resetPassword(
  db: Database,
  { token, password, browser, secret, audit }: { token: string; password: string } & Omit<NewSession, "organizationId">,
): Promise<SignedIn> {
  const invalid = new DomainError("invalid_input", "The token is unknown, used or has expired: ask for a new link");
  const tokenHash = hashSecret(token.toLowerCase());
  // Hashing is expensive: it is done for tokens alone that were valid a moment ago.
  if (!(await isResetToken(db, tokenHash, new Date()))) throw invalid;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (transaction) => {
    const now = new Date();
    const userId = await takeReset(transaction, tokenHash, now);
    const before = userId && (await lockUser(transaction, userId));
    if (!before) throw invalid;
    // Whoever had the account before its address was proven may be somebody else: no other way in is left to them.
    const proof = { emailVerifiedAt: now, ...(before.emailVerifiedAt === null && { githubId: null }) };
    const user = (await updateUser(transaction, before.id, { ...NO_PENDING_EMAIL, passwordHash, ...proof })) ?? before;
    const entry = { action: "user.updated", id: user.id, name: user.email, after: { password: "reset" } } as const;
    await noteOfPerson(transaction, audit, user.id, entry);
    await deleteSessions(transaction, user.id);
    await forgetAttempts(transaction, { email: user.email, origin: browser.address });
    return openOrChallenge(transaction, user, { browser, secret, audit });
  });
}
