import { useMutation } from "@tanstack/react-query";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { SecondFactorProofForm } from "./second-factor-proof-form.tsx";

interface RemoveSecondFactorProps {
  hasPassword: boolean;
  onRemoved: () => void;
}

/** Switches the second factor off, by the password and a code. */
export function RemoveSecondFactor({ hasPassword, onRemoved }: RemoveSecondFactorProps) {
  const { mutations } = useEnvironment();
  const remove = useMutation(mutations.removeSecondFactor());
  return (
    <SecondFactorProofForm
      hasPassword={hasPassword}
      action="Switch it off"
      variant="danger"
      onProof={async (proof) => {
        await remove.mutateAsync(proof);
        onRemoved();
      }}
    />
  );
}
