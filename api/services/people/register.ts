import type { Register } from "#contract/accounts/auth.ts";
import { isEmailAddress } from "#contract/constants/values/email-address.ts";
import type { Database } from "#db/client.ts";
import { hashPassword } from "#db/password-hash.ts";
import { createOrganization, type NewEnvironmentConfig } from "#db/queries/organizations/organizations.ts";
import { findUserByEmail, insertUser, type UserRow } from "#db/queries/users/users.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { normalizeEmail } from "#domain/values/email-address.ts";
import type { AuditOrigin } from "../../caller.ts";
import { noteOfPerson } from "../audit.ts";
import { joinByInvitation, requireValidInvitation } from "../members/answer-invitation.ts";
import { type Browser, openSession } from "./sessions.ts";

export interface RegistrationServices {
  db: Database;
  config: { secret: string; registration: "open" | "invited" } & NewEnvironmentConfig;
}

/**
 * Creates a person, who accepts an invitation or founds an organisation where one is named: everything or nothing. Throws
 * `invalid_input` when somebody has the address, or this installation takes invited people only.
 */
export async function register(
  { db, config }: RegistrationServices,
  given: Register,
  browser: Browser,
  audit?: AuditOrigin,
): Promise<{ user: UserRow; token: string }> {
  const email = normalizeEmail(given.email);
  if (!isEmailAddress(email)) throw new DomainError("invalid_input", ["email must be an email"]);
  const { invitationToken } = given;
  requireRegistration(config, Boolean(invitationToken));
  if (invitationToken) await requireValidInvitation(db, invitationToken);
  if (await findUserByEmail(db, email)) throw taken();
  const passwordHash = await hashPassword(given.password);
  const person = {
    firstName: given.firstName.trim(),
    lastName: given.lastName?.trim() || null,
    email,
    passwordHash,
    jobTitle: given.jobTitle ?? null,
  };
  return db.transaction(async (transaction) => {
    const user = await insertUser(transaction, person);
    if (!user) throw taken();
    const { domain, productUseCases } = given;
    const name = given.organizationName?.trim();
    const founded = name
      ? await foundOrganization(transaction, user, {
          name,
          config,
          details: { ...(domain && { domain }), ...(productUseCases && { productUseCases }) },
        })
      : undefined;
    const joined = invitationToken ? await joinByInvitation(transaction, user, invitationToken, audit) : undefined;
    const organizationId = joined?.organizationId ?? founded;
    if (founded && name) {
      const entry = { action: "organization.created", id: founded, name } as const;
      await noteOfPerson(transaction, audit, user.id, entry, [founded]);
    }
    const session = { browser, audit, secret: config.secret, ...(organizationId && { organizationId }) };
    return { user, token: await openSession(transaction, user, session) };
  });
}

const taken = () => new DomainError("invalid_input", "email belongs to an account already: sign in instead");

/** Throws `invalid_input` where people need an invitation to register and have none. */
function requireRegistration({ registration }: { registration: "open" | "invited" }, isInvited: boolean): void {
  if (registration === "open" || isInvited) return;
  throw new DomainError(
    "invalid_input",
    "Registration is disabled here without an invitation: ask an admin of your organisation for one",
  );
}

async function foundOrganization(
  transaction: Transaction,
  { id: creatorId }: UserRow,
  given: Omit<Parameters<typeof createOrganization>[1], "creatorId">,
): Promise<string> {
  const { organization } = await createOrganization(transaction, { ...given, creatorId });
  return organization.id;
}
