import { type ReactNode, Suspense, useState } from "react";
import type { ListedLayoutV2 } from "#contract/v2/layouts.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { type Column, Table, type TableSort } from "#dashboard/lists/table.tsx";
import { useLayoutActions } from "../use-layout-actions.ts";
import { LAYOUT_COLUMNS } from "./layout-columns.tsx";
import { RowMenu } from "./row-menu.tsx";

// What is needed once something is deleted is not part of the list's first load.
const DeleteLayout = lazyNamed(() => import("../delete-layout.tsx"), "DeleteLayout");

interface LayoutListProps {
  layouts: readonly ListedLayoutV2[];
  sort: TableSort | undefined;
  pager: ReactNode;
}

/** A page of layouts, with what can be done with each. */
export function LayoutList({ layouts, sort, pager }: LayoutListProps) {
  const actions = useLayoutActions();
  const [deleting, setDeleting] = useState<ListedLayoutV2>();
  const menu: Column<ListedLayoutV2> = {
    id: "menu",
    name: "Actions",
    nameHidden: true,
    className: "sm:w-12 sm:ps-0",
    cell: (layout) => <RowMenu layout={layout} actions={actions} onDelete={() => setDeleting(layout)} />,
  };
  return (
    <>
      <Table
        label="Layouts"
        columns={[...LAYOUT_COLUMNS, menu]}
        rows={layouts}
        rowId={({ _id }) => _id}
        {...(sort && { sort })}
      />
      {pager}
      {deleting && (
        <Suspense>
          <DeleteLayout
            layout={{ ...deleting, isUsed: deleting.stepCount > 0 }}
            onClose={() => setDeleting(undefined)}
            onDelete={() => actions.remove(deleting)}
          />
        </Suspense>
      )}
    </>
  );
}
