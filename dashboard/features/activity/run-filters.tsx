import { ChevronDown } from "lucide-react";
import { CHANNELS } from "#contract/constants/channels.ts";
import { Button } from "../../components/button.tsx";
import { DropdownMenu, MenuCheckbox } from "../../components/menu.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { STEP_TYPE_LOOKS, StepTypeIcon } from "../../components/step-type.tsx";
import { type RunSearch, toggled } from "./run-search.ts";

interface RunFiltersProps {
  search: RunSearch;
  workflows: { _id: string; name: string }[];
  onChange: (change: Partial<RunSearch>) => void;
}

export function RunFilters({ search, workflows, onChange }: RunFiltersProps) {
  const known = new Set(workflows.map((workflow) => workflow._id));
  const others = search.templates.filter((id) => !known.has(id)).map((id) => ({ _id: id, name: id }));
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
      <DropdownMenu align="start" trigger={<FilterButton name="Workflow" count={search.templates.length} />}>
        {[...workflows, ...others].map(({ _id, name }) => (
          <MenuCheckbox
            key={_id}
            checked={search.templates.includes(_id)}
            onChange={() => onChange({ templates: toggled(search.templates, _id) })}
          >
            <span className="truncate">{name}</span>
          </MenuCheckbox>
        ))}
        {workflows.length + others.length === 0 && <p className="px-2 py-1 text-muted">No workflows</p>}
      </DropdownMenu>
      <DropdownMenu align="start" trigger={<FilterButton name="Channel" count={search.channels.length} />}>
        {CHANNELS.map((channel) => (
          <MenuCheckbox
            key={channel}
            checked={search.channels.includes(channel)}
            onChange={() => onChange({ channels: toggled(search.channels, channel) })}
          >
            <StepTypeIcon type={channel} className="size-4 text-muted" />
            {STEP_TYPE_LOOKS[channel].name}
          </MenuCheckbox>
        ))}
      </DropdownMenu>
    </section>
  );
}

function FilterButton({ name, count, ...props }: { name: string; count: number }) {
  return (
    <Button {...props}>
      {name}
      {count > 0 && <span className="rounded bg-accent-soft px-1.5 text-xs text-accent">{count}</span>}
      <ChevronDown className="size-4 text-muted" aria-hidden="true" />
    </Button>
  );
}
