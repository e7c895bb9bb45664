import type { Database } from "#db/client.ts";
import {
  findUserByEmail,
  findUserByGithubId,
  insertUser,
  lockUser,
  type UserRow,
  updateUser,
} from "#db/queries/users/users.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { normalizeEmail } from "#domain/values/email-address.ts";
import type { HttpClient } from "#providers/http/http.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { AuditOrigin } from "../../caller.ts";
import { joinByInvitation } from "../members/answer-invitation.ts";
import { openOrChallenge, type SignedIn } from "./challenge.ts";
import { type GithubAccount, type GithubApp, readAccount } from "./github-account.ts";
import type { Login } from "./login-flow.ts";
import type { Browser } from "./sessions.ts";

interface Services {
  db: Database;
  http: HttpClient;
  config: { secret: string; registration: "open" | "invited" };
}

/** Why a sign-in through GitHub has failed, for the dashboard to put into words. */
export type GithubFailure =
  | "github_refused"
  | "github_unavailable"
  | "github_email_unverified"
  | "account_email_unverified"
  | "registration_disabled"
  | "invitation_invalid";

export class GithubSignInError extends Error {
  readonly failure: GithubFailure;

  constructor(failure: GithubFailure, cause?: unknown) {
    super(failure, { cause });
    this.name = "GithubSignInError";
    this.failure = failure;
  }
}

interface Callback {
  code: string;
  login: Login;
  redirectUri: string;
  browser: Browser;
  audit?: AuditOrigin;
}

/** Signs in whoever GitHub names, or creates the person. Returns a token, or the challenge of a second factor. Throws GithubSignInError. */
export async function signInWithGithub(
  { db, http, config }: Services,
  app: GithubApp,
  { code, login, redirectUri, browser, audit }: Callback,
): Promise<SignedIn> {
  const account = await readAccount(http, app, { code, redirectUri, verifier: login.verifier }).catch(
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      throw new GithubSignInError(error.class === "RETRY" ? "github_unavailable" : "github_refused", error);
    },
  );
  const { invitationToken } = login;
  const mayRegister = config.registration === "open" || invitationToken !== undefined;
  return db.transaction(async (transaction) => {
    const user = await personOf(transaction, account, mayRegister);
    const joined = invitationToken ? await join(transaction, user, invitationToken, audit) : undefined;
    const organization = joined && { organizationId: joined };
    return openOrChallenge(transaction, user, { browser, audit, secret: config.secret, ...organization });
  });
}

async function personOf(transaction: Transaction, account: GithubAccount, mayRegister: boolean): Promise<UserRow> {
  const { githubId, name, picture, verifiedEmail } = account;
  const known = await findUserByGithubId(transaction, githubId);
  if (known) return known;
  if (verifiedEmail === undefined) throw new GithubSignInError("github_email_unverified");
  const email = normalizeEmail(verifiedEmail);
  const emailVerifiedAt = new Date();
  const found = await findUserByEmail(transaction, email);
  if (found) return link(transaction, found, githubId);
  if (!mayRegister) throw new GithubSignInError("registration_disabled");
  const [firstName = name, ...others] = name.split(/\s+/);
  const created = { firstName, lastName: others.join(" ") || null, email, passwordHash: null, emailVerifiedAt };
  const inserted = await insertUser(transaction, { ...created, githubId, profilePicture: picture });
  // Two sign-ins at once: the other one has created the person meanwhile.
  const user = inserted ?? (await findUserByGithubId(transaction, githubId));
  if (!user) throw new GithubSignInError("github_unavailable");
  return user;
}

/**
 * Connects an account with GitHub. One whose address nobody has proven may have been made by somebody else, who would share it
 * from then on: a reset of its password proves the address.
 */
async function link(transaction: Transaction, { id, email }: UserRow, githubId: string): Promise<UserRow> {
  const current = await lockUser(transaction, id);
  const isProven = current?.email === email && current.emailVerifiedAt !== null;
  if (!isProven || (current.githubId !== null && current.githubId !== githubId)) {
    throw new GithubSignInError("account_email_unverified");
  }
  return (await updateUser(transaction, id, { githubId })) ?? current;
}

async function join(
  transaction: Transaction,
  user: UserRow,
  token: string,
  audit: AuditOrigin | undefined,
): Promise<string | undefined> {
  try {
    return (await joinByInvitation(transaction, user, token, audit)).organizationId;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Somebody who belongs to the organisation already is signed in all the same.
    if (error.code === "conflict") return undefined;
    throw new GithubSignInError("invitation_invalid", error);
  }
}
