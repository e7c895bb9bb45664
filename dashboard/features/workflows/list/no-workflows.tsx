import { Link } from "@tanstack/react-router";
import { Workflow as WorkflowIcon } from "lucide-react";
import { Suspense } from "react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { PublishedHere } from "#dashboard/lists/published-here.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The gallery is not part of the list's first load.
const TemplateGallery = lazyNamed(() => import("../templates/template-gallery.tsx"), "TemplateGallery");

/** In place of a list without any workflow: how to begin. */
export function NoWorkflows() {
  const { may, readOnly } = useEnvironment();
  if (readOnly) return <PublishedHere nouns="workflows" icon={<WorkflowIcon />} />;
  return (
    <>
      <EmptyState
        icon={<WorkflowIcon />}
        title="No workflows yet"
        action={
          may("content.edit") && (
            <Link to="/workflows/new" className={buttonClass("primary")} data-primary-create>
              Create workflow
            </Link>
          )
        }
      >
        A workflow is the list of steps through which an event reaches its subscribers.
        {may("content.edit") && " Start with a template or a blank workflow."}
      </EmptyState>
      <section aria-label="Templates" className="flex flex-col gap-3">
        <div className="flex items-baseline justify-between gap-2">
          <p className="font-medium">Popular templates</p>
          <Link to="/workflows/templates" className="text-accent underline">
            All templates
          </Link>
        </div>
        <Suspense fallback={<Skeleton className="h-40 w-full rounded-lg" />}>
          <TemplateGallery popularOnly />
        </Suspense>
      </section>
    </>
  );
}
