import { type ComponentProps, lazy, Suspense, useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { Popover } from "../../../../components/popover.tsx";
import { Skeleton } from "../../../../components/skeleton.tsx";
import type { SampleForm as SampleFormType } from "./sample-form.tsx";

const SampleForm = lazy(() => import("./sample-form.tsx").then((module) => ({ default: module.SampleForm })));

interface NameSampleProps extends ComponentProps<typeof SampleFormType> {
  /** Of the button. */
  label: string;
}

/** A button that asks for the name of a sample, and stays open until it has it. */
export function NameSample({ label, onName, ...form }: NameSampleProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover label={label} open={isOpen} onOpenChange={setOpen} trigger={<Button small>{label}</Button>}>
      <Suspense fallback={<Skeleton className="h-24 w-full" />}>
        <SampleForm
          {...form}
          onName={async (name) => {
            await onName(name);
            setOpen(false);
          }}
        />
      </Suspense>
    </Popover>
  );
}
