import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { showToast } from "../../../components/toast.tsx";
import { DemandSection } from "../../../features/settings/security/demand-section.tsx";
import { Section } from "../../../features/settings/security/section.tsx";
import { SessionsSection } from "../../../features/settings/security/sessions-section.tsx";
import { SettingsLayout } from "../../../features/settings/settings-layout.tsx";
import { membershipQuery, queryKeys } from "../../../queries.ts";
import { useEnvironment } from "../../../use-environment.ts";

// The contract's schemas are not part of the page's first load.
const SecondFactorSetup = lazy(() =>
  import("../../../features/session/second-factor-setup.tsx").then((module) => ({ default: module.SecondFactorSetup })),
);
const RemoveForm = lazy(() =>
  import("../../../features/settings/security/remove-form.tsx").then((module) => ({ default: module.RemoveForm })),
);

export const Route = createFileRoute("/_app/settings/security")({ component: SecurityPage });

function SecurityPage() {
  const { api, membership } = Route.useRouteContext();
  const { may } = useEnvironment();
  const queryClient = useQueryClient();
  const { account, organization } = useQuery(membershipQuery(api)).data ?? membership;
  const [open, setOpen] = useState(false);
  const { hasPassword, hasSecondFactor } = account;
  const [isRemoving, setRemoving] = useState(false);
  function done(text: string) {
    setOpen(false);
    showToast({ tone: "success", text });
    void queryClient.invalidateQueries({ queryKey: queryKeys.membership });
    void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
  }
  return (
    <SettingsLayout path="/settings/security">
      <Section
        title="Second factor"
        text={
          hasSecondFactor
            ? "On. A sign-in asks for a code of your authenticator application beside the password."
            : "Off. With it, nobody signs in as you by your password alone."
        }
        action={
          <Button
            variant={hasSecondFactor ? "secondary" : "primary"}
            onClick={() => {
              setRemoving(hasSecondFactor);
              setOpen(true);
            }}
          >
            {hasSecondFactor ? "Switch it off" : "Set it up"}
          </Button>
        }
      />
      <SessionsSection />
      {may("organization.manage") && <DemandSection organization={organization} hasSecondFactor={hasSecondFactor} />}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={isRemoving ? "Switch the second factor off" : "Set up a second factor"}
      >
        <Suspense fallback={<Skeleton className="h-28 w-full" />}>
          {isRemoving ? (
            <RemoveForm hasPassword={hasPassword} onRemoved={() => done("The second factor is off")} />
          ) : (
            <SecondFactorSetup api={api} hasPassword={hasPassword} onDone={() => done("The second factor is on")} />
          )}
        </Suspense>
      </Dialog>
    </SettingsLayout>
  );
}
