import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { WAITING_CHOICES } from "#dashboard/components/display/waiting-kinds.ts";
import { ChoiceFilter } from "#dashboard/lists/filter-button.tsx";
import type { WaitingSearch } from "./waiting-search.ts";

interface WaitingFiltersProps {
  search: WaitingSearch;
  onChange: (change: Partial<WaitingSearch>) => void;
}

export function WaitingFilters({ search, onChange }: WaitingFiltersProps) {
  return (
    <section aria-label="Filter what waits" className="flex flex-wrap items-center gap-2">
      <SearchField
        primary
        label="Transaction id"
        value={search.transactionId}
        onSearch={(transactionId) => onChange({ transactionId })}
      />
      <ChoiceFilter
        name="Kind"
        all="All kinds"
        options={WAITING_CHOICES}
        value={search.kind}
        onChange={(kind) => onChange({ kind })}
      />
    </section>
  );
}
