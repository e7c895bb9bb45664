import { Suspense, useState } from "react";
import type { Belfry } from "#client/client.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { CodeForm } from "./code-form.tsx";
import { CurrentPasswordForm } from "./current-password-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

const QrCode = lazyNamed(() => import("./qr-code.tsx"), "QrCode");

interface SecondFactorSetupProps {
  api: Belfry;
  /** Whether the account has a password, which is asked for first. */
  hasPassword: boolean;
  /** Called once the second factor is on, and the recovery codes are shown. */
  onCodes?: () => void;
  /** Called once the recovery codes were stored. */
  onDone: () => void;
}

type Step =
  | { at: "begin" }
  | { at: "scan"; secret: string; uri: string }
  | { at: "store"; recoveryCodes: readonly string[] };

/** Sets up a second factor: the password, the secret with a first code, and the recovery codes. */
export function SecondFactorSetup({ api, hasPassword, onCodes, onDone }: SecondFactorSetupProps) {
  const [step, setStep] = useState<Step>({ at: "begin" });
  if (step.at === "begin") {
    return (
      <CurrentPasswordForm
        hasPassword={hasPassword}
        action="Go on"
        onPassword={async (currentPassword) => {
          const begun = await api.users.beginSecondFactor({ ...(currentPassword && { currentPassword }) });
          setStep({ at: "scan", ...begun });
        }}
      />
    );
  }
  if (step.at === "scan") {
    return (
      <div className="flex flex-col gap-4">
        <p>Scan the picture with an authenticator application, or type the text into it.</p>
        <Suspense fallback={<Skeleton className="size-44" />}>
          <QrCode text={step.uri} label="QR code for an authenticator application" />
        </Suspense>
        <CopyableId value={step.secret} what="secret" />
        <CodeForm
          hint="The 6 digits that the application shows"
          action="Switch it on"
          onCode={async (code) => {
            const { recoveryCodes } = await api.users.confirmSecondFactor({ code });
            setStep({ at: "store", recoveryCodes });
            onCodes?.();
          }}
        />
      </div>
    );
  }
  return <RecoveryCodes codes={step.recoveryCodes} onStored={onDone} />;
}
