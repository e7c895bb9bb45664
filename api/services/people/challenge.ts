import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Database } from "#db/client.ts";
import { findUser, lockUser, type UserRow } from "#db/queries/users/users.ts";
import { hashSecret } from "#db/secret-hash.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { noteOfPerson } from "../audit.ts";
import { admitAttempt, forgetAttempts } from "./login-guard.ts";
import { codeAttempt, incorrectCode, takeCode } from "./second-factor.ts";
import { type NewSession, openSession } from "./sessions.ts";

const AUDIENCE = "second_factor";
const VALID_FOR = "5m";

/** The first half of a sign-in. It is void once the password or the second factor is another one. */
const Claims = z.object({ userId: z.string(), state: z.string(), organizationId: z.string().optional() });

export type SignedIn = { token: string } | { challenge: string };

/** Opens a session of somebody whose first factor was right, or asks for the second factor of whoever has one. */
export async function openOrChallenge(transaction: Transaction, user: UserRow, session: NewSession): Promise<SignedIn> {
  if (user.totpEnabledAt === null) return { token: await openSession(transaction, user, session) };
  const { organizationId } = session;
  const claims = { userId: user.id, state: stateOf(user), ...(organizationId && { organizationId }) };
  const challenge = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(AUDIENCE)
    .setExpirationTime(VALID_FOR)
    .sign(bytes(session.secret));
  return { challenge };
}

/** Opens the session of a challenge by a code. Throws `unauthorized` for a wrong code, and a challenge that is forged or too old. */
export async function answerChallenge(
  { db, config }: { db: Database; config: { secret: string; encryptionKey: Buffer } },
  { challenge, code, browser, audit }: { challenge: string; code: string } & Pick<NewSession, "browser" | "audit">,
): Promise<string> {
  const { userId, state, organizationId } = await readChallenge(challenge, config.secret);
  const found = await findUser(db, userId);
  if (!found) throw invalid();
  const attempt = codeAttempt(found.email, browser.address);
  await admitAttempt(db, { ...attempt, userId, audit });
  const token = await db.transaction(async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user || stateOf(user) !== state) throw invalid();
    if (!(await takeCode({ config }, transaction, user, code))) return undefined;
    const organization = organizationId === undefined ? {} : { organizationId };
    return openSession(transaction, user, { browser, audit, secret: config.secret, ...organization });
  });
  if (token === undefined) {
    await noteOfPerson(db, audit, userId, { action: "session.refused", name: found.email });
    throw incorrectCode();
  }
  await forgetAttempts(db, attempt);
  return token;
}

const bytes = (secret: string) => new TextEncoder().encode(secret);
const stateOf = ({ passwordHash, totpSecret }: UserRow) => hashSecret(`${passwordHash} ${totpSecret}`);
const invalid = () => new DomainError("unauthorized", "The sign-in has taken too long: begin again with the password");

async function readChallenge(challenge: string, secret: string): Promise<z.infer<typeof Claims>> {
  try {
    const { payload } = await jwtVerify(challenge, bytes(secret), { algorithms: ["HS256"], audience: AUDIENCE });
    return Claims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw invalid();
    throw error;
  }
}
