import type { Analytics } from "#contract/activity/analytics.ts";
import { MEASURES } from "#contract/constants/activity/analytics.ts";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { CountLink } from "./count-link.tsx";
import { MEASURE_TEXTS } from "./measures.ts";
import { partText } from "./part-text.ts";

/** The numbers of the chart, and the others beside them. */
export function SeriesTable({ analytics: { series, period, totals } }: { analytics: Analytics }) {
  const rows = [...series.toReversed(), { ...totals, at: "", until: "" }];
  return (
    <Table
      label="Numbers over time"
      rows={rows}
      rowId={({ at }) => at}
      columns={[
        {
          id: "at",
          name: "From",
          className: "sm:max-w-none",
          cell: ({ at }) => (
            <span className={at === "" ? "font-medium" : ""}>{at === "" ? "Total" : partText(at, period, "long")}</span>
          ),
        },
        ...MEASURES.map(
          (measure): Column<(typeof rows)[number]> => ({
            id: measure,
            name: MEASURE_TEXTS[measure].name,
            className: "sm:text-end sm:w-28",
            cell: ({ at, until, ...row }) => (
              <CountLink
                count={row[measure]}
                {...(measure === "triggered" &&
                  at !== "" && { list: { to: "/activity", search: { after: at, until } } })}
                label={`${MEASURE_TEXTS[measure].name.toLowerCase()}, ${at === "" ? "in total" : partText(at, period, "long")}`}
                isFailure={measure === "failed"}
              />
            ),
          }),
        ),
      ]}
    />
  );
}
