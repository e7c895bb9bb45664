import { z } from "zod";
import { IDENTIFIER_MAX, NAME_MAX } from "../constants/limits.ts";
import { PERMISSION_NAMES } from "../constants/permission-names.ts";
import { ORGANIZATION_KEY, ORGANIZATION_MEMBER, ROLES_ADMIN } from "../schemas/access.ts";
import { data, example, filledText, textUpTo } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

/** A role as members and API keys name it: a built-in one, or one that the organisation made. */
export const RoleIdentifier = textUpTo(IDENTIFIER_MAX).regex(/^[a-z0-9][a-z0-9-]*$/, {
  error: "must be the identifier of a role, such as member or support-staff",
});

const Permissions = z
  .array(z.enum(PERMISSION_NAMES))
  .min(1, { error: "must have at least one permission" })
  .refine((names) => new Set(names).size === names.length, { error: "must not contain a permission twice" });

export const Role = z
  .object({
    identifier: z.string(),
    name: z.string(),
    permissions: z.array(z.enum(PERMISSION_NAMES)),
    /** Built-in roles cannot be changed. */
    isBuiltIn: z.boolean(),
  })
  .meta({ id: "Role" });
export type Role = z.infer<typeof Role>;

export const CreateRole = z
  .strictObject({ identifier: RoleIdentifier, name: filledText(NAME_MAX), permissions: Permissions })
  .meta(
    example({ identifier: "support-staff", name: "Support", permissions: ["environment.read", "environment.use"] }),
  );
export type CreateRole = z.infer<typeof CreateRole>;

/** The fields to change. */
export const UpdateRole = z
  .strictObject({ name: filledText(NAME_MAX).optional(), permissions: Permissions.optional() })
  .meta(example({ name: "Support", permissions: ["environment.read"] }));
export type UpdateRole = z.infer<typeof UpdateRole>;
const ByRole = z.object({ identifier: RoleIdentifier });

export const roleOperations = operations("organizations", {
  listRoles: {
    route: "GET /v1/organizations/roles",
    client: "organizations.listRoles",
    summary: "List the roles that members and API keys may have",
    access: [ORGANIZATION_KEY, ORGANIZATION_MEMBER],
    answer: { 200: data(z.array(Role)) },
  },

  createRole: {
    route: "POST /v1/organizations/roles",
    client: "organizations.createRole",
    summary: "Create a role",
    description: "Nobody can make a role of permissions that they do not have themselves.",
    access: [ORGANIZATION_KEY, ROLES_ADMIN],
    audit: "role.created",
    body: CreateRole,
    answer: { 201: data(Role) },
    failures: ["forbidden", "conflict"],
  },

  updateRole: {
    route: "PATCH /v1/organizations/roles/:identifier",
    client: "organizations.updateRole",
    summary: "Update the name or permissions of a custom role",
    access: [ORGANIZATION_KEY, ROLES_ADMIN],
    audit: "role.updated",
    params: ByRole,
    body: UpdateRole,
    answer: { 200: data(Role) },
    failures: ["forbidden", "not_found"],
  },

  deleteRole: {
    route: "DELETE /v1/organizations/roles/:identifier",
    client: "organizations.deleteRole",
    summary: "Delete an unused role",
    access: [ORGANIZATION_KEY, ROLES_ADMIN],
    audit: "role.deleted",
    params: ByRole,
    answer: { 204: z.null() },
    failures: ["forbidden", "not_found", "conflict"],
  },
});
