import { numberText } from "#dashboard/components/display/count-text.ts";

interface UseBarProps {
  name: string;
  used: number;
  /** Null is no limit. */
  included: number | null;
  /** The things that are counted, such as "events since 1 December". */
  unit: string;
  /** When it begins again, and what happens at the limit. */
  text: string;
}

/** Parts of a limit from which on it says that it will be reached. */
const NEAR = 0.8;

/** How much of a limit is used, as a bar and in words. */
export function UseBar({ name, used, included, unit, text }: UseBarProps) {
  const share = included === null ? 0 : Math.min(used / Math.max(included, 1), 1);
  const words =
    included === null
      ? `${numberText(used)} ${unit}, no limit`
      : `${numberText(used)} of ${numberText(included)} ${unit}`;
  return (
    <div className="flex flex-col gap-1.5 p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{name}</span>
        <span className="tabular-nums">{words}</span>
      </div>
      {included !== null && (
        <span aria-hidden className="block h-2 overflow-hidden rounded bg-sunken">
          <span
            className={`block h-full rounded ${share >= 1 ? "bg-danger" : share >= NEAR ? "bg-warning" : "bg-accent"}`}
            style={{ width: `${share * 100}%` }}
          />
        </span>
      )}
      {included !== null && share >= 1 && <span className="text-danger">The limit is reached.</span>}
      {included !== null && share >= NEAR && share < 1 && (
        <span className="text-warning">{`${Math.floor(share * 100)}% of the limit is used.`}</span>
      )}
      <span className="text-muted">{text}</span>
    </div>
  );
}
