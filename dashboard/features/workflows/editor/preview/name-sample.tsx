import { type ComponentProps, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import type { SampleForm as SampleFormType } from "./sample-form.tsx";

const SampleForm = lazyNamed(() => import("./sample-form.tsx"), "SampleForm");

interface NameSampleProps extends ComponentProps<typeof SampleFormType> {
  /** Of the button. */
  label: string;
  disabled?: boolean;
}

/** A button that asks for the name of a sample, and stays open until it has it. */
export function NameSample({ label, disabled = false, onName, ...form }: NameSampleProps) {
  const [isOpen, setOpen] = useState(() => isKept(form.keptName));
  return (
    <>
      <Button small disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <FormDialog open={isOpen} onOpenChange={setOpen} title={label} height="h-24">
        <SampleForm
          {...form}
          onName={async (name) => {
            await onName(name);
            setOpen(false);
          }}
        />
      </FormDialog>
    </>
  );
}
