import { SearchField } from "#dashboard/components/controls/search-field.tsx";
import { LoadedSearchMenu } from "#dashboard/components/overlays/loaded-search-menu.tsx";
import { MenuChoices } from "#dashboard/components/overlays/menu.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { ChoiceFilter, FilterButton, SetFilter } from "#dashboard/lists/filter-button.tsx";
import { PeriodFilter } from "#dashboard/lists/period-filter.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { RequestSearch } from "./request-search.ts";
import { keyText, statusWord } from "./request-texts.ts";

interface RequestFiltersProps {
  search: RequestSearch;
  onChange: (change: Partial<RequestSearch>) => void;
}

const STATUSES = [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 503];
const STATUS_CHOICES: readonly { id: string; text: string }[] = [
  { id: "refused", text: "Refused or failed" },
  { id: "2xx", text: "Successful" },
  { id: "4xx", text: "Refused (4xx)" },
  { id: "5xx", text: "Failed (5xx)" },
  ...STATUSES.map((status) => ({ id: String(status), text: `${status} ${statusWord(status)}` })),
];

const METHOD_CHOICES = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map((id) => ({ id, text: id }));

const SINCE_CHOICES = [
  { id: "15", text: "Last 15 minutes" },
  { id: "60", text: "Last hour" },
  { id: "1440", text: "Last 24 hours" },
] as const;

export function RequestFilters({ search, onChange }: RequestFiltersProps) {
  const { status, method, path, apiKeyId, transactionId, from, to } = search;
  const { may } = useEnvironment();
  const isOther = status !== undefined && !STATUS_CHOICES.some(({ id }) => id === status);
  return (
    <section aria-label="Filter requests" className="flex flex-wrap items-center gap-2">
      <SearchField primary label="Path" value={path} onSearch={(text) => onChange({ path: text })} />
      <SearchField
        label="Transaction id"
        value={transactionId}
        onSearch={(text) => onChange({ transactionId: text })}
      />
      <ChoiceFilter
        name="Status"
        all="All statuses"
        options={isOther ? [...STATUS_CHOICES, { id: status, text: status }] : STATUS_CHOICES}
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      <ChoiceFilter
        name="Method"
        all="All methods"
        options={METHOD_CHOICES}
        value={method}
        onChange={(chosen) => onChange({ method: chosen })}
      />
      {may("keys.read") ? (
        <KeyFilter chosen={apiKeyId} onChange={(chosen) => onChange({ apiKeyId: chosen })} />
      ) : (
        apiKeyId && (
          <SetFilter
            text="Of one API key"
            title="Show requests with other keys too"
            onClear={() => onChange({ apiKeyId: undefined })}
          />
        )
      )}
      <PeriodFilter noun="requests" from={from} to={to} choices={SINCE_CHOICES} onChange={onChange} />
    </section>
  );
}

interface KeyFilterProps {
  chosen: string | undefined;
  onChange: (apiKeyId: string | undefined) => void;
}

/** A filter by one of the keys with which the environment is called. */
function KeyFilter({ chosen, onChange }: KeyFilterProps) {
  const { current } = useEnvironment();
  const query = useRead("apiKeys.list");
  const keys = (query.data ?? []).filter(
    ({ type, _environmentId }) => type === "organization" || _environmentId === current?._id,
  );
  const options = keys.map(({ _id, name, key }) => ({ id: _id, text: keyText({ _id, name, end: key.slice(-4) }) }));
  const others =
    chosen === undefined || keys.some(({ _id }) => _id === chosen) ? [] : [{ id: chosen, text: "Ended key" }];
  const all = [...options, ...others];
  return (
    <LoadedSearchMenu
      label="API key"
      trigger={<FilterButton name="API key" chosen={all.find(({ id }) => id === chosen)?.text} />}
      search={{ label: "Search keys", emptyText: "Nothing matches" }}
      source={{ what: "The keys", query }}
    >
      <MenuChoices
        label="API key"
        options={[{ id: ALL, text: "All keys" }, ...all]}
        selected={[chosen ?? ALL]}
        onChange={([id]) => onChange(id === ALL ? undefined : id)}
      />
    </LoadedSearchMenu>
  );
}

const ALL = "*";
