import { createFileRoute, redirect, useRouter } from "@tanstack/react-router";
import { z } from "zod";
import { SignInForm } from "../../features/session/sign-in-form.tsx";
import { Logo } from "../../features/shell/logo.tsx";
import { useSession } from "../../session.ts";

/** Paths of this site alone, with the dashboard's context path: a link must not redirect a member to another site after signing in. */
const ReturnTo = z.string().regex(/^\/(?![/\\])[^\s\\]*$/);

export const Route = createFileRoute("/auth/sign-in")({
  validateSearch: z.object({ returnTo: ReturnTo.optional().catch(undefined) }),
  beforeLoad: ({ search: { returnTo } }) => {
    if (!useSession.getState().token) return;
    throw returnTo === undefined
      ? redirect({ to: "/workflows", search: {}, replace: true })
      : redirect({ href: returnTo, replace: true });
  },
  component: SignInPage,
});

function SignInPage() {
  const { returnTo } = Route.useSearch();
  const { api } = Route.useRouteContext();
  const router = useRouter();
  return (
    <main className="mx-auto flex min-h-screen max-w-sm flex-col justify-center gap-6 p-4">
      <title>Sign in · Belfry</title>
      <div className="flex items-center gap-3">
        <Logo className="size-9" />
        <h1 className="text-lg font-semibold">Sign in to Belfry</h1>
      </div>
      <SignInForm
        onSignIn={async (credentials) => {
          const { token } = await api.signIn(credentials);
          useSession.getState().signIn(token);
          void (returnTo === undefined
            ? router.navigate({ to: "/workflows", search: {} })
            : router.navigate({ href: returnTo }));
        }}
      />
    </main>
  );
}
