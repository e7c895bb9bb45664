import { type ComponentProps, lazy, Suspense, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import type { SampleForm as SampleFormType } from "./sample-form.tsx";

const SampleForm = lazy(() => import("./sample-form.tsx").then((module) => ({ default: module.SampleForm })));

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
      <Dialog open={isOpen} onOpenChange={setOpen} title={label}>
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <SampleForm
            {...form}
            onName={async (name) => {
              await onName(name);
              setOpen(false);
            }}
          />
        </Suspense>
      </Dialog>
    </>
  );
}
