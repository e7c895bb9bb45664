import { handlers } from "#api/handlers.ts";
import {
  changeBranding,
  changeOrganization,
  foundOrganization,
} from "#api/services/organizations/save-organization.ts";
import { organizationView } from "#api/views/accounts.ts";
import { organizationOperations } from "#contract/accounts/organizations.ts";
import { countPublicationsOfOthers } from "#db/queries/changes/publications.ts";
import { findOrganization, listOrganizationsOf } from "#db/queries/organizations/organizations.ts";
import { DomainError } from "#domain/errors.ts";

/** Who works with Belfry together. */
export const organizationRoutes = handlers(organizationOperations, (app) => ({
  listOrganizations: async ({ caller }) => {
    const rows = await listOrganizationsOf(app.db, caller.userId);
    const ids = rows.map(({ id }) => id);
    const waiting = await countPublicationsOfOthers(app.db, ids, caller.userId);
    return {
      data: rows.map((row) => ({ ...organizationView(row), waitingPublications: waiting.get(row.id) ?? 0 })),
    };
  },

  createOrganization: async (request) => {
    const organization = await foundOrganization(app, request, request.body);
    return { data: organizationView(organization) };
  },

  renameOrganization: async (request) => {
    await changeOrganization(app, request, request.body);
    return { data: request.body };
  },

  getOrganization: async ({ scope }) => {
    const organization = await findOrganization(app.db, scope.organizationId);
    if (!organization) throw new DomainError("unauthorized", "The organization of this token does not exist any more");
    return { data: organizationView(organization) };
  },

  updateBranding: async (request) => ({ data: await changeBranding(app, request, request.body) }),
}));
