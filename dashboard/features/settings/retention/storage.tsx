import type { CleanUp, Retention } from "#contract/retention.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { bytesText, tableText } from "./retention-texts.ts";

interface Use {
  name: string;
  bytes: number;
  share: number;
}

const USE_COLUMNS: readonly Column<Use>[] = [
  { id: "kind", name: "Kind", className: "sm:w-1/3", cell: ({ name }) => <span>{tableText(name)}</span> },
  {
    id: "share",
    name: "Share",
    cell: ({ share }) => (
      <span className="block h-2 w-full min-w-24 overflow-hidden rounded bg-sunken">
        <span className="block h-full bg-accent" style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
    ),
  },
  {
    id: "bytes",
    name: "On disk",
    className: "tabular-nums whitespace-nowrap sm:w-28",
    cell: ({ bytes }) => bytesText(bytes),
  },
];

const CLEAN_UP_COLUMNS: readonly Column<CleanUp>[] = [
  { id: "kind", name: "Kind", className: "sm:w-1/3", cell: ({ kind }) => <span>{tableText(kind)}</span> },
  {
    id: "finished",
    name: "Last clean-up",
    className: "text-muted whitespace-nowrap",
    cell: ({ finishedAt }) => <RelativeTime moment={finishedAt} />,
  },
  {
    id: "removed",
    name: "Removed",
    className: "tabular-nums",
    cell: ({ rows, partitions }) =>
      partitions.length > 0
        ? `${countText(rows, "row")}, ${countText(partitions.length, "partition")}`
        : countText(rows, "row"),
  },
  {
    id: "state",
    name: "State",
    cell: ({ error }) =>
      error === undefined ? (
        <Badge tone="success">Done</Badge>
      ) : (
        <span className="flex flex-col gap-0.5">
          <Badge tone="danger">Failed</Badge>
          <span className="text-xs text-danger wrap-anywhere">{error}</span>
        </span>
      ),
  },
];

/** How much the rows of each kind take on disk, and what the last clean-ups removed. */
export function Storage({ retention: { diskUse, cleanUps, nextCleanUpAt } }: { retention: Retention }) {
  const all = Object.entries(diskUse);
  const most = Math.max(1, ...all.map(([, bytes]) => bytes));
  const uses = all
    .map(([name, bytes]) => ({ name, bytes, share: bytes / most }))
    .sort((one, other) => other.bytes - one.bytes);
  const total = all.reduce((sum, [, bytes]) => sum + bytes, 0);
  return (
    <>
      <Section
        title="Disk use"
        text={`${bytesText(total)} of the whole installation, of all its organisations; an estimate with indexes.`}
      >
        <Table label="Disk use by kind" columns={USE_COLUMNS} rows={uses} rowId={({ name }) => name} />
      </Section>
      <Section
        title="Clean-up"
        text={
          <p className="flex flex-wrap gap-x-1">
            <span>Expired data is removed every night. Next clean-up:</span>
            <RelativeTime moment={nextCleanUpAt} />
          </p>
        }
      >
        {cleanUps.length > 0 && (
          <Table label="Last clean-ups" columns={CLEAN_UP_COLUMNS} rows={cleanUps} rowId={({ kind }) => kind} />
        )}
      </Section>
    </>
  );
}
