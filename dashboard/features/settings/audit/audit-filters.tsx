import { LoadedSearchMenu } from "#dashboard/components/overlays/loaded-search-menu.tsx";
import { MenuChoices } from "#dashboard/components/overlays/menu.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { ChoiceFilter, FilterButton, SetFilter } from "#dashboard/lists/filter-button.tsx";
import { PeriodFilter } from "#dashboard/lists/period-filter.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { nameOfPerson } from "../use-people.ts";
import type { AuditSearch } from "./audit-search.ts";
import { ACTION_CHOICES, ACTORS, ENTITY_CHOICES } from "./audit-texts.ts";

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (change: Partial<AuditSearch>) => void;
}

const ACTOR_CHOICES = (["member", "key", "person", "operator"] as const).map((id) => ({ id, text: ACTORS[id] }));
const SINCE_CHOICES = [
  { id: "1440", text: "Last 24 hours" },
  { id: "10080", text: "Last 7 days" },
  { id: "43200", text: "Last 30 days" },
] as const;

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { action, actor, entityType, entityId, environmentId, from, to } = search;
  const { environments } = useEnvironment();
  return (
    <section aria-label="Filter the audit log" className="flex flex-wrap items-center gap-2">
      <ManyFilter
        name="Action"
        all="All actions"
        options={ACTION_CHOICES}
        value={action}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      <ManyFilter
        name="Object"
        all="All objects"
        options={ENTITY_CHOICES}
        value={entityType}
        onChange={(chosen) => onChange({ entityType: chosen, entityId: "" })}
      />
      {entityId && (
        <SetFilter text="Of one object" title="Show others too" onClear={() => onChange({ entityId: "" })} />
      )}
      <MemberFilter search={search} onChange={onChange} />
      <ChoiceFilter
        name="Changed by"
        all="Everybody"
        options={ACTOR_CHOICES}
        value={actor}
        onChange={(chosen) => onChange({ actor: chosen })}
      />
      <ChoiceFilter
        name="Environment"
        all="All environments"
        options={environments.map(({ _id, name }) => ({ id: _id, text: name }))}
        value={environmentId}
        onChange={(chosen) => onChange({ environmentId: chosen })}
      />
      <PeriodFilter noun="entries" from={from} to={to} choices={SINCE_CHOICES} onChange={onChange} />
    </section>
  );
}

interface ManyFilterProps {
  name: string;
  all: string;
  options: readonly { id: string; text: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** A filter by one of many values, which a field narrows down. */
function ManyFilter({ name, all, options, value, onChange }: ManyFilterProps) {
  const known = options.some(({ id }) => id === value) || value === "";
  const shown = known ? options : [...options, { id: value, text: value }];
  return (
    <LoadedSearchMenu
      label={name}
      trigger={<FilterButton name={name} chosen={shown.find(({ id }) => id === value)?.text} />}
      search={{ label: `Search ${all.replace("All ", "")}`, emptyText: "Nothing matches" }}
    >
      <MenuChoices
        label={name}
        options={[{ id: ALL, text: all }, ...shown]}
        selected={[value || ALL]}
        onChange={([id]) => onChange(id === undefined || id === ALL ? "" : id)}
      />
    </LoadedSearchMenu>
  );
}

/** A filter by one person, also by somebody who has left. */
function MemberFilter({ search: { userId }, onChange }: AuditFiltersProps) {
  const query = useRead("organizations.getMembers");
  const people = (query.data ?? []).flatMap(({ user }) => (user ? [{ id: user._id, text: nameOfPerson(user) }] : []));
  const isOther = userId !== undefined && query.data !== undefined && !people.some(({ id }) => id === userId);
  const options = isOther ? [...people, { id: userId, text: "A former member" }] : people;
  return (
    <LoadedSearchMenu
      label="Member"
      trigger={<FilterButton name="Member" chosen={options.find(({ id }) => id === userId)?.text} />}
      search={{ label: "Search members", emptyText: "Nothing matches" }}
      source={{ what: "The members", query }}
    >
      <MenuChoices
        label="Member"
        options={[{ id: ALL, text: "All members" }, ...options]}
        selected={[userId ?? ALL]}
        onChange={([id]) => onChange({ userId: id === ALL ? undefined : id })}
      />
    </LoadedSearchMenu>
  );
}

const ALL = "*";
