import { type ComponentType, useEffect, useRef } from "react";
import type { StepForm } from "../use-step-form.ts";
import { useChosenVariant } from "./use-chosen-variant.ts";
import { useVariantActions } from "./use-variant-actions.ts";
import { useVariantForm } from "./use-variant-form.ts";
import { VariantSettings } from "./variant-settings.tsx";
import { VariantStrip } from "./variant-strip.tsx";

interface VariedContentProps {
  form: StepForm;
  /** The form of a content. */
  content: ComponentType<{ form: StepForm }>;
}

/** The content of a step that sends a message: its own, or that of a variant with its name and conditions. */
export function VariedContent({ form, content: Content }: VariedContentProps) {
  const { step } = form;
  const box = useRef<HTMLDivElement>(null);
  const chosen = useChosenVariant(step);
  const actions = useVariantActions(step, chosen);
  const { variant, index } = chosen;
  const formOfVariant = useVariantForm(form, variant, index);
  const { focusNext } = actions;

  // Once the change is rendered: the button that was pressed may be gone by then.
  useEffect(() => {
    const { current: next } = focusNext;
    if (next === undefined || (next === "none" ? variant !== undefined : next !== variant?.key)) return;
    focusNext.current = undefined;
    const selector = next === "none" ? "[data-contents] button" : `[data-variant="${next}"] input`;
    box.current?.querySelector<HTMLElement>(selector)?.focus();
  });

  return (
    <div ref={box} className="flex min-w-0 flex-col gap-4">
      <VariantStrip step={step} chosen={chosen} onAdd={actions.add} />
      {variant && (
        <VariantSettings
          key={`settings-${variant.key}`}
          variant={variant}
          index={index}
          count={step.variants.length}
          form={formOfVariant}
          actions={actions}
        />
      )}
      <Content key={variant?.key ?? "own"} form={formOfVariant} />
    </div>
  );
}
