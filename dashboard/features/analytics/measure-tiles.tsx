import { ToggleButton, ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import type { Measures } from "#contract/activity/analytics.ts";
import { MEASURES, type Measure } from "#contract/constants/activity/analytics.ts";
import { changeOf } from "#dashboard/components/display/change-text.ts";
import { compactCount } from "#dashboard/components/display/compact-number.ts";
import { numberText } from "#dashboard/components/display/count-text.ts";
import { MEASURE_TEXTS } from "./measures.ts";

interface MeasureTilesProps {
  totals: Measures;
  previous: Measures;
  /** The length of the period: "24 hours". */
  period: string;
  measure: Measure;
  onMeasure: (measure: Measure) => void;
}

/** The totals of the period. The chosen one is drawn over time below. */
export function MeasureTiles({ totals, previous, period, measure, onMeasure }: MeasureTilesProps) {
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
          <span className="text-xs text-muted">{changeOf(totals[each], previous[each], period).text}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
