import { format, formatDistanceStrict } from "date-fns";
import { classNames } from "./class-names.ts";
import { useNow } from "./use-now.ts";

/** Not less than the clock's tick, or what has just happened would seem to lie ahead. */
const JUST_NOW_MS = 5_000;

/** "3 minutes ago", or "in 2 hours" for what is still to come. */
function relativeText(moment: string, now: number): string {
  const time = Date.parse(moment);
  if (Math.abs(now - time) <= JUST_NOW_MS) return "just now";
  return formatDistanceStrict(time, now, { addSuffix: true, roundingMethod: "floor" });
}

/** To the second and with its zone, as tooltips and details show a moment. */
export function exactTime(moment: string): string {
  return format(moment, "d MMM yyyy, HH:mm:ss 'GMT'xxx");
}

/** Lies above a row's link, so that its tooltip with the exact time shows. */
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
