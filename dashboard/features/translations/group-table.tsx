import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TranslationCounts, TranslationGroup } from "#contract/workflows/translations.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { OpenTexts } from "./open-texts.tsx";

interface GroupTableProps {
  groups: readonly TranslationGroup[];
  counts: UseQueryResult<TranslationCounts>;
}

export function GroupTable({ groups, counts }: GroupTableProps) {
  const columns: readonly Column<TranslationGroup>[] = [
    { id: "name", name: "Name", className: "sm:w-2/5", cell: GroupName },
    { id: "locales", name: "Locales", cell: Locales },
    {
      id: "open",
      name: "Open texts",
      cell: ({ identifier }) => <OpenTexts group={identifier} counts={counts.data} hasFailed={counts.isError} />,
    },
    {
      id: "updated",
      name: "Updated",
      className: "text-muted",
      cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
    },
  ];
  return <Table label="Translation groups" columns={columns} rows={groups} rowId={({ _id }) => _id} />;
}

function GroupName({ name, identifier }: TranslationGroup) {
  return (
    <>
      <Link to="/translations/$group" params={{ group: identifier }} data-row className={ROW_LINK_CLASS}>
        {name}
      </Link>
      <CopyableId value={identifier} what="identifier" />
    </>
  );
}

function Locales({ locales }: TranslationGroup) {
  return (
    <span className="flex flex-wrap gap-1">
      {locales.map(({ locale }) => (
        <Badge key={locale}>{locale}</Badge>
      ))}
    </span>
  );
}
