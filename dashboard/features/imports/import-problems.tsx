import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { IMPORT_PROBLEMS_MAX } from "#contract/constants/imports.ts";
import type { Import, ImportProblem } from "#contract/imports.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { countText, numberText } from "#dashboard/components/display/count-text.ts";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { download } from "#dashboard/download.ts";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** The screen has the first ones, the file all that the server lists. */
const SHOWN = 50;

const COLUMNS: readonly Column<ImportProblem>[] = [
  {
    id: "line",
    name: "Line",
    className: "whitespace-nowrap tabular-nums sm:w-24",
    cell: ({ line }) => numberText(line),
  },
  {
    id: "field",
    name: "Column",
    className: "sm:w-1/4 wrap-anywhere",
    cell: ({ field }) =>
      field === undefined ? (
        <span className="text-muted">Whole line</span>
      ) : (
        <code className="font-mono text-xs" translate="no">
          {field}
        </code>
      ),
  },
  { id: "message", name: "Problem", className: "wrap-anywhere", cell: ({ message }) => message },
];

/** The lines that were not written, each with its number and what to change. */
export function ImportProblems({ row }: { row: Import }) {
  const { read } = useEnvironment();
  const query = useQuery({
    ...read("imports.listProblems", row._id, { limit: IMPORT_PROBLEMS_MAX }),
    enabled: row.failed > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (row.failed === 0) return null;
  const problems = query.data?.data ?? [];
  async function save(): Promise<void> {
    const { problemFile } = await import("./problem-file.ts");
    download(`${row.kind}-problems.csv`, problemFile(problems), "text/csv");
  }
  const text =
    problems.length > SHOWN
      ? `These are the first ${SHOWN}. The file has ${row.failed > IMPORT_PROBLEMS_MAX ? `the first ${numberText(IMPORT_PROBLEMS_MAX)}` : "all of them"}.`
      : "Fix these lines in your file, and import it again: what is stored already stays as it is.";
  return (
    <Section
      title={`${countText(row.failed, "line")} with problems`}
      text={text}
      action={
        <Button disabled={problems.length === 0} onClick={() => void save()}>
          <Download className="size-4" aria-hidden="true" /> Download problems
        </Button>
      }
    >
      <LoadFailed what="The problems" query={query} />
      {query.data ? (
        <Table
          label="Problems"
          columns={COLUMNS}
          rows={problems.slice(0, SHOWN)}
          rowId={({ line, field }) => `${line} ${field ?? ""}`}
        />
      ) : (
        query.isFetching && <SkeletonRows rows={3} />
      )}
    </Section>
  );
}
