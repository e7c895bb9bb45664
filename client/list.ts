import { type Call, callOf } from "./call.ts";
import type { Row } from "./types.ts";

/** One page of a list. Iterated by `for await`, it is every element of this page and of those after it. */
export type Page<Answer> = Answer & AsyncIterable<Row<Answer>>;

/** One page, when awaited; every element of this page and of those after it, when iterated by `for await`. */
export type List<Answer> = Call<Page<Answer>> & AsyncIterable<Row<Answer>>;

/** How a list names the page after one: by an opaque text under `next`, by the page's number, or by the number of elements before it. */
export type Paging = "cursor" | "after" | "page" | "offset";

type Query = Readonly<Record<string, unknown>>;
interface AnyPage {
  data: readonly unknown[];
  next?: string | null;
  hasMore?: boolean;
  pageSize?: number;
  totalCount?: number;
}

type Read<Answer> = (query: Query) => Promise<{ data: Answer; response: Response }>;

/** Makes the list of the pages that `read` gives for a query. */
export function list<Answer extends object>(read: Read<Answer>, query: Query, paging: Paging): List<Answer> {
  const receiving = read(query).then(({ data, response }) => ({ data: iterable(data, read, query, paging), response }));
  const first = callOf(receiving);
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      yield* await first;
    },
  });
}

/** Adds what iterates over the page and those after it. It is no field: a page that is copied or stored is its data. */
function iterable<Answer extends object>(page: Answer, read: Read<Answer>, query: Query, paging: Paging): Page<Answer> {
  const value = () => rows(page, read, query, paging);
  Object.defineProperty(page, Symbol.asyncIterator, { value, enumerable: false });
  return page as Page<Answer>;
}

async function* rows<Answer>(
  first: Answer,
  read: Read<Answer>,
  query: Query,
  paging: Paging,
): AsyncGenerator<Row<Answer>, void> {
  let page = pageOf(first);
  for (let current: Query = query; ; page = pageOf((await read(current)).data)) {
    yield* elementsOf<Answer>(page);
    const following = after(page, current, paging);
    if (following === undefined) return;
    current = { ...current, ...following };
  }
}

/** Returns what the query of the next page differs by; undefined after the last page. */
function after(page: AnyPage, query: Query, paging: Paging): Query | undefined {
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
const pageOf = (answer: unknown) => answer as AnyPage;
const elementsOf = <Answer>({ data }: AnyPage) => data as readonly Row<Answer>[];
