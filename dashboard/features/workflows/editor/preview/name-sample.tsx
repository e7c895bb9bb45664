import type { ComponentProps } from "react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";
import type { SampleForm as SampleFormType } from "./sample-form.tsx";

const SampleForm = lazyNamed(() => import("./sample-form.tsx"), "SampleForm");

interface NameSampleProps extends ComponentProps<typeof SampleFormType> {
  /** Of the button. */
  label: string;
  disabled?: boolean;
}

/** A button that asks for the name of a sample, and stays open until it has it. */
export const NameSample = ({ label, disabled = false, onName, ...form }: NameSampleProps) => (
  <FormButton small disabled={disabled} text={label} title={label} height="h-24" keptName={form.keptName}>
    {({ close }) => (
      <SampleForm
        {...form}
        onName={async (name) => {
          await onName(name);
          close();
        }}
      />
    )}
  </FormButton>
);
