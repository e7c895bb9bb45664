import { z } from "zod";
import { DEFAULT_SAFETY_CAPS } from "#contract/constants/safety-caps.ts";
import type { SafetyCaps } from "#contract/safety-caps.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { CAPS } from "./caps.ts";

const MAX = 1_000_000_000;
const error = `must be a whole number from 1 to ${numberText(MAX)}`;
const cap = z.int({ error }).min(1, { error }).max(MAX, { error }).nullable();
const TypedCaps = z.object({
  messagesPerSubscriberPerHour: cap,
  eventsPerWorkflowPerMinute: cap,
  messagesPerWorkflowPerMinute: cap,
});

/** The most events and messages of the environment; a cap that is switched off holds nothing back. */
export function CapsForm({ caps }: { caps: SafetyCaps }) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={TypedCaps}
      initial={caps}
      keptName="safety-caps"
      className="max-w-lg items-start"
      action="Save caps"
      send={async (typed, form) => {
        await write("safetyCaps.set", typed);
        form.reset(typed);
        showToast({ tone: "success", text: "The safety caps were saved" });
      }}
    >
      {(form) => (
        <div className="flex w-full flex-col gap-4">
          {CAPS.map(({ name, label, unit }) => {
            const value = form.watch(name);
            const set = (next: number | null) => form.setValue(name, next, { shouldDirty: true });
            return (
              <div key={name} className="flex flex-col gap-2">
                <Checkbox
                  label={label}
                  hint={`Without a value of its own: ${numberText(DEFAULT_SAFETY_CAPS[name])}`}
                  checked={value !== null}
                  onChange={(checked) => set(checked ? DEFAULT_SAFETY_CAPS[name] : null)}
                />
                {value !== null && (
                  <div className="ps-6">
                    <NumberInput
                      label={`Most ${unit}`}
                      error={fieldError(form, name)}
                      ref={form.register(name).ref}
                      min={1}
                      max={MAX}
                      value={value}
                      onChange={(next) => set(next ?? 0)}
                    />
                  </div>
                )}
              </div>
            );
          })}
        </div>
      )}
    </SchemaForm>
  );
}
