import type { LucideIcon } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { CreateButtonPlace } from "#dashboard/components/create-place.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { FormDialog } from "./form-dialog.tsx";

interface FormButtonProps
  extends Pick<ComponentProps<typeof Button>, "aria-label" | "className" | "disabled" | "small"> {
  /** Of the button. */
  text: string;
  Icon?: LucideIcon;
  /** Whether it is the button by which a screen makes something new. */
  creates?: true;
  /** Of the dialog. */
  title: string;
  /** The height of the form, which is loaded when it is first opened: "h-24". */
  height: string;
  /** The name under which is kept what was typed and not sent: the dialog opens with it again. */
  keptName: string;
  /** The form, which closes the dialog when it is done. */
  children: (form: { keptName: string; close: () => void }) => ReactNode;
}

/** A button that opens a dialog with a form. */
export function FormButton({ text, Icon, creates, title, height, keptName, children, ...button }: FormButtonProps) {
  const [open, setOpen] = useState(() => isKept(keptName));
  const opener = (
    <Button
      {...button}
      variant={creates ? "primary" : "secondary"}
      data-primary-create={creates}
      onClick={() => setOpen(true)}
    >
      {Icon && <Icon className="size-4" aria-hidden="true" />} {text}
    </Button>
  );
  return (
    <>
      {creates ? <CreateButtonPlace>{opener}</CreateButtonPlace> : opener}
      <FormDialog open={open} onOpenChange={setOpen} title={title} height={height}>
        {children({ keptName, close: () => setOpen(false) })}
      </FormDialog>
    </>
  );
}
