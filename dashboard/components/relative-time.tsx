import { format, formatDistanceStrict } from "date-fns";
import { classNames } from "./class-names.ts";
import { useNow } from "./use-now.ts";

/** At least the interval of `useNow`, or a moment that has just passed would be shown as in the future. */
const JUST_NOW_MS = 5_000;

/** "3 minutes ago", or "in 2 hours" for what is still to come. */
function relativeText(moment: string, now: number): string {
  const time = Date.parse(moment);
  if (Math.abs(now - time) <= JUST_NOW_MS) return "just now";
  return formatDistanceStrict(time, now, { addSuffix: true, roundingMethod: "floor" });
}

/** Returns a moment to the second, with its time zone. */
export function exactTime(moment: string): string {
  return format(moment, "d MMM yyyy, HH:mm:ss 'GMT'xxx");
}

/** Above a row's link by its z-index, so that the tooltip with the exact time shows. */
export function RelativeTime({ moment, className }: { moment: string; className?: string }) {
  const now = useNow();
  return (
    <time
      dateTime={moment}
      title={exactTime(moment)}
      className={classNames("relative z-10 whitespace-nowrap", className)}
    >
      {relativeText(moment, now)}
    </time>
  );
}
