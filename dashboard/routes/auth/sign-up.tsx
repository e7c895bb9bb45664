import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { openAfterSignIn, redirectAfterSignIn, returnToOf } from "#dashboard/app/return-to.ts";
import { useSession } from "#dashboard/app/session.ts";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EntryPage, TEXT_LINK } from "#dashboard/features/session/entry-page.tsx";
import { GithubLink } from "#dashboard/features/session/github-link.tsx";
import { SignUpForm } from "#dashboard/features/session/sign-up-form.tsx";

export const Route = createFileRoute("/auth/sign-up")({
  validateSearch: (search: { returnTo?: unknown }): { returnTo?: string | undefined } => ({
    returnTo: returnToOf(search.returnTo),
  }),
  beforeLoad: ({ search }) => {
    if (useSession.getState().token) throw redirectAfterSignIn(search.returnTo);
  },
  component: SignUpPage,
});

function SignUpPage() {
  const { returnTo } = Route.useSearch();
  const { api, githubSignIn, registration } = Route.useRouteContext();
  const router = useRouter();
  if (registration === "invited") {
    return (
      <EntryPage
        title="An account needs an invitation"
        intro="Ask an admin of your organisation to invite you. The mail has a link that creates your account."
      >
        <Link to="/auth/sign-in" search={{ returnTo }} className={buttonClass("primary", "min-h-9 self-start")}>
          Sign in
        </Link>
      </EntryPage>
    );
  }
  return (
    <EntryPage
      title="Create an account"
      footer={
        <p>
          You have one already?{" "}
          <Link to="/auth/sign-in" search={{ returnTo }} className={TEXT_LINK}>
            Sign in
          </Link>
        </p>
      }
    >
      <SignUpForm
        submitText="Create the account"
        onSignUp={async (person) => {
          const { token } = await api.auth.register({ ...person, origin: "web" });
          useSession.getState().signIn(token);
          await openAfterSignIn(router, returnTo);
        }}
      />
      <GithubLink href={githubSignIn} returnTo={returnTo} />
    </EntryPage>
  );
}
