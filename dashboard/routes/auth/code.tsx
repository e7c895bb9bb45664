import { createFileRoute, Link, redirect, useRouter } from "@tanstack/react-router";
import { openAfterSignIn, returnToOf } from "#dashboard/app/return-to.ts";
import { useSession } from "#dashboard/app/session.ts";
import { CodeForm } from "#dashboard/features/session/code-form.tsx";
import { EntryPage, TEXT_LINK } from "#dashboard/features/session/entry-page.tsx";

/** The second half of a sign-in, whose first half is behind the #. */
export const Route = createFileRoute("/auth/code")({
  validateSearch: (search: { returnTo?: unknown }): { returnTo?: string | undefined } => ({
    returnTo: returnToOf(search.returnTo),
  }),
  beforeLoad: ({ search, location }) => {
    if (location.hash === "") throw redirect({ to: "/auth/sign-in", search, replace: true });
    return { challenge: location.hash };
  },
  component: CodePage,
});

function CodePage() {
  const { returnTo } = Route.useSearch();
  const { api, challenge } = Route.useRouteContext();
  const router = useRouter();
  return (
    <EntryPage
      title="Enter your code"
      intro="Your account has a second factor."
      footer={
        <p>
          <Link to="/auth/sign-in" search={{ returnTo }} className={TEXT_LINK}>
            Begin again
          </Link>
        </p>
      }
    >
      <CodeForm
        hint="The 6 digits that your authenticator application shows, or a recovery code"
        action="Sign in"
        onCode={async (code) => {
          const { token } = await api.auth.answerChallenge({ challenge, code });
          useSession.getState().signIn(token);
          await openAfterSignIn(router, returnTo);
        }}
      />
    </EntryPage>
  );
}
