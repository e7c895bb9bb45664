import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface ApprovalRuleProps {
  targetEnvironmentId: string;
  requiresApproval: boolean;
}

/** Says whether another member has to approve what is published to an environment; admins change that. */
export function ApprovalRule({ targetEnvironmentId, requiresApproval }: ApprovalRuleProps) {
  const { nameOf, may, write } = useEnvironment();
  const [isOpen, setOpen] = useState(false);
  const name = nameOf(targetEnvironmentId) ?? "This environment";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-raised px-3 py-2">
      <ShieldCheck className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <p className="min-w-0 wrap-anywhere">
        {requiresApproval
          ? `Publishing to ${name} needs the approval of another member.`
          : `Every member who may publish can publish to ${name} without approval.`}
      </p>
      {may("environment.manage") && (
        <Button className="ms-auto" onClick={() => setOpen(true)}>
          {requiresApproval ? "Stop requiring approval …" : "Require approval …"}
        </Button>
      )}
      {isOpen && (
        <Confirmation
          onClose={() => setOpen(false)}
          tone="primary"
          title={requiresApproval ? `Publish to ${name} without approval?` : `Require approval for ${name}?`}
          action={requiresApproval ? "Stop requiring approval" : "Require approval"}
          onConfirm={() =>
            write("environments.updateOne", targetEnvironmentId, { requiresApproval: !requiresApproval })
          }
          done={requiresApproval ? "Publishing needs no approval any more" : "Publishing needs approval now"}
        >
          <p>
            {requiresApproval
              ? "Publications that wait for approval still wait. New ones are published at once."
              : "Members request a publication here, and another member who may publish approves or declines it. API keys can request, but not approve."}
          </p>
        </Confirmation>
      )}
    </div>
  );
}
