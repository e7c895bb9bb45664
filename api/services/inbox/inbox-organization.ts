import type { WidgetOrganization } from "#contract/inbox/widgets.ts";
import type { Database } from "#db/client.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import type { Scope } from "#db/scope.ts";
import { notFound } from "#domain/errors.ts";

/** Returns name and branding of an inbox's organisation. Throws `not_found` when it no longer exists. */
export async function inboxOrganization(
  db: Database,
  { organizationId }: Pick<Scope, "organizationId">,
): Promise<WidgetOrganization> {
  const organization = await findOrganization(db, organizationId);
  if (!organization) throw notFound("The organization of this inbox no longer exists");
  const { id, name, branding } = organization;
  return { _id: id, name, ...(branding && { branding }) };
}
