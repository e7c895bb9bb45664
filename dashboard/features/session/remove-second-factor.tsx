import { useEnvironment } from "#dashboard/use-environment.ts";
import { SecondFactorProofForm } from "./second-factor-proof-form.tsx";

interface RemoveSecondFactorProps {
  hasPassword: boolean;
  onRemoved: () => void;
}

/** Switches the second factor off, by the password and a code. */
export function RemoveSecondFactor({ hasPassword, onRemoved }: RemoveSecondFactorProps) {
  const { write } = useEnvironment();
  return (
    <SecondFactorProofForm
      hasPassword={hasPassword}
      action="Switch it off"
      variant="danger"
      onProof={async (proof) => {
        await write("users.removeSecondFactor", proof);
        onRemoved();
      }}
    />
  );
}
