import { Link } from "@tanstack/react-router";
import type { VersionUsage, WorkflowVersion } from "#contract/v2/workflow-versions.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { NameVersion } from "./name-version.tsx";
import { personText } from "./person-text.ts";
import type { useVersionList } from "./use-version-list.ts";
import { CurrentBadge, VersionTitle } from "./version-title.tsx";

interface VersionListProps {
  workflowId: string;
  query: ReturnType<typeof useVersionList>;
  selected: readonly number[];
  /** The environments and runs that use versions; undefined while it is not known. */
  usage: VersionUsage | undefined;
  onToggle: (version: number) => void;
  /** A version is opened by itself. */
  onOpen: (version: number) => void;
}

/** The versions of a workflow, newest first, of which two can be selected. */
export function VersionList({ usage, query, ...row }: VersionListProps) {
  const { nameOf } = useEnvironment();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  const waitingWith = (version: number) => usage?.waiting.find((one) => one.version === version);
  const publishedTo = (version: number): string[] =>
    (usage?.environments ?? [])
      .filter(({ originalVersion }) => originalVersion === version)
      .map(({ _environmentId }) => nameOf(_environmentId) ?? "");
  return (
    <QueryResult query={query} skeleton={<SkeletonRows rows={6} />}>
      {({ pages }) => (
        <section aria-label="Versions" className="flex min-w-0 flex-col gap-3">
          <ol className="divide-y rounded-lg border bg-raised">
            {pages
              .flatMap(({ data }) => data)
              .map((version) => (
                <li key={version.version}>
                  <VersionRow
                    {...row}
                    version={version}
                    waiting={waitingWith(version.version)}
                    publishedTo={publishedTo(version.version)}
                  />
                </li>
              ))}
          </ol>
          {hasNextPage && (
            <Button className="self-center" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show older versions
            </Button>
          )}
          {isFetchNextPageError && (
            <p role="alert" className="text-center text-xs text-danger wrap-anywhere">
              {`Older versions could not be loaded. ${errorText(error)}`}
            </p>
          )}
        </section>
      )}
    </QueryResult>
  );
}

interface VersionRowProps extends Pick<VersionListProps, "workflowId" | "selected" | "onToggle" | "onOpen"> {
  version: WorkflowVersion;
  waiting: VersionUsage["waiting"][number] | undefined;
  /** Names of other environments that have the content of the version. */
  publishedTo: readonly string[];
}

function VersionRow({ version, waiting, publishedTo, workflowId, selected, onToggle, onOpen }: VersionRowProps) {
  const isSelected = selected.includes(version.version);
  return (
    <div className={classNames("flex min-w-0 items-start gap-2 px-3 py-2.5", isSelected && "bg-accent-soft")}>
      <Checkbox
        label={`Select version ${version.version}`}
        labelHidden
        checked={isSelected}
        onChange={() => onToggle(version.version)}
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            from="/workflows/$workflowId/history"
            to="/workflows/$workflowId/history"
            params={{ workflowId }}
            search={(search) => ({ ...search, versions: String(version.version) })}
            onClick={({ metaKey, ctrlKey, shiftKey }) => {
              if (!metaKey && !ctrlKey && !shiftKey) onOpen(version.version);
            }}
            className="inline-flex min-h-6 items-center font-medium hover:underline"
          >
            <VersionTitle {...version} />
          </Link>
          <CurrentBadge {...version} />
          {publishedTo.map((name) => (
            <Badge key={name} tone="success">{`Published to ${name}`}</Badge>
          ))}
          {waiting && (
            <Badge tone={version.isCurrent ? "neutral" : "warning"}>
              <CompactCount {...waiting} />
              {waiting.count === 1 ? " run waits" : " runs wait"}
            </Badge>
          )}
        </div>
        <p className="text-xs text-muted wrap-anywhere">
          {`${personText(version.createdBy)}, `}
          <RelativeTime moment={version.createdAt} />
        </p>
        {version.isWorkingCopy && (
          <p className="mt-1 text-muted">
            Stays a working copy until a trigger, a test, a publication or a name keeps it.
          </p>
        )}
        {version.restoredFrom !== undefined && (
          <p className="mt-1 font-medium">{`Restored version ${version.restoredFrom}`}</p>
        )}
        {version.changes.length === 0 && version.restoredFrom === undefined && (
          <p className="mt-1">The same as the version before</p>
        )}
        <ul className="mt-1">
          {version.changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps of one name may change alike, and sentences never reorder
            <li key={index} dir="auto" translate="no" className="wrap-anywhere">
              {change}
            </li>
          ))}
        </ul>
      </div>
      <NameVersion workflowId={workflowId} version={version} />
    </div>
  );
}
