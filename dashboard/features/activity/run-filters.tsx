import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronDown, X } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { ChannelChoices } from "../../components/channel-choices.tsx";
import { Menu, MenuChoices } from "../../components/menu.tsx";
import { shortTime } from "../../components/relative-time.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { SearchMenu } from "../../components/search-menu.tsx";
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
      <SearchMenu
        label="Workflow"
        trigger={<FilterButton name="Workflow" count={search.templates.length} />}
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
      </SearchMenu>
      <Menu label="Channel" trigger={<FilterButton name="Channel" count={search.channels.length} />}>
        <ChannelChoices selected={search.channels} onChange={(channels) => onChange({ channels })} />
      </Menu>
      {search.after && (
        <Button className="min-h-8.5" title="Show earlier runs too" onClick={() => onChange({ after: undefined })}>
          Since {shortTime(search.after)}
          <X className="size-4 text-muted" aria-hidden="true" />
        </Button>
      )}
      {search.failedAfter && (
        <Button
          className="min-h-8.5"
          title="Show runs without failures too"
          onClick={() => onChange({ failedAfter: undefined })}
        >
          Failed since {shortTime(search.failedAfter)}
          <X className="size-4 text-muted" aria-hidden="true" />
        </Button>
      )}
    </section>
  );
}

function FilterButton({ name, count, ...props }: { name: string; count: number }) {
  return (
    <Button className="min-h-8.5" {...props}>
      {name}
      {count > 0 && <span className="rounded bg-accent-soft px-1.5 text-xs text-accent">{count}</span>}
      <ChevronDown className="size-4 text-muted" aria-hidden="true" />
    </Button>
  );
}
