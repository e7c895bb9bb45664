import { changeOperations } from "#contract/changes.ts";
import { countPendingChanges, listChanges } from "#db/queries/changes/changes.ts";
import { handlers } from "../../handlers.ts";
import { applyChange, applyChanges } from "../../services/changes/apply-changes.ts";
import { changeView, listedChangeView } from "../../views/changes.ts";

/** Edits of Development that are promoted to Production. */
export const changeRoutes = handlers(changeOperations, (app) => ({
  listChanges: async ({ scope, query }) => {
    const { changes, totalCount } = await listChanges(app.db, scope, query);
    return { page: query.page, pageSize: query.limit, totalCount, data: changes.map(listedChangeView) };
  },

  countChanges: async ({ scope }) => ({ data: await countPendingChanges(app.db, scope) }),

  applyChange: async (request) => {
    const applied = await applyChange(app, request, request.params.changeId);
    return { data: applied.map(changeView) };
  },

  applyChanges: async (request) => {
    const applied = await applyChanges(app, request, request.body.changeIds);
    return { data: applied.map((changes) => changes.map(changeView)) };
  },
}));
