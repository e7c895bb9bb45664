import type { Query } from "#client/client.ts";
import type { RequestMethod } from "#contract/constants/activity/requests.ts";
import { UUID_PATTERN } from "#contract/constants/values/patterns.ts";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import {
  keyParam,
  momentParam,
  patternParam,
  searchSchema,
  sizeParam,
  textParam,
} from "#dashboard/lists/search-schemas.ts";

/** The search parameters of the list of requests. A value that does not parse counts as absent. */
export const RequestSearch = searchSchema({
  /** A status, or a class of statuses. */
  status: patternParam(/^(?:refused|[2-5]xx|[1-5]\d\d)$/),
  method: keyParam<RequestMethod>({ GET: true, POST: true, PUT: true, PATCH: true, DELETE: true }),
  /** The beginning of a path. */
  path: textParam,
  apiKeyId: patternParam(UUID_PATTERN),
  transactionId: textParam,
  from: momentParam,
  to: momentParam,
  cursor: textParam,
  size: sizeParam(PAGE_SIZES),
});
export type RequestSearch = ReturnType<typeof RequestSearch.parse>;

export const requestQuery = ({ size, ...search }: RequestSearch): Query<"listRequests"> => ({
  limit: size,
  ...Object.fromEntries(Object.entries(search).filter(([, value]) => value)),
});
