import { CircleAlert, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Input, TextField } from "react-aria-components/TextField";
import { classNames } from "#dashboard/components/class-names.ts";
import { INPUT_CLASS } from "#dashboard/components/controls/field.tsx";
import { StepKindIcon, stepKindName } from "../canvas/step-kind.tsx";
import { placedSteps } from "../canvas/step-order.ts";
import { useEditing, useEditorState, useRefusedFields, useSteps } from "../editor-context.tsx";
import { type OutlineRow, outlineRows } from "./outline-rows.ts";

interface OutlineListProps {
  /** The key of the step that is marked, and in sight; undefined for none. */
  current: string | undefined;
  onChoose: (key: string) => void;
  /** Takes the focus when it is opened. */
  autoFocus?: boolean;
  className?: string;
}

/** The steps in one line each, below a field that narrows them down by position, name, kind or identifier. */
export function OutlineList({ current, onChoose, autoFocus = false, className }: OutlineListProps) {
  const steps = useSteps();
  const rows = useMemo(() => outlineRows(placedSteps(steps)), [steps]);
  const { editor } = useEditing();
  useEditorState(({ saved }) => saved);
  useRefusedFields();
  const { contains } = useFilter({ sensitivity: "base" });
  const [text, setText] = useState("");
  const sought = text.trim();
  const shown = rows.filter(({ searched }) => contains(searched, sought));

  const list = useRef<HTMLDivElement>(null);
  const isWhole = sought === "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark moves, and is there again after a search
  useEffect(() => {
    // React Aria renders the options of a changed list after this.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }),
    );
    return () => cancelAnimationFrame(frame);
  }, [current, isWhole]);

  function choose(key: string) {
    setText("");
    onChoose(key);
  }

  /** Enter chooses the first match when the arrow keys have chosen none; Esc clears a search before it closes what is around it. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const [first] = shown;
    if (isWhole) return;
    if (event.key === "Escape") setText("");
    else if (event.key === "Enter" && first && !hasChosen(event.currentTarget)) choose(first.step.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <div onKeyDownCapture={onKeyDown} className="mx-2">
        <TextField aria-label="Find a step" autoFocus={autoFocus} className="relative">
          <Search className="pointer-events-none absolute start-2.5 top-2 size-4 text-muted" aria-hidden="true" />
          <Input
            role="combobox"
            aria-expanded
            aria-haspopup="listbox"
            placeholder="Find a step"
            data-primary-search
            className={`${INPUT_CLASS} ps-8`}
          />
        </TextField>
      </div>
      <ListBox
        ref={list}
        aria-label="Outline"
        selectionMode="single"
        selectedKeys={current === undefined ? [] : [current]}
        onSelectionChange={(keys) => {
          // Choosing the one that is marked takes the mark away.
          const chosen = rows.find(({ step }) => keys !== "all" && keys.has(step.key))?.step.key ?? current;
          if (chosen !== undefined) choose(chosen);
        }}
        items={shown.map((row) => ({ id: row.step.key, row, issues: editor.foundIssues(row.step.key).length }))}
        dependencies={[rows]}
        className={classNames("min-h-0 flex-1 overflow-auto px-1 pb-1 outline-none", className)}
        renderEmptyState={() => <p className="px-2 py-1 text-muted wrap-anywhere">{`No step matches “${sought}”.`}</p>}
      >
        {({ id, row, issues }) => <Row key={id} row={row} issues={issues} />}
      </ListBox>
      <p role="status" className="sr-only">
        {!isWhole && `${shown.length} of ${rows.length} steps`}
      </p>
    </Autocomplete>
  );
}

/** Whether the arrow keys have chosen one of the list, which has the focus for screen readers alone. */
function hasChosen(search: HTMLElement): boolean {
  const active = search.querySelector("input")?.getAttribute("aria-activedescendant");
  return active !== null && active !== undefined && document.getElementById(active) !== null;
}

/** Steps further within have no more room to move to. */
const DEEPEST_SHOWN = 4;
const INDENTS = ["ms-0", "ms-3", "ms-6", "ms-9", "ms-12"] as const;

interface RowProps {
  row: OutlineRow;
  issues: number;
}

function Row({ row: { step, position, depth, branch }, issues }: RowProps) {
  return (
    <ListBoxItem
      id={step.key}
      textValue={step.name}
      className="flex min-h-7 cursor-pointer items-center gap-2 rounded px-2 outline-none select-none data-focused:bg-sunken data-focus-visible:ring-2 data-focus-visible:ring-accent data-focus-visible:ring-inset data-hovered:bg-sunken data-selected:bg-accent-soft forced-colors:data-focused:outline-2"
    >
      <span className="w-5 shrink-0 text-end text-xs text-muted tabular-nums">{position}</span>
      <span className={classNames("shrink-0 text-muted", INDENTS[Math.min(depth, DEEPEST_SHOWN)])}>
        <StepKindIcon type={step.type} />
      </span>
      <span
        dir="auto"
        translate="no"
        className={classNames("min-w-0 flex-1 truncate", !step.active && "text-muted line-through")}
      >
        {step.name}
      </span>
      <span className="sr-only">
        {[stepKindName(step.type), branch !== undefined && `in branch ${branch}`, !step.active && "inactive"]
          .filter(Boolean)
          .map((fact) => `, ${fact}`)}
      </span>
      {issues > 0 && (
        <span className="flex shrink-0 items-center gap-0.5 text-xs text-danger tabular-nums">
          <span className="sr-only">, </span>
          <CircleAlert className="size-3.5" aria-hidden="true" />
          {issues}
          <span className="sr-only">{issues === 1 ? " issue" : " issues"}</span>
        </span>
      )}
    </ListBoxItem>
  );
}
