import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

interface DisclosureProps {
  title: string;
  /** Renders the content once it is opened: a mail loads its pictures then. */
  lazy?: boolean;
  children: ReactNode;
}

/** A title, under which its content is shown when that is asked for. */
export function Disclosure({ title, lazy = false, children }: DisclosureProps) {
  const [isRendered, setRendered] = useState(!lazy);
  return (
    <details className="group" onToggle={() => setRendered(true)}>
      <summary className="inline-flex min-h-6 list-none items-center gap-1 rounded text-muted hover:text-text">
        <ChevronRight className="size-3.5 transition-transform duration-100 group-open:rotate-90" aria-hidden="true" />
        {title}
      </summary>
      <div className="pt-1">{isRendered && children}</div>
    </details>
  );
}
