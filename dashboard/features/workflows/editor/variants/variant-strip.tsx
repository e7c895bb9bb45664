import { CircleAlert, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import type { EditedStep } from "../definition.ts";
import { useEditing } from "../editor-context.tsx";
import type { ChosenVariant } from "./use-chosen-variant.ts";
import { variantName } from "./variant-name.ts";

interface VariantStripProps {
  step: EditedStep;
  chosen: ChosenVariant;
  onAdd: () => void;
}

/** The contents of a step: its own, and those of its variants in the order in which they are tried. */
export function VariantStrip({ step: { key, variants }, chosen: { variant, choose }, onAdd }: VariantStripProps) {
  const { editor, readOnly } = useEditing();
  const issuesAt = (index: number) =>
    editor.foundIssues(key).filter(({ path }) => path?.startsWith(`variants.${index}.`)).length;
  const add = !readOnly && (
    <Button small variant="quiet" onClick={onAdd}>
      <Plus className="size-3.5" aria-hidden="true" /> Add variant
    </Button>
  );
  if (variants.length === 0)
    return (
      add && (
        <div data-contents className="-mb-2 flex justify-end">
          {add}
        </div>
      )
    );
  return (
    <div data-contents className="flex flex-col gap-2">
      <ul aria-label="Contents of the step" className="flex flex-wrap items-center gap-1.5">
        <li>
          <Choice isChosen={variant === undefined} onChoose={() => choose(undefined)}>
            Own content
          </Choice>
        </li>
        {variants.map((one, index) => {
          const issues = issuesAt(index);
          return (
            <li key={one.key} className="min-w-0">
              <Choice isChosen={one.key === variant?.key} isActive={one.active} onChoose={() => choose(index)}>
                <bdi className="min-w-0 wrap-anywhere">{variantName(one, index)}</bdi>
                {!one.active && <span className="text-xs">(inactive)</span>}
                {issues > 0 && (
                  <>
                    <CircleAlert className="size-3.5 shrink-0 text-danger" aria-hidden="true" />
                    <span className="sr-only">{`, ${issues} ${issues === 1 ? "issue" : "issues"}`}</span>
                  </>
                )}
              </Choice>
            </li>
          );
        })}
        {add && <li>{add}</li>}
      </ul>
      <p className="text-xs text-muted">
        Sends the first variant with conditions that pass, or the step's own content.
      </p>
    </div>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  isActive?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

const Choice = ({ isChosen, isActive = true, onChoose, children }: ChoiceProps) => (
  <button
    type="button"
    aria-current={isChosen ? "true" : undefined}
    onClick={onChoose}
    className={classNames(
      "inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-md border px-2.5 py-0.5 text-start",
      isChosen ? "border-accent bg-accent-soft font-medium text-text" : "border-outline text-muted hover:text-text",
      !isActive && "border-dashed",
    )}
  >
    {children}
  </button>
);
