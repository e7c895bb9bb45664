import { z } from "zod";
import { data, Id } from "#contract/common.ts";
import { Member, UpdateMemberRole } from "#contract/organizations.ts";
import { listMembers } from "#db/queries/organizations/members.ts";
import { KEY, MEMBERS_ADMIN, ORGANIZATION_MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changeMemberRole, leaveOrganization, removeMember } from "../services/change-members.ts";
import { memberView } from "../views/accounts.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** People of an organisation. */
export const memberRoutes: ZodRoutes = async (app) => {
  const params = z.object({ id: Id });
  const changing = { access: [KEY, MEMBERS_ADMIN] } as const;

  app.get(
    "/organizations/members",
    {
      schema: { response: { 200: data(z.array(Member)), ...failures() } },
      config: { access: [KEY, ORGANIZATION_MEMBER] },
    },
    async ({ scope, caller }) => {
      const isAdmin = caller.roles.includes("admin");
      const members = await listMembers(app.db, scope.organizationId);
      const shown = isAdmin ? members : members.filter(({ member }) => member.status !== "invited");
      return { data: shown.map((member) => memberView(member, isAdmin)) };
    },
  );

  app.delete(
    "/organizations/members/:id",
    {
      schema: {
        description: "Removes a member, or withdraws an invitation.",
        params,
        response: { 200: data(Member), ...failures("forbidden", "not_found", "conflict") },
      },
      config: changing,
    },
    async (request) => ({ data: memberView(await removeMember(app.db, request, request.params.id), true) }),
  );

  app.put(
    "/organizations/members/:id/roles",
    {
      schema: {
        params,
        body: UpdateMemberRole,
        response: { 200: data(Member), ...failures("forbidden", "not_found", "conflict") },
      },
      config: changing,
    },
    async (request) => {
      const member = await changeMemberRole(app, request, request.params.id, request.body.role);
      return { data: memberView({ member }, true) };
    },
  );

  app.post(
    "/organizations/leave",
    {
      schema: {
        description: "Ends the caller's own membership.",
        response: { 204: z.null(), ...failures("not_found", "conflict") },
      },
      config: { access: [ORGANIZATION_MEMBER] },
    },
    async (request, reply) => {
      await leaveOrganization(app.db, request);
      return reply.code(204).send(null);
    },
  );
};
