import { useQuery } from "@tanstack/react-query";
import { createFileRoute, redirect, useRouter } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { organizationOf, useSession } from "#dashboard/app/session.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { createRead } from "#dashboard/data/read.ts";
import { errorText } from "#dashboard/errors.ts";
import { EntryPage } from "#dashboard/features/session/entry-page.tsx";
import { OrganizationForm } from "#dashboard/features/session/organization-form.tsx";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";

/** For somebody who is signed in and belongs to no organisation, or has not opened the one that they joined meanwhile. */
export const Route = createFileRoute("/auth/organisation")({
  beforeLoad: ({ location }) => {
    const { token } = useSession.getState();
    if (!token) throw redirect({ to: "/auth/sign-in", search: { returnTo: location.publicHref } });
    if (organizationOf(token)) throw redirect({ to: "/", replace: true });
  },
  component: FirstOrganizationPage,
});

function FirstOrganizationPage() {
  const { api } = Route.useRouteContext();
  const router = useRouter();
  const read = createRead({ api, environmentId: undefined });
  const account = useQuery(read("auth.account"));
  const organizations = useQuery(read("organizations.list"));
  const joined = organizations.data ?? [];

  async function open(organizationId: string) {
    useSession.getState().signIn(await api.auth.switchOrganization(organizationId));
    await router.navigate({ to: "/", replace: true });
  }
  const opening = useOneMutation({ mutationFn: open });

  if (organizations.isPending && !hasFailed(organizations)) {
    return (
      <EntryPage title="Your organisation">
        <SkeletonCards cards={1} className="h-40" />
      </EntryPage>
    );
  }

  return (
    <EntryPage
      title={joined.length > 0 ? "Open an organisation" : "Create your organisation"}
      intro="Workflows, subscribers and everything else belong to an organisation, with an environment for development and one for production."
      footer={
        <>
          <p>
            Somebody has an organisation already? Ask them to invite you, and open the link of the mail
            {account.data && (
              <>
                {" "}
                to <strong className="text-text wrap-anywhere">{account.data.email}</strong>
              </>
            )}
            .
          </p>
          <Button variant="quiet" className="-ml-3 self-start" onClick={() => useSession.getState().signOut()}>
            Sign out
          </Button>
        </>
      }
    >
      {joined.map(({ _id, name }) => (
        <Button
          key={_id}
          className="min-h-10 min-w-0 justify-start"
          pending={opening.isPending}
          onClick={() => opening.mutate(_id)}
        >
          <Building2 className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <span className="truncate">{`Open ${name}`}</span>
        </Button>
      ))}
      {opening.error && <Alert>{errorText(opening.error)}</Alert>}
      <LoadFailed what="The organisations that you belong to" query={organizations} />
      <OrganizationForm
        onCreate={async (organization) => {
          const { _id } = await api.organizations.create(organization);
          await open(_id);
        }}
      />
    </EntryPage>
  );
}
