import { Link } from "@tanstack/react-router";
import type { ListedLayoutV2 } from "#contract/v2/layouts.ts";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS } from "#dashboard/lists/table.tsx";

export const LAYOUT_COLUMNS: readonly Column<ListedLayoutV2>[] = [
  { id: "name", name: "Name", sortable: true, className: "max-sm:pe-11 sm:w-1/2", cell: LayoutName },
  {
    id: "steps",
    name: "Used by",
    className: "whitespace-nowrap",
    cell: ({ stepCount }) =>
      stepCount === 0 ? (
        <span className="text-muted">No step</span>
      ) : (
        <span className="tabular-nums">{stepCount === 1 ? "1 step" : `${stepCount} steps`}</span>
      ),
  },
  {
    id: "updatedAt",
    name: "Updated",
    sortable: true,
    className: "text-muted whitespace-nowrap",
    cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
  },
];

function LayoutName({ _id, name, layoutId, isDefault }: ListedLayoutV2) {
  return (
    <WithRowId value={layoutId} what="identifier">
      <span className="flex max-w-full min-w-0 items-center gap-2">
        <Link
          to="/layouts/$layoutId"
          params={{ layoutId: _id }}
          data-row
          dir="auto"
          translate="no"
          title={name}
          className={`${ROW_LINK_CLASS} min-w-0`}
        >
          {name}
        </Link>
        {isDefault && <Badge tone="info">Default</Badge>}
      </span>
    </WithRowId>
  );
}
