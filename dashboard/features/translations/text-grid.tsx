import { SearchX } from "lucide-react";
import { useMemo } from "react";
import type { TranslationUsage } from "#contract/workflows/translations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { Pager } from "#dashboard/lists/pager.tsx";
import type { OpenState } from "./shown-keys.ts";
import { TextFilters } from "./text-filters.tsx";
import { type Cell, filteredColumns, filteredKeys, type GroupTexts, nextOpen, type TextFilter } from "./text-states.ts";
import { TextTable } from "./text-table.tsx";
import { type TextUses, usesOf } from "./text-uses.ts";
import { useHeldKeys } from "./use-held-keys.ts";
import { useNextCell } from "./use-next-cell.ts";
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

const PAGE_SIZE = 50;

/** The texts of a group: a row for each key, a column for each locale. */
export function TextGrid({ group, texts, usage, filter, onFilter, onPage, typedTexts, ...props }: TextGridProps) {
  const uses = useMemo(() => usage && usesOf(group, usage), [group, usage]);
  const { query, show, locale } = filter;
  const { found, unused, known } = useMemo(() => {
    const isUsed = (key: string) => uses?.isUsed(key) ?? true;
    return {
      found: filteredKeys(texts, { query, show, locale }, isUsed),
      unused: texts.keys.filter((key) => !isUsed(key)).length,
      known: new Set(texts.keys),
    };
  }, [texts, uses, query, show, locale]);
  const keys = useHeldKeys(found, filter).filter((key) => known.has(key));
  const counted = filteredColumns(texts, filter);
  // A translation is read beside the text that it is one of.
  const columns = texts.columns.filter((column) => counted.includes(column) || column.locale === texts.source);
  const page = Math.min(props.page, Math.max(Math.ceil(keys.length / PAGE_SIZE) - 1, 0));
  const shown = keys.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const { follow, reached } = useNextCell(shown);
  const next = nextOpen(texts, keys, filter, reached);
  const total = (state: OpenState) => counted.reduce((sum, column) => sum + texts.countsOf(column)[state], 0);

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
      {show === "unused" && uses && uses.uncertain.length > 0 && <UncertainNote templates={uses.uncertain} />}
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
        <TextTable
          group={group}
          texts={texts}
          columns={columns}
          keys={shown}
          uses={uses}
          typedTexts={typedTexts}
          onShow={onFilter}
        />
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

function UncertainNote({ templates }: { templates: TextUses["uncertain"] }) {
  return (
    <p role="status" className="text-muted">
      {templates.length === 1 ? "1 template makes its keys" : `${templates.length} templates make their keys`} of
      variables, and may print these as well: look at {templates.map(({ name }) => name).join(", ")} before you delete
      any.
    </p>
  );
}
