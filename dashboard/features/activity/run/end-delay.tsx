import { useState } from "react";
import type { Activity } from "#contract/notifications.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Ends the delay at which a run waits. */
export function EndDelay({ run }: { run: Activity }) {
  const { write } = useEnvironment();
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button small onClick={() => setAsking(true)}>
        Continue now …
      </Button>
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
