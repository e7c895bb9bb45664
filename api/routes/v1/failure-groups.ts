import { failureGroupOperations } from "#contract/activity/failure-groups.ts";
import type { FailureGroupOrder } from "#contract/constants/activity/failure-groups.ts";
import { type FailureGroupRow, type GroupPlace, listFailureGroups } from "#db/queries/activity/failure-groups.ts";
import { DomainError } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";
import { handlers } from "../../handlers.ts";
import { pageAround, placeOf } from "../../keyset.ts";
import { changeFailureGroup, readFailureGroup, ruleOf } from "../../services/failures/change-group.ts";
import { failureGroupView } from "../../views/activity/failure-groups.ts";

/** Groups of failed steps with the same cause. */
export const failureGroupRoutes = handlers(failureGroupOperations, (app) => ({
  listFailureGroups: async ({ scope, query: { cursor: after, before, limit, order, ...search } }) => {
    if (after && before) throw new DomainError("invalid_input", "Send `cursor` or `before`, not both");
    const places = { after: groupPlaceOf(after, order), before: groupPlaceOf(before, order) };
    const rows = await listFailureGroups(app.db, scope, search, { order, ...places, limit: limit + 1 });
    const page = pageAround(rows, { limit, after, before }, (row) => ({ at: orderedBy(row, order), id: row.id }));
    return { data: page.shown.map(failureGroupView), next: page.next, previous: page.previous };
  },

  getFailureGroup: async ({ scope, params }) => ({
    data: await readFailureGroup(app.db, scope, params.failureGroupId),
  }),

  resolveFailureGroup: async (request) => {
    const change = { state: "resolved", reason: request.body?.reason } as const;
    return { data: await changeFailureGroup(app.db, request, request.params.failureGroupId, change) };
  },

  ignoreFailureGroup: async (request) => {
    const { body, params } = request;
    const change = { state: "ignored", rule: ruleOf(body), reason: body.reason } as const;
    return { data: await changeFailureGroup(app.db, request, params.failureGroupId, change) };
  },

  openFailureGroup: async (request) => ({
    data: await changeFailureGroup(app.db, request, request.params.failureGroupId, { state: "open" }),
  }),
}));

const orderedBy = ({ failures, lastSeen }: FailureGroupRow, order: FailureGroupOrder): string =>
  order === "most" ? String(failures) : lastSeen;

/** Throws `invalid_input` for a cursor that no page of this order has given. */
function groupPlaceOf(cursor: string | undefined, order: FailureGroupOrder): GroupPlace | null {
  if (order === "newest" || !cursor) return placeOf(cursor);
  const [at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split("|");
  if (/^\d{1,15}$/.test(at) && isUuid(id)) return { at, id };
  throw new DomainError("invalid_input", "cursor must be the `next` or `previous` of a page in the same order");
}
