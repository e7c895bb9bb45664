import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { ChangeEmail } from "#contract/accounts/auth.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type { Database } from "#db/client.ts";
import { endResets } from "#db/queries/users/password-resets.ts";
import { deleteSessions } from "#db/queries/users/sessions.ts";
import {
  findUser,
  findUserByEmail,
  lockUser,
  NO_PENDING_EMAIL,
  type UserRow,
  updateUser,
} from "#db/queries/users/users.ts";
import { hashSecret } from "#db/secret-hash.ts";
import { refusingTaken } from "#db/unique-violation.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { normalizeEmail } from "#domain/values/email-address.ts";
import type { AuditOrigin, PersonCall } from "../../caller.ts";
import { noteOfPerson } from "../audit.ts";
import { type LinkMail, requireMail, sendMail } from "./account-mail.ts";
import { changeOf } from "./change-account.ts";
import { type QueuedMailServices, queueMail, sendQueued } from "./queued-mails.ts";
import { requirePassword } from "./require-password.ts";

const AUDIENCE = "email_change";
const VALID_MS = DAY;

/**
 * A change that waits for its link to be followed. It is void once it was cancelled, or another one was asked for, and once the address or
 * the password is another one than it was.
 */
const Change = z.object({
  userId: z.string(),
  /** The session that asked, which goes on. */
  sessionId: z.string(),
  from: z.string(),
  to: z.string(),
  state: z.string(),
});

type Services = QueuedMailServices & { config: { secret: string } };

const gone = () => notFound("The user of this token does not exist any more");
const taken = () => new DomainError("invalid_input", "email belongs to another account: choose another one");

/**
 * Mails a link to another address of a person who gives the password; the one before stays until it is followed. Throws
 * `invalid_input` when the password is missing, or somebody else has the address, and `unauthorized` for a wrong password.
 */
export async function requestEmail(
  services: Services,
  call: PersonCall,
  { email, currentPassword }: ChangeEmail,
): Promise<UserRow> {
  requireMail(services);
  const { db, config } = services;
  const { userId, sessionId } = call.caller;
  const to = normalizeEmail(email);
  const user = await findUser(db, userId);
  if (!user) throw gone();
  await requirePassword(db, call, user, currentPassword);
  if (user.email === to) return user;
  if (await findUserByEmail(db, to)) throw taken();
  const expireAt = new Date(Date.now() + VALID_MS);
  const changed = await changePending(db, userId, { pendingEmail: to, pendingEmailExpireAt: expireAt });
  const change = { userId, sessionId, from: user.email, to, state: stateOf(user) };
  const token = await new SignJWT(change)
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(AUDIENCE)
    .setExpirationTime(expireAt)
    .sign(bytes(config.secret));
  const mail = {
    to,
    subject: "Confirm your address with Belfry",
    sentences: [
      "This address was given for an account with Belfry. Open the link to use it from now on.",
      "The link is valid for 24 hours. If it was not you, ignore this mail: nothing changes.",
    ],
    link: { path: `/auth/email/${token}`, label: "Confirm the address" },
  };
  try {
    await sendMail(services, mail);
  } catch (error) {
    // Nobody waits for a link that was not sent.
    await changePending(db, userId, NO_PENDING_EMAIL);
    throw error;
  }
  return changed;
}

/** Ends a change of the address that waits for its link, which is void then. */
export const cancelEmail = (db: Database, { caller: { userId } }: PersonCall): Promise<UserRow> =>
  changePending(db, userId, NO_PENDING_EMAIL);

async function changePending(
  db: Database,
  userId: string,
  changes: Pick<UserRow, "pendingEmail" | "pendingEmailExpireAt">,
): Promise<UserRow> {
  const user = await db.transaction((transaction) => updateUser(transaction, userId, changes));
  if (!user) throw gone();
  return user;
}

/**
 * Changes the address of whoever asked for the link, ends all other sessions and links of the account, and tells the address before.
 * Throws `invalid_input` for a token that is forged, used or too old, and when somebody else has the address by now.
 */
export async function confirmEmail(
  services: Services,
  { token, audit }: { token: string; audit: AuditOrigin },
): Promise<string> {
  const { userId, sessionId, from, to, state } = await readToken(token, services.config.secret);
  const mail: LinkMail = {
    to: from,
    subject: "Your address with Belfry has changed",
    sentences: [
      "The address of your account with Belfry was changed, so that it is not reached by this one any more.",
      "If it was not you, talk to an admin of your organisation at once.",
    ],
  };
  const change = services.db.transaction(async (transaction) => {
    const before = await lockUser(transaction, userId);
    if (before?.email !== from || before.pendingEmail !== to || stateOf(before) !== state) throw invalid();
    const after = await updateUser(transaction, userId, {
      ...NO_PENDING_EMAIL,
      email: to,
      emailVerifiedAt: new Date(),
    });
    await endResets(transaction, { emailHash: hashSecret(from), userId });
    await deleteSessions(transaction, userId, sessionId);
    await noteOfPerson(transaction, audit, userId, changeOf(before, after ?? before));
    await queueMail(transaction, services, mail);
  });
  await refusingTaken("users_email", change, taken);
  sendQueued(services, mail);
  return to;
}

const bytes = (secret: string) => new TextEncoder().encode(secret);
const stateOf = ({ email, passwordHash }: UserRow) => hashSecret(`${email} ${passwordHash}`);
const invalid = () =>
  new DomainError("invalid_input", "The link is unknown, used or has expired: ask for another one in your profile");

async function readToken(token: string, secret: string): Promise<z.infer<typeof Change>> {
  try {
    const { payload } = await jwtVerify(token, bytes(secret), { algorithms: ["HS256"], audience: AUDIENCE });
    return Change.parse(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw invalid();
    throw error;
  }
}
