import { Link, type LinkProps } from "@tanstack/react-router";
import type { ResumptionKind } from "#contract/constants/resumptions.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { AskedBy } from "./asked-by.tsx";
import { KIND_TEXTS, type RunsChange } from "./kind-texts.ts";
import { ResumptionProgress, ResumptionStateBadge } from "./resumption-progress.tsx";
import { resumptionTitle } from "./resumption-texts.ts";

const LINKS: Readonly<Record<ResumptionKind, (id: string) => LinkProps>> = {
  resume: (resumptionId) => ({ to: "/activity/resumptions/$resumptionId", params: { resumptionId } }),
  cancel: (cancellationId) => ({ to: "/activity/cancellations/$cancellationId", params: { cancellationId } }),
};

const columnsOf = (kind: ResumptionKind): readonly Column<RunsChange>[] => [
  {
    id: "name",
    name: KIND_TEXTS[kind].title,
    className: "sm:w-1/3",
    cell: (resumption) => (
      <Link
        {...LINKS[kind](resumption._id)}
        data-row
        dir="auto"
        translate={resumption.name === undefined ? undefined : "no"}
        title={resumptionTitle(resumption, kind)}
        className={ROW_LINK_CLASS}
      >
        {resumptionTitle(resumption, kind)}
      </Link>
    ),
  },
  { id: "state", name: "State", cell: ({ state }) => <ResumptionStateBadge state={state} /> },
  {
    id: "progress",
    name: "Progress",
    className: "sm:w-1/4",
    cell: (resumption) => <ResumptionProgress resumption={resumption} kind={kind} />,
  },
  {
    id: "by",
    name: "Started by",
    className: "text-muted sm:w-1/6 sm:max-w-0 sm:max-lg:hidden",
    cell: ({ createdBy }) => (
      <span className="block truncate">
        <AskedBy by={createdBy} />
      </span>
    ),
  },
  {
    id: "started",
    name: "Started",
    className: "text-muted",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

const COLUMNS = { resume: columnsOf("resume"), cancel: columnsOf("cancel") };

export function ResumptionTable({ rows, kind }: { rows: readonly RunsChange[]; kind: ResumptionKind }) {
  return <Table label={`${KIND_TEXTS[kind].title}s`} columns={COLUMNS[kind]} rows={rows} rowId={({ _id }) => _id} />;
}
