import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import type { IntegrationHealth } from "#contract/integration-health.ts";
import type { Integration } from "#contract/integrations.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { type Movable, MoveHandle, useMovedByDrag } from "#dashboard/components/controls/move-handle.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { isRanked } from "./connected.ts";
import { HealthBadge, HealthLines } from "./health.tsx";
import { IntegrationActions } from "./integration-actions.tsx";
import { ProviderMark } from "./provider-mark.tsx";
import type { Order } from "./use-integration-order.ts";

interface IntegrationRowProps {
  integration: Integration;
  /** How it is moved; undefined where it has no place in an order. */
  order: Order | undefined;
  entry: CatalogueEntry | undefined;
  /** Undefined until it is known, null of an inbox, which has no vendor. */
  health: IntegrationHealth | null | undefined;
  /** Whether the channel sends nothing without it. */
  isLast: boolean;
}

/** One integration: what it is, whether it sends, and what it can be told. */
export function IntegrationRow({ integration, order, entry, health, isLast }: IntegrationRowProps) {
  const { _id, name, identifier, channel, primary } = integration;
  const { may } = useEnvironment();
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const movable: Movable = {
    group: `integrations ${channel}`,
    id: _id,
    index: order?.index ?? 0,
    count: order?.count ?? 1,
    move: (id, to) => order?.move(id, to),
    disabled: !order,
  };
  const isTarget = useMovedByDrag(row, handle, movable);
  return (
    <li
      ref={row}
      className={classNames(
        "relative flex flex-wrap items-center gap-x-3 gap-y-1 p-3 focus-within:bg-sunken/60 hover:bg-sunken/60",
        isTarget && "outline-2 -outline-offset-2 outline-accent",
      )}
    >
      {order && (
        <span className="relative z-10">
          <MoveHandle ref={handle} name={name} {...movable} />
        </span>
      )}
      <ProviderMark logo={entry?.logoFileName} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <Link
            to="/integrations/$integrationId"
            params={{ integrationId: _id }}
            data-row
            translate="no"
            className="truncate font-medium after:absolute after:inset-0"
          >
            {name}
          </Link>
          {isRanked(channel) && primary && <Badge tone="accent">Primary</Badge>}
          {integration.conditions.length > 0 && <Badge>Some tenants</Badge>}
          {health && <HealthBadge health={health} />}
        </div>
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          <span translate="no">{entry?.displayName ?? integration.providerId}</span>
          <CopyableId value={identifier} what="identifier" />
        </p>
        {health === undefined ? (
          <SkeletonCards cards={1} className="h-4 max-w-56" />
        ) : (
          health && <HealthLines health={health} />
        )}
      </div>
      {may("environment.use") && <IntegrationActions integration={integration} order={order} isLast={isLast} />}
    </li>
  );
}
