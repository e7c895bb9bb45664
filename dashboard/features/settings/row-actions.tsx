import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Menu } from "#dashboard/components/overlays/menu.tsx";
import type { Column } from "#dashboard/lists/table.tsx";

/** The last column of a table: a menu per row. Rows for which `items` returns false have none. */
export const actionsColumn = <Row,>(nameOf: (row: Row) => string, items: (row: Row) => ReactNode): Column<Row> => ({
  id: "actions",
  name: "Actions",
  nameHidden: true,
  className: "sm:w-12",
  cell: (row) => {
    const shown = items(row);
    return shown && <RowActions of={nameOf(row)}>{shown}</RowActions>;
  },
});

function RowActions({ of, children }: { of: string; children: ReactNode }) {
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
