import type { ReactNode } from "react";

/** The components of the catalogue, in the order of the page; the id is the anchor. */
export const SECTIONS = [
  { id: "buttons", name: "Buttons" },
  { id: "texts", name: "Text, numbers" },
  { id: "choices", name: "Choices" },
  { id: "dates", name: "Dates, durations" },
  { id: "code", name: "JSON, diff" },
  { id: "overlays", name: "Overlays" },
  { id: "feedback", name: "Feedback" },
  { id: "tables", name: "Tables" },
] as const;

type SectionId = (typeof SECTIONS)[number]["id"];

/** A part of the page, with its states beside each other. */
export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="flex min-w-0 scroll-mt-16 flex-col gap-4 rounded-lg border bg-raised p-4"
    >
      <h2 id={`${id}-heading`} className="text-base font-semibold">
        {SECTIONS.find((section) => section.id === id)?.name}
      </h2>
      {children}
    </section>
  );
}

/** A component in its states. */
export function Specimen({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3 border-t pt-3">
      <h3 className="text-xs font-medium text-muted">{name}</h3>
      <div
        className={
          wide ? "flex min-w-0 flex-col gap-3" : "grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4"
        }
      >
        {children}
      </div>
    </div>
  );
}

/** Things in a row, as they would stand in a header. */
export function Line({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>;
}
