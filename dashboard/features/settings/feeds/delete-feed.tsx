import type { Feed } from "#contract/inbox/feeds.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { StepUsage } from "#dashboard/components/display/step-usage.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Asks before a feed is deleted; of one that steps send to, says which do. */
export function DeleteFeed({ feed: { _id, name }, onClose }: { feed: Feed; onClose: () => void }) {
  const { write } = useEnvironment();
  const usage = useRead("feeds.getUsage", _id);
  if (usage.data?.workflows.length === 0) {
    return (
      <Confirmation
        onClose={onClose}
        title={`Delete ${name}?`}
        action="Delete feed"
        done={`${name} was deleted`}
        onConfirm={() => write("feeds.delete", _id)}
      >
        <p>No step sends to it. Its messages stay in the inbox.</p>
      </Confirmation>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={usage.data ? `${name} is needed` : `Delete ${name}?`}
    >
      <QueryResult query={usage} skeleton={<SkeletonCards cards={1} className="h-10" />}>
        {({ workflows }) => (
          <>
            <StepUsage workflows={workflows} />
            <p className="text-muted">Give these steps another feed first.</p>
          </>
        )}
      </QueryResult>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
