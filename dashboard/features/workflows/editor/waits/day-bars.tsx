import type { WaitSimulation } from "#contract/v2/step-waits.ts";

type Day = WaitSimulation["days"][number];

const HEIGHT = 72;
const LEAST = 2;

const weekday = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", timeZone: "UTC" }).format(new Date(day));

/** Runs and messages by day as pairs of bars. The days are in its name as words. */
export function DayBars({ days, isDigest }: { days: readonly Day[]; isDigest: boolean }) {
  const highest = Math.max(1, ...days.map(({ runs, messages }) => Math.max(runs, messages)));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, Math.round((count / highest) * HEIGHT)));
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <div role="img" aria-label={dayBarsText(days, isDigest)} className="flex items-end gap-1">
        {days.map(({ day, runs, messages }) => (
          <div key={day} className="flex min-w-0 flex-1 flex-col items-center gap-1">
            <svg aria-hidden="true" width="100%" height={HEIGHT} className="forced-color-adjust-none">
              <rect
                x="15%"
                width="30%"
                y={HEIGHT - heightOf(runs)}
                height={heightOf(runs)}
                rx={1}
                className="fill-outline"
              />
              <rect
                x="52%"
                width="30%"
                y={HEIGHT - heightOf(messages)}
                height={heightOf(messages)}
                rx={1}
                className="fill-accent"
              />
              <line x1="0" x2="100%" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-outline" />
            </svg>
            <span className="text-center text-[11px] leading-tight text-muted tabular-nums">
              {weekday(day)
                .split(" ")
                .map((part) => (
                  <span key={part} className="block">
                    {part}
                  </span>
                ))}
            </span>
          </div>
        ))}
      </div>
      <figcaption className="flex gap-4 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-[2px] bg-outline" />
          Runs
        </span>
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-[2px] bg-accent" />
          {isDigest ? "Messages" : "Went on"}
        </span>
      </figcaption>
    </figure>
  );
}

/** "Fri 20: 12 runs, 3 messages; Sat 21: none" */
function dayBarsText(days: readonly Day[], isDigest: boolean): string {
  const texts = days.map(({ day, runs, messages }) =>
    runs === 0 && messages === 0
      ? `${weekday(day)}: none`
      : `${weekday(day)}: ${runs} ${runs === 1 ? "run" : "runs"}, ${messages} ${isDigest ? (messages === 1 ? "message" : "messages") : "went on"}`,
  );
  return `By day. ${texts.join("; ")}`;
}
