import { ArrowDown, ArrowUp, EllipsisVertical, Star, Trash2 } from "lucide-react";
import type { Integration } from "#contract/integrations.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import type { Order } from "./use-integration-order.ts";

const ICON = "size-4 shrink-0 text-muted";

interface IntegrationMenuProps {
  integration: Integration;
  order: Order | undefined;
  onDelete: () => void;
}

/** The place of an integration among those of its channel, and its end. */
export function IntegrationMenu({ integration, order, onDelete }: IntegrationMenuProps) {
  const { _id, name } = integration;
  const label = `Actions of ${name}`;
  return (
    <Menu
      label={label}
      placement="bottom end"
      trigger={
        <IconButton label={label}>
          <EllipsisVertical className="size-4" aria-hidden="true" />
        </IconButton>
      }
    >
      {order && (
        <>
          <MenuItem isDisabled={order.index === 0} onAction={() => order.move(_id, 0)}>
            <Star className={ICON} aria-hidden="true" />
            Make primary
          </MenuItem>
          <MenuItem isDisabled={order.index === 0} onAction={() => order.move(_id, order.index - 1)}>
            <ArrowUp className={ICON} aria-hidden="true" />
            Move up
          </MenuItem>
          <MenuItem isDisabled={order.index === order.count - 1} onAction={() => order.move(_id, order.index + 1)}>
            <ArrowDown className={ICON} aria-hidden="true" />
            Move down
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem onAction={onDelete}>
        <Trash2 className={ICON} aria-hidden="true" />
        Delete
      </MenuItem>
    </Menu>
  );
}
