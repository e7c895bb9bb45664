import { widgetOrganizationOperations } from "#contract/widgets.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import { notFound } from "#domain/errors.ts";
import { handlers } from "../../handlers.ts";

/** Name and branding of the inbox's organisation. */
export const widgetOrganizationRoutes = handlers(widgetOrganizationOperations, (app) => ({
  getWidgetOrganization: async ({ scope }) => {
    const organization = await findOrganization(app.db, scope.organizationId);
    if (!organization) throw notFound("The organization of this inbox no longer exists");
    const { id, name, branding } = organization;
    return { data: { _id: id, name, ...(branding && { branding }) } };
  },
}));
