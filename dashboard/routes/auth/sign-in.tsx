import { createFileRoute, redirect, useRouter } from "@tanstack/react-router";
import { buttonClass } from "../../components/button.tsx";
import {
  beginGithubFlow,
  endGithubFlow,
  GITHUB_ERROR_CODES,
  GITHUB_ERRORS,
} from "../../features/session/github-flow.ts";
import { SignInForm } from "../../features/session/sign-in-form.tsx";
import { Logo } from "../../features/shell/logo.tsx";
import { choiceParam, patternParam, searchSchema } from "../../search-schemas.ts";
import { useSession } from "../../session.ts";

/** Paths of this site alone, with the dashboard's context path: a link must not redirect a member to another site after signing in. */
const returnToParam = patternParam(/^\/(?![/\\])[^\s\\]*$/);

export const Route = createFileRoute("/auth/sign-in")({
  validateSearch: searchSchema({
    returnTo: returnToParam,
    /** Why a sign-in through GitHub has failed. */
    reason: choiceParam(GITHUB_ERROR_CODES),
  }),
  beforeLoad: ({ search, location }) => {
    const github = endGithubFlow(location.hash);
    if (github && "error" in github) {
      // Without the fragment, so that loading the page again does not end a later sign-in.
      throw redirect({ to: "/auth/sign-in", search: { reason: github.error }, replace: true });
    }
    if (github) useSession.getState().signIn(github.token);
    if (!useSession.getState().token) return;
    const returnTo = returnToParam(github ? github.returnTo : search.returnTo);
    throw returnTo === undefined
      ? redirect({ to: "/workflows", search: {}, replace: true })
      : redirect({ href: returnTo, replace: true });
  },
  component: SignInPage,
});

function SignInPage() {
  const { returnTo, reason } = Route.useSearch();
  const { api, githubSignIn } = Route.useRouteContext();
  const router = useRouter();
  return (
    <main className="mx-auto flex min-h-screen max-w-sm flex-col justify-center gap-6 p-4">
      <title>Sign in · Belfry</title>
      <div className="flex items-center gap-3">
        <Logo className="size-9" />
        <h1 className="text-lg font-semibold">Sign in to Belfry</h1>
      </div>
      {reason !== undefined && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger wrap-anywhere">
          {GITHUB_ERRORS[reason]}
        </p>
      )}
      <SignInForm
        onSignIn={async (credentials) => {
          const { token } = await api.auth.signIn(credentials);
          useSession.getState().signIn(token);
          void (returnTo === undefined
            ? router.navigate({ to: "/workflows", search: {} })
            : router.navigate({ href: returnTo }));
        }}
      />
      {githubSignIn !== null && (
        <a href={githubSignIn} className={buttonClass()} onClick={() => beginGithubFlow(returnTo)}>
          Continue with GitHub
        </a>
      )}
    </main>
  );
}
