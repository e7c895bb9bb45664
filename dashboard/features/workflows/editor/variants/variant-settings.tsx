import { ArrowLeft, ArrowRight, Copy, Trash2 } from "lucide-react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Switch } from "#dashboard/components/controls/switch.tsx";
import { TextInput } from "#dashboard/components/controls/text-input.tsx";
import { Conditions } from "../conditions/conditions.tsx";
import type { EditedVariant } from "../definition.ts";
import type { StepForm } from "../use-step-form.ts";
import type { useVariantActions } from "./use-variant-actions.ts";
import { variantName } from "./variant-name.ts";

interface VariantSettingsProps {
  variant: EditedVariant;
  index: number;
  /** Variants of the step. */
  count: number;
  /** That of the variant. */
  form: StepForm;
  actions: ReturnType<typeof useVariantActions>;
}

/** The name of a variant, its place among the others, and its conditions. */
export function VariantSettings({ variant, index, count, form, actions }: VariantSettingsProps) {
  const { readOnly, error } = form;
  const { key, active, filters } = variant;
  const name = variantName(variant, index);
  return (
    <div data-variant={key} className="flex min-w-0 flex-col gap-4 border-b pb-4">
      <div className="flex flex-wrap items-end gap-x-2 gap-y-1">
        <div className="min-w-40 flex-1">
          <TextInput
            label="Name of the variant"
            error={error("name")}
            readOnly={readOnly}
            placeholder={`Variant ${index + 1}`}
            value={variant.name ?? ""}
            onChange={(next) => actions.change(key, "name", { name: next })}
          />
        </div>
        <Switch
          label="Variant status"
          stateText={active ? "Active" : "Inactive"}
          checked={active}
          disabled={readOnly}
          onChange={(next) => actions.change(key, "active", { active: next })}
        />
        {!readOnly && (
          <div className="flex">
            <IconButton
              label={`Try ${name} earlier`}
              disabled={index === 0}
              onClick={() => actions.move(index, index - 1)}
            >
              <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
            </IconButton>
            <IconButton
              label={`Try ${name} later`}
              disabled={index === count - 1}
              onClick={() => actions.move(index, index + 1)}
            >
              <ArrowRight className="size-4 rtl:rotate-180" aria-hidden="true" />
            </IconButton>
            <IconButton label={`Duplicate ${name}`} onClick={() => actions.duplicate(index)}>
              <Copy className="size-4" aria-hidden="true" />
            </IconButton>
            <IconButton label={`Delete ${name}`} onClick={() => actions.remove(index)}>
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      <Conditions
        label="Conditions of the variant"
        opening="Sent in place of the step's own content if"
        form={form}
        path="filters"
        filters={filters}
        onChange={(next) => actions.change(key, "filters", { filters: next })}
      />
    </div>
  );
}
