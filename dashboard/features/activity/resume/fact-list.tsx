import type { ReactNode } from "react";

/** Facts of a resumption, each with its name. */
export function FactList({ facts }: { facts: readonly { name: string; text: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      {facts.map(({ name, text }) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="wrap-anywhere" dir="auto">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
