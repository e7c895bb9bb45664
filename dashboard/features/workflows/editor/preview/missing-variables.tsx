import { CircleAlert } from "lucide-react";

/** The variables that a message uses and the data lacks. Nothing where there are none. */
export function MissingVariables({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div className="flex items-start gap-2 text-danger">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p>{names.length === 1 ? "The data lacks a variable:" : `The data lacks ${names.length} variables:`}</p>
        <ul aria-label="Missing variables" className="flex flex-wrap gap-x-2 gap-y-1">
          {names.map((name) => (
            <li key={name} className="font-mono text-xs leading-5 wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
