import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Collection, ListBox, ListBoxLoadMoreItem } from "react-aria-components/ListBox";
import { Input, SearchField } from "react-aria-components/SearchField";
import { errorText } from "#dashboard/errors.ts";
import { classNames } from "../class-names.ts";
import { Skeleton } from "../feedback/skeleton.tsx";
import { SEARCH_CLASS } from "../overlays/popover-class.ts";
import { useDebounced } from "../use-debounced.ts";
import { Button } from "./button.tsx";
import { ListOption } from "./list-option.tsx";

const DEBOUNCE_MS = 200;

export interface PickerItem {
  id: string;
  text: string;
  description?: string;
}

interface PickerPage {
  items: readonly PickerItem[];
  /** The place at which the next page begins; undefined on the last one. */
  next?: string | undefined;
}

/** Reads a page of what matches the text. The signal aborts when the text changes before the answer is there. */
export type PickerSearch = (query: {
  text: string;
  after: string | undefined;
  signal: AbortSignal;
}) => Promise<PickerPage>;

interface PickerResultsProps {
  label: string;
  /** Those of several that the search has not listed yet stand above its results. */
  chosen: readonly PickerItem[];
  multiple?: boolean;
  search: PickerSearch;
  queryKey: readonly unknown[];
  onChange: (chosen: readonly PickerItem[]) => void;
}

/** The search field of a picker, which keeps the focus, and the list of what matches. Reading the last ones reads more. */
export function PickerResults({ label, chosen, multiple = false, search, queryKey, onChange }: PickerResultsProps) {
  const [text, setText] = useState("");
  const settled = useDebounced(text.trim(), DEBOUNCE_MS);
  const result = useInfiniteQuery({
    queryKey: [...queryKey, "picker", settled],
    queryFn: ({ pageParam, signal }) => search({ text: settled, after: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  const found = result.data?.pages.flatMap((page) => page.items) ?? [];
  const ids = new Set(found.map(({ id }) => id));
  const unlisted = chosen.filter(({ id }) => !ids.has(id));
  const items = multiple && settled === "" && result.data ? [...unlisted, ...found] : found;

  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label={`Search: ${label}`} autoFocus className="sticky top-0 z-10 bg-raised py-1">
        <Input placeholder="Search" className={SEARCH_CLASS} />
      </SearchField>
      {result.isError ? (
        <div role="alert" className="flex flex-col items-start gap-2 p-2 text-danger wrap-anywhere">
          {errorText(result.error)}
          <Button onClick={() => void result.refetch()}>Try again</Button>
        </div>
      ) : (
        <ListBox
          aria-label={label}
          selectionMode={multiple ? "multiple" : "single"}
          selectedKeys={chosen.map(({ id }) => id)}
          onSelectionChange={(keys) => {
            const isSelected = ({ id }: PickerItem) => keys === "all" || keys.has(id);
            // The result that is chosen is pressed again to take the popover away: it stays chosen.
            const next = [...unlisted, ...found].filter(isSelected);
            onChange(multiple || next.length > 0 ? next : chosen);
          }}
          className={classNames("outline-none", result.isPending && "min-h-28")}
          renderEmptyState={() => (result.isPending ? <Loading /> : <p className="p-2 text-muted">Nothing matches</p>)}
        >
          <Collection items={items}>{(item) => <ListOption {...item} />}</Collection>
          {result.hasNextPage && (
            <ListBoxLoadMoreItem
              onLoadMore={() => void result.fetchNextPage()}
              isLoading={result.isFetchingNextPage}
              className="p-2"
            >
              <Skeleton className="h-4 w-40" />
            </ListBoxLoadMoreItem>
          )}
        </ListBox>
      )}
    </Autocomplete>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3 p-2">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-4 w-52" />
      <Skeleton className="h-4 w-32" />
    </div>
  );
}
