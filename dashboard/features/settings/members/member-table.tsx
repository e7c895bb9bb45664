import { Mail, UserMinus, UserPen } from "lucide-react";
import { useMemo } from "react";
import type { Member } from "#contract/accounts/organizations.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { actionsColumn } from "../row-actions.tsx";
import { memberName } from "./member-name.ts";

export type MemberAction = "role" | "resend" | "remove";

interface MemberTableProps {
  members: readonly Member[];
  /** The person who is signed in. */
  userId: string;
  roleName: (identifier: string) => string;
  /** Absent for members who may change nobody. */
  onAction?: ((action: MemberAction, member: Member) => void) | undefined;
}

const ICON = "size-4 shrink-0 text-muted";

/** The people of the organisation, and those who are invited. */
export function MemberTable({ members, userId, roleName, onAction }: MemberTableProps) {
  const columns = useMemo(
    (): Column<Member>[] => [
      {
        id: "name",
        name: "Name",
        className: "sm:w-2/5",
        cell: (member) => <MemberName member={member} isSelf={member._userId === userId} />,
      },
      { id: "role", name: "Role", cell: ({ roles }) => roles.map(roleName).join(", ") },
      { id: "since", name: "Since", className: "text-muted", cell: Since },
      ...(onAction
        ? [
            actionsColumn<Member>(memberName, (member) => (
              <>
                <MenuItem onAction={() => onAction("role", member)}>
                  <UserPen className={ICON} aria-hidden="true" /> Change role
                </MenuItem>
                {member.memberStatus === "invited" && (
                  <MenuItem onAction={() => onAction("resend", member)}>
                    <Mail className={ICON} aria-hidden="true" /> Send the invitation again
                  </MenuItem>
                )}
                {member._userId !== userId && (
                  <>
                    <MenuSeparator />
                    <MenuItem onAction={() => onAction("remove", member)}>
                      <UserMinus className={ICON} aria-hidden="true" />{" "}
                      {member.memberStatus === "invited" ? "Withdraw the invitation" : "Remove"}
                    </MenuItem>
                  </>
                )}
              </>
            )),
          ]
        : []),
    ],
    [userId, roleName, onAction],
  );
  return <Table label="Members" columns={columns} rows={members} rowId={({ _id }) => _id} />;
}

function MemberName({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const email = member.user?.email;
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span dir="auto" translate="no" className="min-w-0 font-medium wrap-anywhere">
          {memberName(member)}
        </span>
        {isSelf && <Badge>You</Badge>}
        {member.memberStatus === "invited" && <Badge>Invited</Badge>}
      </span>
      {email && <span className="text-xs text-muted wrap-anywhere">{email}</span>}
    </div>
  );
}

function Since({ createdAt, invite, memberStatus }: Member) {
  if (memberStatus !== "invited" || !invite) return <RelativeTime moment={createdAt} />;
  return (
    <span>
      Invited <RelativeTime moment={invite.invitationDate} />
    </span>
  );
}
