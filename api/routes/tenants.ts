import { z } from "zod";
import { data } from "#contract/common.ts";
import { ByTenant, CreateTenant, ListTenants, Tenant, TenantPage, UpdateTenant } from "#contract/tenants.ts";
import { getTenant, listTenants } from "#db/queries/tenants/manage-tenants.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changeTenant, createTenant, removeTenant } from "../services/save-tenant.ts";
import { tenantView } from "../views/tenants.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [KEY, MEMBER] } as const;

/** Customers of the customer, whose data templates and conditions use. */
export const tenantRoutes: ZodRoutes = async (app) => {
  app.post(
    "/tenants",
    {
      schema: {
        summary: "Create a tenant",
        body: CreateTenant,
        response: { 201: data(Tenant), ...failures("conflict") },
      },
      config,
    },
    async (request, reply) =>
      reply.code(201).send({ data: tenantView(await createTenant(app.db, request, request.body)) }),
  );

  app.get(
    "/tenants",
    {
      schema: {
        summary: "Tenants, newest first",
        querystring: ListTenants,
        response: { 200: TenantPage, ...failures() },
      },
      config,
    },
    async ({ scope, query }) => {
      const tenants = await listTenants(app.db, scope, query);
      const hasMore = tenants.length === query.limit;
      return { page: query.page, pageSize: query.limit, hasMore, data: tenants.map(tenantView) };
    },
  );

  app.get(
    "/tenants/:identifier",
    {
      schema: {
        summary: "One tenant",
        params: ByTenant,
        response: { 200: data(Tenant), ...failures("not_found") },
      },
      config,
    },
    async ({ scope, params }) => ({ data: tenantView(await getTenant(app.db, scope, params.identifier)) }),
  );

  app.patch(
    "/tenants/:identifier",
    {
      schema: {
        summary: "Change a tenant; what is left out stays",
        params: ByTenant,
        body: UpdateTenant,
        response: { 200: data(Tenant), ...failures("not_found", "conflict") },
      },
      config,
    },
    async (request) => ({
      data: tenantView(await changeTenant(app.db, request, request.params.identifier, request.body)),
    }),
  );

  app.delete(
    "/tenants/:identifier",
    {
      schema: {
        summary: "Delete a tenant, and the overrides of workflows for it",
        params: ByTenant,
        response: { 204: z.null(), ...failures("not_found") },
      },
      config,
    },
    async (request, reply) => {
      await removeTenant(app.db, request, request.params.identifier);
      return reply.code(204).send(null);
    },
  );
};
