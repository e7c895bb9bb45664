import { z } from "zod";
import { queryBoolean, queryNumber, referenceUpTo } from "./common.ts";

const CURSOR_MAX = 500;

/**
 * The query of lists under /v2: `after` and `before` are the `next` and `previous` of an earlier page. Lists are in the order
 * of creation, which `_id` means as well.
 */
export const cursorQuery = {
  after: referenceUpTo(CURSOR_MAX).optional(),
  before: referenceUpTo(CURSOR_MAX).optional(),
  limit: queryNumber(10, 1, 100),
  orderBy: z.enum(["_id", "createdAt"]).default("createdAt"),
  orderDirection: z.enum(["ASC", "DESC"]).default("DESC"),
  /** Whether the page contains the item of the cursor. */
  includeCursor: queryBoolean(),
};
const CursorQuery = z.object(cursorQuery);
export type CursorQuery = z.infer<typeof CursorQuery>;

/** One page of such a list. The count stops somewhere: `totalCountCapped` says that there are more. */
export function cursorList<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    totalCount: z.number().int(),
    totalCountCapped: z.boolean(),
  });
}
