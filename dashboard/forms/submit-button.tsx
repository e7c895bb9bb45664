import { LoaderCircle } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";

/** Sends its form. While that is under way it shows so and does nothing; it keeps the focus, which `disabled` would take. */
export function SubmitButton({ pending, children }: { pending: boolean; children: string }) {
  return (
    <Button
      type="submit"
      variant="primary"
      aria-disabled={pending}
      className="min-h-9 w-full aria-disabled:cursor-progress aria-disabled:opacity-80"
      onClick={(event) => pending && event.preventDefault()}
    >
      {pending && <LoaderCircle className="size-4 animate-spin" aria-hidden="true" />}
      {children}
      {pending && <span className="sr-only">, in progress</span>}
    </Button>
  );
}
