import { Archive } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { Sparkline } from "#dashboard/components/display/sparkline.tsx";
import { BulkBar } from "#dashboard/lists/bulk-bar.tsx";
import { ColumnMenu, useShownColumns } from "#dashboard/lists/column-menu.tsx";
import type { PageSize } from "#dashboard/lists/page-sizes.ts";
import { Pager } from "#dashboard/lists/pager.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { useRowSelection } from "#dashboard/lists/use-row-selection.ts";
import { useTexts } from "./sample-texts.ts";
import { Section, Specimen } from "./section.tsx";

interface SampleRow {
  id: string;
  name: string;
  points: { total: number; failed: number }[];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => {
  const total = Math.round(40 + 38 * Math.sin(hour / 3));
  return { total, failed: hour % 5 === 0 ? Math.round(total / 3) : 0 };
});

export function TableSection() {
  const { title, value, sentence } = useTexts();
  const [page, setPage] = useState(0);
  const [pageSize, setPageSize] = useState<PageSize>(25);
  const rows: SampleRow[] = Array.from({ length: 5 }, (_, index) => ({
    id: `${value}-${page * 5 + index}`,
    name: `${title} ${page * 5 + index + 1}`,
    points: index === 3 ? [] : HOURS.map(({ total, failed }) => ({ total, failed: index % 2 === 0 ? failed : 0 })),
  }));
  const selection = useRowSelection(rows.map(({ id }) => id));
  const columns: Column<SampleRow>[] = [
    {
      id: "name",
      name: "Name",
      className: "sm:w-2/5",
      cell: ({ name, id }) => (
        <WithRowId value={id} what="identifier">
          <a href={`#${id}`} data-row className={`${ROW_LINK_CLASS} max-w-full min-w-0`}>
            {name}
          </a>
        </WithRowId>
      ),
    },
    { id: "status", name: "Status", cell: () => <Badge tone="success">Active</Badge> },
    {
      id: "runs",
      name: "Runs",
      cell: ({ points }) => <Sparkline points={points} what="runs in the last 24 hours" />,
    },
    { id: "about", name: "About", className: "text-muted", cell: () => sentence },
  ];
  const shown = useShownColumns("catalogue", columns);
  return (
    <Section id="tables">
      <Specimen name="Table with row selection, columns that can be hidden, and keyset pages" wide>
        <div className="flex justify-end">
          <ColumnMenu table="catalogue" columns={columns} />
        </div>
        <Table
          label="Workflows"
          columns={shown}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          selection={selection}
        />
        <Pager
          shown={pageSize}
          size={pageSize}
          onSize={setPageSize}
          onPrevious={page > 0 ? () => setPage(page - 1) : undefined}
          onNext={page < 3 ? () => setPage(page + 1) : undefined}
        />
        <BulkBar selection={selection} noun="workflow">
          <Button onClick={selection.clear}>
            <Archive className="size-4" aria-hidden="true" /> Archive
          </Button>
        </BulkBar>
      </Specimen>
      <Specimen name="Sparkline">
        <Sparkline points={HOURS} what="runs in the last 24 hours" className="h-12 w-full" />
      </Specimen>
    </Section>
  );
}
