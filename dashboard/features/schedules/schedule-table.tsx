import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Schedule } from "#contract/schedules.ts";
import { useCronWords } from "#dashboard/components/dates/cron-words.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type ScheduleAction, ScheduleMenu } from "./schedule-menu.tsx";
import type { ScheduleSearch } from "./schedule-search.ts";
import { audienceText, recurrenceText, STATUSES } from "./schedule-texts.ts";

interface ScheduleTableProps {
  rows: readonly Schedule[];
  search: ScheduleSearch;
  pager: ReactNode;
  onAction: (action: ScheduleAction, schedule: Schedule) => void;
}

/** A page of schedules; a row opens what its schedule does next. */
export function ScheduleTable({ rows, search, pager, onAction }: ScheduleTableProps) {
  const { may } = useEnvironment();
  useCronWords(rows.some(({ recurrence }) => recurrence.type === "cron"));
  const columns = columnsOf(search);
  const menu: Column<Schedule> = {
    id: "menu",
    name: "Actions",
    nameHidden: true,
    className: "sm:w-12 sm:ps-0",
    cell: (schedule) => <ScheduleMenu schedule={schedule} onAction={onAction} />,
  };
  return (
    <>
      <Table
        label="Schedules"
        columns={may("environment.use") ? [...columns, menu] : columns}
        rows={rows}
        rowId={({ _id }) => _id}
      />
      {pager}
    </>
  );
}

const columnsOf = (search: ScheduleSearch): readonly Column<Schedule>[] => [
  {
    id: "name",
    name: "Name",
    className: "max-sm:pe-12 sm:w-1/4",
    cell: ({ _id, name }) => (
      <Link
        to="/schedules"
        search={{ ...search, entry: _id }}
        replace
        resetScroll={false}
        data-row
        dir="auto"
        translate="no"
        title={name}
        className={ROW_LINK_CLASS}
      >
        {name}
      </Link>
    ),
  },
  {
    id: "workflow",
    name: "Workflow",
    className: "sm:max-w-0 sm:w-1/6",
    cell: ({ workflow: { _id, name } }) => (
      <Link
        to="/workflows/$workflowId"
        params={{ workflowId: _id }}
        dir="auto"
        translate="no"
        className="relative z-10 block truncate text-accent underline max-sm:whitespace-normal max-sm:wrap-anywhere"
      >
        {name}
      </Link>
    ),
  },
  {
    id: "audience",
    name: "Audience",
    className: "text-muted sm:max-w-0 sm:w-1/8",
    cell: ({ to }) => (
      <span className="block truncate max-sm:whitespace-normal max-sm:wrap-anywhere" dir="auto" translate="no">
        {audienceText(to)}
      </span>
    ),
  },
  {
    id: "rule",
    name: "When",
    className: "text-muted",
    cell: (schedule) => (
      <span>
        {schedule.inSubscriberTimezone
          ? `${recurrenceText(schedule)}, or the zone of the subscriber`
          : recurrenceText(schedule)}
      </span>
    ),
  },
  {
    id: "next",
    name: "Next",
    className: "text-muted whitespace-nowrap",
    cell: ({ nextRuns: [next] }) => (next === undefined ? "—" : <RelativeTime moment={next} />),
  },
  { id: "state", name: "State", cell: (schedule) => <ScheduleState schedule={schedule} /> },
];

/** The state of a schedule, and whether its last dates could not be fired. */
export function ScheduleState({ schedule: { status, failures } }: { schedule: Schedule }) {
  const { text, tone } = STATUSES[status];
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{text}</Badge>
      {failures > 0 && <Badge tone="danger">{`Failed ${failures} in a row`}</Badge>}
    </span>
  );
}
