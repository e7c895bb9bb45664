import { classNames } from "#dashboard/components/class-names.ts";

/** Keys as they stand on a keyboard. */
export function Keys({ keys, className }: { keys: readonly string[]; className?: string }) {
  return (
    <span className={classNames("flex gap-1", className)}>
      {keys.map((key) => (
        <kbd translate="no" key={key} className="rounded border bg-sunken px-1.5 font-mono text-xs leading-5">
          {key}
        </kbd>
      ))}
    </span>
  );
}
