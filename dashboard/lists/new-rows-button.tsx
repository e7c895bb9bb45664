import { ArrowUp } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";

interface NewRowsButtonProps {
  count: number;
  /** A full page of new rows: there may be more. */
  full: boolean;
  /** "run", "message". */
  noun: string;
  onShow: () => void;
}

/** Announces rows that the list does not show yet. Its space is reserved, so that nothing moves when they arrive. */
export function NewRowsButton({ count, full, noun, onShow }: NewRowsButtonProps) {
  return (
    <div aria-live="polite" className="flex items-center sm:min-h-8">
      {count > 0 && (
        <Button variant="primary" onClick={onShow}>
          <ArrowUp className="size-4" aria-hidden="true" />
          {`${count}${full ? "+" : ""} new ${noun}${count === 1 ? "" : "s"}`}
        </Button>
      )}
    </div>
  );
}
