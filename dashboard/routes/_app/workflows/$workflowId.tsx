import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, getRouteApi, Link, Outlet, useParams } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import type { WorkflowV2 } from "#contract/v2/workflows.ts";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { memberOf, useSession } from "#dashboard/app/session.ts";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { Switch } from "#dashboard/components/controls/switch.tsx";
import { TitleInput } from "#dashboard/components/controls/title-input.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { DetailsButton } from "#dashboard/editing/details-button.tsx";
import { HistoryButtons } from "#dashboard/editing/history-buttons.tsx";
import { isNotFoundError } from "#dashboard/errors.ts";
import type { Definition } from "#dashboard/features/workflows/editor/definition.ts";
import {
  EditingProvider,
  useEditing,
  useEditorState,
  useRefusedFields,
} from "#dashboard/features/workflows/editor/editor-context.tsx";
import { refusalAt } from "#dashboard/features/workflows/editor/refused-fields.ts";
import { useWorkflowEditor } from "#dashboard/features/workflows/editor/use-workflow-editor.ts";
import { WorkflowSaveStatus } from "#dashboard/features/workflows/editor/workflow-save-status.tsx";
import { useCurrentTab, WorkflowTabs } from "#dashboard/features/workflows/workflow-tabs.tsx";
import { useOpenedObject } from "#dashboard/recent-objects.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

// Most workflows have no issues.
const IssuesButton = lazyNamed(() => import("#dashboard/features/workflows/editor/issues-button.tsx"), "IssuesButton");
const Details = lazyNamed(() => import("#dashboard/features/workflows/editor/details.tsx"), "Details");
const OlderRuns = lazyNamed(() => import("#dashboard/features/workflows/editor/older-runs.tsx"), "OlderRuns");
// Few addresses lead nowhere.
const MissingWorkflow = lazyNamed(
  () => import("#dashboard/features/workflows/missing-workflow.tsx"),
  "MissingWorkflow",
);
const PausedBanner = lazyNamed(() => import("#dashboard/features/workflows/paused-banner.tsx"), "PausedBanner");
const CodeNote = lazyNamed(() => import("#dashboard/features/workflows/code/code-note.tsx"), "CodeNote");
// Few visits find a draft.
const DraftBanner = lazy(() =>
  import("#dashboard/editing/draft-banner.tsx").then((module) => ({ default: module.DraftBanner<Definition> })),
);
// Few workflows are changed or deleted by others while they are edited.
const WorkflowConflict = lazyNamed(
  () => import("#dashboard/features/workflows/editor/workflow-conflict.tsx"),
  "WorkflowConflict",
);
const Recreation = lazyNamed(() => import("#dashboard/features/workflows/editor/recreation.tsx"), "Recreation");

export const Route = createFileRoute("/_app/workflows/$workflowId")({
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("v2.workflows.edited", params.workflowId)),
  pendingComponent: WorkflowSkeleton,
  component: WorkflowPage,
});

const root = getRouteApi("__root__");

function WorkflowPage() {
  const { workflowId } = Route.useParams();
  const { current } = useEnvironment();
  const query = useRead("v2.workflows.edited", workflowId);
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<WorkflowSkeleton />}
      missing={
        <Suspense fallback={<WorkflowSkeleton />}>
          <MissingWorkflow workflowId={workflowId} />
        </Suspense>
      }
    >
      {(workflow) => (
        <WorkflowScreen
          key={`${current?._id} ${workflow._id}`}
          workflow={workflow}
          isDeleted={isNotFoundError(query.error)}
        />
      )}
    </QueryResult>
  );
}

interface WorkflowScreenProps {
  workflow: WorkflowV2;
  /** It was there when the screen was opened, and is not any more. */
  isDeleted: boolean;
}

function WorkflowScreen({ workflow, isDeleted }: WorkflowScreenProps) {
  const { api } = root.useRouteContext();
  const environmentId = useSession((session) => session.environmentId);
  const memberId = useSession(({ token }) => memberOf(token)) ?? "";
  const queryClient = useQueryClient();
  const { may, readOnly: isPublishedTo, read, write, outdate } = useEnvironment();
  const isCode = workflow.origin === "external";
  const { editor, drafts } = useWorkflowEditor(workflow, {
    api,
    environmentId,
    webPath: contextPaths.web,
    memberId,
    // As a mutation, of which other tabs are told.
    update: (workflowId, body) => write("v2.workflows.update", workflowId, body),
    onSaved: (saved) => {
      queryClient.setQueryData(read("v2.workflows.edited", workflow._id).queryKey, saved);
      // The list and the tabs show it by other calls.
      void outdate(["v2.workflows"], ["v2.workflows.edited"]);
    },
  });
  useEffect(() => {
    if (isDeleted) editor.noteDeleted();
  }, [isDeleted, editor]);
  const readOnly = isPublishedTo || isCode || !may("content.edit");
  return (
    <EditingProvider editor={editor} readOnly={readOnly}>
      <WorkflowHeader isCode={isCode} drafts={drafts} />
    </EditingProvider>
  );
}

