import { CircleStop, GitBranch, Play } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useEditing, useEditorState, useSteps } from "../editor-context.tsx";
import { type StepActions, useStepActions } from "../use-step-actions.ts";
import { AddStep } from "./add-step.tsx";
import { StepCard } from "./step-card.tsx";
import { type Lane, laneName, type PlacedStep, placedSteps } from "./step-order.ts";

// Many workflows have no conditions, and most have steps.
const LaneCondition = lazyNamed(() => import("./lane-condition.tsx"), "LaneCondition");
const FirstSteps = lazyNamed(() => import("./first-steps.tsx"), "FirstSteps");

interface CanvasProps {
  /** Shown on the card of a step: what it did in a run. */
  outcomeOf?: ((stepId: string) => ReactNode) | undefined;
  /** Why a run did not take a branch of a step; undefined for the one that it took. */
  untaken?: ((stepId: string, branchId: string) => string | undefined) | undefined;
}

/**
 * The workflow as an ordered list: its trigger, its steps, its end; the lanes of a branch are lists within. Arrow keys move between the
 * cards, `a` adds behind one, Alt with an arrow moves it, Ctrl D copies it, Delete removes it.
 */
export function Canvas({ outcomeOf, untaken }: CanvasProps) {
  const steps = useSteps();
  const { editor, readOnly } = useEditing();
  const identifier = useEditorState(({ saved }) => saved.workflowId);
  const placed = useMemo(() => placedSteps(steps), [steps]);
  const [announced, announce] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const actions = useStepActions(announce);

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as Element;
    const isMeta = event.metaKey || event.ctrlKey;
    if (!readOnly && isMeta && event.key.toLowerCase() === "z") {
      event.preventDefault();
      if (event.shiftKey) editor.redo();
      else editor.undo();
      return;
    }
    if (event.altKey || isMeta || !target.matches("[data-step-card-link]")) return;
    const to = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const cards = [...(list.current?.querySelectorAll<HTMLElement>("[data-step-card-link]") ?? [])];
    cards[cards.indexOf(target as HTMLElement) + to]?.focus();
  }

  const contents = { actions, outcomeOf, untaken };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the cards in it
    <div onKeyDown={onKeyDown} className="flex flex-col">
      <ol ref={list} aria-label="Steps" className="flex flex-col">
        <Marker icon={<Play className="size-4 shrink-0" aria-hidden="true" />}>
          Event{" "}
          <code translate="no" className="min-w-0 font-mono text-xs wrap-anywhere">
            {identifier}
          </code>
        </Marker>
        <Places placed={placed} branchId={undefined} start="at the beginning" {...contents} />
        <Marker icon={<CircleStop className="size-4 shrink-0" aria-hidden="true" />}>End</Marker>
      </ol>
      {steps.length === 0 && !readOnly && (
        <Suspense>
          <FirstSteps actions={actions} identifier={identifier} />
        </Suspense>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  );
}

interface PlacesProps extends CanvasProps {
  placed: readonly PlacedStep[];
  branchId: string | undefined;
  /** Names the place before the first card. */
  start: string;
  actions: StepActions;
}

/** The cards of one branch, with the places between them. */
function Places({ placed, branchId, start, actions, outcomeOf, untaken }: PlacesProps) {
  return (
    <>
      <li>
        <AddStep
          branchId={branchId}
          after={undefined}
          where={start}
          actions={actions}
          prominent={placed.length === 0}
        />
      </li>
      {placed.map(({ step, lanes }) => (
        <li key={step.key}>
          <OwnCard step={step} actions={actions} outcomeOf={outcomeOf} />
          {lanes.length > 0 && (
            <div className="ms-6 mt-2 flex flex-col gap-3 border-s border-outline ps-4">
              {lanes.map((lane) => (
                <LaneOf
                  key={lane.branchId}
                  lane={lane}
                  stepKey={step.key}
                  actions={actions}
                  outcomeOf={outcomeOf}
                  untaken={untaken}
                />
              ))}
            </div>
          )}
          <AddStep branchId={branchId} after={step.key} where={`after ${step.name}`} actions={actions} />
        </li>
      ))}
    </>
  );
}

interface OwnCardProps extends CanvasProps {
  step: PlacedStep["step"];
  actions: StepActions;
}

/** The card of a step, which is not rendered again for a change of another one. */
const OwnCard = memo(function OwnCard({ step, actions, outcomeOf }: OwnCardProps) {
  const { editor } = useEditing();
  const id = editor.idOf(step.key);
  return <StepCard step={step} actions={actions} outcome={id === undefined ? undefined : outcomeOf?.(id)} />;
});

interface LaneProps extends CanvasProps {
  lane: Lane;
  /** The key of the step that has the branch. */
  stepKey: string;
  actions: StepActions;
}

function LaneOf({ lane, stepKey, actions, outcomeOf, untaken }: LaneProps) {
  const { editor } = useEditing();
  const id = editor.idOf(stepKey);
  const reason = id === undefined ? undefined : untaken?.(id, lane.branchId);
  const name = laneName(lane);
  return (
    <section
      aria-label={`Branch ${name}`}
      className={classNames(reason !== undefined && "rounded-lg bg-sunken p-2 saturate-50")}
    >
      <p className="flex flex-wrap items-center gap-x-1.5 text-xs font-medium text-muted">
        <GitBranch className="size-3.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">{name}</span>
        {lane.filters.length > 0 && (
          <Suspense>
            <LaneCondition lane={lane} />
          </Suspense>
        )}
        {reason !== undefined && <span className="basis-full font-normal">{reason}</span>}
      </p>
      <ol className="flex flex-col">
        <Places
          placed={lane.steps}
          branchId={lane.branchId}
          start={`at the beginning of ${name}`}
          actions={actions}
          outcomeOf={outcomeOf}
          untaken={untaken}
        />
      </ol>
    </section>
  );
}

function Marker({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2 self-start rounded-2xl border border-dashed border-outline px-3 py-1 text-muted">
      {icon}
      {children}
    </li>
  );
}
