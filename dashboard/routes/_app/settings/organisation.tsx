import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the page's first load.
const OrganizationForm = lazyNamed(
  () => import("#dashboard/features/settings/organization/organization-form.tsx"),
  "OrganizationForm",
);

export const Route = createFileRoute("/_app/settings/organisation")({ component: OrganizationPage });

function OrganizationPage() {
  const { membership } = Route.useRouteContext();
  const { organization } = useRead("membership").data ?? membership;
  const { may } = useEnvironment();
  return (
    <SettingsLayout path="/settings/organisation">
      <Section
        title="Organisation"
        text={
          <p className="flex flex-wrap items-center gap-x-2">
            <span>Members, API keys and environments belong to it.</span>
            <CopyableId value={organization._id} what="id of the organisation" />
          </p>
        }
      >
        {may("organization.manage") ? (
          <Suspense fallback={<Skeleton className="h-52 w-full max-w-lg" />}>
            <OrganizationForm organization={organization} />
          </Suspense>
        ) : (
          <dl className="flex flex-col gap-3">
            <div>
              <dt className="text-xs text-muted">Name</dt>
              <dd className="wrap-anywhere" dir="auto" translate="no">
                {organization.name}
              </dd>
            </div>
            <div>
              <dt className="text-xs text-muted">Default locale</dt>
              <dd translate="no">{organization.defaultLocale ?? "en"}</dd>
            </div>
          </dl>
        )}
      </Section>
      <Section
        title="Logo and colours"
        text="Your logo and colours are part of mails and of the preferences page."
        action={
          <Link to="/settings/branding" className="text-accent underline">
            Open branding
          </Link>
        }
      />
    </SettingsLayout>
  );
}
