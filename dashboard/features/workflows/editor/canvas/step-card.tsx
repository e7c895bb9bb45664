import { Link, useParams } from "@tanstack/react-router";
import { CircleAlert, Copy, Ellipsis, GripVertical, MoveDown, MoveUp, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, Suspense, useRef } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { useCronWords } from "#dashboard/components/dates/cron-words.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Menu, MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import type { EditedStep } from "../definition.ts";
import { useEditing, useEditorState, useRefusedFields } from "../editor-context.tsx";
import type { StepActions } from "../use-step-actions.ts";
import { cardAction } from "./card-action.ts";
import { StepKindBadge } from "./step-kind.tsx";
import { stepSentence } from "./step-sentence.ts";
import { useCardDrag } from "./use-card-drag.ts";

// Most steps have no conditions.
const CardNotes = lazyNamed(() => import("./card-notes.tsx"), "CardNotes");

interface StepCardProps {
  step: EditedStep;
  actions: StepActions;
  outcome?: ReactNode;
}

/** A step on the canvas: its name, what it does in one sentence, and what is wrong with it. */
export function StepCard({ step, actions, outcome }: StepCardProps) {
  const { editor, readOnly } = useEditing();
  const { workflowId = "", stepId } = useParams({ strict: false });
  const isCode = useEditorState(({ saved }) => saved).origin === "external";
  useRefusedFields();
  useCronWords(step.controlValues.cron !== undefined);
  const card = useRef<HTMLDivElement>(null);
  const isDragged = useCardDrag(card, step, actions);
  const issues = editor.foundIssues(step.key);
  const hasConditions = step.filters.length > 0 || step.controlValues.skip !== undefined;
  const isSelected = stepId !== undefined && editor.keyOf(stepId) === step.key;

  function onKeyDown(event: KeyboardEvent) {
    if (readOnly || (event.target as Element).closest("[data-step-card-link]") === null) return;
    const act = cardAction(event, step, actions);
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the link in it
    <div
      ref={card}
      onKeyDown={onKeyDown}
      className={classNames(
        "group/card relative flex items-start gap-3 rounded-lg border p-3 pe-2",
        isSelected ? "border-accent bg-accent-soft/40" : "bg-raised hover:border-outline hover:bg-sunken/60",
        isDragged && "opacity-50",
        !step.active && "border-dashed",
      )}
    >
      {!readOnly && (
        <GripVertical
          aria-hidden="true"
          className="absolute -start-0.5 top-4 size-4 cursor-grab text-muted opacity-0 group-hover/card:opacity-100"
        />
      )}
      <StepKindBadge type={step.type} />
      <div className={classNames("flex min-w-0 flex-1 flex-col gap-0.5", !step.active && "text-muted")}>
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <Link
            to="/workflows/$workflowId/steps/$stepId"
            params={{ workflowId, stepId: editor.idOf(step.key) ?? step.key }}
            resetScroll={false}
            state={{ isFromCanvas: stepId === undefined }}
            data-row
            data-step-card-link={step.key}
            draggable={false}
            dir="auto"
            translate="no"
            aria-current={isSelected ? "true" : undefined}
            className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {step.name}
          </Link>
          {!step.active && <Badge>Inactive</Badge>}
          {issues.length > 0 && (
            <Badge tone="danger" icon={<CircleAlert className="size-3" aria-hidden="true" />}>
              {`${issues.length} ${issues.length === 1 ? "issue" : "issues"}`}
            </Badge>
          )}
        </span>
        <span translate="no" className="line-clamp-2 text-muted wrap-anywhere">
          {isCode ? "Made by code" : stepSentence(step)}
        </span>
        {hasConditions && (
          <Suspense fallback={<span className="h-4" />}>
            <CardNotes step={step} />
          </Suspense>
        )}
        {outcome}
      </div>
      {!readOnly && <CardMenu step={step} actions={actions} />}
    </div>
  );
}

function CardMenu({ step, actions }: Pick<StepCardProps, "step" | "actions">) {
  return (
    <Menu
      label={`Actions of ${step.name}`}
      placement="bottom end"
      trigger={
        <IconButton
          label={`Actions of ${step.name}`}
          className="relative z-10 size-7 opacity-0 group-hover/card:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
        >
          <Ellipsis className="size-4" aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem textValue="Move up" onAction={() => actions.move(step, -1)}>
        <MoveUp className="size-4" aria-hidden="true" /> Move up
        <Keys>Alt ↑</Keys>
      </MenuItem>
      <MenuItem textValue="Move down" onAction={() => actions.move(step, 1)}>
        <MoveDown className="size-4" aria-hidden="true" /> Move down
        <Keys>Alt ↓</Keys>
      </MenuItem>
      <MenuItem textValue="Duplicate" onAction={() => actions.duplicate(step)}>
        <Copy className="size-4" aria-hidden="true" /> Duplicate
        <Keys>Ctrl D</Keys>
      </MenuItem>
      <MenuSeparator />
      <MenuItem textValue="Delete" onAction={() => actions.remove(step)}>
        <Trash2 className="size-4 text-danger" aria-hidden="true" /> Delete
        <Keys>Del</Keys>
      </MenuItem>
    </Menu>
  );
}

const Keys = ({ children }: { children: ReactNode }) => (
  <kbd translate="no" className="ms-auto ps-4 font-sans text-xs text-muted">
    {children}
  </kbd>
);
