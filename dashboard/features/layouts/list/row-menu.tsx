import { useNavigate } from "@tanstack/react-router";
import { CopyPlus, EllipsisVertical, ExternalLink, Star, Trash2 } from "lucide-react";
import type { ListedLayoutV2 } from "#contract/v2/layouts.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { useLayoutActions } from "../use-layout-actions.ts";

interface RowMenuProps {
  layout: ListedLayoutV2;
  actions: ReturnType<typeof useLayoutActions>;
  onDelete: () => void;
}

const ICON = "size-4 shrink-0 text-muted";

/** The actions on one layout. */
export function RowMenu({ layout, actions, onDelete }: RowMenuProps) {
  const navigate = useNavigate();
  const { may, readOnly } = useEnvironment();
  return (
    <span className="relative z-10 flex justify-end max-sm:absolute max-sm:end-2 max-sm:top-1">
      <Menu
        label={`Actions of ${layout.name}`}
        placement="bottom end"
        trigger={
          <IconButton label={`Actions of ${layout.name}`}>
            <EllipsisVertical className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onAction={() => void navigate({ to: "/layouts/$layoutId", params: { layoutId: layout._id } })}>
          <ExternalLink className={ICON} aria-hidden="true" /> Open
        </MenuItem>
        {may("content.edit") && !readOnly && (
          <>
            <MenuSeparator />
            <MenuItem onAction={() => void actions.duplicate(layout)}>
              <CopyPlus className={ICON} aria-hidden="true" /> Duplicate
            </MenuItem>
            {!layout.isDefault && (
              <MenuItem onAction={() => void actions.makeDefault(layout)}>
                <Star className={ICON} aria-hidden="true" /> Make default
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem onAction={onDelete}>
              <Trash2 className={ICON} aria-hidden="true" /> Delete
            </MenuItem>
          </>
        )}
      </Menu>
    </span>
  );
}
