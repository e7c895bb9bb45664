import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { Select } from "#dashboard/components/controls/select.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { NoAccessPage } from "#dashboard/components/feedback/no-access.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { TemplateSteps } from "#dashboard/features/workflows/templates/template-steps.tsx";
import { searchSchema, textParam } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The form is not part of the first load.
const CreateForm = lazyNamed(() => import("#dashboard/features/workflows/create/create-form.tsx"), "CreateForm");

const TITLE = "New workflow";
const BLANK = "blank";

export const Route = createFileRoute("/_app/workflows/new")({
  validateSearch: searchSchema({ template: textParam }),
  search: { middlewares: [stripSearchParams({ template: "" })] },
  loader: ({ context: { prefetch, read } }) => prefetch(read("blueprints.offered")),
  pendingComponent: () => (
    <Page title={TITLE} wide>
      <SkeletonCards cards={1} className="h-96 max-w-xl" />
    </Page>
  ),
  component: NewWorkflowPage,
});

function NewWorkflowPage() {
  const { template: chosen } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, readOnly } = useEnvironment();
  const read = useRead("blueprints.offered");
  const templates = read.data?.general.flatMap(({ blueprints }) => blueprints) ?? [];
  const template = templates.find(({ _id }) => _id === chosen);
  if (!may("content.edit")) return <NoAccessPage title={TITLE} to="create workflows" />;
  return (
    <Page title={TITLE} wide>
      {readOnly ? (
        <p className="text-muted">Production gets its workflows by publishing. Create them in Development.</p>
      ) : (
        <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,36rem)_minmax(0,32rem)]">
          <Suspense fallback={<SkeletonCards cards={1} className="h-96" />}>
            <CreateForm
              template={template}
              onCreated={(workflowId) => void navigate({ to: "/workflows/$workflowId", params: { workflowId } })}
            />
          </Suspense>
          <section aria-label="Template" className="flex min-w-0 flex-col gap-3 max-lg:order-first">
            {read.isPending && !hasFailed(read) ? (
              <SkeletonCards cards={1} className="h-14" />
            ) : (
              <Select
                label="Start from"
                value={template?._id ?? BLANK}
                options={[
                  { id: BLANK, text: "Blank", description: "Without steps: add them in the editor" },
                  ...templates.map(({ _id, name, description }) => ({
                    id: _id,
                    text: name,
                    ...(description !== undefined && { description }),
                  })),
                ]}
                onChange={(id) =>
                  void navigate({ search: { template: id === BLANK ? "" : id }, replace: true, resetScroll: false })
                }
              />
            )}
            <LoadFailed what="The templates" query={read} />
            {template ? (
              <div className="rounded-lg border bg-raised p-4">
                {template.description && <p className="pb-3 text-muted">{template.description}</p>}
                <TemplateSteps template={template} />
              </div>
            ) : (
              <p className="text-muted">
                A blank workflow has no steps.{" "}
                <Link to="/workflows/templates" className="text-accent underline">
                  Browse the templates
                </Link>
              </p>
            )}
          </section>
        </div>
      )}
    </Page>
  );
}
