import { hashKey, type UseQueryOptions, type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { NoAccess } from "#dashboard/components/feedback/no-access.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { isForbidden } from "#dashboard/errors.ts";
import type { ListPage } from "./list-page.ts";
import { ListPager } from "./list-pager.tsx";
import { fromStart, isFiltered, type ListPlace, type ListSchema, withoutFilters } from "./list-search.ts";
import { NewRowsButton } from "./new-rows-button.tsx";
import type { TableSort } from "./table.tsx";
import { useHeldRows } from "./use-held-rows.ts";

interface Row {
  _id: string;
}

interface ListScreenProps<Search extends ListPlace, Answer, R extends Row> {
  /** "message" and "messages". */
  noun: readonly [one: string, many: string];
  icon: ReactNode;
  /** The screen of the list; undefined for one that is shown on a tab of another screen. */
  screen?: {
    title: string;
    tabTitle?: string | undefined;
    summary?: ReactNode;
    actions?: ReactNode | ((isEmpty: boolean) => ReactNode);
  };
  schema: ListSchema<Search>;
  search: Search;
  onSearch: (search: Search, replace: boolean) => void;
  read: UseQueryOptions<Answer, Error, Answer, readonly unknown[]>;
  pageOf: (answer: Answer) => ListPage<R>;
  /** Milliseconds between reads, which a page may have that is not read yet. */
  pollMs?: (page: ListPage<R> | undefined) => number | false;
  /** New rows are counted above the first page, and shown when asked for. */
  holdsRows?: boolean;
  /** Reads a held row that new ones have pushed off the page, as it may change; undefined for one that does not. */
  readRow?: (row: R) => UseQueryOptions<R, Error, R, readonly unknown[]> | undefined;
  order?: {
    orderOf: (search: Search) => Pick<TableSort, "by" | "direction">;
    orderBy: (search: Search, by: string) => Partial<Search>;
  };
  /** Left out while there are no rows at all. `clear` is undefined where the list itself offers it. */
  filters?: (change: (filters: Partial<Search>) => void, clear: (() => void) | undefined) => ReactNode;
  /** Says why rows may not match. */
  noMatch?: string;
  /** In place of rows that there are none of yet. */
  none: ReactNode;
  /** Shows what is beside the rows without any, too. */
  isOpen?: boolean;
  children: (rows: R[], parts: { sort: TableSort | undefined; pager: ReactNode }) => ReactNode;
}

/** A list: its filters, rows and pages, what is shown in their place, and what is new. */
export function ListScreen<Search extends ListPlace, Answer, R extends Row>(props: ListScreenProps<Search, Answer, R>) {
  const { noun, screen, schema, search, onSearch, read, pageOf, pollMs, holdsRows = false, readRow, filters } = props;
  const query = useQuery({
    ...read,
    refetchInterval: ({ state: { data } }) => pollMs?.(data && pageOf(data)) ?? false,
  });
  const shown = query.data && pageOf(query.data);
  const { rows, left, newCount, showNew } = useHeldRows(shown?.rows ?? NO_ROWS, {
    list: hashKey(read.queryKey),
    isPlaceholder: query.isPlaceholderData || query.isPending,
  });
  const readAlone = useQueries({ queries: holdsRows ? left.flatMap((row) => readRow?.(row) ?? []) : [] });
  const renewed = new Map(readAlone.flatMap(({ data }) => (data ? [[data._id, data] as const] : [])));
  const isEmpty = shown?.rows.length === 0 && !isFiltered(search) && (!search.page || shown.total === 0);
  const clear = () => onSearch(withoutFilters(schema, search), false);
  const filtering =
    (!isEmpty || !screen) &&
    filters?.(
      (change) => onSearch(fromStart(search, change), true),
      isFiltered(search) && shown?.rows.length !== 0 ? clear : undefined,
    );
  const newRows = holdsRows && !search.page && (
    <NewRowsButton noun={noun[0]} count={newCount} full={newCount === shown?.pageSize} onShow={showNew} />
  );
  const list = (
    <Rows
      {...props}
      query={query}
      held={holdsRows ? rows.map((row) => renewed.get(row._id) ?? row) : undefined}
      onClear={clear}
    />
  );
  if (screen) {
    const { title, tabTitle, summary, actions } = screen;
    return (
      <Page
        wide
        title={title}
        tabTitle={tabTitle}
        summary={query.isRefetchError ? <RefreshFailed /> : summary}
        actions={
          <>
            {newRows}
            {typeof actions === "function" ? actions(isEmpty) : actions}
          </>
        }
      >
        {filtering}
        {list}
      </Page>
    );
  }
  return (
    <div className="relative flex flex-col gap-4">
      {query.isRefetchError && <RefreshFailed />}
      {filtering}
      {/* At the end of the row of tabs, where nothing moves when it comes. */}
      {newRows && <div className="sm:absolute sm:end-0 sm:bottom-full sm:mb-5">{newRows}</div>}
      {list}
    </div>
  );
}

const NO_ROWS: never[] = [];

interface RowsProps<Search extends ListPlace, Answer, R extends Row> extends ListScreenProps<Search, Answer, R> {
  query: UseQueryResult<Answer>;
  held: R[] | undefined;
  onClear: () => void;
}

function Rows<Search extends ListPlace, Answer, R extends Row>({
  query,
  held,
  onClear,
  ...list
}: RowsProps<Search, Answer, R>) {
  const { noun, screen, search, onSearch, order, isOpen = false, pageOf, children } = list;
  if (isForbidden(query.error) && query.data === undefined) return <NoAccess to={`see ${noun[1]}`} />;
  const nothing = (page?: ListPage<R>) => <Nothing {...list} page={page} onClear={onClear} />;
  return (
    // The API knows the object of a filter, or answers that there is none.
    <QueryResult
      query={query}
      skeleton={<SkeletonRows {...(!screen && { rows: 10 })} />}
      missing={isFiltered(search) ? nothing() : undefined}
    >
      {(answer) => {
        const page = pageOf(answer);
        const rows = held ?? page.rows;
        const isBeforeFirst = Boolean(search.before) && page.previous === null && !query.isPlaceholderData;
        if (isBeforeFirst || (search.before && rows.length === 0)) {
          return <FromStart open={() => onSearch(fromStart(search), true)} />;
        }
        if (rows.length === 0 && !isOpen) return nothing(page);
        const sort = order && {
          ...order.orderOf(search),
          onSort: (by: string) => onSearch(fromStart(search, order.orderBy(search, by)), true),
        };
        const pager = (
          <ListPager
            search={search}
            onSearch={onSearch}
            page={page}
            shown={rows.length}
            queryKey={list.read.queryKey}
          />
        );
        return children(rows, { sort, pager });
      }}
    </QueryResult>
  );
}

/** Opens the first page in the place of one that was read backwards: what leaves that one as it becomes due is not filled up. */
function FromStart({ open }: { open: () => void }) {
  useEffect(open);
  return null;
}

interface NothingProps<Search extends ListPlace, R> {
  noun: readonly [one: string, many: string];
  icon: ReactNode;
  search: Search;
  onSearch: (search: Search, replace: boolean) => void;
  noMatch?: string;
  none: ReactNode;
  page: ListPage<R> | undefined;
  onClear: () => void;
}

/** In place of the rows: the page is past the end, nothing matches the filters, or there are no rows at all. */
function Nothing<Search extends ListPlace, R>(props: NothingProps<Search, R>) {
  const { noun, icon, search, onSearch, noMatch, none, page, onClear } = props;
  if (search.cursor || (search.page && page?.total !== 0)) {
    return (
      <EmptyState
        icon={icon}
        title={search.cursor ? `No more ${noun[1]}` : "This page is past the end"}
        action={<Button onClick={() => onSearch(fromStart(search), false)}>Go to the first page</Button>}
      >
        {search.cursor ? "Those on this page have moved on." : `There are fewer pages of ${noun[1]} than that.`}
      </EmptyState>
    );
  }
  if (!isFiltered(search)) return none;
  return (
    <EmptyState icon={icon} title={`No ${noun[1]} match`} action={<Button onClick={onClear}>Clear filters</Button>}>
      {noMatch}
    </EmptyState>
  );
}
