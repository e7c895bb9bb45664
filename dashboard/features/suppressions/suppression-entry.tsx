import type { ReactNode } from "react";
import type { Suppression } from "#contract/suppressions.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { LiftButton } from "./lift-button.tsx";
import { ReasonCell } from "./reason-cell.tsx";
import { STREAMS } from "./suppression-reasons.ts";
import { VendorAnswers } from "./vendor-answers.tsx";

/** One entry of the list, also after it was lifted, as links from runs open it. */
export function SuppressionEntry({ suppressionId, onClose }: { suppressionId: string; onClose: () => void }) {
  const query = useRead("suppressions.get", suppressionId);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={query.data?.lift ? "Lifted address" : "Suppressed address"}
    >
      <QueryResult
        query={query}
        skeleton={<Skeleton className="h-48 w-full" />}
        missing={
          <p className="text-muted">
            This entry is not kept any more: a bounce rule ended it, its subscriber was erased, or it was lifted long
            ago.
          </p>
        }
      >
        {(entry) => <Facts entry={entry} onLifted={onClose} />}
      </QueryResult>
    </Dialog>
  );
}

/** With the lifted entry, its dialog closes as a whole: the focus would be lost with the button. */
function Facts({ entry, onLifted }: { entry: Suppression; onLifted: () => void }) {
  const { may } = useEnvironment();
  const { address, channel, stream, createdAt, lift } = entry;
  return (
    <>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name={STEP_TYPE_LABELS[channel].name}>
          <span className="font-medium wrap-anywhere" translate="no">
            {address}
          </span>
        </Fact>
        <Fact name={lift ? "Was suppressed for" : "Reason"}>
          <ReasonCell suppression={entry} />
        </Fact>
        <Fact name={lift ? "Held back" : "Holds back"}>{STREAMS[stream]}</Fact>
        <Fact name="Since">
          <RelativeTime moment={createdAt} />
        </Fact>
        {lift && (
          <Fact name="Lifted">
            <RelativeTime moment={lift.at} />
            {lift.reason && <span className="block text-xs text-muted wrap-anywhere">{lift.reason}</span>}
          </Fact>
        )}
        {lift && lift.vendors.length > 0 && (
          <Fact name="At the vendors" wide>
            <VendorAnswers vendors={lift.vendors} />
          </Fact>
        )}
      </dl>
      {!lift && may("environment.use") && (
        <div className="flex justify-end">
          <LiftButton suppression={entry} onLifted={onLifted} />
        </div>
      )}
    </>
  );
}

const Fact = ({ name, wide, children }: { name: string; wide?: true; children: ReactNode }) => (
  <div className={classNames("flex min-w-0 flex-col gap-0.5", wide && "sm:col-span-2")}>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);
