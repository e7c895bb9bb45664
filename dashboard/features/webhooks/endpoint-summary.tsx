import { Link } from "@tanstack/react-router";
import type { WebhookEndpoint } from "#contract/webhooks.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { EndpointState, PausedReason } from "./endpoint-state.tsx";
import { eventsText } from "./endpoint-table.tsx";

/** An endpoint in a few lines: its state with the reason, the events that it takes, and until when something special lasts. */
export function EndpointSummary({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { description, eventTypes, formerSecretUntil, recoveringUntil } = endpoint;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <EndpointState endpoint={endpoint} />
        <span title={eventTypes?.join(", ")}>{eventsText(eventTypes)}</span>
        {formerSecretUntil !== null && (
          <span>
            The former secret signs as well until <RelativeTime moment={formerSecretUntil} />
          </span>
        )}
        {recoveringUntil !== null && (
          <span>
            Recovered events are sent until <RelativeTime moment={recoveringUntil} />
          </span>
        )}
      </span>
      {description && <p dir="auto">{description}</p>}
      <PausedReason endpoint={endpoint} />
      <p>
        <span>A receiver that cannot be called can </span>
        <Link to="/webhooks/events" className="text-accent underline">
          pull events
        </Link>
        <span>.</span>
      </p>
    </>
  );
}
