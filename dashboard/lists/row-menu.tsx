import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Menu } from "#dashboard/components/overlays/menu.tsx";

/** The menu of a row, above the link that covers the row. `of` is the row's name, `children` are the entries. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const label = `Actions of ${of}`;
  return (
    <span className="relative z-10 flex justify-end max-sm:absolute max-sm:end-2 max-sm:top-1">
      <Menu
        label={label}
        placement="bottom end"
        trigger={
          <IconButton label={label}>
            <EllipsisVertical className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
        {children}
      </Menu>
    </span>
  );
}
