import { useState } from "react";
import type { Member } from "#contract/accounts/organizations.ts";
import { Select } from "#dashboard/components/controls/select.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useRoles } from "../use-roles.ts";
import { memberName } from "./member-name.ts";

/** Gives a member another role. */
export function ChangeRole({ member, onClose }: { member: Member; onClose: () => void }) {
  const { write } = useEnvironment();
  const { options, nameOf } = useRoles();
  const [role, setRole] = useState(member.roles[0] ?? "member");
  const name = memberName(member);
  return (
    <Confirmation
      onClose={onClose}
      title={`Change the role of ${name}`}
      action="Change role"
      tone="primary"
      onConfirm={() => write("organizations.updateMemberRole", member._id, { role })}
      done={`${name} has the role ${nameOf(role)}`}
    >
      <Select
        label="Role"
        hint="Takes effect with their next action"
        value={role}
        options={options}
        onChange={setRole}
      />
    </Confirmation>
  );
}
