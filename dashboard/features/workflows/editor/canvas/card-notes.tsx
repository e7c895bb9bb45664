import { Filter, FilterX, type LucideIcon } from "lucide-react";
import { conditionText } from "#dashboard/components/conditions/condition-text.ts";
import { ruleText } from "#dashboard/components/conditions/rule-text.ts";
import { type EditedStep, nameOfStep } from "../definition.ts";
import { useEditorState } from "../editor-context.tsx";

/** Says when a step is executed, and when it is skipped. */
export function CardNotes({ step }: { step: EditedStep }) {
  // Of the other steps only the text of their names counts here.
  const conditions = useEditorState(({ definition: { steps } }) =>
    conditionText(step.filters, (identifier) => nameOfStep(steps, identifier)),
  );
  const skipped = ruleText(step.controlValues.skip);
  return (
    <>
      {skipped && <CardNote Icon={FilterX}>{`Skipped if ${skipped}`}</CardNote>}
      {conditions && <CardNote Icon={Filter}>{`Only if ${conditions}`}</CardNote>}
    </>
  );
}

function CardNote({ Icon, children }: { Icon: LucideIcon; children: string }) {
  return (
    <span className="flex items-start gap-1 text-xs text-info">
      <Icon className="mt-0.5 size-3 shrink-0" aria-hidden="true" />
      <span translate="no" className="line-clamp-3 wrap-anywhere">
        {children}
      </span>
    </span>
  );
}
