import { lazy, Suspense, useState } from "react";
import type { LayoutListV2, ListedLayoutV2 } from "#contract/v2/layouts.ts";
import { compactCount } from "#dashboard/components/display/compact-number.ts";
import { KeysetPager } from "#dashboard/lists/keyset-pager.tsx";
import type { PageSize } from "#dashboard/lists/page-sizes.ts";
import { type Column, Table, type TableSort } from "#dashboard/lists/table.tsx";
import { useLayoutActions } from "../use-layout-actions.ts";
import { LAYOUT_COLUMNS } from "./layout-columns.tsx";
import { RowMenu } from "./row-menu.tsx";

// What is needed once something is deleted is not part of the list's first load.
const DeleteLayout = lazy(() => import("../delete-layout.tsx").then((module) => ({ default: module.DeleteLayout })));

interface LayoutListProps {
  list: LayoutListV2;
  sort: TableSort;
  page: number;
  pageSize: PageSize;
  onPage: (page: number) => void;
  onPageSize: (size: PageSize) => void;
}

/** A page of layouts, with what can be done with each. */
export function LayoutList({ list, sort, page, pageSize, onPage, onPageSize }: LayoutListProps) {
  const { layouts, totalCount } = list;
  const actions = useLayoutActions();
  const [deleting, setDeleting] = useState<ListedLayoutV2>();
  const menu: Column<ListedLayoutV2> = {
    id: "menu",
    name: "Actions",
    nameHidden: true,
    className: "sm:w-12 sm:ps-0",
    cell: (layout) => <RowMenu layout={layout} actions={actions} onDelete={() => setDeleting(layout)} />,
  };
  const first = page * pageSize + 1;
  return (
    <>
      <Table label="Layouts" columns={[...LAYOUT_COLUMNS, menu]} rows={layouts} rowId={({ _id }) => _id} sort={sort} />
      <KeysetPager
        pageSize={pageSize}
        onPageSize={onPageSize}
        summary={`${first}–${first + layouts.length - 1} of ${compactCount(totalCount)}`}
        onPrevious={page > 0 ? () => onPage(page - 1) : undefined}
        onNext={(page + 1) * pageSize < totalCount ? () => onPage(page + 1) : undefined}
      />
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
