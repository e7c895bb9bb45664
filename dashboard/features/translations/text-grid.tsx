import { SearchX } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { TranslationUsage } from "#contract/workflows/translations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { Pager } from "#dashboard/lists/pager.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { DeleteKey } from "./delete-key.tsx";
import { KeyUses } from "./key-uses.tsx";
import { LocaleHeader } from "./locale-header.tsx";
import type { OpenState } from "./shown-keys.ts";
import { TextCell } from "./text-cell.tsx";
import { TextFilters } from "./text-filters.tsx";
import {
  type Cell,
  cellName,
  filteredColumns,
  filteredKeys,
  type GroupTexts,
  nextOpen,
  openCounts,
  type TextFilter,
} from "./text-states.ts";
import { useHeldKeys } from "./use-held-keys.ts";
import type { TypedTexts } from "./use-typed-texts.ts";

interface TextGridProps {
  group: string;
  texts: GroupTexts;
  /** Undefined while it is read, and where that failed. */
  usage: TranslationUsage | undefined;
  filter: TextFilter;
  onFilter: (changes: Partial<TextFilter>) => void;
  /** Counts from 0. */
  page: number;
  onPage: (page: number) => void;
  typedTexts: TypedTexts;
}

/** Rows that are shown at once. */
const PAGE_SIZE = 50;

/** The texts of a group: a row for each key, a column for each locale. */
export function TextGrid({
  group,
  texts,
  usage,
  filter,
  onFilter,
  page: wantedPage,
  onPage,
  typedTexts,
}: TextGridProps) {
  const { may, readOnly } = useEnvironment();
  const isEditable = may("content.edit") && !readOnly;
  const places = useMemo(() => new Map(usage?.keys.map(({ key, places: of }) => [key, of])), [usage]);
  const placesOf = (key: string) => places.get(`${group}.${key}`) ?? [];
  const { query, show, locale } = filter;
  const { found, unused, known } = useMemo(() => {
    const isUsed = (key: string) => !usage || places.has(`${group}.${key}`);
    return {
      found: filteredKeys(texts, { query, show, locale }, isUsed),
      unused: texts.keys.filter((key) => !isUsed(key)).length,
      known: new Set(texts.keys),
    };
  }, [texts, usage, places, group, query, show, locale]);
  const keys = useHeldKeys(found, filter).filter((key) => known.has(key));
  const counted = filteredColumns(texts, filter);
  // A translation is read beside the text that it is one of.
  const columns = texts.columns.filter((column) => counted.includes(column) || column.locale === texts.source);
  const counts = useMemo(
    () => new Map(texts.columns.map((column) => [column.locale, openCounts(texts, column)])),
    [texts],
  );
  const page = Math.min(wantedPage, Math.max(Math.ceil(keys.length / PAGE_SIZE) - 1, 0));
  const shown = keys.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const { follow, reached } = useNextCell(shown);
  const next = nextOpen(texts, keys, filter, reached);
  const total = (state: OpenState) => counted.reduce((sum, { locale }) => sum + (counts.get(locale)?.[state] ?? 0), 0);

  function goTo(cell: Cell) {
    const row = Math.floor(keys.indexOf(cell.key) / PAGE_SIZE);
    follow(cell);
    if (row !== page) onPage(row);
  }

  return (
    <>
      <TextFilters
        filter={filter}
        locales={texts.columns.map(({ locale }) => locale)}
        counts={{
          missing: total("missing"),
          outdated: total("outdated"),
          placeholders: total("placeholders"),
          unused,
        }}
        onFilter={onFilter}
        onNext={() => next && goTo(next)}
        hasNext={next !== undefined}
      />
      {filter.show === "unused" && usage && usage.variable.length > 0 && (
        <p role="status" className="text-muted">
          {usage.variable.length === 1
            ? "1 template makes its keys"
            : `${usage.variable.length} templates make their keys`}{" "}
          of variables, and may print these as well: look at {usage.variable.map(({ name }) => name).join(", ")} before
          you delete any.
        </p>
      )}
      {keys.length === 0 && texts.keys.length > 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No texts match"
          action={
            <Button onClick={() => onFilter({ query: "", show: undefined, locale: undefined })}>Clear filters</Button>
          }
        >
          <p>{show === undefined ? "No key or text has these words." : "There is no such text."}</p>
        </EmptyState>
      ) : (
        <div className="relative overflow-x-auto rounded-lg border bg-raised">
          <table aria-label="Texts" className="w-full border-collapse">
            <thead>
              <tr className="border-b text-start text-xs text-muted">
                <th scope="col" className="px-3 py-2 text-start align-top font-medium">
                  Key
                </th>
                {columns.map((column) => (
                  <th key={column.locale} scope="col" className="min-w-64 px-3 py-2 text-start align-top">
                    <LocaleHeader
                      group={group}
                      texts={texts}
                      column={column}
                      isSource={column.locale === texts.source}
                      counts={counts.get(column.locale) ?? { missing: 0, outdated: 0, placeholders: 0 }}
                      onShow={(show) => onFilter({ show, locale: column.locale })}
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((key) => (
                <tr key={key} className="border-b align-top last:border-b-0">
                  <th translate="no" scope="row" className="px-3 py-2.5 text-start font-mono text-xs font-normal">
                    <div className="flex items-start justify-between gap-1">
                      <div className="w-28 wrap-anywhere sm:w-48">{key}</div>
                      {isEditable && texts.columns.some((column) => column.texts.has(key)) && (
                        <DeleteKey group={group} textKey={key} columns={texts.columns} places={placesOf(key)} />
                      )}
                    </div>
                    {usage && (
                      <KeyUses
                        textKey={key}
                        places={placesOf(key)}
                        isCertain={usage.variable.length === 0}
                        locales={texts.columns.map(({ locale }) => locale)}
                      />
                    )}
                  </th>
                  {columns.map((column) => (
                    <td key={column.locale} className="px-2">
                      <TextCell
                        group={group}
                        locale={column.locale}
                        textKey={key}
                        state={texts.stateOf(column, key)}
                        typedTexts={typedTexts}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager
        offset={page * PAGE_SIZE}
        shown={shown.length}
        total={keys.length}
        onPrevious={page > 0 ? () => onPage(page - 1) : undefined}
        onNext={(page + 1) * PAGE_SIZE < keys.length ? () => onPage(page + 1) : undefined}
      />
    </>
  );
}

/** Moves the focus to a cell, which may be on another page and not there yet. */
function useNextCell(shown: readonly string[]) {
  const [reached, setReached] = useState<Cell>();
  const isFollowed = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: The rows are those of another page once these keys are other ones.
  useEffect(() => {
    if (isFollowed.current || !reached) return;
    const name = cellName(reached.locale, reached.key);
    const cell = document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(name)}"]`);
    if (!cell) return;
    isFollowed.current = true;
    cell.focus();
    cell.scrollIntoView({ block: "center", inline: "nearest" });
  }, [reached, shown]);
  return {
    reached,
    follow(cell: Cell) {
      isFollowed.current = false;
      setReached({ ...cell });
    },
  };
}
