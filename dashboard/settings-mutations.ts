import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { Belfry, Body } from "#client/client.ts";
import type { LeavingKeys } from "#contract/organizations.ts";
import { queryKeys } from "./queries.ts";

/** Every change to the keys, members and roles of the organisation. Each one invalidates the reads that it makes outdated. */
export function settingsMutations(api: Belfry, queryClient: QueryClient, environmentId: string | undefined) {
  const invalidate = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey });
  const keysChanged = () => invalidate(queryKeys.apiKeys);
  const membersChanged = () => invalidate(queryKeys.members);
  const rolesChanged = () => invalidate(queryKeys.roles);
  return {
    /** Creates a key for code that is copied from the dashboard. It may trigger events, and manage nothing. */
    createSnippetKey: () =>
      mutationOptions({
        mutationFn: () => api.apiKeys.create({ name: "Snippets", role: "member" }, { environmentId }),
        onSuccess: () => void keysChanged(),
      }),
    createApiKey: () =>
      mutationOptions({
        mutationFn: (key: Body<"createApiKey">) => api.apiKeys.create(key, { environmentId }),
        onSuccess: keysChanged,
      }),
    renameApiKey: () =>
      mutationOptions({
        mutationFn: ({ id, name }: { id: string; name: string }) => api.apiKeys.rename(id, { name }, { environmentId }),
        onSuccess: keysChanged,
      }),
    rollApiKey: () =>
      mutationOptions({
        mutationFn: ({ id, overlapHours }: { id: string; overlapHours: number }) =>
          api.apiKeys.roll(id, { overlapHours }, { environmentId }),
        onSuccess: keysChanged,
      }),
    endApiKey: () =>
      mutationOptions({
        mutationFn: (id: string) => api.apiKeys.end(id, { environmentId }),
        onSuccess: keysChanged,
      }),
    inviteMember: () =>
      mutationOptions({
        mutationFn: (invitation: Body<"inviteMember">) => api.invites.create(invitation),
        onSuccess: membersChanged,
      }),
    resendInvitation: () =>
      mutationOptions({
        mutationFn: (memberId: string) => api.invites.resend({ memberId }),
        onSuccess: membersChanged,
      }),
    changeMemberRole: () =>
      mutationOptions({
        mutationFn: ({ id, role }: { id: string; role: string }) => api.organizations.updateMemberRole(id, { role }),
        onSuccess: membersChanged,
      }),
    removeMember: () =>
      mutationOptions({
        mutationFn: ({ id, apiKeys }: { id: string } & LeavingKeys) => api.organizations.removeMember(id, { apiKeys }),
        onSuccess: async () => {
          await Promise.all([membersChanged(), keysChanged()]);
        },
      }),
    endSession: () =>
      mutationOptions({
        mutationFn: (sessionId: string) => api.auth.endSession(sessionId),
        onSuccess: () => invalidate(queryKeys.sessions),
      }),
    endOtherSessions: () =>
      mutationOptions({
        mutationFn: () => api.auth.endOtherSessions(),
        onSuccess: () => invalidate(queryKeys.sessions),
      }),
    removeSecondFactor: () =>
      mutationOptions({
        mutationFn: (given: Body<"removeSecondFactor">) => api.users.removeSecondFactor(given),
        onSuccess: () => invalidate(queryKeys.membership),
      }),
    renewRecoveryCodes: () =>
      mutationOptions({
        mutationFn: (given: Body<"renewRecoveryCodes">) => api.users.renewRecoveryCodes(given),
        onSuccess: () => invalidate(queryKeys.membership),
      }),
    updateProfile: () =>
      mutationOptions({
        mutationFn: (profile: Body<"updateProfile">) => api.users.updateProfile(profile),
        onSuccess: async () => {
          await Promise.all([invalidate(queryKeys.membership), membersChanged()]);
        },
      }),
    /** Has a link sent to the new address, which is that of the account once the link was followed. */
    changeEmail: () =>
      mutationOptions({
        mutationFn: (given: Body<"changeEmail">) => api.users.changeEmail(given),
        onSuccess: () => invalidate(queryKeys.membership),
      }),
    /** Makes that link void. */
    cancelEmail: () =>
      mutationOptions({
        mutationFn: () => api.users.cancelEmail(),
        onSuccess: () => invalidate(queryKeys.membership),
      }),
    changePassword: () =>
      mutationOptions({
        mutationFn: (given: Body<"changePassword">) => api.auth.changePassword(given),
        onSuccess: () => invalidate(queryKeys.sessions),
      }),
    /** Demands a second factor of every member, or no longer. */
    demandSecondFactor: () =>
      mutationOptions({
        mutationFn: (organization: { name: string; demandsSecondFactor: boolean }) =>
          api.organizations.rename(organization),
        onSuccess: () => invalidate(queryKeys.membership),
      }),
    createRole: () =>
      mutationOptions({
        mutationFn: (role: Body<"createRole">) => api.organizations.createRole(role),
        onSuccess: rolesChanged,
      }),
    changeRole: () =>
      mutationOptions({
        mutationFn: ({ identifier, ...changes }: { identifier: string } & Body<"updateRole">) =>
          api.organizations.updateRole(identifier, changes),
        onSuccess: rolesChanged,
      }),
    removeRole: () =>
      mutationOptions({
        mutationFn: (identifier: string) => api.organizations.deleteRole(identifier),
        onSuccess: rolesChanged,
      }),
  };
}
