import { handlers } from "#api/handlers.ts";
import { changeMemberRole, leaveOrganization, removeMember } from "#api/services/members/change-members.ts";
import { memberView } from "#api/views/accounts.ts";
import { memberOperations } from "#contract/accounts/organizations.ts";
import { listMembers } from "#db/queries/organizations/members.ts";

/** People of an organisation. */
export const memberRoutes = handlers(memberOperations, (app) => {
  return {
    listMembers: async ({ scope, caller }) => {
      const isAdmin = caller.permissions.has("members.manage");
      const members = await listMembers(app.db, scope.organizationId);
      const shown = isAdmin ? members : members.filter(({ member }) => member.status !== "invited");
      return { data: shown.map((member) => memberView(member, isAdmin)) };
    },

    removeMember: async (request) => ({
      data: memberView(await removeMember(app.db, request, request.params.id, request.query), true),
    }),

    updateMemberRole: async (request) => {
      const member = await changeMemberRole(app, request, request.params.id, request.body.role);
      return { data: memberView({ member }, true) };
    },

    leaveOrganization: async (request) => {
      await leaveOrganization(app.db, request, request.query);
      return null;
    },
  };
});
