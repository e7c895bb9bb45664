import { type ComponentProps, Suspense } from "react";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  /** The height of the form, which is loaded when it is first opened: "h-24". */
  height: string;
}

/** A dialog with a form. The contract's schemas, which forms need, are not part of the first load of its screen. */
export function FormDialog({ height, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog {...dialog}>
      <Suspense fallback={<Skeleton className={`${height} w-full`} />}>{children}</Suspense>
    </Dialog>
  );
}
