import { ArrowDown, ArrowUp, EllipsisVertical, Star, Trash2 } from "lucide-react";
import type { Integration } from "#contract/integrations.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { showToast } from "#dashboard/components/overlays/toast.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { isRanked, movedOrder } from "./connected.ts";

const ICON = "size-4 shrink-0 text-muted";

interface IntegrationMenuProps {
  integration: Integration;
  siblings: readonly Integration[];
  onDelete: () => void;
}

/** The place of an integration among those of its channel, and its end. */
export function IntegrationMenu({ integration, siblings, onDelete }: IntegrationMenuProps) {
  const { _id, name, channel } = integration;
  const { write } = useEnvironment();
  const ordering = useOneMutation({
    mutationFn: async (integrationIds: string[]) => {
      if (isRanked(channel)) await write("integrations.order", { channel, integrationIds });
    },
    onSuccess: () => showToast({ tone: "success", text: `${name} has another place` }),
    onError: (error) => showToast({ tone: "danger", text: `The order was not changed. ${errorText(error)}` }),
  });
  const active = siblings.filter((one) => one.active).map((one) => one._id);
  const first = active[0] !== _id && active.includes(_id) ? [_id, ...active.filter((id) => id !== _id)] : undefined;
  const up = movedOrder(siblings, _id, -1);
  const down = movedOrder(siblings, _id, 1);
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
      {isRanked(channel) && active.length > 1 && (
        <>
          <MenuItem isDisabled={!first} onAction={() => first && ordering.mutate(first)}>
            <Star className={ICON} aria-hidden="true" />
            Make primary
          </MenuItem>
          <MenuItem isDisabled={!up} onAction={() => up && ordering.mutate(up)}>
            <ArrowUp className={ICON} aria-hidden="true" />
            Move up
          </MenuItem>
          <MenuItem isDisabled={!down} onAction={() => down && ordering.mutate(down)}>
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
