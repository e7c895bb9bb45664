import { handlers } from "#api/handlers.ts";
import { changeRole, createRole, removeRole } from "#api/services/members/manage-roles.ts";
import { roleOperations } from "#contract/accounts/roles.ts";
import { PERMISSION_NAMES } from "#contract/constants/permission-names.ts";
import { permissionsOfRole } from "#contract/constants/permissions.ts";
import { MEMBER_ROLES, ROLE_NAMES } from "#contract/constants/statuses.ts";
import { listRoles, type RoleRow } from "#db/queries/organizations/roles.ts";

/** Roles of members and API keys. */
export const roleRoutes = handlers(roleOperations, (app) => ({
  listRoles: async ({ scope }) => {
    const made = await listRoles(app.db, scope.organizationId);
    return { data: [...BUILT_IN, ...made.map(roleView)] };
  },

  createRole: async (request) => ({ data: roleView(await createRole(app, request, request.body)) }),

  updateRole: async (request) => ({
    data: roleView(await changeRole(app.db, request, request.params.identifier, request.body)),
  }),

  deleteRole: async (request) => {
    await removeRole(app.db, request, request.params.identifier);
    return null;
  },
}));

const BUILT_IN = MEMBER_ROLES.map((identifier) => ({
  identifier,
  name: ROLE_NAMES[identifier],
  permissions: permissionsOfRole(identifier),
  isBuiltIn: true,
}));

/** In the order of the table of permissions, whatever the order that they were sent in. */
const roleView = ({ identifier, name, permissions }: RoleRow) => ({
  identifier,
  name,
  permissions: PERMISSION_NAMES.filter((permission) => permissions.includes(permission)),
  isBuiltIn: false,
});
