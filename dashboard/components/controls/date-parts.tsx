import { DateInput, DateSegment } from "react-aria-components/DateField";
import { useLocale } from "react-aria-components/I18nProvider";
import { classNames } from "../class-names.ts";

/** The parts of a date or of a time, which the arrow keys change one by one. */
export function DateParts({ className = "" }: { className?: string }) {
  // They are in the order of the browser's language, whichever direction the page has.
  const { direction } = useLocale();
  return (
    <DateInput
      dir={direction}
      className={classNames("flex min-h-7.5 min-w-0 flex-1 flex-wrap items-center ps-2 tabular-nums", className)}
    >
      {(segment) => (
        <DateSegment
          segment={segment}
          className="inline-flex min-h-6 min-w-6 items-center justify-center rounded px-0.5 whitespace-pre outline-none data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-muted data-focused:data-placeholder:text-on-accent data-[type=literal]:min-w-0 data-[type=literal]:px-0 data-[type=literal]:text-muted data-[type=timeZoneName]:text-muted"
        />
      )}
    </DateInput>
  );
}
