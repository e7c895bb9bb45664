import type { UseQueryResult } from "@tanstack/react-query";
import { ChannelChoices } from "../../components/channel-choices.tsx";
import { FilterButton, SetFilter } from "../../components/filter-button.tsx";
import { LoadedSearchMenu } from "../../components/loaded-search-menu.tsx";
import { Menu, MenuChoices } from "../../components/menu.tsx";
import { shortTime } from "../../components/relative-time.tsx";
import { SearchField } from "../../components/search-field.tsx";
import type { RunSearch } from "./run-search.ts";

interface RunFiltersProps {
  search: RunSearch;
  workflows: UseQueryResult<{ workflows: { _id: string; name: string }[] }>;
  onChange: (change: Partial<RunSearch>) => void;
}

export function RunFilters({ search, workflows: read, onChange }: RunFiltersProps) {
  const workflows = read.data?.workflows ?? [];
  const listed = new Set(workflows.map((workflow) => workflow._id));
  const others = search.templates.filter((id) => !listed.has(id)).map((id) => ({ _id: id, name: id }));
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
      <LoadedSearchMenu
        label="Workflow"
        trigger={<FilterButton name="Workflow" chosen={countText(search.templates)} />}
        search={{ label: "Search workflows", emptyText: "No workflow matches" }}
        source={{ what: "The workflows", query: read }}
      >
        <MenuChoices
          label="Workflow"
          mode="multiple"
          options={[...workflows, ...others].map(({ _id, name }) => ({ id: _id, text: name }))}
          selected={search.templates}
          onChange={(templates) => onChange({ templates })}
        />
      </LoadedSearchMenu>
      <Menu label="Channel" trigger={<FilterButton name="Channel" chosen={countText(search.channels)} />}>
        <ChannelChoices selected={search.channels} onChange={(channels) => onChange({ channels })} />
      </Menu>
      <Menu
        label="Tests"
        trigger={<FilterButton name="Tests" chosen={search.dryRuns === "exclude" ? "No dry tests" : undefined} />}
      >
        <MenuChoices
          label="Tests"
          mode="single"
          options={TEST_CHOICES}
          selected={[search.dryRuns ?? "include"]}
          onChange={([chosen]) => onChange({ dryRuns: chosen === "exclude" ? "exclude" : undefined })}
        />
      </Menu>
      {search.after && (
        <SetFilter
          text={`Since ${shortTime(search.after)}`}
          title="Show earlier runs too"
          onClear={() => onChange({ after: undefined })}
        />
      )}
      {search.failedAfter && (
        <SetFilter
          text={`Failed since ${shortTime(search.failedAfter)}`}
          title="Show runs without failures too"
          onClear={() => onChange({ failedAfter: undefined })}
        />
      )}
    </section>
  );
}

const TEST_CHOICES = [
  { id: "include", text: "All runs" },
  { id: "exclude", text: "Leave dry tests out" },
];

const countText = (values: readonly string[]): string | undefined =>
  values.length > 0 ? String(values.length) : undefined;
