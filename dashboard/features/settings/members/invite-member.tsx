import { Suspense, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useRoles } from "../use-roles.ts";

const InviteForm = lazyNamed(() => import("#dashboard/forms/invite-form.tsx"), "InviteForm");

/** The name under which an invitation is kept that was not sent. */
const NEW_MEMBER = "new-member";

/** A button that opens the form of an invitation. */
export function InviteMember() {
  const [open, setOpen] = useState(() => isKept(NEW_MEMBER));
  const { write } = useEnvironment();
  const { options } = useRoles();
  return (
    <>
      <Button variant="primary" data-primary-create onClick={() => setOpen(true)}>
        Invite member
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Invite a member"
        description="They get an email with a link that is valid for a few days and can be used once."
      >
        <Suspense fallback={<Skeleton className="h-44 w-full" />}>
          <InviteForm
            keptName={NEW_MEMBER}
            roles={options}
            onInvite={async (invitation) => {
              await write("invites.create", invitation);
              setOpen(false);
            }}
          />
        </Suspense>
      </Dialog>
    </>
  );
}
