import { Suspense, useState } from "react";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Diff } from "#dashboard/components/display/diff.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { Needs } from "./difference-table.tsx";
import { ActionBadge, ChangeSentences } from "./item-texts.tsx";

// What draws messages is as large as all the rest, and asked for by few.
const RenderedDifferences = lazyNamed(() => import("./rendered-differences.tsx"), "RenderedDifferences");

const VIEWS = [
  { id: "stored", text: "As stored" },
  { id: "rendered", text: "As recipients see it" },
] as const;

interface DifferenceDialogProps {
  environments: { sourceEnvironmentId: string; targetEnvironmentId: string };
  resourceId: string;
  onClose: () => void;
}

/** Shows what publishing one workflow, layout or translation group changes: in words, as it is stored, and as its recipients see it. */
export function DifferenceDialog({ environments, resourceId, onClose }: DifferenceDialogProps) {
  const query = useRead("publications.preview", { ...environments, resourceId });
  const item = query.data?.items[0];
  const [view, setView] = useState<(typeof VIEWS)[number]["id"]>("stored");
  return (
    <Dialog open onOpenChange={onClose} title={item?.name ?? "Differences"} wide>
      <QueryResult query={query} skeleton={<SkeletonCards cards={2} className="h-32" />}>
        {() =>
          item ? (
            <div className="flex min-w-0 flex-col gap-4">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <ActionBadge action={item.action} problem={item.problem} />
                {item.sourceUpdatedAt && (
                  <span className="text-muted">
                    Edited <RelativeTime moment={item.sourceUpdatedAt} />
                  </span>
                )}
              </div>
              {item.problem === undefined ? (
                <ChangeSentences changes={item.changes} />
              ) : (
                <p className="text-danger wrap-anywhere">{item.problem}</p>
              )}
              {item.needs.length > 0 && <Needs needs={item.needs} />}
              {item.kind !== "translation_group" && (
                <Segmented label="Show the difference" value={view} options={VIEWS} onChange={setView} />
              )}
              {view === "rendered" && (
                <Suspense fallback={<SkeletonCards cards={2} className="h-32" />}>
                  <RenderedDifferences environments={environments} item={item} />
                </Suspense>
              )}
              {view === "stored" && item.problem === undefined && (
                <Diff label={`${item.name}, before and after`} before={item.before ?? {}} after={item.after ?? {}} />
              )}
            </div>
          ) : (
            <p>It is now the same in both environments.</p>
          )
        }
      </QueryResult>
    </Dialog>
  );
}
