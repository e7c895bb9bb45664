import { createFileRoute, Link, redirect, useRouter } from "@tanstack/react-router";
import { openSession } from "#dashboard/app/open-session.ts";
import { redirectAfterSignIn, returnToOf } from "#dashboard/app/return-to.ts";
import { useSession } from "#dashboard/app/session.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { EntryPage, TEXT_LINK } from "#dashboard/features/session/entry-page.tsx";
import { endGithubFlow, type SignInReason, signInReasonOf } from "#dashboard/features/session/github-flow.ts";
import { GithubLink } from "#dashboard/features/session/github-link.tsx";
import { SignInForm } from "#dashboard/features/session/sign-in-form.tsx";
import { SIGN_IN_REASONS } from "#dashboard/features/session/sign-in-reasons.ts";

export const Route = createFileRoute("/auth/sign-in")({
  validateSearch: (search: {
    returnTo?: unknown;
    reason?: unknown;
  }): {
    returnTo?: string | undefined;
    /** Why somebody has to sign in, or why they could not. */
    reason?: SignInReason | undefined;
  } => ({ returnTo: returnToOf(search.returnTo), reason: signInReasonOf(search.reason) }),
  beforeLoad: ({ search, location }) => {
    const github = endGithubFlow(location.hash);
    if (github && "error" in github) {
      // Without the fragment, so that loading the page again does not end a later sign-in.
      throw redirect({ to: "/auth/sign-in", search: { reason: github.error }, replace: true });
    }
    if (github && "challenge" in github) {
      throw redirect({
        to: "/auth/code",
        search: { returnTo: github.returnTo },
        hash: github.challenge,
        replace: true,
      });
    }
    if (github) useSession.getState().signIn(github.token);
    if (!useSession.getState().token) return;
    const returnTo = returnToOf(github ? github.returnTo : search.returnTo);
    throw redirectAfterSignIn(returnTo);
  },
  component: SignInPage,
});

function SignInPage() {
  const { returnTo, reason } = Route.useSearch();
  const { api, githubSignIn, registration } = Route.useRouteContext();
  const router = useRouter();
  return (
    <EntryPage
      title="Sign in to Belfry"
      tabTitle="Sign in"
      footer={
        registration === "open" ? (
          <p>
            New here?{" "}
            <Link to="/auth/sign-up" search={{ returnTo }} className={TEXT_LINK}>
              Create an account
            </Link>
          </p>
        ) : (
          <p>New accounts need an invitation here: ask an admin of your organisation for one.</p>
        )
      }
    >
      {reason !== undefined && (
        <p
          role="alert"
          className={classNames(
            "rounded-md px-3 py-2 wrap-anywhere",
            reason === "session_ended" ? "bg-info-soft text-info" : "bg-danger-soft text-danger",
          )}
        >
          {SIGN_IN_REASONS[reason]}
        </p>
      )}
      <SignInForm
        onSignIn={async (credentials) => {
          await openSession(router, await api.auth.signIn(credentials), returnTo);
        }}
        forgotten={
          <Link to="/auth/reset" className={TEXT_LINK}>
            Forgot the password?
          </Link>
        }
      />
      <GithubLink href={githubSignIn} returnTo={returnTo} />
    </EntryPage>
  );
}
