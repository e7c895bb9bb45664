import { ArrowUp } from "lucide-react";
import { Button } from "./button.tsx";

interface FreshRowsButtonProps {
  count: number;
  /** A full page of new rows: there may be more. */
  full: boolean;
  /** "run", "message". */
  noun: string;
  onShow: () => void;
}

/** Announces rows that wait above the list. Its place is kept, so that nothing moves when they arrive. */
export function FreshRowsButton({ count, full, noun, onShow }: FreshRowsButtonProps) {
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
