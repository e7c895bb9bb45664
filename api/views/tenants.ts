import type { Tenant } from "#contract/tenants.ts";
import type { TenantRow } from "#db/queries/tenants/manage-tenants.ts";
import { datedFields, ownedFields } from "./fields.ts";

export const tenantView = (tenant: TenantRow): Tenant => ({
  ...ownedFields(tenant),
  identifier: tenant.identifier,
  ...(tenant.name !== null && { name: tenant.name }),
  ...(tenant.data !== null && { data: tenant.data }),
  ...datedFields(tenant),
});
