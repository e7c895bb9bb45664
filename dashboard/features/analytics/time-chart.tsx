import { Link } from "@tanstack/react-router";
import { AxisBottom, AxisLeft } from "@visx/axis";
import { GridRows } from "@visx/grid";
import { useParentSize } from "@visx/responsive";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { type KeyboardEvent, useRef, useState } from "react";
import type { Analytics } from "#contract/activity/analytics.ts";
import type { AnalyticsPeriod, Measure } from "#contract/constants/activity/analytics.ts";
import { compactCount } from "#dashboard/components/display/compact-number.ts";
import { countText, numberText } from "#dashboard/components/display/count-text.ts";
import { MEASURE_TEXTS } from "./measures.ts";
import { PART_NAMES, partText } from "./part-text.ts";

const HEIGHT = 220;
const MARGIN = { top: 12, right: 4, bottom: 24, left: 44 };
const BOTTOM = HEIGHT - MARGIN.bottom;
/** Room for the text of a tick, in pixels. */
const TICK_WIDTH = 72;
/** A tick is at the beginning of a day where parts are shorter. */
const TICK_PARTS: Partial<Record<AnalyticsPeriod, number>> = { "7d": 4 };
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

interface TimeChartProps {
  analytics: Analytics;
  measure: Measure;
}

/**
 * One number over the period. Each column leads to the runs that began in it; the arrow keys go from one to the next. The table below the
 * chart has the same numbers.
 */
export function TimeChart({ analytics: { series, period, marks }, measure }: TimeChartProps) {
  const { parentRef, width } = useParentSize({
    initialSize: { width: 720 },
    ignoreDimensions: ["height", "top", "left"],
  });
  const { active, columns, list, column } = useActiveColumn(series.length);
  const name = MEASURE_TEXTS[measure].name.toLowerCase();
  const inner = Math.max(width - MARGIN.left - MARGIN.right, 1);
  const shown = active === null ? undefined : series[active];
  return (
    // What is to the left is earlier, in every language of the page.
    <div dir="ltr" ref={parentRef} className="relative w-full" style={{ height: HEIGHT }}>
      <Drawing analytics={{ series, period, marks }} measure={measure} width={width} active={active} />
      <fieldset
        ref={columns}
        aria-label={`${MEASURE_TEXTS[measure].name} per ${PART_NAMES[period]}`}
        className="absolute flex"
        style={{ left: MARGIN.left, right: MARGIN.right, top: 0, height: BOTTOM }}
        {...list}
      >
        {series.map((part, index) => (
          <Link
            key={part.at}
            to="/activity"
            search={{ after: part.at, until: part.until }}
            aria-label={`${partText(part.at, period, "long")}: ${numberText(part[measure])} ${name}. See the runs`}
            className="h-full min-w-0 flex-1 rounded-sm hover:bg-sunken/40"
            {...column(index)}
          />
        ))}
      </fieldset>
      {shown && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-0 z-10 -translate-x-1/2 rounded-md border border-outline bg-raised px-2 py-1 text-xs whitespace-nowrap shadow-lg"
          style={{ left: tooltipPlace(active ?? 0, series.length, inner, width) }}
        >
          <span className="text-muted">{partText(shown.at, period, "long")}</span>
          <span className="block font-medium tabular-nums">{`${numberText(shown[measure])} ${name}`}</span>
          {measure !== "triggered" && (
            <span className="block text-muted tabular-nums">{`of ${countText(shown.triggered, "run")}`}</span>
          )}
        </div>
      )}
    </div>
  );
}

interface DrawingProps {
  analytics: Pick<Analytics, "series" | "period" | "marks">;
  measure: Measure;
  /** In pixels. */
  width: number;
  /** The column that stands out. */
  active: number | null;
}

