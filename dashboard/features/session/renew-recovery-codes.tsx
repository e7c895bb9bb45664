import { useState } from "react";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactorProofForm } from "./second-factor-proof-form.tsx";

interface RenewRecoveryCodesProps {
  hasPassword: boolean;
  /** Called once the new codes are shown. */
  onCodes: () => void;
  /** Called once they were stored. */
  onDone: () => void;
}

/** Replaces the recovery codes by new ones, and shows these. */
export function RenewRecoveryCodes({ hasPassword, onCodes, onDone }: RenewRecoveryCodesProps) {
  const { write } = useEnvironment();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onStored={onDone} />;
  return (
    <div className="flex flex-col gap-4">
      <p>Your current codes stop working.</p>
      <SecondFactorProofForm
        hasPassword={hasPassword}
        action="Show new codes"
        variant="primary"
        onProof={async (proof) => {
          const { recoveryCodes } = await write("users.renewRecoveryCodes", proof);
          setCodes(recoveryCodes);
          onCodes();
        }}
      />
    </div>
  );
}
