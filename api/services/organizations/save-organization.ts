import type {
  Branding,
  CreateOrganization,
  UpdateBranding,
  UpdateOrganization,
} from "#contract/accounts/organizations.ts";
import type { Database } from "#db/client.ts";
import {
  createOrganization,
  type NewEnvironmentConfig,
  type OrganizationRow,
  updateOrganization,
} from "#db/queries/organizations/organizations.ts";
import { findUser, updateUser } from "#db/queries/users/users.ts";
import { DomainError } from "#domain/errors.ts";
import type { KeyCaller, OrganizationCall, PersonCall, PersonCaller } from "../../caller.ts";
import { withoutNulls } from "../../views/fields.ts";
import { note, noted } from "../audit.ts";
import { requiredLocale } from "../people/required-locale.ts";
import { requireHttpsImage } from "./require-https-image.ts";

interface Services {
  db: Database;
  config: { mode: "development" | "production" } & NewEnvironmentConfig;
}

/** Creates an organisation whose first admin is the caller. */
export async function foundOrganization(
  { db, config }: Services,
  call: PersonCall<KeyCaller | PersonCaller>,
  { name, logo, domain, language, jobTitle }: CreateOrganization,
): Promise<OrganizationRow> {
  const { userId } = call.caller;
  requireHttpsImage(config, "logo", logo);
  const details = { ...(logo && { logo }), ...(domain && { domain }), ...(language && { language }) };
  return db.transaction(async (transaction) => {
    const user = await updateUser(transaction, userId, jobTitle ? { jobTitle } : {});
    if (!user) throw new DomainError("invalid_input", "The user of this token does not exist any more");
    const founder = { creatorId: userId, config };
    const { organization } = await createOrganization(transaction, { ...founder, name: name.trim(), details });
    const { id } = organization;
    const entry = { action: "organization.created", id, name: organization.name, after: details } as const;
    await note(transaction, { ...placed(call), scope: { organizationId: id } }, entry);
    return organization;
  });
}

/**
 * Renames the organisation, and sets its default locale and whether it demands a second factor where these are given. Throws
 * `invalid_input` when a caller without a second factor demands one, and would be locked out by it.
 */
export async function changeOrganization(
  { db }: Services,
  call: OrganizationCall,
  { name, defaultLocale, demandsSecondFactor }: UpdateOrganization,
): Promise<void> {
  const locale = defaultLocale && requiredLocale(defaultLocale, "defaultLocale");
  if (demandsSecondFactor && !(await findUser(db, call.caller.userId))?.totpEnabledAt) {
    throw new DomainError("invalid_input", [
      "demandsSecondFactor takes an admin who has a second factor: set one up for your own account first",
    ]);
  }
  await changing(db, call, {
    name: name.trim(),
    ...(locale !== undefined && { defaultLocale: locale }),
    ...(demandsSecondFactor !== undefined && { demandsSecondFactor }),
  });
}

/** Puts a branding in the place of the current one: what is not given is removed. */
export async function changeBranding(
  { db, config }: Services,
  call: OrganizationCall,
  { logo, color, fontColor, contentBackground, fontFamily, direction }: UpdateBranding,
): Promise<Branding> {
  requireHttpsImage(config, "logo", logo);
  const given = { logo, color, fontColor, contentBackground, fontFamily, direction };
  const branding: Branding = withoutNulls(given);
  await changing(db, call, { branding });
  return branding;
}

const changing = (db: Database, call: OrganizationCall, changes: Parameters<typeof updateOrganization>[2]) =>
  noted(db, call, { action: "organization.updated", id: call.scope.organizationId }, (transaction) =>
    updateOrganization(transaction, call.scope.organizationId, changes),
  );

/** The caller and origin of a request, which are not the request's own properties. */
const placed = ({ caller, audit }: PersonCall<KeyCaller | PersonCaller>) => ({ caller, audit });
