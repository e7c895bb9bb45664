import { z } from "zod";
import { data } from "#contract/common.ts";
import {
  Branding,
  CreateOrganization,
  Organization,
  OrganizationUpdated,
  UpdateBranding,
  UpdateOrganization,
} from "#contract/organizations.ts";
import { findOrganization, listOrganizationsOf } from "#db/queries/organizations/organizations.ts";
import { DomainError } from "#domain/errors.ts";
import { KEY, ORGANIZATION_ADMIN, ORGANIZATION_MEMBER, PERSON } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changeBranding, changeOrganization, foundOrganization } from "../services/save-organization.ts";
import { organizationView } from "../views/accounts.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** Who works with Belfry together. */
export const organizationRoutes: ZodRoutes = async (app) => {
  const own = { access: [KEY, PERSON] } as const;
  const changing = { access: [KEY, ORGANIZATION_ADMIN] } as const;

  app.get(
    "/organizations",
    { schema: { response: { 200: data(z.array(Organization)), ...failures() } }, config: own },
    async ({ caller }) => ({ data: (await listOrganizationsOf(app.db, caller.userId)).map(organizationView) }),
  );

  app.post(
    "/organizations",
    { schema: { body: CreateOrganization, response: { 201: data(Organization), ...failures() } }, config: own },
    async (request, reply) => {
      const organization = await foundOrganization(app, request, request.body);
      return reply.code(201).send({ data: organizationView(organization) });
    },
  );

  app.patch(
    "/organizations",
    {
      schema: { body: UpdateOrganization, response: { 200: data(OrganizationUpdated), ...failures("forbidden") } },
      config: changing,
    },
    async (request) => {
      await changeOrganization(app, request, request.body);
      return { data: request.body };
    },
  );

  app.get(
    "/organizations/me",
    {
      schema: { response: { 200: data(Organization), ...failures() } },
      config: { access: [KEY, ORGANIZATION_MEMBER] },
    },
    async ({ scope }) => {
      const organization = await findOrganization(app.db, scope.organizationId);
      if (!organization)
        throw new DomainError("unauthorized", "The organization of this token does not exist any more");
      return { data: organizationView(organization) };
    },
  );

  app.put(
    "/organizations/branding",
    {
      schema: { body: UpdateBranding, response: { 200: data(Branding), ...failures("forbidden") } },
      config: changing,
    },
    async (request) => ({ data: await changeBranding(app, request, request.body) }),
  );
};
