import { useEffect, useMemo, useRef, useState } from "react";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { ConditionEditing } from "./condition-context.tsx";
import { fieldText } from "./condition-fields.ts";
import {
  groupName,
  isGroup,
  keyOf,
  type NodePath,
  nodeAt,
  withAdded,
  withMovedNode,
  withNode,
  withoutNode,
} from "./condition-tree.ts";
import type { KnownField } from "./known-fields.ts";

type Actions = Pick<ConditionEditing, "change" | "changeField" | "add" | "remove" | "move" | "announce">;

const pathOf = (text: string): NodePath => text.split(".").map(Number);

/**
 * The changes of conditions, which stay the same while the conditions change. Those that add, remove and move have the focus go where the
 * work is, and say what has become of it.
 */
export function useConditionActions(
  filters: readonly Filter[],
  fields: readonly KnownField[],
  onChange: (filters: Filter[]) => void,
) {
  const latest = useRef({ filters, fields, onChange });
  latest.current = { filters, fields, onChange };
  const root = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string>(undefined);
  const [announced, announce] = useState("");

  // After each change of the page, as what is to have the focus may be there only then.
  useEffect(() => {
    const selector = focusNext.current;
    if (selector === undefined) return;
    const element = root.current?.querySelector<HTMLElement>(selector);
    if (!element) return;
    focusNext.current = undefined;
    element.focus();
  });

  const actions = useMemo((): Actions => {
    /** Two changes may come before the first one is rendered. */
    function save(next: Filter[]): void {
      latest.current.filters = next;
      latest.current.onChange(next);
    }
    const typeOf = (text: string) => latest.current.fields.find((field) => field.text === text)?.type;
    return {
      announce,
      change: (path, node) => save(withNode(latest.current.filters, pathOf(path), node)),
      changeField(path, part) {
        const at = pathOf(path);
        const next = withNode(latest.current.filters, at, part);
        const parent = nodeAt(next, at.slice(0, -1));
        const compared = parent && isGroup(parent) ? parent.children.filter((child) => !isGroup(child)) : [];
        // Dates are compared as dates where nothing else is compared beside them.
        const isAllDates = compared.every((child) => !isGroup(child) && typeOf(fieldText(child)) === "date");
        const becomesDates = parent && isGroup(parent) && isAllDates && parent.type === undefined;
        save(becomesDates ? withNode(next, at.slice(0, -1), { ...parent, type: "DATE" }) : next);
      },
      add(path, node) {
        const first = isGroup(node) ? node.children[0] : node;
        focusNext.current = `[data-condition="${keyOf(first ?? node)}"] input`;
        save(withAdded(latest.current.filters, pathOf(path), node));
        announce(
          isGroup(node) ? `Group added to ${groupName(pathOf(path))}` : `Condition added to ${groupName(pathOf(path))}`,
        );
      },
      remove(path) {
        const at = pathOf(path);
        const next = withoutNode(latest.current.filters, at);
        const index = at.at(-1) ?? 0;
        const around = nodeAt(next, at.slice(0, -1));
        const siblings = at.length === 1 ? next : around && isGroup(around) ? around.children : [];
        const beside = siblings[Math.min(index, siblings.length - 1)];
        focusNext.current = beside ? `[data-condition="${keyOf(beside)}"] input` : "[data-add]";
        save(next);
        announce("Removed");
      },
      move(path, to) {
        const at = pathOf(path);
        const node = nodeAt(latest.current.filters, at);
        if (!node) return;
        focusNext.current = `[data-condition="${keyOf(node)}"] [data-move]`;
        save(withMovedNode(latest.current.filters, at, to));
        announce(`Moved to position ${to + 1} of ${groupName(at.slice(0, -1))}`);
      },
    };
  }, []);

  return { root, announced, actions };
}
