import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { UpdateBranding } from "#contract/accounts/organizations.ts";
import { BrandingPreview } from "#dashboard/components/branding/branding-preview.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { SettingsLayout } from "#dashboard/features/settings/settings-layout.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the page's first load.
const BrandingForm = lazyNamed(() => import("#dashboard/features/settings/branding/branding-form.tsx"), "BrandingForm");

export const Route = createFileRoute("/_app/settings/branding")({ component: BrandingPage });

function BrandingPage() {
  const { membership } = Route.useRouteContext();
  const { organization } = useRead("membership").data ?? membership;
  const { may } = useEnvironment();
  const [typed, setTyped] = useState<UpdateBranding>();
  const branding = organization.branding ?? {};
  return (
    <SettingsLayout path="/settings/branding">
      <Section
        title="Branding"
        text="Of mails without a layout of their own, and of the preferences page; layouts use it by variables."
      >
        <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
          {may("organization.manage") && (
            <Suspense fallback={<Skeleton className="h-96 w-full" />}>
              <BrandingForm branding={branding} onTyped={setTyped} />
            </Suspense>
          )}
          <BrandingPreview branding={typed ?? branding} />
        </div>
      </Section>
    </SettingsLayout>
  );
}
