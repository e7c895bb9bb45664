import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { GripVertical } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "./button.tsx";

/** An element that is moved among others. */
export interface Movable {
  /** Names those among which it is moved, on all of the page. */
  group: string;
  id: string;
  /** Its place among them, from 0. */
  index: number;
  /** How many they are. */
  count: number;
  /** Moves one of them to a place. */
  move: (id: string, to: number) => void;
  disabled?: boolean | undefined;
}

/** Has an element dragged by its handle, and others of its group dropped at its place. Returns whether one is dragged over it. */
export function useMovedByDrag(
  element: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  { group, id, index, move, disabled }: Movable,
): boolean {
  const [isTarget, setTarget] = useState(false);
  const onMove = useEffectEvent(move);
  useEffect(() => {
    const { current: dragged } = element;
    const { current: grip } = handle;
    if (!dragged || !grip || disabled) return;
    const stopDragging = draggable({
      element: dragged,
      dragHandle: grip,
      getInitialData: () => ({ moveGroup: group, moveId: id }),
    });
    const stopDropping = dropTargetForElements({
      element: dragged,
      canDrop: ({ source }) => source.data.moveGroup === group && source.data.moveId !== id,
      onDragEnter: () => setTarget(true),
      onDragLeave: () => setTarget(false),
      onDrop: ({ source }) => {
        setTarget(false);
        onMove(String(source.data.moveId), index);
      },
    });
    return () => {
      stopDragging();
      stopDropping();
    };
  }, [element, handle, disabled, group, id, index]);
  return isTarget;
}

interface MoveHandleProps extends Movable {
  /** Of the thing that is moved. */
  name: string;
  ref: RefObject<HTMLSpanElement | null>;
}

/** The button by which an element is moved: with the pointer, and with the arrow keys. */
export function MoveHandle({ name, id, index, count, move, disabled, ref }: MoveHandleProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span ref={ref} className="shrink-0 cursor-grab">
      <IconButton
        ref={button}
        data-move
        label={`Move ${name}`}
        className="w-6 cursor-grab"
        disabled={count < 2 || disabled}
        onKeyDown={(event) => {
          const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          const to = index + by;
          if (to >= 0 && to < count) move(id, to);
        }}
      >
        <GripVertical className="size-4" aria-hidden="true" />
      </IconButton>
    </span>
  );
}
