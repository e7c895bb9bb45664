import type { Account } from "#contract/accounts/auth.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Section } from "#dashboard/components/section.tsx";

interface SecondFactorSectionProps {
  account: Account;
  onOpen: (dialog: "setup" | "renew" | "remove") => void;
}

/** Whether sign-ins ask for a second factor, and the recovery codes that are left. */
export function SecondFactorSection({ account, onOpen }: SecondFactorSectionProps) {
  const { hasSecondFactor, recoveryCodesLeft = 0 } = account;
  return (
    <Section
      title="Second factor"
      text={
        hasSecondFactor
          ? "On. Signing in requires your password and a code from your authenticator app."
          : "Off. Turn it on so that your password alone is not enough to sign in."
      }
      action={
        <Button
          variant={hasSecondFactor ? "secondary" : "primary"}
          onClick={() => onOpen(hasSecondFactor ? "remove" : "setup")}
        >
          {hasSecondFactor ? "Switch it off" : "Set it up"}
        </Button>
      }
    >
      {hasSecondFactor && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t pt-3">
          <p>
            {recoveryCodesLeft === 0
              ? "You have no recovery code left. Without one and without the application you cannot sign in."
              : `${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? "code is" : "codes are"} left.`}
          </p>
          <Button onClick={() => onOpen("renew")}>Get new recovery codes</Button>
        </div>
      )}
    </Section>
  );
}
