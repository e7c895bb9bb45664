import { Link } from "@tanstack/react-router";
import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import type { Integration } from "#contract/integrations.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { ProviderMark } from "./provider-mark.tsx";

const ALL = "all";

export interface StoreSearch {
  query: string;
  channel: Channel | undefined;
}

interface ProviderStoreProps {
  providers: readonly CatalogueEntry[];
  /** Of the environment. */
  connected: readonly Integration[];
  search: StoreSearch;
  onSearch: (search: Partial<StoreSearch>) => void;
}

/** Every provider that can be connected, by name and channel. */
export function ProviderStore({ providers, connected, search, onSearch }: ProviderStoreProps) {
  const typed = search.query.toLowerCase();
  const shown = providers.filter(
    ({ displayName, channel }) =>
      displayName.toLowerCase().includes(typed) && (search.channel === undefined || channel === search.channel),
  );
  const counts = new Map<string, number>();
  for (const { providerId } of connected) counts.set(providerId, (counts.get(providerId) ?? 0) + 1);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label="Search providers" value={search.query} onSearch={(query) => onSearch({ query })} primary />
        <Segmented
          label="Channel"
          value={search.channel ?? ALL}
          options={[{ id: ALL, text: "All" }, ...CHANNELS.map((id) => ({ id, text: STEP_TYPE_LABELS[id].name }))]}
          onChange={(id) => onSearch({ channel: id === ALL ? undefined : id })}
        />
      </div>
      <p role="status" className="text-xs text-muted">
        {shown.length === 0 ? "No provider matches." : `${shown.length} of ${providers.length} providers`}
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-2">
        {shown.map(({ id, displayName, channel, logoFileName }) => (
          <li
            key={id}
            className="relative flex min-w-0 items-center gap-3 rounded-lg border bg-raised p-3 hover:bg-sunken/60"
          >
            <ProviderMark logo={logoFileName} />
            <div className="min-w-0 flex-1">
              <Link
                to="/integrations/new/$providerId"
                params={{ providerId: id }}
                translate="no"
                className="block truncate font-medium after:absolute after:inset-0"
              >
                {displayName}
              </Link>
              <p className="text-xs text-muted">{STEP_TYPE_LABELS[channel].name}</p>
            </div>
            {counts.has(id) && <Badge tone="success">Connected</Badge>}
          </li>
        ))}
      </ul>
    </>
  );
}
