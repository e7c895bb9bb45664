import { useState } from "react";
import type { Activity, ActivityJob } from "#contract/notifications.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { callNameOf } from "../subscriber-text.ts";

/** The most open digests of a workflow for one subscriber, each with another key, that are looked at. */
const MOST_DIGESTS = 100;

/** Ends the open digest at which a run waits: it is sent now, or discarded. */
export function DigestActions({ run, job }: { run: Activity; job: ActivityJob }) {
  const { write } = useEnvironment();
  const [asked, ask] = useState<"send" | "discard">();
  const query = useRead("digests.list", {
    workflowId: run._templateId,
    subscriberId: run.subscriber?.subscriberId ?? "",
    limit: MOST_DIGESTS,
  });
  const digest = query.data?.data.find(
    ({ _notificationId, _stepId }) => _notificationId === run._id && _stepId === job.step._id,
  );
  if (!digest) return <LoadFailed what="The digest" query={query} />;
  const events = digest.events.isMore
    ? `more than ${digest.events.count} events`
    : countText(digest.events.count, "event");
  const close = () => ask(undefined);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button small onClick={() => ask("send")}>
        Send now …
      </Button>
      <Button small onClick={() => ask("discard")}>
        Discard …
      </Button>

      {asked === "send" && (
        <Confirmation
          onClose={close}
          title="Send this digest now?"
          action="Send now"
          tone="primary"
          onConfirm={() => write("digests.send", digest._id)}
          done="The digest is being sent"
        >
          <p>{`${callNameOf(run)} gets it with ${events}. Later events open a new digest.`}</p>
        </Confirmation>
      )}
      {asked === "discard" && (
        <Confirmation
          onClose={close}
          title="Discard this digest?"
          action="Discard digest"
          onConfirm={() => write("digests.discard", digest._id)}
          done="The digest was discarded"
        >
          <p>{`None of its ${events} is sent. Their runs end as cancelled.`}</p>
        </Confirmation>
      )}
    </div>
  );
}
