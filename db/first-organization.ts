import { sql } from "drizzle-orm";
import { isEmailAddress } from "#contract/constants/values/email-address.ts";
import { DomainError } from "#domain/errors.ts";
import { normalizeEmail } from "#domain/values/email-address.ts";
import { requireStrongPassword } from "#domain/values/password.ts";
import type { Database } from "./client.ts";
import { hashPassword } from "./password-hash.ts";
import {
  createOrganization,
  findOrganizationByName,
  type NewEnvironment,
  type NewEnvironmentConfig,
} from "./queries/organizations/organizations.ts";
import { ensureUser, findUserByEmail } from "./queries/users/users.ts";

export interface FirstOrganization {
  readonly email: string;
  readonly development: NewEnvironment;
  readonly production: NewEnvironment;
}

/**
 * Creates an organisation and its administrator, who signs in with the password: everything or nothing. Throws
 * `invalid_input` for a value that does not fit, and `conflict` when the organisation or the person exists already.
 */
export async function createFirstOrganization(
  db: Database,
  config: NewEnvironmentConfig,
  given: { name: string; email: string; password: string },
): Promise<FirstOrganization> {
  const name = given.name.trim();
  const email = normalizeEmail(given.email);
  if (name === "") throw new DomainError("invalid_input", "name is empty: give the organisation a name");
  if (!isEmailAddress(email)) {
    throw new DomainError("invalid_input", "email is no address: write it like ada@example.com");
  }
  requireStrongPassword(given.password);
  const passwordHash = await hashPassword(given.password);
  return db.transaction(async (transaction) => {
    // Of two calls at once, the second one finds what the first one created.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('belfry.first-organization'))`);
    if (await findUserByEmail(transaction, email)) {
      throw new DomainError("conflict", `email: a person with ${email} exists already, so give another address`);
    }
    if (await findOrganizationByName(transaction, name)) {
      throw new DomainError("conflict", `name: an organisation ${name} exists already, so give another name`);
    }
    const [firstName = email] = email.split("@");
    // The person at the terminal vouches for the address.
    const verified = { emailVerifiedAt: new Date() };
    const { id } = await ensureUser(transaction, { firstName, email, passwordHash, ...verified });
    const { development, production } = await createOrganization(transaction, { name, creatorId: id, config });
    return { email, development, production };
  });
}
