import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { StoredContext } from "#contract/v2/contexts.ts";
import { Button, buttonClass } from "#dashboard/components/controls/button.tsx";
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
import { contextKey } from "#dashboard/features/contexts/context-key.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the screen's first load.
const ContextForm = lazyNamed(() => import("#dashboard/features/contexts/context-form.tsx"), "ContextForm");
const DeleteContext = lazyNamed(() => import("#dashboard/features/contexts/delete-context.tsx"), "DeleteContext");

export const Route = createFileRoute("/_app/contexts/$type/$id")({
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("v2.contexts.get", params.type, params.id)),
  pendingComponent: ContextSkeleton,
  component: ContextPage,
});

function ContextPage() {
  const { type, id } = Route.useParams();
  const { readIn } = useEnvironment();
  return (
    <QueryResult
      query={useRead("v2.contexts.get", type, id)}
      headingLevel={1}
      skeleton={<ContextSkeleton />}
      missing={
        <MissingObject kind="context" queryIn={(environmentId) => readIn(environmentId)("v2.contexts.get", type, id)} />
      }
    >
      {(context) => <ContextScreen key={contextKey(context)} context={context} />}
    </QueryResult>
  );
}

function ContextScreen({ context }: { context: StoredContext }) {
  const { id, data, createdAt, updatedAt } = context;
  const key = contextKey(context);
  const { may } = useEnvironment();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const mayChange = may("environment.use");
  return (
    <Page
      title={id}
      tabTitle={`${key} · Contexts`}
      isName
      wide
      summary={<CopyableId value={key} what="key" />}
      actions={
        <>
          <Link to="/activity" search={{ contextKeys: [key] }} className={buttonClass()}>
            Show runs
          </Link>
          {mayChange && <Button onClick={() => setDeleting(true)}>Delete</Button>}
        </>
      }
    >
      <div className="flex max-w-3xl flex-col gap-8">
        <Section
          title="Details"
          text={
            <>
              Created <RelativeTime moment={createdAt} />, changed <RelativeTime moment={updatedAt} />. A change counts
              for events from now on
            </>
          }
        >
          {mayChange ? (
            <Suspense fallback={<Skeleton className="h-56 w-full" />}>
              <ContextForm
                keptName="context"
                context={context}
                onSaved={() => showToast({ tone: "success", text: `${key} was saved` })}
              />
            </Suspense>
          ) : (
            <JsonBlock label="data" value={data} />
          )}
        </Section>
      </div>
      {isDeleting && (
        <Suspense>
          <DeleteContext
            context={context}
            onClose={() => setDeleting(false)}
            onDeleted={() => void navigate({ to: "/contexts", search: {} })}
          />
        </Suspense>
      )}
    </Page>
  );
}

function ContextSkeleton() {
  return (
    <Page title="Context" wide>
      <SkeletonCards cards={1} className="h-72 max-w-3xl" />
    </Page>
  );
}
