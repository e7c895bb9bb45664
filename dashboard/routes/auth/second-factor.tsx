import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createFileRoute, redirect, useRouter } from "@tanstack/react-router";
import { openAfterSignIn, returnToOf } from "#dashboard/app/return-to.ts";
import { useSession } from "#dashboard/app/session.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { createRead } from "#dashboard/data/read.ts";
import { EntryPage } from "#dashboard/features/session/entry-page.tsx";
import { SecondFactorSetup } from "#dashboard/features/session/second-factor-setup.tsx";

/** For a member of an organisation that demands a second factor, who has none. */
export const Route = createFileRoute("/auth/second-factor")({
  validateSearch: (search: { returnTo?: unknown }): { returnTo?: string | undefined } => ({
    returnTo: returnToOf(search.returnTo),
  }),
  beforeLoad: ({ search }) => {
    if (!useSession.getState().token) throw redirect({ to: "/auth/sign-in", search, replace: true });
  },
  component: SecondFactorPage,
});

function SecondFactorPage() {
  const { returnTo } = Route.useSearch();
  const { api } = Route.useRouteContext();
  const router = useRouter();
  const queryClient = useQueryClient();
  const read = createRead({ api, environmentId: undefined });
  const query = useQuery(read("auth.account"));
  return (
    <EntryPage
      title="Set up a second factor"
      intro="Your organisation requires one: from now on, signing in takes your password and a code."
      footer={
        <p>
          <Button onClick={() => useSession.getState().signOut()}>Sign out</Button>
        </p>
      }
    >
      <QueryResult query={query} skeleton={<SkeletonCards cards={1} className="h-28" />}>
        {({ hasPassword }) => (
          <SecondFactorSetup
            api={api}
            hasPassword={hasPassword}
            onDone={async () => {
              await queryClient.invalidateQueries();
              await openAfterSignIn(router, returnTo);
            }}
          />
        )}
      </QueryResult>
    </EntryPage>
  );
}
