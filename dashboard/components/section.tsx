import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  /** One sentence about what is in it. */
  text: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of a page, with its heading and one action. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 rounded-lg border bg-raised p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="font-medium">
            {title}
          </h2>
          <div className="text-muted">{text}</div>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
