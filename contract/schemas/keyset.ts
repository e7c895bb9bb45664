import { z } from "zod";
import { queryNumber, referenceUpTo } from "./common.ts";

/** The query of lists that are read from a place on: `cursor` is the `next` of the page before. */
export const keysetQuery = ({ limit = 25, max = 100 } = {}) => ({
  cursor: referenceUpTo(500).optional(),
  limit: queryNumber(limit, 1, max),
});

/** One page of such a list; `next` is null after the last one. */
export function keysetPage<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), next: z.string().nullable() });
}

/** A count that stops somewhere: `isMore` says that there are more. */
export const CappedCount = z.object({ count: z.number().int(), isMore: z.boolean() });
export type CappedCount = z.infer<typeof CappedCount>;
