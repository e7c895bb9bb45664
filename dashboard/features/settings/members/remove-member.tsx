import { useState } from "react";
import type { LeavingKeys, Member } from "#contract/accounts/organizations.ts";
import { RadioGroup } from "#dashboard/components/controls/radio-group.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { memberName } from "./member-name.ts";

const CHOICES = [
  {
    id: "pass-on",
    text: "Transfer them to an admin",
    description: "Applications that use them go on working",
  },
  { id: "end", text: "End them now", description: "Applications that use them are refused from now on" },
] as const;

/** Asks before somebody loses access, and what becomes of their API keys. */
export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const { write } = useEnvironment();
  const [apiKeys, setApiKeys] = useState<LeavingKeys["apiKeys"]>("pass-on");
  const name = memberName(member);
  const isInvited = member.memberStatus === "invited";
  return (
    <Confirmation
      onClose={onClose}
      title={isInvited ? `Withdraw the invitation of ${name}?` : `Remove ${name}?`}
      action={isInvited ? "Withdraw" : "Remove member"}
      onConfirm={() => write("organizations.removeMember", member._id, { apiKeys })}
      done={isInvited ? `${name} is no longer invited` : `${name} was removed`}
    >
      {isInvited ? (
        <p>The link of the invitation stops working.</p>
      ) : (
        <>
          <p>They lose access to this organisation immediately. Their account and everything they created stay.</p>
          <RadioGroup label="API keys that they made" value={apiKeys} options={CHOICES} onChange={setApiKeys} />
        </>
      )}
    </Confirmation>
  );
}