interface WorkflowHeaderProps {
  isCode: boolean;
  drafts: ReturnType<typeof useWorkflowEditor>["drafts"];
}

function WorkflowHeader({ isCode, drafts }: WorkflowHeaderProps) {
  const tab = useCurrentTab();
  const { editor, readOnly } = useEditing();
  const { may } = useEnvironment();
  const name = useEditorState(({ definition }) => definition.name);
  const workflow = useEditorState(({ saved }) => saved);
  const { stepId } = useParams({ strict: false });
  const stepName = useEditorState(({ definition }) => {
    const key = stepId === undefined ? undefined : editor.keyOf(stepId);
    return definition.steps.find((step) => step.key === key)?.name;
  });
  useOpenedObject({ kind: "workflow", id: workflow._id, title: name, subtitle: workflow.workflowId });
  const refused = useRefusedFields();
  const hasSteps = useEditorState(({ definition }) => definition.steps.length > 0);
  return (
    <Page
      title={name}
      isName
      tabTitle={stepName === undefined ? `${name}: ${tab.name}` : `${stepName} · ${name}`}
      wide
      titleField={
        !readOnly && (
          <TitleInput
            label="Name of the workflow"
            error={refusalAt(refused, undefined, "name")}
            maxLength={64}
            value={name}
            onChange={(next) => editor.change("name", (definition) => ({ ...definition, name: next }))}
            className="text-xl leading-8 tracking-tight"
          />
        )
      }
      aside={
        <>
          {readOnly ? <VersionLink workflow={workflow} /> : <WorkflowSaveStatus />}
          {!tab.to.endsWith("/history") && (
            <Suspense>
              <OlderRuns />
            </Suspense>
          )}
        </>
      }
      actions={
        <>
          <Suspense>
            <IssuesButton />
          </Suspense>
          {!readOnly && <HistoryButtons editor={editor} />}
          <DetailsButton>{(onClose) => <Details onClose={onClose} />}</DetailsButton>
          <WorkflowStatus />
          {may("environment.use") && hasSteps && tab.end !== "/test" && (
            <Link
              to="/workflows/$workflowId/test"
              params={{ workflowId: workflow._id }}
              className={buttonClass("primary")}
            >
              <Play className="size-4 max-sm:hidden" aria-hidden="true" />
              Run test
            </Link>
          )}
        </>
      }
    >
      <Suspense>{!readOnly && <DraftBanner drafts={drafts} editor={editor} hasVersions />}</Suspense>
      <WorkflowNotices workflowId={workflow._id} />
      {isCode && (
        <Suspense fallback={<Skeleton className="h-12 w-full" />}>
          <CodeNote />
        </Suspense>
      )}
      <WorkflowTabs workflowId={workflow._id}>
        <Outlet />
      </WorkflowTabs>
    </Page>
  );
}

/** Says that a safety cap paused the workflow, or that somebody else changed or deleted it. */
function WorkflowNotices({ workflowId }: { workflowId: string }) {
  const { readOnly } = useEditing();
  const saveKind = useEditorState(({ save }) => save.kind);
  return (
    <Suspense>
      <PausedBanner workflowId={workflowId} />
      {saveKind === "conflict" && <WorkflowConflict />}
      {saveKind === "deleted" && <Recreation editable={!readOnly} />}
    </Suspense>
  );
}

function WorkflowStatus() {
  const { editor, readOnly } = useEditing();
  const { may } = useEnvironment();
  const active = useEditorState(({ definition }) => definition.active);
  const hasSteps = useEditorState(({ definition }) => definition.steps.length > 0);
  const status = !active ? "Inactive" : hasSteps ? "Active" : "No steps yet";
  return may("content.edit") ? (
    <Switch
      label="Workflow status"
      stateText={status}
      checked={active}
      disabled={readOnly}
      onChange={(next) => editor.change("active", (definition) => ({ ...definition, active: next }))}
    />
  ) : (
    <Badge tone={active ? "success" : "neutral"}>{status}</Badge>
  );
}

function VersionLink({ workflow: { _id, version } }: { workflow: WorkflowV2 }) {
  return (
    <Link
      to="/workflows/$workflowId/history"
      params={{ workflowId: _id }}
      className="inline-flex min-h-6 items-center hover:underline"
    >
      <Badge>{`version ${version}`}</Badge>
    </Link>
  );
}

function WorkflowSkeleton() {
  return (
    <Page title="Workflow" wide>
      <Skeleton className="h-9 w-full" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <SkeletonCards cards={4} />
        <SkeletonCards cards={1} className="h-96" />
      </div>
    </Page>
  );
}
