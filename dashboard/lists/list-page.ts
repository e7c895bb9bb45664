/** A page of a list as the API answers it. */
export interface ListPage<Row> {
  rows: Row[];
  pageSize?: number;
  total?: number | undefined;
  hasMore?: boolean;
  /** The places of the pages around this one, where pages have no numbers. */
  next?: string | null;
  previous?: string | null;
}
