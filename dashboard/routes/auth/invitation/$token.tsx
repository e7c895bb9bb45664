import { createFileRoute, useRouter } from "@tanstack/react-router";
import { BadRequestError, BelfryError } from "#client/client.ts";
import { useSession } from "#dashboard/app/session.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { errorText } from "#dashboard/errors.ts";
import { AcceptInvitation } from "#dashboard/features/session/accept-invitation.tsx";
import { EntryPage } from "#dashboard/features/session/entry-page.tsx";
import { InvalidInvitation } from "#dashboard/features/session/invalid-invitation.tsx";
import { JoinByInvitation } from "#dashboard/features/session/join-by-invitation.tsx";

export const Route = createFileRoute("/auth/invitation/$token")({
  // Not in the query cache: accepting uses the invitation up, which must not change this page while the next one opens.
  loader: async ({ context: { api }, params, abortController: { signal } }) => {
    const [invitation, account] = await Promise.all([
      api.invites.get(params.token, { signal }).catch(asResult),
      useSession.getState().token === undefined ? undefined : api.auth.getSession({ signal }).catch(asResult),
    ]);
    if (account instanceof BelfryError) return { invitation: account, email: undefined };
    return { invitation, email: account?.user.email };
  },
  pendingComponent: () => (
    <EntryPage title="Invitation">
      <SkeletonCards cards={1} className="h-40" />
    </EntryPage>
  ),
  component: InvitationPage,
});

function InvitationPage() {
  const { token } = Route.useParams();
  const { invitation, email } = Route.useLoaderData();
  const { api, githubSignIn } = Route.useRouteContext();
  const router = useRouter();

  async function enter(signedIn: string) {
    useSession.getState().signIn(signedIn);
    await router.navigate({ to: "/", replace: true });
  }

  if (invitation instanceof BadRequestError) {
    return <InvalidInvitation error={invitation} isSignedIn={email !== undefined} />;
  }
  if (invitation instanceof BelfryError) return <InvitationNotLoaded error={invitation} />;
  if (email === undefined) {
    return (
      <JoinByInvitation
        invitation={invitation}
        invitationToken={token}
        githubSignIn={githubSignIn}
        onSignUp={async (person) => {
          const registered = await api.auth.register({ ...person, origin: "web", invitationToken: token });
          await enter(registered.token);
        }}
      />
    );
  }
  return (
    <AcceptInvitation
      invitation={invitation}
      email={email}
      onAccept={async () => enter(await api.invites.accept(token))}
      onOpen={async () => enter(await api.auth.switchOrganization(invitation.organization._id))}
      onSignOut={() => useSession.getState().signOut()}
    />
  );
}

/** Returns the error of a call, which this page shows; anything else is thrown. */
function asResult(error: unknown): BelfryError {
  if (error instanceof BelfryError) return error;
  throw error;
}

function InvitationNotLoaded({ error }: { error: Error }) {
  const router = useRouter();
  return (
    <EntryPage title="The invitation was not loaded" tabTitle="Invitation">
      <p role="alert" className="wrap-anywhere">
        {errorText(error)}
      </p>
      <Button variant="primary" className="min-h-9 self-start" onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </EntryPage>
  );
}
