import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** A title, under which its content is shown when that is asked for. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-6 list-none items-center gap-1 rounded text-muted hover:text-text">
        <ChevronRight className="size-3.5 transition-transform duration-100 group-open:rotate-90" aria-hidden="true" />
        {title}
      </summary>
      <div className="pt-1">{children}</div>
    </details>
  );
}
