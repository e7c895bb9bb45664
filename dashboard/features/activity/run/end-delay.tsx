import { Suspense, useState } from "react";
import type { Activity } from "#contract/notifications.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const CancelRun = lazyNamed(() => import("../cancel/cancel-run.tsx"), "CancelRun");

/** Ends the delay at which a run waits, so that it continues, or is cancelled. */
export function EndDelay({ run }: { run: Activity }) {
  const { write } = useEnvironment();
  const [isAsking, setAsking] = useState(false);
  const [isCanceling, setCanceling] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <Button small onClick={() => setAsking(true)}>
        Continue now …
      </Button>
      <Button small onClick={() => setCanceling(true)}>
        Cancel run …
      </Button>
      {isCanceling && (
        <Suspense>
          <CancelRun run={run} onClose={() => setCanceling(false)} />
        </Suspense>
      )}
      {isAsking && (
        <Confirmation
          onClose={() => setAsking(false)}
          title="End this delay now?"
          action="Continue now"
          tone="primary"
          onConfirm={() => write("notifications.endDelay", run._id)}
          done="The run continues"
        >
          <p>The run continues with its next step for this subscriber. Other runs of the event keep waiting.</p>
        </Confirmation>
      )}
    </div>
  );
}
