import { FILTER_TIME_UNITS, PREVIOUS_STEP_STATES } from "#contract/constants/conditions.ts";
import type { FilterPart } from "#contract/schemas/conditions.ts";
import { NumberInput } from "../controls/number-input.tsx";
import { Select } from "../controls/select.tsx";
import { TextInput } from "../controls/text-input.tsx";
import { useConditionEditing } from "./condition-context.tsx";

interface SpecialFieldsProps {
  /** Names the condition. */
  name: string;
  part: FilterPart;
  path: string;
}

const ONLINE = [
  { id: "true", text: "is online" },
  { id: "false", text: "is offline" },
] as const;

const STATES = { read: "is read", unread: "is not read", seen: "is seen", unseen: "is not seen" } as const;

/** Whether the subscriber is online. */
export function OnlineFields({ name, part, path }: SpecialFieldsProps) {
  const { readOnly, change } = useConditionEditing();
  return (
    <Select
      label={`${name}: state`}
      labelHidden
      readOnly={readOnly}
      value={part.value === true || part.value === "true" ? "true" : "false"}
      options={ONLINE}
      onChange={(id) => change(path, { ...part, value: id === "true" })}
    />
  );
}

/** The time in which the subscriber was online. */
export function OnlineInLastFields({ name, part, path }: SpecialFieldsProps) {
  const { readOnly, change, error } = useConditionEditing();
  const number = typeof part.value === "string" && part.value.trim() !== "" ? Number(part.value) : part.value;
  return (
    <div className="flex min-w-0 gap-2">
      <div className="w-28 shrink-0">
        <NumberInput
          label={`${name}: number`}
          labelHidden
          min={0}
          error={error(path, "value")}
          readOnly={readOnly}
          value={typeof number === "number" && Number.isFinite(number) ? number : null}
          onChange={(value) => change(path, { ...part, value: value ?? "" })}
        />
      </div>
      <div className="min-w-0 flex-1">
        <Select
          label={`${name}: unit`}
          labelHidden
          error={error(path, "timeOperator")}
          readOnly={readOnly}
          value={part.timeOperator ?? null}
          options={FILTER_TIME_UNITS.toReversed().map((id) => ({ id, text: id }))}
          onChange={(timeOperator) => change(path, { ...part, timeOperator })}
        />
      </div>
    </div>
  );
}

/** An earlier step, and the state of its message. */
export function PreviousStepFields({ name, part, path }: SpecialFieldsProps) {
  const { readOnly, change, error, earlier } = useConditionEditing();
  const isUnknown = part.step !== undefined && !earlier.some(({ id }) => id === part.step);
  const steps = [
    ...earlier.map((step) => ({ id: step.id, text: step.name })),
    ...(isUnknown ? [{ id: part.step ?? "", text: `${part.step} (no earlier step)` }] : []),
  ];
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 flex-wrap gap-2">
        <div className="min-w-32 flex-1">
          <Select
            label={`${name}: step`}
            labelHidden
            placeholder={steps.length === 0 ? "No earlier message" : "Choose a step"}
            error={error(path, "step")}
            readOnly={readOnly}
            value={part.step ?? null}
            options={steps}
            onChange={(step) => change(path, { ...part, step })}
          />
        </div>
        <div className="min-w-32 flex-1">
          <Select
            label={`${name}: state`}
            labelHidden
            error={error(path, "stepType")}
            readOnly={readOnly}
            value={part.stepType ?? null}
            options={PREVIOUS_STEP_STATES.map((id) => ({ id, text: STATES[id] }))}
            onChange={(stepType) => change(path, { ...part, stepType })}
          />
        </div>
      </div>
      <p className="text-xs text-muted">Also passes when that step sent no message</p>
    </div>
  );
}

/** The address that is asked, and the field of its answer. */
export function WebhookFields({ name, part, path }: SpecialFieldsProps) {
  const { readOnly, change, error } = useConditionEditing();
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      <div className="min-w-48 flex-[2]">
        <TextInput
          label={`${name}: address`}
          labelHidden
          placeholder="https://example.com/condition"
          code
          error={error(path, "webhookUrl")}
          readOnly={readOnly}
          value={part.webhookUrl ?? ""}
          onChange={(webhookUrl) => change(path, { ...part, webhookUrl })}
        />
      </div>
      <div className="min-w-32 flex-1">
        <TextInput
          label={`${name}: field of the answer`}
          labelHidden
          placeholder="Field of the answer"
          code
          error={error(path, "field")}
          readOnly={readOnly}
          value={part.field ?? ""}
          onChange={(field) => change(path, { ...part, field })}
        />
      </div>
    </div>
  );
}
