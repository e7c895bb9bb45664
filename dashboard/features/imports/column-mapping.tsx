import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { DataKind, ImportFormat } from "#contract/constants/imports.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { fieldChoices, guessFields, LEFT_OUT, mappingFault } from "./field-choices.ts";
import { ImportResult } from "./import-result.tsx";
import { importable, isActive, KINDS } from "./import-texts.ts";
import type { ChosenFile } from "./read-start.ts";

const CONTENT_TYPES = {
  csv: "text/csv",
  json: "application/json",
  ndjson: "application/x-ndjson",
} as const satisfies Record<ImportFormat, string>;

const POLL_MS = 1_000;

interface ColumnMappingProps {
  kind: DataKind;
  chosen: ChosenFile;
  onLeave: () => void;
}

interface MappedColumn {
  name: string;
  index: number;
  values: readonly string[];
}

/** Gives each column of a file its field, has the file checked with them, and imports it. */
export function ColumnMapping({ kind, chosen, onLeave }: ColumnMappingProps) {
  const { file, columns } = chosen;
  const [fields, setFields] = useState(() =>
    guessFields(
      kind,
      columns.map(({ name }) => name),
    ),
  );
  const { check, checking, importing, forget } = useImport(kind, chosen, fields);
  const fault = mappingFault(kind, fields, KINDS[kind].key);
  const failed = [checking, importing].find(({ isError }) => isError);
  const checked = check.data;
  const lines = checked && !isActive(checked) ? importable(checked) : undefined;
  function choose(index: number, field: string) {
    setFields(fields.map((before, at) => (at === index ? field : before)));
    forget();
  }
  return (
    <>
      <Section
        title="Columns"
        text={
          <>
            <span translate="no">{file.name}</span>
            {": choose the field that each column fills, or leave it out."}
          </>
        }
        action={<Button onClick={onLeave}>Choose another file</Button>}
      >
        <ColumnTable kind={kind} columns={columns} fields={fields} onChoose={choose} />
        {fault !== undefined && <p className="text-danger">{fault}</p>}
        {failed && <Alert>{`Nothing was imported. ${errorText(failed.error)}`}</Alert>}
        {checked === undefined && (
          <Button
            variant="primary"
            className="self-start"
            pending={checking.isPending}
            disabled={fault !== undefined}
            onClick={() => checking.mutate()}
          >
            Check the file
          </Button>
        )}
      </Section>
      <LoadFailed what="The check" query={check} />
      {checked && (
        <ImportResult
          row={checked}
          action={
            lines !== undefined && (
              <Button
                variant="primary"
                pending={importing.isPending}
                disabled={lines === 0}
                onClick={() => importing.mutate()}
              >
                {lines === 0 ? "Nothing to import" : `Import ${countText(lines, KINDS[kind].line)}`}
              </Button>
            )
          }
        />
      )}
    </>
  );
}

/** The check of a file with the fields of its columns, and its import, which sends the same bytes again. */
function useImport(kind: DataKind, { file, format, columns }: ChosenFile, fields: readonly string[]) {
  const { write, read } = useEnvironment();
  const navigate = useNavigate();
  const [checkId, setCheckId] = useState<string>();
  const check = useQuery({
    ...read("imports.get", checkId ?? ""),
    enabled: checkId !== undefined,
    refetchInterval: ({ state: { data } }) => (data && isActive(data) ? POLL_MS : false),
  });
  const named = JSON.stringify(
    Object.fromEntries(columns.map(({ name }, index) => [name, fields[index] === LEFT_OUT ? null : fields[index]])),
  );
  const send = (dryRun: boolean) =>
    write("imports.create", file, CONTENT_TYPES[format], { kind, format, columns: named, dryRun });
  const checking = useOneMutation({ mutationFn: () => send(true), onSuccess: ({ _id }) => setCheckId(_id) });
  const importing = useOneMutation({
    mutationFn: () => send(false),
    onSuccess: ({ _id }) => void navigate({ to: "/imports/$importId", params: { importId: _id } }),
  });
  return { check, checking, importing, forget: () => setCheckId(undefined) };
}

interface ColumnTableProps {
  kind: DataKind;
  columns: ChosenFile["columns"];
  fields: readonly string[];
  onChoose: (index: number, field: string) => void;
}

function ColumnTable({ kind, columns, fields, onChoose }: ColumnTableProps) {
  const rows = columns.map(({ name, values }, index) => ({ name, values, index }));
  const field: Column<MappedColumn> = {
    id: "field",
    name: "Field",
    className: "sm:w-1/3",
    cell: ({ name, index }) => (
      <Select
        label={`Field of ${name || "the column without a name"}`}
        labelHidden
        value={fields[index] ?? LEFT_OUT}
        options={fieldChoices(kind, name)}
        onChange={(chosen) => onChoose(index, chosen)}
      />
    ),
  };
  return <Table label="Columns of the file" columns={[...COLUMNS, field]} rows={rows} rowId={({ name }) => name} />;
}

const COLUMNS: readonly Column<MappedColumn>[] = [
  {
    id: "name",
    name: "Column",
    className: "sm:w-1/4 font-medium wrap-anywhere",
    cell: ({ name }) =>
      name === "" ? <span className="text-muted">No name</span> : <span translate="no">{name}</span>,
  },
  {
    id: "values",
    name: "First rows",
    className: "text-muted wrap-anywhere",
    cell: ({ values }) => (
      <span className="line-clamp-2" translate="no" dir="auto">
        {values.filter((value) => value !== "").join(" · ")}
      </span>
    ),
  },
];
