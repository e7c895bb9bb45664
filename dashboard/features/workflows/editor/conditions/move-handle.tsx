import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { GripVertical } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { useConditionEditing } from "./condition-context.tsx";

interface MovedNode {
  /** The node's own path, as text. */
  path: string;
  index: number;
  /** Nodes of its group. */
  count: number;
}

const parentOf = (path: string): string => path.split(".").slice(0, -1).join(".");

/** Has an element dragged among those of its group. Returns whether something is dragged over it. */
export function useMovedByDrag(
  element: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  { path, index }: MovedNode,
): boolean {
  const { readOnly, builder, move } = useConditionEditing();
  const [isTarget, setTarget] = useState(false);
  useEffect(() => {
    const { current: dragged } = element;
    const { current: grip } = handle;
    if (!dragged || !grip || readOnly) return;
    const group = `${builder}/${parentOf(path)}`;
    const stopDragging = draggable({
      element: dragged,
      dragHandle: grip,
      getInitialData: () => ({ conditionGroup: group, conditionPath: path }),
    });
    const stopDropping = dropTargetForElements({
      element: dragged,
      canDrop: ({ source }) => source.data.conditionGroup === group && source.data.conditionPath !== path,
      onDragEnter: () => setTarget(true),
      onDragLeave: () => setTarget(false),
      onDrop: ({ source }) => {
        setTarget(false);
        move(String(source.data.conditionPath), index);
      },
    });
    return () => {
      stopDragging();
      stopDropping();
    };
  }, [element, handle, readOnly, builder, move, path, index]);
  return isTarget;
}

/** The button by which a condition or a group is moved: with the pointer, and with the arrow keys. */
export function MoveHandle({
  name,
  path,
  index,
  count,
  ref,
}: MovedNode & { name: string; ref: RefObject<HTMLSpanElement | null> }) {
  const { move } = useConditionEditing();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span ref={ref} className="shrink-0 cursor-grab">
      <IconButton
        ref={button}
        data-move
        label={`Move ${name}`}
        className="w-6 cursor-grab"
        disabled={count < 2}
        onKeyDown={(event) => {
          const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          const to = index + by;
          if (to >= 0 && to < count) move(path, to);
        }}
      >
        <GripVertical className="size-4" aria-hidden="true" />
      </IconButton>
    </span>
  );
}
