import { Suspense, useState } from "react";
import type { Branding } from "#contract/accounts/organizations.ts";
import {
  type BrandingField,
  type BrandingValues,
  brandingOfTenant,
} from "#contract/constants/values/tenant-branding.ts";
import type { Tenant } from "#contract/tenants.ts";
import { BrandingPreview } from "#dashboard/components/branding/branding-preview.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Section } from "#dashboard/components/section.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the screen's first load.
const TenantBrandingForm = lazyNamed(() => import("./tenant-branding-form.tsx"), "TenantBrandingForm");

const FIELD_NAMES: Record<BrandingField, string> = {
  logo: "The logo",
  color: "The colour",
  fontColor: "The text colour",
  contentBackground: "The background of content",
  fontFamily: "The fonts",
};

/** How messages of a tenant look: as the organisation's, but for the fields that it has itself. */
export function TenantBranding({ tenant, inherited }: { tenant: Tenant; inherited: Branding }) {
  const { may } = useEnvironment();
  const { values, invalid } = brandingOfTenant(tenant.data);
  const [typed, setTyped] = useState<BrandingValues>();
  return (
    <Section
      title="Branding"
      text="Messages of events that name this tenant use these values, and the organisation's branding for the rest."
    >
      {invalid.length > 0 && (
        <ul aria-label="Ignored values" className="flex flex-col gap-1 rounded-md border border-warning p-3 text-sm">
          {invalid.map(({ field, rule }) => (
            <li key={field}>
              {`${FIELD_NAMES[field]} (data.branding.${field}) is ignored, and the organisation's is used: it ${rule}.`}
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
        {may("environment.use") && (
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <TenantBrandingForm tenant={tenant} inherited={inherited} onTyped={setTyped} />
          </Suspense>
        )}
        <BrandingPreview ofMails branding={{ ...inherited, ...(typed ?? values) }} />
      </div>
    </Section>
  );
}
