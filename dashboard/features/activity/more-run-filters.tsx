import { type ComponentProps, Suspense } from "react";
import { RUN_PRIORITIES } from "#contract/constants/activity/run-filters.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { LoadedSearchMenu } from "#dashboard/components/overlays/loaded-search-menu.tsx";
import { MenuChoices } from "#dashboard/components/overlays/menu.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { ChoiceFilter, chosenText, FilterButton, SetFilter } from "#dashboard/lists/filter-button.tsx";
import { PickerFilter } from "#dashboard/lists/picker-filter.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { RunSearch } from "./run-search.ts";

const ReasonFilter = lazyNamed(() => import("./reason-filter.tsx"), "ReasonFilter");

interface MoreRunFiltersProps {
  search: RunSearch;
  onChange: (change: Partial<RunSearch>) => void;
}

/** Filters of runs by what they went through, and by a version that a link names. */
export function MoreRunFilters({ search, onChange }: MoreRunFiltersProps) {
  const { current, searches } = useEnvironment();
  const { tags, tenants, contextKeys, providers, version, reasons, priority, handled } = search;
  const readTags = useRead("v2.workflows.tags");
  const readIntegrations = useRead("integrations.getAll");
  const used = readIntegrations.data?.filter(({ _environmentId }) => _environmentId === current?._id) ?? [];
  return (
    <>
      <SomeOf
        label="Tags"
        source={{ what: "The tags", query: readTags }}
        known={readTags.data?.map(({ name }) => name) ?? []}
        chosen={tags}
        onChange={(chosen) => onChange({ tags: chosen })}
      />
      <PickerFilter
        label="Tenant"
        chosen={tenants.map((id) => ({ id, text: id }))}
        search={searches.tenants}
        queryKey={["environment", current?._id, "tenants"]}
        onChange={(chosen) => onChange({ tenants: chosen.map(({ id }) => id) })}
      />
      <PickerFilter
        label="Context"
        chosen={contextKeys.map((id) => ({ id, text: id }))}
        search={searches.contexts}
        queryKey={["environment", current?._id, "v2.contexts"]}
        onChange={(chosen) => onChange({ contextKeys: chosen.map(({ id }) => id) })}
      />
      <SomeOf
        label="Provider"
        source={{ what: "The providers", query: readIntegrations }}
        known={used.map(({ providerId }) => providerId)}
        chosen={providers}
        onChange={(chosen) => onChange({ providers: chosen })}
      />
      {/* Its texts are no part of the list's first load. */}
      <Suspense
        fallback={
          <span inert>
            <FilterButton name="Reason" chosen={chosenText(reasons)} />
          </span>
        }
      >
        <ReasonFilter reasons={reasons} onChange={(chosen) => onChange({ reasons: chosen })} />
      </Suspense>
      <ChoiceFilter
        name="Priority"
        all="All priorities"
        options={PRIORITY_CHOICES}
        value={priority}
        onChange={(chosen) => onChange({ priority: chosen })}
      />
      <ChoiceFilter
        name="Handled"
        all="Handled or not"
        options={HANDLED_CHOICES}
        value={handled}
        onChange={(chosen) => onChange({ handled: chosen })}
      />
      {version !== undefined && (
        <SetFilter
          text={`Version ${version}`}
          title="Show runs of other versions too"
          onClear={() => onChange({ version: undefined })}
        />
      )}
    </>
  );
}

const PRIORITY_TEXTS = { critical: "Critical", direct: "Single recipients", broadcast: "Broadcasts" } as const;
const PRIORITY_CHOICES = RUN_PRIORITIES.map((id) => ({ id, text: PRIORITY_TEXTS[id] }));

const HANDLED_CHOICES = [
  { id: "false", text: "Not handled" },
  { id: "true", text: "Handled" },
] as const;

interface SomeOfProps {
  label: string;
  source: NonNullable<ComponentProps<typeof LoadedSearchMenu>["source"]>;
  known: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A filter by some texts, of which those that are chosen are listed in any case. */
function SomeOf({ label, source, known, chosen, onChange }: SomeOfProps) {
  const all = [...new Set([...known, ...chosen])];
  return (
    <LoadedSearchMenu
      label={label}
      trigger={<FilterButton name={label} chosen={chosenText(chosen)} />}
      search={{ label: `Search ${label.toLowerCase()}`, emptyText: "Nothing matches" }}
      source={source}
    >
      <MenuChoices
        label={label}
        mode="multiple"
        options={all.map((text) => ({ id: text, text }))}
        selected={chosen}
        onChange={onChange}
      />
    </LoadedSearchMenu>
  );
}
