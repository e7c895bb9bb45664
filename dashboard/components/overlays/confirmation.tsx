import { type ReactNode, useId, useState } from "react";
import { errorText } from "#dashboard/errors.ts";
import { Button } from "../controls/button.tsx";
import { Field, Input } from "../controls/field.tsx";
import { Alert } from "../feedback/alert.tsx";
import { Dialog } from "./dialog.tsx";
import { showToast } from "./toast.ts";

interface ConfirmationProps {
  open?: boolean;
  onClose: () => void;
  /** A question: "Delete order-shipped?" */
  title: string;
  /** The effect in words and numbers: "Deletes 1,204 messages. Runs in flight finish." */
  children: ReactNode;
  /** The verb of the button: "Delete workflow". */
  action: string;
  /** Runs the action. The dialog stays until it has succeeded, and shows why it failed. */
  onConfirm: () => Promise<unknown>;
  /** Says that it was done, for an action that does not say so itself. */
  done?: string;
  /** `danger` for what cannot be taken back. */
  tone?: "danger" | "primary";
  /** A name that has to be typed first, for what is large and cannot be taken back. */
  typedName?: string;
}

/** Asks before something is done that cannot be taken back, or that affects much. */
export function Confirmation({ open = true, title, ...content }: ConfirmationProps) {
  return (
    <Dialog role="alertdialog" open={open} onOpenChange={(isOpen) => !isOpen && content.onClose()} title={title}>
      <ConfirmationContent {...content} />
    </Dialog>
  );
}

type ContentProps = Omit<ConfirmationProps, "open" | "title">;

/** Lives as long as the dialog is open, so that the next time begins with nothing typed and no error. */
function ConfirmationContent({ children, action, onConfirm, done, tone = "danger", typedName, onClose }: ContentProps) {
  const errorId = useId();
  const [typed, setTyped] = useState("");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const allowed = typedName === undefined || typed.trim() === typedName;

  async function confirm() {
    if (pending || !allowed) return;
    setPending(true);
    setError(undefined);
    try {
      await onConfirm();
      if (done !== undefined) showToast({ tone: "success", text: done });
      onClose();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <div className="flex flex-col gap-2 text-muted wrap-anywhere">{children}</div>
      {typedName !== undefined && (
        <Field label={`Type ${typedName} to confirm`}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
      {error !== undefined && <Alert id={errorId}>{errorText(error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus={typedName === undefined} onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={tone}
          disabled={!allowed}
          pending={pending}
          aria-describedby={error === undefined ? undefined : errorId}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
