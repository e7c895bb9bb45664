/** Rows that a page of a list may have. Apart from the pager, because every first load reads the addresses of all lists. */
export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
