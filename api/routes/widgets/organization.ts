import { data } from "#contract/common.ts";
import { WidgetOrganization } from "#contract/widgets.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import { notFound } from "#domain/errors.ts";
import { SUBSCRIBER } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

/** Name and branding of the inbox's organisation. */
export const widgetOrganizationRoutes: ZodRoutes = async (app) => {
  app.get(
    "/widgets/organization",
    {
      schema: { response: { 200: data(WidgetOrganization), ...failures("not_found") } },
      config: { access: [SUBSCRIBER] },
    },
    async ({ scope }) => {
      const organization = await findOrganization(app.db, scope.organizationId);
      if (!organization) throw notFound("The organization of this inbox no longer exists");
      const { id, name, branding } = organization;
      return { data: { _id: id, name, ...(branding && { branding }) } };
    },
  );
};