/** The picture of the chart, which says nothing to screen readers: the links above it do. */
function Drawing({ analytics: { series, period, marks }, measure, width, active }: DrawingProps) {
  const inner = Math.max(width - MARGIN.left - MARGIN.right, 1);
  const x = scaleBand({ domain: series.map((_, index) => index), range: [0, inner], padding: 0.25 });
  const highest = Math.max(...series.map((part) => part[measure]), 4);
  const y = scaleLinear({ domain: [0, highest], range: [BOTTOM, MARGIN.top], nice: true });
  const unit = TICK_PARTS[period] ?? 1;
  const every = unit * Math.max(1, Math.ceil(series.length / unit / Math.max(1, Math.floor(inner / TICK_WIDTH))));
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true" className="forced-color-adjust-none">
      <g transform={`translate(${MARGIN.left},0)`}>
        <GridRows scale={y} width={inner} numTicks={4} stroke="var(--border)" />
        {series.map((part, index) => (
          <Bar
            key={part.at}
            x={x(index) ?? 0}
            width={x.bandwidth()}
            y={y(part[measure])}
            height={BOTTOM - y(part[measure])}
            className={`${MEASURE_TEXTS[measure].fill} ${active === null || active === index ? "" : "opacity-60"}`}
            rx={Math.min(2, x.bandwidth() / 4)}
          />
        ))}
        {marks.map((mark) => (
          <line
            key={`${mark.kind}/${mark.at}`}
            x1={markPlace(mark.at, series, x)}
            x2={markPlace(mark.at, series, x)}
            y1={MARGIN.top - 6}
            y2={BOTTOM}
            stroke={mark.kind === "publication" || mark.kind === "version" ? "var(--info)" : "var(--danger)"}
            strokeDasharray="3 3"
          />
        ))}
        <AxisLeft
          scale={y}
          numTicks={4}
          hideAxisLine
          hideTicks
          tickFormat={(value) => compactCount(Number(value))}
          tickLabelProps={{ fill: "var(--muted)", fontSize: 11, textAnchor: "end", dx: -4, dy: 4 }}
        />
        <AxisBottom
          scale={x}
          top={BOTTOM}
          stroke="var(--outline)"
          hideTicks
          tickValues={series.map((_, index) => index).filter((index) => index % every === 0)}
          tickFormat={(index) => partText(series[index]?.at ?? "", period, "short")}
          tickLabelProps={{ fill: "var(--muted)", fontSize: 11, textAnchor: "middle" }}
        />
      </g>
    </svg>
  );
}

/** The column under the pointer or with the focus. One of them is in the order of focus, and arrow keys lead to the others. */
function useActiveColumn(count: number) {
  const columns = useRef<HTMLFieldSetElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const [entry, setEntry] = useState(count - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(entry + step, 0), count - 1);
    columns.current?.querySelectorAll("a")[next]?.focus();
  };
  return {
    active,
    columns,
    list: { onKeyDown, onMouseLeave: () => setActive(null), onBlur: () => setActive(null) },
    column: (index: number) => ({
      tabIndex: index === Math.min(entry, count - 1) ? 0 : -1,
      onMouseEnter: () => setActive(index),
      onFocus: () => {
        setEntry(index);
        setActive(index);
      },
    }),
  };
}

/** Keeps the box of a column within the chart. */
const tooltipPlace = (index: number, count: number, inner: number, width: number): number =>
  Math.min(Math.max(MARGIN.left + ((index + 0.5) * inner) / count, 80), Math.max(width - 80, 80));

/** Returns where a moment lies among the columns, in pixels. */
function markPlace(at: string, series: Analytics["series"], x: ReturnType<typeof scaleBand<number>>): number {
  const index = series.findLastIndex((part) => part.at <= at);
  const part = series[Math.max(index, 0)];
  if (!part) return 0;
  const share = (Date.parse(at) - Date.parse(part.at)) / Math.max(Date.parse(part.until) - Date.parse(part.at), 1);
  return (x(Math.max(index, 0)) ?? 0) + x.bandwidth() * Math.min(Math.max(share, 0), 1);
}
