import { type ReactNode, useId } from "react";

/** A titled part of home. */
export function Region({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border bg-raised">
      <header className="border-b px-4 py-3">
        <h2 id={id} className="font-medium">
          {title}
        </h2>
        <p className="text-xs text-muted">{about}</p>
      </header>
      {children}
    </section>
  );
}

/** One sentence in place of rows. */
export function RegionNote({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 px-4 py-6 text-muted [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      {children}
    </p>
  );
}
