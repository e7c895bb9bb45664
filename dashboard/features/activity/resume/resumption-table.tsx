import { Link } from "@tanstack/react-router";
import type { Resumption } from "#contract/resumptions.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { ResumptionProgress, ResumptionStateBadge } from "./resumption-progress.tsx";
import { resumptionTitle, spreadText } from "./resumption-texts.ts";

const COLUMNS: readonly Column<Resumption>[] = [
  {
    id: "name",
    name: "Resumption",
    className: "sm:w-1/3",
    cell: (resumption) => (
      <Link
        to="/activity/resumptions/$resumptionId"
        params={{ resumptionId: resumption._id }}
        data-row
        dir="auto"
        translate={resumption.name === undefined ? undefined : "no"}
        title={resumptionTitle(resumption)}
        className={ROW_LINK_CLASS}
      >
        {resumptionTitle(resumption)}
      </Link>
    ),
  },
  { id: "state", name: "State", cell: ({ state }) => <ResumptionStateBadge state={state} /> },
  {
    id: "progress",
    name: "Progress",
    className: "sm:w-1/3",
    cell: (resumption) => <ResumptionProgress resumption={resumption} />,
  },
  {
    id: "spread",
    name: "Speed",
    className: "whitespace-nowrap text-muted sm:max-lg:hidden",
    cell: ({ spreadSeconds }) => spreadText(spreadSeconds),
  },
  {
    id: "started",
    name: "Started",
    className: "text-muted",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

export function ResumptionTable({ rows }: { rows: readonly Resumption[] }) {
  return <Table label="Resumptions" columns={COLUMNS} rows={rows} rowId={({ _id }) => _id} />;
}
