import { type RefObject, useCallback, useState } from "react";
import type { EditedStep } from "../definition.ts";
import { useEditing } from "../editor-context.tsx";
import type { StepActions } from "../use-step-actions.ts";
import { placeOnCard, showDropPlace, useDragging } from "./card-drag.ts";

/** Lets a card be dragged, and others be dropped above and below it. Returns whether it is dragged. */
export function useCardDrag(
  card: RefObject<HTMLElement | null>,
  { key, branchId }: EditedStep,
  actions: StepActions,
): boolean {
  const { editor, readOnly } = useEditing();
  const [isDragged, setDragged] = useState(false);
  const register = useCallback<Parameters<typeof useDragging>[0]>(
    ({ draggable, dropTargetForElements }) => {
      const element = card.current;
      if (!element || readOnly) return undefined;
      const stepsNow = () => editor.store.getState().definition.steps;
      const placeAt = (clientY: number) =>
        placeOnCard(stepsNow(), { key, branchId }, element.getBoundingClientRect(), clientY);
      const stopDragging = draggable({
        element,
        getInitialData: () => ({ key }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      });
      const stopDropping = dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.key === "string" && source.data.key !== key,
        onDrag: ({ location }) => showDropPlace(placeAt(location.current.input.clientY)),
        onDragLeave: () => showDropPlace(undefined),
        onDrop: ({ source, location }) => {
          showDropPlace(undefined);
          const moved = stepsNow().find((one) => one.key === source.data.key);
          if (moved) actions.moveTo(moved, placeAt(location.current.input.clientY));
        },
      });
      return () => {
        stopDragging();
        stopDropping();
      };
    },
    [card, readOnly, editor, actions, key, branchId],
  );
  useDragging(register);
  return isDragged;
}
