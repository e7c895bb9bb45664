import { BelfryError } from "#client/client.ts";
import type { Invitation } from "#contract/accounts/organizations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { EntryPage } from "./entry-page.tsx";
import { invitationText } from "./invitation-text.ts";

interface AcceptInvitationProps {
  invitation: Invitation;
  /** Of the person who is signed in. */
  email: string;
  onAccept: () => Promise<unknown>;
  /** Opens the organisation of somebody who belongs to it already. */
  onOpen: () => Promise<unknown>;
  onSignOut: () => void;
}

/** An invitation for somebody who is signed in, who is told when it went to another address. */
export function AcceptInvitation({ invitation, email, onAccept, onOpen, onSignOut }: AcceptInvitationProps) {
  const accept = useOneMutation({ mutationFn: onAccept });
  const open = useOneMutation({ mutationFn: onOpen });
  const { organization } = invitation;
  const isMember = accept.error instanceof BelfryError && accept.error.status === 409;
  const error = open.error ?? accept.error;
  const isPending = accept.isPending || open.isPending;
  return (
    <EntryPage title={`Join ${organization.name}`} intro={invitationText(invitation)}>
      {invitation.email === email ? (
        <p>
          You are signed in as <strong className="wrap-anywhere">{email}</strong>.
        </p>
      ) : (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-warning wrap-anywhere">
          The invitation went to <strong>{invitation.email}</strong>, and you are signed in as <strong>{email}</strong>.
          If you accept, the account with {email} joins.
        </p>
      )}
      {error && <Alert>{errorText(error)}</Alert>}
      {isMember ? (
        <Button variant="primary" className="min-h-9" disabled={isPending} onClick={() => open.mutate()}>
          <span className="truncate">{`Open ${organization.name}`}</span>
        </Button>
      ) : (
        <Button variant="primary" className="min-h-9 min-w-0" disabled={isPending} onClick={() => accept.mutate()}>
          <span className="truncate">{accept.isPending ? "Joining" : `Accept as ${email}`}</span>
        </Button>
      )}
      <Button className="min-h-9" onClick={onSignOut}>
        Use another account
      </Button>
    </EntryPage>
  );
}
