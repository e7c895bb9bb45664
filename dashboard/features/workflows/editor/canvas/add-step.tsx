import { Plus } from "lucide-react";
import { memo, useCallback, useRef } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { Menu, MenuGroup, MenuItem } from "#dashboard/components/overlays/menu.tsx";
import { useEditing } from "../editor-context.tsx";
import { ADDABLE_STEPS } from "../new-step.ts";
import type { StepActions } from "../use-step-actions.ts";
import { isSamePlace, showDropPlace, useDragging, useDropPlace } from "./card-drag.ts";
import { StepKindIcon, stepKindName } from "./step-kind.tsx";

interface AddStepProps {
  /** The branch, and the card before it, as in a place of the order of steps. */
  branchId: string | undefined;
  after: string | undefined;
  /** Names the place: "after Bell". */
  where: string;
  actions: StepActions;
  /** Shown as a button with words, where there is no step yet. */
  prominent?: boolean;
}

/** The place between two cards: a button that adds a step there, and where a card may be dropped. */
export const AddStep = memo(function AddStep({ branchId, after, where, actions, prominent = false }: AddStepProps) {
  const { editor, readOnly } = useEditing();
  const gap = useRef<HTMLDivElement>(null);
  const isTarget = useDropPlace(({ place }) => isSamePlace(place, { branchId, after }));

  const register = useCallback<Parameters<typeof useDragging>[0]>(
    ({ dropTargetForElements }) => {
      const element = gap.current;
      if (!element || readOnly) return undefined;
      return dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.key === "string",
        onDragEnter: () => showDropPlace({ branchId, after }),
        onDragLeave: () => showDropPlace(undefined),
        onDrop: ({ source }) => {
          showDropPlace(undefined);
          const { steps } = editor.store.getState().definition;
          const step = steps.find(({ key }) => key === source.data.key);
          if (step) actions.moveTo(step, { branchId, after });
        },
      });
    },
    [readOnly, editor, actions, branchId, after],
  );
  useDragging(register);

  if (readOnly) return <div aria-hidden="true" className="ms-6 h-5 border-s border-outline" />;
  return (
    <div ref={gap} className={classNames("group relative flex items-center", prominent ? "h-12" : "h-8")}>
      <span
        aria-hidden="true"
        className={classNames("absolute inset-y-0 start-6 border-s", isTarget ? "border-accent" : "border-outline")}
      />
      {isTarget && <span aria-hidden="true" className="absolute inset-x-0 top-1/2 h-0.5 rounded bg-accent" />}
      <Menu
        label={`Add a step ${where}`}
        trigger={
          <button
            type="button"
            aria-label={`Add step ${where}`}
            title="Add step (a)"
            data-add-after={after ?? ""}
            className={classNames(
              "relative z-10 inline-flex items-center justify-center gap-1 rounded-full border bg-raised text-muted hover:border-accent hover:text-accent aria-expanded:border-accent",
              prominent ? "ms-2 h-8 border-outline px-3 font-medium" : "ms-3 size-6",
            )}
          >
            <Plus className="size-3.5" aria-hidden="true" />
            {prominent && "Add step"}
          </button>
        }
      >
        {ADDABLE_STEPS.map(({ label, types }) => (
          <MenuGroup key={label} label={label}>
            {types.map((type) => (
              <MenuItem
                key={type}
                textValue={stepKindName(type)}
                onAction={() => void actions.add(type, { branchId, after })}
              >
                <StepKindIcon type={type} />
                {stepKindName(type)}
              </MenuItem>
            ))}
          </MenuGroup>
        ))}
      </Menu>
    </div>
  );
});
