import type { Branding, CreateOrganization, UpdateBranding } from "#contract/organizations.ts";
import type { Database } from "#db/client.ts";
import {
  createOrganization,
  type OrganizationRow,
  updateOrganization,
} from "#db/queries/organizations/organizations.ts";
import { updateUser } from "#db/queries/users/users.ts";
import { DomainError } from "#domain/errors.ts";
import type { KeyCaller, OrganizationCall, PersonCaller } from "../caller.ts";
import { withoutNulls } from "../views/fields.ts";
import { requireHttpsImage } from "./require-https-image.ts";

interface Services {
  db: Database;
  config: { mode: "development" | "production"; encryptionKey: Buffer };
}

/** Creates an organisation whose first admin is the caller: api-management.md section 9. */
export async function foundOrganization(
  { db, config }: Services,
  { userId }: KeyCaller | PersonCaller,
  { name, logo, domain, language, jobTitle }: CreateOrganization,
): Promise<OrganizationRow> {
  requireHttpsImage(config, "logo", logo);
  const details = { ...(logo && { logo }), ...(domain && { domain }), ...(language && { language }) };
  return db.transaction(async (transaction) => {
    const user = await updateUser(transaction, userId, jobTitle ? { jobTitle } : {});
    if (!user) throw new DomainError("invalid_input", "The user of this token does not exist any more");
    const founder = { creatorId: userId, encryptionKey: config.encryptionKey };
    return (await createOrganization(transaction, { ...founder, name: name.trim(), details })).organization;
  });
}

export const renameOrganization = ({ db }: Services, { scope }: OrganizationCall, name: string): Promise<void> =>
  db.transaction((transaction) => updateOrganization(transaction, scope.organizationId, { name: name.trim() }));

/** Puts a branding in the place of the current one: what is not given is removed. */
export async function changeBranding(
  { db, config }: Services,
  { scope }: OrganizationCall,
  { logo, color, fontColor, contentBackground, fontFamily }: UpdateBranding,
): Promise<Branding> {
  requireHttpsImage(config, "logo", logo);
  const given = { logo, color, fontColor, contentBackground, fontFamily };
  const branding: Branding = withoutNulls(given);
  await db.transaction((transaction) => updateOrganization(transaction, scope.organizationId, { branding }));
  return branding;
}
