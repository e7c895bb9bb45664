import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ChannelChoices } from "#dashboard/components/controls/channel-choices.tsx";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { shortTime } from "#dashboard/components/display/relative-time.tsx";
import { Menu } from "#dashboard/components/overlays/menu.tsx";
import { ChoiceFilter, FilterButton, SetFilter } from "#dashboard/lists/filter-button.tsx";
import { PickerFilter } from "#dashboard/lists/picker-filter.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { MoreRunFilters } from "./more-run-filters.tsx";
import type { RunSearch } from "./run-search.ts";

interface RunFiltersProps {
  search: RunSearch;
  onChange: (change: Partial<RunSearch>) => void;
  /** Whether the runs are those of one workflow, of which nobody chooses another. */
  isOfOneWorkflow?: boolean;
  /** Beside the filters. */
  children?: ReactNode;
}

export function RunFilters({ search, onChange, isOfOneWorkflow = false, children }: RunFiltersProps) {
  const { current, read, searches } = useEnvironment();
  const named = useQueries({ queries: search.templates.map((id) => read("v2.workflows.nameOf", id)) });
  const workflows = search.templates.map((id, at) => {
    const name = named[at]?.data;
    return { id, text: name ?? (name === null ? "Deleted workflow" : "Workflow") };
  });
  return (
    <section aria-label="Filter runs" className="flex flex-wrap items-center gap-2">
      <SearchField
        primary
        label="Subscriber id"
        value={search.subscriberIds.join(", ")}
        onSearch={(text) => onChange({ subscriberIds: text.split(/[\s,]+/).filter(Boolean) })}
      />
      <SearchField
        label="Transaction id"
        value={search.transactionId}
        onSearch={(transactionId) => onChange({ transactionId })}
      />
      {!isOfOneWorkflow && (
        <PickerFilter
          label="Workflow"
          chosen={workflows}
          search={searches.workflowIds}
          queryKey={["environment", current?._id, "workflow-ids"]}
          onChange={(chosen) => onChange({ templates: chosen.map(({ id }) => id) })}
        />
      )}
      <Menu label="Channel" trigger={<FilterButton name="Channel" chosen={countText(search.channels)} />}>
        <ChannelChoices selected={search.channels} onChange={(channels) => onChange({ channels })} />
      </Menu>
      <MoreRunFilters search={search} onChange={onChange} />
      <ChoiceFilter
        name="Tests"
        all="All runs"
        options={TEST_CHOICES}
        value={search.test ?? search.dryRuns}
        onChange={(chosen) =>
          onChange({
            dryRuns: chosen === "exclude" ? chosen : undefined,
            test: chosen === "exclude" ? undefined : chosen,
          })
        }
      />
      {search.after && (
        <SetFilter
          text={`Since ${shortTime(search.after)}`}
          title="Show earlier runs too"
          onClear={() => onChange({ after: undefined })}
        />
      )}
      {search.until && (
        <SetFilter
          text={`Before ${shortTime(search.until)}`}
          title="Show later runs too"
          onClear={() => onChange({ until: undefined })}
        />
      )}
      {search.failedAfter && (
        <SetFilter
          text={`Failed since ${shortTime(search.failedAfter)}`}
          title="Show runs without failures too"
          onClear={() => onChange({ failedAfter: undefined })}
        />
      )}
      {children}
    </section>
  );
}

const TEST_CHOICES = [
  { id: "exclude", text: "Leave dry tests out" },
  { id: "dry", text: "Dry tests" },
  { id: "without_delays", text: "Tests without delays" },
  { id: "test_delivery", text: "By test delivery" },
] as const;

const countText = (values: readonly string[]): string | undefined =>
  values.length > 0 ? String(values.length) : undefined;
