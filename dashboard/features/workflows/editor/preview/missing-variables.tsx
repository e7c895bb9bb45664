import { CircleAlert } from "lucide-react";

interface MissingVariablesProps {
  names: readonly string[];
  /** Shows the first place that uses one. */
  onJump: (name: string) => void;
}

/** The variables that a message uses and the data lacks, each of which leads to its first place. Nothing where there are none. */
export function MissingVariables({ names, onJump }: MissingVariablesProps) {
  if (names.length === 0) return null;
  return (
    <div className="flex items-start gap-2 text-danger">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p>
          {names.length === 1 ? "A variable is missing from the data:" : `The data lacks ${names.length} variables:`}
        </p>
        <ul aria-label="Missing variables" className="flex flex-wrap gap-x-2">
          {names.map((name) => (
            <li key={name} className="min-w-0">
              <button
                type="button"
                title="Go to the first place that uses it"
                onClick={() => onJump(name)}
                className="min-h-6 text-start font-mono text-xs leading-5 underline wrap-anywhere"
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
