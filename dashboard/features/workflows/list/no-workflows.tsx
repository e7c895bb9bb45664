import { Link } from "@tanstack/react-router";
import { Workflow as WorkflowIcon } from "lucide-react";
import { lazy, Suspense } from "react";
import { Button, buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { isProduction } from "#dashboard/membership.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The gallery is not part of the list's first load.
const TemplateGallery = lazy(() =>
  import("../templates/template-gallery.tsx").then((module) => ({ default: module.TemplateGallery })),
);

interface NoWorkflowsProps {
  /** Why the page is empty: it is past the end, nothing matches the filters, or there are no workflows at all. */
  reason: "past" | "filtered" | "empty";
  onClear: () => void;
}

/** In place of the table. */
export function NoWorkflows({ reason, onClear }: NoWorkflowsProps) {
  if (reason === "empty") return <NoWorkflowsYet />;
  return reason === "past" ? (
    <EmptyState
      icon={<WorkflowIcon />}
      title="This page is past the end"
      action={<Button onClick={onClear}>Go to the first page</Button>}
    >
      There are fewer pages of workflows than that.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<WorkflowIcon />}
      title="No workflows match"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      No workflow has all that the filters ask for.
    </EmptyState>
  );
}

function NoWorkflowsYet() {
  const { environments, may, readOnly, switchTo } = useEnvironment();
  if (readOnly) {
    const development = environments.find((environment) => !isProduction(environment));
    return (
      <EmptyState
        icon={<WorkflowIcon />}
        title="No workflows here yet"
        action={
          development && (
            <Button variant="primary" onClick={() => switchTo(development._id)}>
              {`Switch to ${development.name}`}
            </Button>
          )
        }
      >
        Workflows are made in {development?.name ?? "Development"} and published from there.
      </EmptyState>
    );
  }
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
        A workflow is the list of steps by which an event reaches its subscribers.
        {may("content.edit") && " Begin with a template, or with a blank one."}
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
