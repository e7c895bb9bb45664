import { createFileRoute, useRouter } from "@tanstack/react-router";
import { BadRequestError } from "#client/client.ts";
import { SkeletonCards } from "../../../components/skeleton.tsx";
import { AcceptInvitation } from "../../../features/session/accept-invitation.tsx";
import { EntryPage } from "../../../features/session/entry-page.tsx";
import { InvalidInvitation } from "../../../features/session/invalid-invitation.tsx";
import { JoinByInvitation } from "../../../features/session/join-by-invitation.tsx";
import { useSession } from "../../../session.ts";

export const Route = createFileRoute("/auth/invitation/$token")({
  // Not in the query cache: accepting uses the invitation up, which must not change this page while the next one opens.
  loader: async ({ context: { api }, params, abortController: { signal } }) => {
    const [invitation, account] = await Promise.all([
      api.invites.get(params.token, { signal }).catch((error: unknown) => {
        if (error instanceof BadRequestError) return error;
        throw error;
      }),
      useSession.getState().token === undefined ? undefined : api.auth.getSession({ signal }),
    ]);
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
    await router.navigate({ to: "/" });
  }

  if (invitation instanceof BadRequestError) {
    return <InvalidInvitation error={invitation} isSignedIn={email !== undefined} />;
  }
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
