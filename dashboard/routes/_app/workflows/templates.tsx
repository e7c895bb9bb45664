import { createFileRoute, Link } from "@tanstack/react-router";
import { LayoutTemplate } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { TemplateGallery } from "#dashboard/features/workflows/templates/template-gallery.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/workflows/templates")({
  loader: ({ context: { prefetch, read } }) => prefetch(read("blueprints.offered")),
  pendingComponent: () => (
    <Page title="Templates" wide>
      <SkeletonCards cards={4} className="h-40" />
    </Page>
  ),
  component: TemplatesPage,
});

function TemplatesPage() {
  const { may, readOnly } = useEnvironment();
  const editable = may("content.edit") && !readOnly;
  return (
    <Page
      title="Templates"
      wide
      summary="Start from a template and change it as you like."
      actions={
        <>
          <Link to="/workflows" className={buttonClass()}>
            All workflows
          </Link>
          {editable && (
            <Link to="/workflows/new" className={buttonClass("primary")} data-primary-create>
              Create workflow
            </Link>
          )}
        </>
      }
    >
      <TemplateGallery
        empty={
          <EmptyState icon={<LayoutTemplate />} title="No templates yet">
            This installation makes templates of its own, and has promoted none yet.
          </EmptyState>
        }
      />
    </Page>
  );
}
