import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Section } from "../../../features/settings/section.tsx";
import { SettingsLayout } from "../../../features/settings/settings-layout.tsx";
import { membershipQuery } from "../../../queries.ts";

// The contract's schemas are not part of the page's first load.
const NameForm = lazy(() =>
  import("../../../features/settings/profile/name-form.tsx").then((module) => ({ default: module.NameForm })),
);
const ChangeEmailForm = lazy(() =>
  import("../../../features/session/change-email-form.tsx").then((module) => ({ default: module.ChangeEmailForm })),
);

export const Route = createFileRoute("/_app/settings/profile")({ component: ProfilePage });

function ProfilePage() {
  const { api, membership } = Route.useRouteContext();
  const { account } = useQuery(membershipQuery(api)).data ?? membership;
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  return (
    <SettingsLayout path="/settings/profile">
      <Section title="Name" text="As other members see it.">
        <Suspense fallback={<Skeleton className="h-44 w-full max-w-lg sm:h-26" />}>
          <NameForm account={account} />
        </Suspense>
      </Section>
      <Section
        title="Email"
        text={
          <>
            <p className="wrap-anywhere">You sign in with {account.email}.</p>
            {sentTo && (
              <p role="status" className="wrap-anywhere">
                A link was sent to {sentTo}. It is valid for 24 hours. Your address changes when you open it.
              </p>
            )}
          </>
        }
        action={<Button onClick={() => setOpen(true)}>Change email</Button>}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Change your email"
        description="A link is sent to the new address. The one that you have stays until you open it."
      >
        <Suspense fallback={<Skeleton className="h-28 w-full" />}>
          <ChangeEmailForm
            hasPassword={account.hasPassword}
            onSent={(address) => {
              setSentTo(address);
              setOpen(false);
            }}
          />
        </Suspense>
      </Dialog>
    </SettingsLayout>
  );
}
