import { CopyAsCurl } from "./copy-as-curl.tsx";
import type { ListPage } from "./list-page.ts";
import { fromStart, type ListPlace } from "./list-search.ts";
import { Pager } from "./pager.tsx";

interface ListPagerProps<Search extends ListPlace> {
  search: Search;
  onSearch: (search: Search, replace: boolean) => void;
  page: ListPage<unknown>;
  shown: number;
  /** Of the read of the page. */
  queryKey: readonly unknown[];
}

/** Leads to the pages around one, by their numbers or by the places that they begin at. */
export function ListPager<Search extends ListPlace>({
  search,
  onSearch,
  page,
  shown,
  queryKey,
}: ListPagerProps<Search>) {
  const { size, page: number } = search;
  const { pageSize = size ?? shown, total, next, previous } = page;
  const open = (place: ListPlace) => onSearch({ ...fromStart(search), ...place }, false);
  const sizes = size && {
    size,
    onSize: (chosen: typeof size) => onSearch({ ...fromStart(search), size: chosen }, true),
  };
  if (number === undefined) {
    return (
      <Pager
        {...sizes}
        shown={shown}
        onPrevious={previous ? () => open({ before: previous }) : undefined}
        onNext={next ? () => open({ cursor: next }) : undefined}
      >
        <CopyAsCurl queryKey={queryKey} />
      </Pager>
    );
  }
  const offset = number * pageSize;
  const hasMore = page.hasMore ?? offset + pageSize < (total ?? 0);
  return (
    <Pager
      {...sizes}
      offset={offset}
      shown={shown}
      total={total}
      onPrevious={number > 0 ? () => open({ page: number - 1 }) : undefined}
      onNext={hasMore ? () => open({ page: number + 1 }) : undefined}
    >
      <CopyAsCurl queryKey={queryKey} />
    </Pager>
  );
}
