import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { Tenant } from "#contract/tenants.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { Page } from "#dashboard/components/page.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { TenantOverrides } from "#dashboard/features/tenants/overrides/tenant-overrides.tsx";
import { TenantBranding } from "#dashboard/features/tenants/tenant-branding.tsx";
import { tenantName } from "#dashboard/features/tenants/tenant-name.ts";
import { useOpenedObject } from "#dashboard/recent-objects.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the screen's first load.
const TenantForm = lazyNamed(() => import("#dashboard/features/tenants/tenant-form.tsx"), "TenantForm");
const DeleteTenant = lazyNamed(() => import("#dashboard/features/tenants/delete-tenant.tsx"), "DeleteTenant");

export const Route = createFileRoute("/_app/tenants/$identifier")({
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("tenants.get", params.identifier)),
  pendingComponent: TenantSkeleton,
  component: TenantPage,
});

function TenantPage() {
  const { identifier } = Route.useParams();
  const { readIn } = useEnvironment();
  return (
    <QueryResult
      query={useRead("tenants.get", identifier)}
      headingLevel={1}
      skeleton={<TenantSkeleton />}
      missing={
        <MissingObject kind="tenant" queryIn={(environmentId) => readIn(environmentId)("tenants.get", identifier)} />
      }
    >
      {(tenant) => <TenantScreen key={tenant._id} tenant={tenant} />}
    </QueryResult>
  );
}

function TenantScreen({ tenant }: { tenant: Tenant }) {
  const { identifier, data, createdAt, updatedAt } = tenant;
  const name = tenantName(tenant);
  const { may, readOnly } = useEnvironment();
  const { membership } = Route.useRouteContext();
  const { organization } = useRead("membership").data ?? membership;
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  useOpenedObject({ kind: "tenant", id: identifier, title: name, subtitle: identifier });
  const mayChange = may("environment.use");
  return (
    <Page
      title={name}
      tabTitle={`${name} · Tenants`}
      isName
      wide
      summary={<CopyableId value={identifier} what="identifier" />}
      actions={mayChange && <Button onClick={() => setDeleting(true)}>Delete</Button>}
    >
      <div className="flex max-w-5xl flex-col gap-8">
        <Section
          title="Details"
          text={
            <>
              Created <RelativeTime moment={createdAt} />, changed <RelativeTime moment={updatedAt} />
            </>
          }
        >
          {mayChange ? (
            <Suspense fallback={<Skeleton className="h-72 w-full" />}>
              <TenantForm
                keptName="tenant"
                tenant={tenant}
                onSaved={(saved) => showToast({ tone: "success", text: `${tenantName(saved)} was saved` })}
              />
            </Suspense>
          ) : (
            <JsonBlock label="data" value={data ?? {}} />
          )}
        </Section>
        <TenantBranding tenant={tenant} inherited={organization.branding ?? {}} />
        {/* Overrides come to Production with what is published. */}
        {!readOnly && <TenantOverrides tenantId={tenant._id} />}
      </div>
      {isDeleting && (
        <Suspense>
          <DeleteTenant
            tenant={tenant}
            onClose={() => setDeleting(false)}
            onDeleted={() => void navigate({ to: "/tenants", search: {} })}
          />
        </Suspense>
      )}
    </Page>
  );
}

function TenantSkeleton() {
  return (
    <Page title="Tenant" wide>
      <SkeletonCards cards={1} className="h-72 max-w-3xl" />
    </Page>
  );
}
