import type { UpdatePassword, UpdateProfile } from "#contract/accounts/auth.ts";
import type { Database } from "#db/client.ts";
import { hashPassword, isPassword } from "#db/password-hash.ts";
import { endResets } from "#db/queries/users/password-resets.ts";
import { deleteSessions } from "#db/queries/users/sessions.ts";
import {
  findUser,
  lockUser,
  NO_PENDING_EMAIL,
  type UserChanges,
  type UserRow,
  updateUser,
} from "#db/queries/users/users.ts";
import { hashSecret } from "#db/secret-hash.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { KeyCaller, PersonCall, PersonCaller } from "../../caller.ts";
import { note } from "../audit.ts";
import { requireHttpsImage } from "../organizations/require-https-image.ts";
import type { MailServices } from "./account-mail.ts";
import { admitAttempt, forgetAttempts } from "./login-guard.ts";

const gone = () => notFound("The user of this token does not exist any more");

/**
 * Changes the password of a person who gives the current one, and ends the person's other sessions. Attempts count as sign-ins
 * do. Throws `unauthorized` for a wrong password, `invalid_input` when the new ones differ or there is no current one.
 */
export async function changePassword(
  db: Database,
  call: PersonCall,
  { currentPassword, newPassword, confirmPassword }: UpdatePassword,
): Promise<void> {
  const { userId, sessionId } = call.caller;
  if (newPassword !== confirmPassword) {
    throw new DomainError("invalid_input", "newPassword and confirmPassword differ: send the same text in both");
  }
  const user = await findUser(db, userId);
  if (!user) throw gone();
  const { passwordHash } = user;
  if (passwordHash === null) {
    throw new DomainError("invalid_input", "This account has no password yet: ask for a link to choose one");
  }
  const attempt = { email: user.email, origin: call.audit?.address ?? "" };
  const { incorrect } = await admitAttempt(db, { ...attempt, userId, audit: call.audit });
  if (!(await isPassword(currentPassword, passwordHash))) throw incorrect;
  const changed = await hashPassword(newPassword);
  await db.transaction(async (transaction) => {
    const current = await lockUser(transaction, userId);
    // Somebody else changed it meanwhile: what was given is not the current one any more.
    if (current?.passwordHash !== passwordHash) throw incorrect;
    await updateUser(transaction, userId, { ...NO_PENDING_EMAIL, passwordHash: changed });
    const entry = { action: "user.updated", id: userId, name: user.email, after: { password: "changed" } } as const;
    await note(transaction, call, entry);
    await deleteSessions(transaction, userId, sessionId);
    await endResets(transaction, { emailHash: hashSecret(user.email), userId });
    await forgetAttempts(transaction, attempt);
  });
}

/** Changes names and picture. A picture that is not given is removed. */
export async function changeProfile(
  { db, config }: { db: Database; config: MailServices["config"] },
  call: PersonCall<KeyCaller | PersonCaller>,
  { firstName, lastName, profilePicture }: UpdateProfile,
): Promise<UserRow> {
  requireHttpsImage(config, "profilePicture", profilePicture);
  const changes = {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    ...(profilePicture !== undefined && { profilePicture }),
  };
  const { userId } = call.caller;
  return db.transaction(async (transaction) => {
    const before = await lockUser(transaction, userId);
    const after = await updateUser(transaction, userId, changes);
    if (!before || !after) throw gone();
    await note(transaction, call, changeOf(before, after));
    return after;
  });
}

/** The entry of a changed profile. */
export const changeOf = (before: UserRow, after: UserRow) => {
  const fields = ({ firstName, lastName, profilePicture, email }: UserRow) => ({
    firstName,
    lastName,
    profilePicture,
    email,
  });
  return {
    ...({ action: "user.updated", id: after.id, name: after.email } as const),
    before: fields(before),
    after: fields(after),
  };
};

/** Stores how far the person has come with the dashboard's introduction. What is not given stays. */
export const changeOnboarding = (
  db: Database,
  caller: KeyCaller | PersonCaller,
  changes: Pick<UserChanges, "showOnBoarding" | "showOnBoardingTour">,
): Promise<UserRow> => changeUser(db, caller, changes);

async function changeUser(db: Database, { userId }: KeyCaller | PersonCaller, changes: UserChanges): Promise<UserRow> {
  const user = await db.transaction((transaction) => updateUser(transaction, userId, changes));
  if (!user) throw gone();
  return user;
}
