import type { ReactNode } from "react";
import { RowMenu } from "#dashboard/lists/row-menu.tsx";
import type { Column } from "#dashboard/lists/table.tsx";

/** The last column of a table: a menu per row. Rows for which `items` returns false have none. */
export const actionsColumn = <Row,>(nameOf: (row: Row) => string, items: (row: Row) => ReactNode): Column<Row> => ({
  id: "actions",
  name: "Actions",
  nameHidden: true,
  className: "sm:w-12",
  cell: (row) => {
    const shown = items(row);
    return shown && <RowMenu of={nameOf(row)}>{shown}</RowMenu>;
  },
});
