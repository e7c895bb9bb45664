import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the page's first load.
const NameForm = lazyNamed(() => import("#dashboard/features/settings/profile/name-form.tsx"), "NameForm");
const ChangeEmailForm = lazyNamed(() => import("#dashboard/features/session/change-email-form.tsx"), "ChangeEmailForm");

export const Route = createFileRoute("/_app/settings/profile")({ component: ProfilePage });

function ProfilePage() {
  const { membership } = Route.useRouteContext();
  const { account } = useRead("membership").data ?? membership;
  const { write } = useEnvironment();
  const [open, setOpen] = useState<"change" | "cancel">();
  const close = () => setOpen(undefined);
  const { email, pendingEmail, hasPassword } = account;
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
            <p className="wrap-anywhere">You sign in with {email}.</p>
            <p role="status" className="wrap-anywhere">
              {pendingEmail &&
                `A link was sent to ${pendingEmail}. It is valid for 24 hours. Your address changes when you open it.`}
            </p>
          </>
        }
        action={
          <div className="flex flex-wrap gap-2">
            {pendingEmail && <Button onClick={() => setOpen("cancel")}>Cancel change</Button>}
            <Button onClick={() => setOpen("change")}>Change email</Button>
          </div>
        }
      />
      {pendingEmail && (
        <Confirmation
          open={open === "cancel"}
          onClose={close}
          title="Cancel the change of your email?"
          action="Keep my address"
          tone="primary"
          onConfirm={() => write("users.cancelEmail")}
          done="Your address stays as it is"
        >
          <p>The link that was sent to {pendingEmail} does nothing any more then.</p>
        </Confirmation>
      )}
      <Dialog
        open={open === "change"}
        onOpenChange={close}
        title="Change your email"
        description="A link is sent to the new address. The one that you have stays until you open it."
      >
        <Suspense fallback={<Skeleton className="h-28 w-full" />}>
          <ChangeEmailForm hasPassword={hasPassword} onSent={close} />
        </Suspense>
      </Dialog>
    </SettingsLayout>
  );
}
