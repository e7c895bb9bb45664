import type { Row } from "./types.ts";

/** One page, when awaited; every element of this page and of those after it, when iterated by `for await`. */
export type List<Answer> = Promise<Answer> & AsyncIterable<Row<Answer>>;

/** How a list names the page after one: by an opaque text under `next`, by the page's number, or by the number of elements before it. */
export type Paging = "cursor" | "after" | "page" | "offset";

type Query = Readonly<Record<string, unknown>>;
interface Page {
  data: readonly unknown[];
  next?: string | null;
  hasMore?: boolean;
  pageSize?: number;
  totalCount?: number;
}

/** Makes the list of the pages that `read` gives for a query. */
export function list<Answer>(read: (query: Query) => Promise<Answer>, query: Query, paging: Paging): List<Answer> {
  const first = read(query);
  return Object.assign(first, { [Symbol.asyncIterator]: () => rows(first, read, query, paging) });
}

async function* rows<Answer>(
  first: Promise<Answer>,
  read: (query: Query) => Promise<Answer>,
  query: Query,
  paging: Paging,
): AsyncGenerator<Row<Answer>, void> {
  let page = pageOf(await first);
  for (let current: Query = query; ; page = pageOf(await read(current))) {
    yield* elementsOf<Answer>(page);
    const following = after(page, current, paging);
    if (following === undefined) return;
    current = { ...current, ...following };
  }
}

/** Returns what the query of the next page differs by; undefined after the last page. */
function after(page: Page, query: Query, paging: Paging): Query | undefined {
  const { data, next, hasMore } = page;
  // Where a list began by a number, or is read backwards, its next page is named by the text alone.
  if (paging === "cursor") return next ? { cursor: next, page: undefined } : undefined;
  if (paging === "after") return next ? { after: next, before: undefined } : undefined;
  // A page without elements ends a list that would otherwise never end.
  if (data.length === 0) return undefined;
  const number = Number(query[paging] ?? 0);
  if (paging === "offset") return hasMore ? { offset: number + data.length } : undefined;
  const size = page.pageSize ?? data.length;
  const more = hasMore ?? (page.totalCount === undefined ? data.length >= size : (number + 1) * size < page.totalCount);
  return more ? { page: number + 1 } : undefined;
}

/** The contract promises both: an operation is generated as a list when its answer is one. */
const pageOf = (answer: unknown) => answer as Page;
const elementsOf = <Answer>({ data }: Page) => data as readonly Row<Answer>[];
