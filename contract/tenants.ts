import { z } from "zod";
import { NAME_MAX, TENANT_IDENTIFIER_MAX } from "./constants/limits.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import {
  data,
  dated,
  exactTextUpTo,
  example,
  owned,
  page,
  pageQuery,
  referenceUpTo,
  storable,
} from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";

const TenantData = z.record(z.string(), z.unknown());

/** Text that has to be given; a missing one is refused as empty and as no text, a line each. */
const requiredText = (max: number) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? "should not be empty\nmust be a string" : "must be a string",
    })
    .min(1, { error: "should not be empty" })
    .max(max, { error: `must be at most ${max} characters` })
    .refine(...storable);

/** A tenant in a path, by the customer's own identifier. */
export const ByTenant = z.object({ identifier: referenceUpTo(TENANT_IDENTIFIER_MAX) });

export const CreateTenant = z
  .object({
    identifier: requiredText(TENANT_IDENTIFIER_MAX),
    name: requiredText(NAME_MAX),
    data: TenantData.optional(),
  })
  .meta(example({ identifier: "acme", name: "Acme Ltd", data: { plan: "gold" } }));
export type CreateTenant = z.infer<typeof CreateTenant>;

/** The fields to change. Empty ones are ignored; `data` is replaced as a whole. */
export const UpdateTenant = z
  .object({
    identifier: exactTextUpTo(TENANT_IDENTIFIER_MAX).optional(),
    name: exactTextUpTo(NAME_MAX).optional(),
    data: TenantData.optional(),
  })
  .meta(example({ name: "Acme Incorporated" }));
export type UpdateTenant = z.infer<typeof UpdateTenant>;

export const ListTenants = z.object({
  ...pageQuery(),
  /** The beginning of an identifier, or of a name in any case; of each, the first 1,000 are found. */
  query: referenceUpTo(NAME_MAX).optional(),
});

export const Tenant = z
  .object({
    ...owned(),
    identifier: z.string(),
    name: z.string().optional(),
    data: TenantData.optional(),
    ...dated(),
  })
  .meta({ id: "Tenant" });
export type Tenant = z.infer<typeof Tenant>;
export const TenantPage = page(Tenant);

export const tenantOperations = operations("tenants", {
  createTenant: {
    route: "POST /v1/tenants",
    client: "tenants.create",
    arguments: ["identifier"],
    summary: "Create a tenant",
    access: [KEY, MEMBER],
    audit: "tenant.created",
    body: CreateTenant,
    answer: { 201: data(Tenant) },
    failures: ["conflict"],
  },

  listTenants: {
    route: "GET /v1/tenants",
    client: "tenants.list",
    summary: "List or search tenants, newest first",
    access: [KEY, READER],
    query: ListTenants,
    answer: { 200: TenantPage },
  },

  getTenant: {
    route: "GET /v1/tenants/:identifier",
    client: "tenants.get",
    summary: "Get a tenant",
    access: [KEY, READER],
    params: ByTenant,
    answer: { 200: data(Tenant) },
    failures: ["not_found"],
  },

  updateTenant: {
    route: "PATCH /v1/tenants/:identifier",
    client: "tenants.update",
    summary: "Update a tenant; omitted fields stay",
    access: [KEY, MEMBER],
    audit: "tenant.updated",
    params: ByTenant,
    body: UpdateTenant,
    answer: { 200: data(Tenant) },
    failures: ["not_found", "conflict"],
  },

  deleteTenant: {
    route: "DELETE /v1/tenants/:identifier",
    client: "tenants.delete",
    summary: "Delete a tenant and its workflow overrides",
    access: [KEY, MEMBER],
    audit: "tenant.deleted",
    params: ByTenant,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },
});
