import type { VersionUsage } from "#contract/v2/workflow-versions.ts";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface ExecutedVersionsProps {
  usage: VersionUsage;
  workflowId: string;
}

/** The version that each environment executes, and how many runs wait with earlier ones. */
export function ExecutedVersions({ usage, workflowId }: ExecutedVersionsProps) {
  const { environments, current } = useEnvironment();
  const here = usage.environments.find(({ _id }) => _id === workflowId);
  const earlier = usage.waiting.filter(({ version }) => version !== here?.version);
  const count = earlier.reduce((sum, one) => sum + one.count, 0);
  return (
    <section aria-label="Where versions are executed" className="flex flex-wrap gap-3">
      {environments.map(({ _id, name }) => {
        const there = usage.environments.find(({ _environmentId }) => _environmentId === _id);
        return (
          <div key={_id} className="min-w-48 flex-1 rounded-lg border bg-raised px-3 py-2 sm:max-w-xs">
            <h2 className="truncate text-xs text-muted">{_id === current?._id ? `${name}, open here` : name}</h2>
            {there ? (
              <>
                <p className="font-medium tabular-nums">{`Executes version ${there.version}`}</p>
                <p className="text-xs text-muted">
                  {there.originalVersion === undefined
                    ? "since "
                    : `made from version ${there.originalVersion} of the original `}
                  <RelativeTime moment={there.since} />
                </p>
              </>
            ) : (
              <>
                <p className="font-medium">Does not have it</p>
                <p className="text-xs text-muted">Not published yet</p>
              </>
            )}
          </div>
        );
      })}
      <div className="min-w-48 flex-1 rounded-lg border bg-raised px-3 py-2 sm:max-w-xs">
        <h2 className="text-xs text-muted">Earlier versions</h2>
        {count === 0 ? (
          <p className="font-medium">No run waits</p>
        ) : (
          <p className="font-medium">
            <CompactCount count={count} isMore={usage.hasMore || earlier.some(({ isMore }) => isMore)} />
            {count === 1 ? " run waits" : " runs wait"}
          </p>
        )}
        <p className="text-xs text-muted">Runs finish on the version they started with</p>
      </div>
    </section>
  );
}
