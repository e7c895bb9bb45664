import { savedViewOperations } from "#contract/activity/saved-views.ts";
import { deleteSavedView, insertSavedView, listSavedViews, updateSavedView } from "#db/queries/users/saved-views.ts";
import { handlers } from "../../handlers.ts";
import { savedViewView } from "../../views/saved-views.ts";

/** Filters of lists that members keep under a name. A key keeps those of the member whose key it is. */
export const savedViewRoutes = handlers(savedViewOperations, (app) => ({
  listSavedViews: async ({ scope, caller: { userId }, query }) => ({
    data: (await listSavedViews(app.db, scope, userId, query.list)).map((row) => savedViewView(row, userId)),
  }),

  createSavedView: async ({ scope, caller: { userId }, body }) => ({
    data: savedViewView(await insertSavedView(app.db, scope, userId, body), userId),
  }),

  updateSavedView: async ({ scope, caller: { userId }, params, body }) => {
    const row = await updateSavedView(app.db, scope, { userId, id: params.savedViewId }, body);
    return { data: savedViewView(row, userId) };
  },

  deleteSavedView: async ({ scope, caller: { userId }, params }) => {
    await deleteSavedView(app.db, scope, { userId, id: params.savedViewId });
    return null;
  },
}));
