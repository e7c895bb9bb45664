import { ToggleButton, ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import type { Measures } from "#contract/activity/analytics.ts";
import { MEASURES, type Measure } from "#contract/constants/activity/analytics.ts";
import { compactCount } from "#dashboard/components/display/compact-number.ts";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { MEASURE_TEXTS } from "./measures.ts";

interface MeasureTilesProps {
  totals: Measures;
  previous: Measures;
  measure: Measure;
  onMeasure: (measure: Measure) => void;
}

/** The totals of the period. The chosen one is drawn over time below. */
export function MeasureTiles({ totals, previous, measure, onMeasure }: MeasureTilesProps) {
  return (
    <ToggleButtonGroup
      aria-label="Number in the chart"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[measure]}
      onSelectionChange={(keys) => {
        const chosen = MEASURES.find((each) => keys.has(each));
        if (chosen) onMeasure(chosen);
      }}
      className="grid grid-cols-2 gap-px overflow-clip rounded-lg border bg-border sm:grid-cols-3 xl:grid-cols-6"
    >
      {MEASURES.map((each) => (
        <ToggleButton
          key={each}
          id={each}
          className="group/tile flex min-w-0 flex-col items-start gap-0.5 bg-raised p-4 text-start outline-accent hover:bg-sunken data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-selected:shadow-[inset_0_-2px_0_var(--accent)]"
        >
          <span className="text-muted group-data-selected/tile:font-medium group-data-selected/tile:text-text">
            {MEASURE_TEXTS[each].name}
          </span>
          <span
            title={numberText(totals[each])}
            className={`text-2xl leading-8 font-semibold tracking-tight tabular-nums ${each === "failed" && totals.failed > 0 ? "text-danger" : ""}`}
          >
            {compactCount(totals[each])}
          </span>
          <span className="text-xs text-muted">{beforeText(totals[each], previous[each])}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Compares a total with that of the period before: "+8 %, 1.2k before". */
function beforeText(total: number, previous: number): string {
  const before = `${compactCount(previous)} before`;
  const percent = previous === 0 ? 0 : Math.round(((total - previous) / previous) * 100);
  // What grew tenfold and more reads better as its former number alone.
  if (percent === 0 || percent > 999) return before;
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent)} %, ${before}`;
}
