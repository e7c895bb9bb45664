import { Link } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import type { ImportChoice, ImportItem } from "./import-item.ts";

interface ImportRowProps {
  item: ImportItem;
  isEditable: boolean;
  onChange: (change: Partial<ImportItem>) => void;
  /** Called when its workflow is opened. */
  onOpen: () => void;
}

/** A workflow of the file: what will be done with it, or what came of it. */
export function ImportRow({ item, isEditable, onChange, onOpen }: ImportRowProps) {
  const { read } = item;
  const name = read.kind === "valid" ? read.workflow.name : read.name;
  return (
    <li className="flex flex-col gap-2 border-b p-3 last:border-b-0">
      <div>
        <p className="font-medium wrap-anywhere" dir="auto" translate="no">
          {name}
        </p>
        {read.kind === "valid" ? (
          <p className="text-xs text-muted wrap-anywhere">
            <code translate="no" className="font-mono">
              {read.workflow.workflowId}
            </code>
            , {stepCount(read.workflow.steps.length)}
            {item.existing && `. This identifier belongs to ${item.existing.name}`}
          </p>
        ) : (
          <ul className="text-danger">
            {read.issues.map((issue) => (
              <li key={issue} className="wrap-anywhere">
                {issue}
              </li>
            ))}
          </ul>
        )}
        {item.missing.length > 0 && (
          <p className="text-xs text-warning wrap-anywhere">Not here, and left out: {item.missing.join(", ")}.</p>
        )}
      </div>
      {isEditable && read.kind === "valid" && (
        <div className="flex flex-wrap items-end gap-2">
          <Segmented
            label={`What to do with ${name}`}
            value={item.choice}
            options={item.existing ? TAKEN_CHOICES : FREE_CHOICES}
            onChange={(choice) => onChange({ choice })}
          />
          {item.choice === "create" && item.existing && (
            <div className="min-w-40 flex-1">
              <Field label={`New identifier of ${name}`} labelHidden>
                {(control) => (
                  <Input
                    {...control}
                    className="font-mono"
                    spellCheck={false}
                    value={item.identifier}
                    onChange={({ target }) => onChange({ identifier: target.value.trim() })}
                  />
                )}
              </Field>
            </div>
          )}
        </div>
      )}
      {item.choice === "replace" && isEditable && item.existing && (
        <p className="text-xs text-muted">
          Makes a new version of {item.existing.name}; version {item.existing.version} stays in its history.
        </p>
      )}
      {item.result && <Result result={item.result} onOpen={onOpen} />}
    </li>
  );
}

function Result({ result, onOpen }: { result: NonNullable<ImportItem["result"]>; onOpen: () => void }) {
  return result.kind === "done" ? (
    <p className="flex items-center gap-2 text-success">
      <CircleCheck className="size-4 shrink-0" aria-hidden="true" /> {result.text}
      <Link
        to="/workflows/$workflowId"
        params={{ workflowId: result.workflowId }}
        onClick={onOpen}
        className="text-accent underline"
      >
        Open
      </Link>
    </p>
  ) : (
    <p role="alert" className="flex items-start gap-2 text-danger">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{result.text}</span>
    </p>
  );
}

const SKIP: { id: ImportChoice; text: string } = { id: "skip", text: "Leave out" };
const FREE_CHOICES = [{ id: "create" as const, text: "Create" }, SKIP];
const TAKEN_CHOICES = [
  { id: "create" as const, text: "Create under" },
  { id: "replace" as const, text: "Replace" },
  SKIP,
];

const stepCount = (count: number): string => `${count} step${count === 1 ? "" : "s"}`;
