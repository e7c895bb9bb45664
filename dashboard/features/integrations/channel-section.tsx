import type { IntegrationHealth } from "#contract/integration-health.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { type ConnectedChannel, isForAll, isRanked } from "./connected.ts";
import { IntegrationRow } from "./integration-row.tsx";
import { isLastOfChannel } from "./lost-channel.tsx";
import { useIntegrationOrder } from "./use-integration-order.ts";

interface ChannelSectionProps extends ConnectedChannel {
  catalogue: readonly CatalogueEntry[];
  /** Undefined until it is known. */
  health: readonly IntegrationHealth[] | undefined;
}

/** The integrations of one channel, in the order of use. */
export function ChannelSection({ channel, integrations, catalogue, health }: ChannelSectionProps) {
  const { name } = STEP_TYPE_LABELS[channel];
  const orderOf = useIntegrationOrder({ channel, integrations });
  const hasNext = isRanked(channel) && integrations.filter(isForAll).length > 1;
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-2">
        <StepTypeIcon type={channel} className="size-4 text-muted" />
        <h2 className="font-medium">{name}</h2>
        {hasNext && <p className="text-xs text-muted">The first one sends. What it cannot send, the next one does.</p>}
      </header>
      <ul className="flex flex-col divide-y rounded-lg border bg-raised">
        {integrations.map((integration) => (
          <IntegrationRow
            key={integration._id}
            integration={integration}
            order={orderOf(integration)}
            isLast={isLastOfChannel(integration, integrations)}
            entry={catalogue.find(({ id }) => id === integration.providerId)}
            health={health && (health.find(({ _id }) => _id === integration._id) ?? null)}
          />
        ))}
      </ul>
    </section>
  );
}
