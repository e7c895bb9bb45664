import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";

interface FormSectionProps {
  title: string;
  /** The fields in one line while they are folded: "2 set", "Only if payload.total is larger than 100". */
  summary: ReactNode;
  /** Opens the section, as nobody finds an issue in fields that are folded. */
  hasIssue: boolean;
  /** 2 where the title of the screen is the heading above it. */
  headingLevel?: 2 | 3;
  /** Renders the fields once the section is opened, where their editors are large. */
  lazy?: boolean;
  children: ReactNode;
}

/** Fields of a step that most visits do not need, folded to one line until somebody asks for them. */
export function FormSection({ title, summary, hasIssue, headingLevel = 3, lazy = false, children }: FormSectionProps) {
  const [isOpen, setOpen] = useState(hasIssue);
  useEffect(() => {
    if (hasIssue) setOpen(true);
  }, [hasIssue]);
  const [isRendered, setRendered] = useState(!lazy || hasIssue);
  if (isOpen && !isRendered) setRendered(true);
  const Heading = `h${headingLevel}` as const;
  return (
    <section aria-label={title} className="-mb-2 border-t pt-2">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="-mx-2 flex min-h-9 list-none items-center gap-2 rounded-md px-2 py-1 hover:bg-sunken">
          <ChevronRight
            className={`size-4 shrink-0 text-muted transition-transform duration-100 ${isOpen ? "rotate-90" : ""}`}
            aria-hidden="true"
          />
          <Heading className="shrink-0 font-semibold">{title}</Heading>
          {!isOpen && (
            <span dir="auto" className="min-w-0 truncate text-muted">
              {summary}
            </span>
          )}
        </summary>
        <div className="flex flex-col gap-4 pt-2 pb-1">{isRendered && children}</div>
      </details>
    </section>
  );
}

/** Opens the sections that an element is folded in, so that it can have the focus. */
export function unfold(element: Element): void {
  for (let around = element.closest("details"); around; around = around.parentElement?.closest("details") ?? null)
    around.open = true;
}
