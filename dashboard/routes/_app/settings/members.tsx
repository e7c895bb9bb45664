import { createFileRoute } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Member } from "#contract/accounts/organizations.ts";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { errorText } from "#dashboard/errors.ts";
import { ChangeRole } from "#dashboard/features/settings/members/change-role.tsx";
import { InviteMember } from "#dashboard/features/settings/members/invite-member.tsx";
import { memberName } from "#dashboard/features/settings/members/member-name.ts";
import { type MemberAction, MemberTable } from "#dashboard/features/settings/members/member-table.tsx";
import { RemoveMember } from "#dashboard/features/settings/members/remove-member.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { useRoles } from "#dashboard/features/settings/use-roles.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/settings/members")({ component: MembersPage });

function MembersPage() {
  const { membership } = Route.useRouteContext();
  const { may, write } = useEnvironment();
  const query = useRead("organizations.getMembers");
  const { nameOf } = useRoles();
  const [asked, setAsked] = useState<{ action: MemberAction; member: Member }>();
  const close = () => setAsked(undefined);
  const mayManage = may("members.manage");
  const onAction = useMemo(() => {
    async function sendAgain(member: Member) {
      try {
        await write("invites.resend", { memberId: member._id });
        showToast({ tone: "success", text: `The invitation of ${memberName(member)} was sent again` });
      } catch (error) {
        showToast({ tone: "danger", text: `The invitation was not sent again. ${errorText(error)}` });
      }
    }
    return (action: MemberAction, member: Member) =>
      action === "resend" ? void sendAgain(member) : setAsked({ action, member });
  }, [write]);
  return (
    <SettingsLayout path="/settings/members" actions={mayManage && <InviteMember />}>
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {(members) => (
          <MemberTable
            members={members}
            userId={membership.account._id}
            roleName={nameOf}
            onAction={mayManage ? onAction : undefined}
          />
        )}
      </QueryResult>
      {asked?.action === "role" && <ChangeRole member={asked.member} onClose={close} />}
      {asked?.action === "remove" && <RemoveMember member={asked.member} onClose={close} />}
    </SettingsLayout>
  );
}
