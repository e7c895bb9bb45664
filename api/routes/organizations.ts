import { z } from "zod";
import { data } from "#contract/common.ts";
import { Member, Organization } from "#contract/organizations.ts";
import { listMembers } from "#db/queries/organizations/members.ts";
import { findOrganization, listOrganizationsOf } from "#db/queries/organizations/organizations.ts";
import { DomainError } from "#domain/errors.ts";
import { KEY, ORGANIZATION_MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { memberView, organizationView } from "../views/accounts.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** Who works with Belfry together: api-management.md section 9. */
export const organizationRoutes: ZodRoutes = async (app) => {
  const config = { access: [KEY, ORGANIZATION_MEMBER] } as const;

  app.get(
    "/organizations",
    { schema: { response: { 200: data(z.array(Organization)), ...failures() } }, config },
    async ({ caller }) => ({ data: (await listOrganizationsOf(app.db, caller.userId)).map(organizationView) }),
  );

  app.get(
    "/organizations/me",
    { schema: { response: { 200: data(Organization), ...failures() } }, config },
    async ({ scope }) => {
      const organization = await findOrganization(app.db, scope.organizationId);
      if (!organization)
        throw new DomainError("unauthorized", "The organization of this token does not exist any more");
      return { data: organizationView(organization) };
    },
  );

  app.get(
    "/organizations/members",
    { schema: { response: { 200: data(z.array(Member)), ...failures() } }, config },
    async ({ scope, caller }) => {
      const isAdmin = caller.roles.includes("admin");
      const members = await listMembers(app.db, scope.organizationId);
      const shown = isAdmin ? members : members.filter(({ member }) => member.status !== "invited");
      return { data: shown.map((member) => memberView(member, isAdmin)) };
    },
  );
};
