import { X } from "lucide-react";
import { memo, useRef } from "react";
import type { FilterPart } from "#contract/schemas/conditions.ts";
import { classNames } from "../class-names.ts";
import { IconButton } from "../controls/button.tsx";
import { errorNote } from "../controls/field.tsx";
import { MoveHandle, useMovedByDrag } from "../controls/move-handle.tsx";
import { Select } from "../controls/select.tsx";
import { useConditionEditing, useMovable } from "./condition-context.tsx";
import { fieldText, operatorsOf } from "./condition-fields.ts";
import { keyOf } from "./condition-tree.ts";
import { valueControl } from "./condition-value.ts";
import { FieldControl } from "./field-control.tsx";
import { operatorText } from "./operator-texts.ts";
import { isRuleOperator } from "./rule-filters.ts";
import { OnlineFields, OnlineInLastFields, PreviousStepFields, WebhookFields } from "./special-fields.tsx";
import { ValueField } from "./value-field.tsx";

interface ConditionRowProps {
  part: FilterPart;
  path: string;
  index: number;
  /** Nodes of its group. */
  count: number;
  /** "group 1". */
  group: string;
}

/** One condition: its field, its operator and its value. */
export const ConditionRow = memo(function ConditionRow({ part, path, index, count, group }: ConditionRowProps) {
  const { readOnly, remove, error } = useConditionEditing();
  const row = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const movable = useMovable(path, index, count);
  const isTarget = useMovedByDrag(row, handle, movable);
  const ofGroup = `condition ${index + 1} of ${group}`;
  const name = `Condition ${index + 1} of ${group}`;
  const own = error(path);
  return (
    <div
      ref={row}
      data-condition={keyOf(part)}
      className={classNames(
        "flex min-w-0 items-start gap-1 rounded-md [content-visibility:auto] [contain-intrinsic-block-size:auto_2.25rem]",
        isTarget && "outline-2 outline-accent",
      )}
    >
      {!readOnly && <MoveHandle ref={handle} name={ofGroup} {...movable} />}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-start gap-2">
          <div className="min-w-0 flex-[2_1_13rem]">
            <FieldControl label={`${name}: field`} part={part} path={path} error={error(path, "field")} />
          </div>
          <Settings name={name} part={part} path={path} />
        </div>
        {own && <p className="text-xs text-danger wrap-anywhere">{errorNote(name, own)}</p>}
      </div>
      {!readOnly && (
        <IconButton label={`Remove ${ofGroup}`} className="w-7" onClick={() => remove(path)}>
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
});

type SettingsProps = Pick<ConditionRowProps, "part" | "path"> & { name: string };

function Settings({ name, part, path }: SettingsProps) {
  switch (part.on) {
    case "isOnline":
      return (
        <div className="min-w-0 flex-[2_1_11rem]">
          <OnlineFields name={name} part={part} path={path} />
        </div>
      );
    case "isOnlineInLast":
      return (
        <div className="min-w-0 flex-[2_1_13rem]">
          <OnlineInLastFields name={name} part={part} path={path} />
        </div>
      );
    case "previousStep":
      return (
        <div className="min-w-0 flex-[3_1_16rem]">
          <PreviousStepFields name={name} part={part} path={path} />
        </div>
      );
    case "webhook":
      return (
        <>
          <div className="min-w-0 flex-[3_1_16rem]">
            <WebhookFields name={name} part={part} path={path} />
          </div>
          <Comparison name={name} part={part} path={path} />
        </>
      );
    default:
      return <Comparison name={name} part={part} path={path} />;
  }
}

function Comparison({ name, part, path }: SettingsProps) {
  const { readOnly, isRule, change, error, fields } = useConditionEditing();
  const type = fields.find((field) => field.text === fieldText(part))?.type ?? "any";
  const known = isRule ? operatorsOf(type).filter(isRuleOperator) : operatorsOf(type);
  const { operator } = part;
  const isWide = ["date", "range", "json"].includes(valueControl(part, type).kind);
  // One that does not fit the field stays until another one is chosen.
  const operators = operator === undefined || known.includes(operator) ? known : [...known, operator];
  return (
    <>
      <div className="min-w-0 flex-[1_1_8rem]">
        <Select
          label={`${name}: operator`}
          labelHidden
          placeholder="Operator"
          error={error(path, "operator")}
          readOnly={readOnly}
          value={operator ?? null}
          options={operators.map((id) => ({ id, text: operatorText(id, type) }))}
          onChange={(next) => change(path, { ...part, operator: next })}
        />
      </div>
      {operator !== "IS_DEFINED" && (
        <div className={classNames("min-w-0", isWide ? "flex-[2_1_14rem]" : "flex-[1_1_8rem]")}>
          <ValueField
            name={name}
            part={part}
            type={type}
            error={error(path, "value")}
            onChange={(value) => change(path, { ...part, value })}
          />
        </div>
      )}
    </>
  );
}
