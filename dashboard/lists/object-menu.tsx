import { Copy, ExternalLink, Trash2 } from "lucide-react";
import { copyOrShow } from "#dashboard/components/controls/copy-or-show.ts";
import { MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { RowMenu } from "./row-menu.tsx";

interface ObjectMenuProps {
  name: string;
  /** By which callers of the API name it, and what that is called: "key". */
  id: string;
  idName: string;
  onOpen: () => void;
  /** Undefined for members who may not delete it. */
  onDelete: (() => void) | undefined;
}

const ICON = "size-4 shrink-0 text-muted";

/** The menu of a row whose object is opened, copied by its id and deleted. */
export function ObjectMenu({ name, id, idName, onOpen, onDelete }: ObjectMenuProps) {
  async function copyId() {
    if (await copyOrShow(id, idName)) showToast({ tone: "success", text: `Copied ${id}` });
  }
  return (
    <RowMenu of={name}>
      <MenuItem onAction={onOpen}>
        <ExternalLink className={ICON} aria-hidden="true" /> Open
      </MenuItem>
      <MenuItem onAction={() => void copyId()}>
        <Copy className={ICON} aria-hidden="true" /> {`Copy ${idName}`}
      </MenuItem>
      {onDelete && (
        <>
          <MenuSeparator />
          <MenuItem onAction={onDelete}>
            <Trash2 className={ICON} aria-hidden="true" /> Delete
          </MenuItem>
        </>
      )}
    </RowMenu>
  );
}

/** The column of such menus. */
export const MENU_COLUMN = { id: "menu", name: "Actions", nameHidden: true, className: "sm:w-12 sm:ps-0" } as const;
