import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Activity } from "#contract/notifications.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { exactTime, RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { SubscriberLink } from "#dashboard/components/display/subscriber-link.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { durationText, runDuration } from "../duration.ts";
import { subscriberIdOf, subscriberName, workflowNameOf } from "../subscriber-text.ts";
import { resumptionOf } from "./resumption-of.ts";

const SOURCE_TEXTS = { single: "Named in the event", topic: "Member of a topic", broadcast: "Broadcast" } as const;

/** The facts of a run: workflow version, subscriber, time. */
export function RunFacts({ run }: { run: Activity }) {
  const duration = runDuration(run);
  const name = subscriberName(run);
  const resumption = resumptionOf(run, "resume");
  const cancellation = resumptionOf(run, "cancel");
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 rounded-lg border bg-raised p-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact name="Workflow">
        {run.template ? (
          <Link
            translate="no"
            to="/workflows/$workflowId"
            params={{ workflowId: run.template._id }}
            className="text-accent underline"
          >
            {run.template.name}
          </Link>
        ) : (
          workflowNameOf(run)
        )}{" "}
        <span className="text-muted">version {run.version}</span>
      </Fact>
      <Fact name="Subscriber">
        <CopyableId value={subscriberIdOf(run)} what="subscriber id" />
        {run.subscriber && (
          <SubscriberLink
            subscriberId={run.subscriber.subscriberId}
            name={name ?? "Open the subscriber"}
            className="block min-h-6 truncate leading-6 text-accent underline"
          />
        )}
      </Fact>
      <Fact name="Audience">{SOURCE_TEXTS[run.source]}</Fact>
      <Fact name="Transaction id">
        <CopyableId value={run.transactionId} what="transaction id" />
        <RequestOfRun transactionId={run.transactionId} />
      </Fact>
      {run.contextKeys && <ContextFact keys={run.contextKeys} />}
      <Fact name="Triggered">
        <RelativeTime moment={run.createdAt} />{" "}
        <span className="block text-xs text-muted">{exactTime(run.createdAt)}</span>
      </Fact>
      <Fact name="Duration">{duration === undefined ? "Not ended yet" : durationText(duration)}</Fact>
      {run.handled && (
        <Fact name="Handled">
          {run.handled.name} <RelativeTime moment={run.handled.at} className="text-muted" />
        </Fact>
      )}
      {resumption && (
        <Fact name="Resumed">
          <RelativeTime moment={resumption.at} />
          <Link
            to="/activity/resumptions/$resumptionId"
            params={{ resumptionId: resumption.id }}
            className="block text-accent underline"
          >
            Open the resumption
          </Link>
        </Fact>
      )}
      {cancellation && (
        <Fact name="Cancelled">
          <RelativeTime moment={cancellation.at} />
          <Link
            to="/activity/cancellations/$cancellationId"
            params={{ cancellationId: cancellation.id }}
            className="block text-accent underline"
          >
            Open the cancellation
          </Link>
        </Fact>
      )}
    </dl>
  );
}

/** Leads to contexts by their keys: a type has no colon. */
function ContextFact({ keys }: { keys: readonly string[] }) {
  return (
    <Fact name="Context">
      {keys.map((key) => {
        const [type = ""] = key.split(":", 1);
        return (
          <Link
            key={key}
            to="/contexts/$type/$id"
            params={{ type, id: key.slice(type.length + 1) }}
            translate="no"
            className="block min-h-6 truncate leading-6 text-accent underline"
          >
            {key}
          </Link>
        );
      })}
    </Fact>
  );
}

/** Leads to the recorded call that triggered the event. */
function RequestOfRun({ transactionId }: Pick<Activity, "transactionId">) {
  const [request] = useRead("requests.list", { transactionId, duplicates: false, limit: 1 }).data?.data ?? [];
  if (!request) return null;
  return (
    <Link
      to="/activity/requests/$requestId"
      params={{ requestId: request._id }}
      className="block min-h-6 leading-6 text-accent underline"
    >
      Open the request
    </Link>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
