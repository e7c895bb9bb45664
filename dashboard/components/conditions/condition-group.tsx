import { Plus, X } from "lucide-react";
import { memo, useRef } from "react";
import type { Filter } from "#contract/schemas/conditions.ts";
import { classNames } from "../class-names.ts";
import { Button, IconButton } from "../controls/button.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { errorNote } from "../controls/field.tsx";
import { MoveHandle, useMovedByDrag } from "../controls/move-handle.tsx";
import { Segmented } from "../controls/segmented.tsx";
import { useConditionEditing, useMovable } from "./condition-context.tsx";
import { fieldText } from "./condition-fields.ts";
import { ConditionRow } from "./condition-row.tsx";
import { conditionText } from "./condition-text.ts";
import { groupName, isGroup, keyOf, type NodePath, newPart } from "./condition-tree.ts";

/** Groups in groups that are drawn; what is deeper is in words. */
const DEPTH_MAX = 6;

interface ConditionGroupProps {
  group: Filter;
  path: NodePath;
  /** Nodes beside it. */
  count: number;
}

/** A group of conditions: whether all or any of them have to pass, or not, and the conditions and groups in it. */
export const ConditionGroup = memo(function ConditionGroup({ group, path, count }: ConditionGroupProps) {
  const { readOnly, change, remove, error, nameOf } = useConditionEditing();
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const at = path.join(".");
  const index = path.at(-1) ?? 0;
  const isNested = path.length > 1;
  const movable = useMovable(at, index, count);
  const isTarget = useMovedByDrag(box, handle, movable);
  const name = groupName(path);
  const label = capitalised(name);
  const own = error(at);
  const isFramed = isNested || count > 1;
  if (path.length > DEPTH_MAX) {
    return (
      <p className="text-muted wrap-anywhere">{`${label}: ${conditionText([group], nameOf) ?? "always passes"}`}</p>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row with its legend
    <div
      ref={box}
      role="group"
      aria-label={label}
      data-condition={keyOf(group)}
      className={classNames(
        "flex min-w-0 flex-col gap-3 rounded-md",
        isFramed && "border border-outline p-2",
        isFramed && path.length % 2 === 0 && "bg-sunken/50",
        isTarget && "outline-2 outline-accent",
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {!readOnly && isNested && <MoveHandle ref={handle} name={name} {...movable} />}
        <NotButton group={group} at={at} name={name} />
        {group.children.length > 1 && (
          <Segmented<"AND" | "OR" | "">
            label={`${label}: how many have to pass`}
            value={group.value ?? ""}
            disabled={readOnly}
            options={[
              { id: "AND", text: "All" },
              { id: "OR", text: "Any" },
            ]}
            onChange={(value) => value !== "" && change(at, { ...group, value })}
          />
        )}
        {group.children.length > 1 && <span className="text-xs text-muted max-sm:hidden">have to pass</span>}
        {!readOnly && isFramed && (
          <IconButton label={`Remove ${name}`} className="ms-auto w-7" onClick={() => remove(at)}>
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {group.children.length > 1 && group.value === undefined && (
        <p className="text-xs text-warning">It never passes until all or any is chosen.</p>
      )}
      {own && <p className="text-xs text-danger wrap-anywhere">{errorNote(label, own)}</p>}
      {group.children.length === 0 && <p className="text-xs text-warning">It is empty, and always passes.</p>}
      {group.children.map((child, place) =>
        isGroup(child) ? (
          <ConditionGroup key={keyOf(child)} group={child} path={[...path, place]} count={group.children.length} />
        ) : (
          <ConditionRow
            key={keyOf(child)}
            part={child}
            path={`${at}.${place}`}
            index={place}
            count={group.children.length}
            group={name}
          />
        ),
      )}
      <DatesChoice group={group} at={at} label={label} />
      {!readOnly && <AddButtons group={group} at={at} name={isFramed ? name : undefined} path={path} />}
    </div>
  );
}, isSameGroup);

/** A path that says the same is the same: typing elsewhere renders no group. */
function isSameGroup(before: ConditionGroupProps, now: ConditionGroupProps): boolean {
  return before.group === now.group && before.count === now.count && before.path.join() === now.path.join();
}

function NotButton({ group, at, name }: { group: Filter; at: string; name: string }) {
  const { readOnly, change } = useConditionEditing();
  return (
    <button
      type="button"
      aria-label={`Not, for ${name}`}
      aria-pressed={group.isNegated === true}
      disabled={readOnly}
      onClick={() => change(at, { ...group, isNegated: group.isNegated !== true })}
      className={classNames(
        "inline-flex min-h-7 items-center rounded-md border border-outline px-2",
        group.isNegated ? "bg-accent font-medium text-on-accent" : "bg-raised text-muted hover:text-text",
      )}
    >
      Not
    </button>
  );
}

/** Offers to compare moments where a field holds dates: the choice holds for the whole group. */
function DatesChoice({ group, at, label }: { group: Filter; at: string; label: string }) {
  const { readOnly, isRule, change, fields } = useConditionEditing();
  const asDates = group.type === "DATE";
  const typeOf = (child: Filter["children"][number]) =>
    isGroup(child) ? undefined : fields.find((field) => field.text === fieldText(child))?.type;
  const types = group.children.map(typeOf).filter((type) => type !== undefined);
  if (isRule || (!asDates && !types.includes("date"))) return null;
  const hasOthers = asDates && types.some((type) => type !== "date" && type !== "any");
  const { type: _type, ...others } = group;
  return (
    <Checkbox
      label={`${label} compares dates and times`}
      hint={
        hasOthers
          ? "Other fields of the group are read as dates too and never pass: put them into a group of their own"
          : "Without it, they are compared as texts"
      }
      readOnly={readOnly}
      checked={asDates}
      onChange={(checked) => change(at, checked ? { ...group, type: "DATE" } : others)}
    />
  );
}

interface AddButtonsProps {
  group: Filter;
  at: string;
  path: NodePath;
  /** Of a group among others. */
  name: string | undefined;
}

function AddButtons({ group, at, path, name }: AddButtonsProps) {
  const { add, root } = useConditionEditing();
  const suffix = name === undefined ? "" : ` to ${name}`;
  const other = group.value === "OR" ? "AND" : "OR";
  return (
    <div className="flex flex-wrap gap-2">
      <Button small aria-label={`Add condition${suffix}`} data-add={at} onClick={() => add(at, newPart(root))}>
        <Plus className="size-3.5" aria-hidden="true" /> Add condition
      </Button>
      {path.length < DEPTH_MAX && (
        <Button
          small
          variant="quiet"
          aria-label={`Add group${suffix}`}
          onClick={() => add(at, { value: other, children: [newPart(root)] })}
        >
          <Plus className="size-3.5" aria-hidden="true" /> Add group
        </Button>
      )}
    </div>
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
