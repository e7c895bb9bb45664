import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { DemandSection } from "#dashboard/features/settings/security/demand-section.tsx";
import { SecondFactorSection } from "#dashboard/features/settings/security/second-factor-section.tsx";
import { SessionsSection } from "#dashboard/features/settings/security/sessions-section.tsx";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the page's first load.
const SecondFactorSetup = lazyNamed(
  () => import("#dashboard/features/session/second-factor-setup.tsx"),
  "SecondFactorSetup",
);
const RenewRecoveryCodes = lazyNamed(
  () => import("#dashboard/features/session/renew-recovery-codes.tsx"),
  "RenewRecoveryCodes",
);
const RemoveSecondFactor = lazyNamed(
  () => import("#dashboard/features/session/remove-second-factor.tsx"),
  "RemoveSecondFactor",
);
const ChangePasswordForm = lazyNamed(
  () => import("#dashboard/features/session/change-password-form.tsx"),
  "ChangePasswordForm",
);

export const Route = createFileRoute("/_app/settings/security")({ component: SecurityPage });

const TITLES = {
  setup: "Set up a second factor",
  renew: "New recovery codes",
  remove: "Switch the second factor off",
  password: "Change your password",
} as const;

function SecurityPage() {
  const { api, membership } = Route.useRouteContext();
  const { may, outdate } = useEnvironment();
  const { account, organization } = useRead("membership").data ?? membership;
  const { hasPassword, hasSecondFactor } = account;
  const [open, setOpen] = useState<keyof typeof TITLES>();
  // Recovery codes are shown once: nothing but the button that says that they are stored closes them.
  const [showsCodes, setShowsCodes] = useState(false);
  function done(text: string) {
    setOpen(undefined);
    setShowsCodes(false);
    showToast({ tone: "success", text });
    void outdate(["membership", "auth.listSessions"]);
  }
  return (
    <SettingsLayout path="/settings/security">
      {hasPassword && (
        <Section
          title="Your password"
          text="Changing it ends your other sessions."
          action={<Button onClick={() => setOpen("password")}>Change password</Button>}
        />
      )}
      <SecondFactorSection account={account} onOpen={setOpen} />
      <SessionsSection />
      {may("organization.manage") && <DemandSection organization={organization} hasSecondFactor={hasSecondFactor} />}
      <Dialog
        open={open !== undefined}
        onOpenChange={() => setOpen(undefined)}
        dismissable={!showsCodes}
        title={open ? TITLES[open] : ""}
      >
        <Suspense fallback={<Skeleton className="h-28 w-full" />}>
          {open === "setup" && (
            <SecondFactorSetup
              api={api}
              hasPassword={hasPassword}
              onCodes={() => setShowsCodes(true)}
              onDone={() => done("The second factor is on")}
            />
          )}
          {open === "renew" && (
            <RenewRecoveryCodes
              hasPassword={hasPassword}
              onCodes={() => setShowsCodes(true)}
              onDone={() => done("The new recovery codes count")}
            />
          )}
          {open === "remove" && (
            <RemoveSecondFactor hasPassword={hasPassword} onRemoved={() => done("The second factor is off")} />
          )}
          {open === "password" && <ChangePasswordForm onChanged={() => done("The password was changed")} />}
        </Suspense>
      </Dialog>
    </SettingsLayout>
  );
}
