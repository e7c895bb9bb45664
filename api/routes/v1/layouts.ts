import { LAYOUT_PAGE_MAX, layoutOperations } from "#contract/workflows/layouts.ts";
import { getLayout, listLayouts } from "#db/queries/layouts/layouts.ts";
import { DomainError } from "#domain/errors.ts";
import { handlers } from "../../handlers.ts";
import { changeLayout, createLayout, makeDefaultLayout, removeLayout } from "../../services/layouts/save-layout.ts";
import { layoutView } from "../../views/layouts.ts";

/** Layouts of emails. */
export const layoutRoutes = handlers(layoutOperations, (app) => ({
  createLayout: async (request) => ({ data: layoutView(await createLayout(app, request, request.body)) }),

  listLayouts: async ({ scope, query }) => {
    if (query.pageSize > LAYOUT_PAGE_MAX) {
      throw new DomainError("invalid_input", `Limit can not be larger then ${LAYOUT_PAGE_MAX}`);
    }
    const { layouts, totalCount } = await listLayouts(app.db, scope, query);
    return { page: query.page, pageSize: query.pageSize, totalCount, data: layouts.map(layoutView) };
  },

  getLayout: async ({ scope, params }) => ({ data: layoutView(await getLayout(app.db, scope, params.id)) }),

  updateLayout: async (request) => ({
    data: layoutView(await changeLayout(app, request, request.params.id, request.body)),
  }),

  deleteLayout: async (request) => {
    await removeLayout(app.db, request, request.params.id);
    return null;
  },

  setDefaultLayout: async (request) => {
    await makeDefaultLayout(app.db, request, request.params.id);
    return null;
  },
}));
