import type { WebhookEndpoint } from "#contract/webhooks.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";

type State = Pick<WebhookEndpoint, "active" | "disabledReason" | "failingSince">;

/** Whether an endpoint is sent events, and whether it takes them. */
export function EndpointState({ endpoint: { active, disabledReason, failingSince } }: { endpoint: State }) {
  if (!active)
    return (
      <Badge tone={disabledReason === null ? "neutral" : "danger"}>{disabledReason === null ? "Off" : "Paused"}</Badge>
    );
  if (failingSince === null) return <Badge tone="success">On</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <Badge tone="warning">Failing</Badge>
      <span className="text-xs text-muted">
        since <RelativeTime moment={failingSince} />
      </span>
    </span>
  );
}

/** Says why Belfry has stopped sending to an endpoint; nothing where it has not. */
export function PausedReason({ endpoint: { active, disabledReason } }: { endpoint: State }) {
  if (active || disabledReason === null) return null;
  return <p className="text-xs text-danger wrap-anywhere">{`Paused: ${disabledReason}`}</p>;
}
