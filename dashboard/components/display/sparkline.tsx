interface SparklinePoint {
  total: number;
  /** How many of the total failed. */
  failed: number;
}

interface SparklineProps {
  /** Oldest first, in equal intervals. */
  points: readonly SparklinePoint[];
  /** Names the things that are counted, and the time: "runs in the last 24 hours". */
  what: string;
  /** Its name, where nothing of what is counted can fail. */
  label?: string;
  className?: string;
}

const HEIGHT = 24;
const COLUMN = 4;
const GAP = 1;

/** Columns of numbers over time, the failed part in the colour of failures. Its name has the numbers in words. */
export function Sparkline({ points, what, label, className = "h-6 w-28" }: SparklineProps) {
  const width = points.length * COLUMN;
  const highest = Math.max(1, ...points.map(({ total }) => total));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / highest) * HEIGHT));
  const columnsOf = (count: (point: SparklinePoint) => number) =>
    points
      .map((point, index) => {
        const height = heightOf(count(point));
        return height === 0 ? "" : `M${index * COLUMN} ${HEIGHT}v${-height}h${COLUMN - GAP}v${height}z`;
      })
      .join("");
  return (
    <svg
      role="img"
      aria-label={label ?? sparklineText(points, what)}
      viewBox={`0 0 ${Math.max(width, COLUMN)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`${className} rtl:-scale-x-100 forced-color-adjust-none`}
    >
      <path
        d={`M0 ${HEIGHT - 0.5}h${Math.max(width, COLUMN)}`}
        className="stroke-outline"
        strokeWidth={1}
        vectorEffect="non-scaling-stroke"
      />
      <path d={columnsOf(({ total }) => total)} className="fill-accent" />
      <path d={columnsOf(({ failed }) => failed)} className="fill-danger" />
    </svg>
  );
}

/** Returns the numbers in words: "1,204 runs in the last 24 hours, 12 failed". */
export function sparklineText(points: readonly SparklinePoint[], what: string): string {
  const sum = (count: (point: SparklinePoint) => number) => points.reduce((all, point) => all + count(point), 0);
  const number = new Intl.NumberFormat("en");
  const total = sum((point) => point.total);
  const failed = sum((point) => point.failed);
  if (total === 0) return `No ${what}`;
  return `${number.format(total)} ${what}, ${failed === 0 ? "none" : number.format(failed)} failed`;
}
