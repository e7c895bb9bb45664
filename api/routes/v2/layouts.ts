import { layoutV2Operations } from "#contract/v2/layouts.ts";
import { readVariables } from "#db/queries/environments/environment-variables.ts";
import { findLayoutAuthor, type LayoutAuthor } from "#db/queries/layouts/layout-author.ts";
import { countUsingSteps, workflowsUsingLayout } from "#db/queries/layouts/layout-usage.ts";
import type { LayoutRow } from "#db/queries/layouts/layouts.ts";
import { getLayoutByReference, searchLayouts } from "#db/queries/layouts/search-layouts.ts";
import type { Scope } from "#db/scope.ts";
import { handlers } from "../../handlers.ts";
import { previewLayout } from "../../services/layouts/preview-layout.ts";
import { removeLayout } from "../../services/layouts/save-layout.ts";
import { createLayoutV2, duplicateLayout, replaceLayout } from "../../services/v2/layouts/save-layout.ts";
import { layoutV2View, listedLayoutView } from "../../views/layouts.ts";

/** Layouts of emails, as newer clients read and change them. */
export const layoutV2Routes = handlers(layoutV2Operations, (app) => {
  const view = async (scope: Scope, layout: LayoutRow, author?: LayoutAuthor) =>
    layoutV2View(layout, { author, env: (await readVariables(app.db, scope)).variables });
  return {
    searchLayouts: async ({ scope, query }) => {
      const { layouts, totalCount } = await searchLayouts(app.db, scope, query);
      const counts = await countUsingSteps(
        app.db,
        scope,
        layouts.map(({ id }) => id),
      );
      return {
        data: { layouts: layouts.map((layout) => listedLayoutView(layout, counts.get(layout.id) ?? 0)), totalCount },
      };
    },

    createLayoutV2: async (request) => ({
      data: await view(request.scope, await createLayoutV2(app, request, request.body)),
    }),

    getLayoutV2: async ({ scope, params: { layoutId } }) => {
      const layout = await getLayoutByReference(app.db, scope, layoutId);
      return { data: await view(scope, layout, await findLayoutAuthor(app.db, layout)) };
    },

    updateLayoutV2: async (request) => ({
      data: await view(request.scope, await replaceLayout(app, request, request.params.layoutId, request.body)),
    }),

    deleteLayoutV2: async (request) => {
      const { id } = await getLayoutByReference(app.db, request.scope, request.params.layoutId);
      await removeLayout(app.db, request, id);
      return null;
    },

    duplicateLayout: async (request) => {
      const layout = await duplicateLayout(app, request, request.params.layoutId, request.body);
      return { data: await view(request.scope, layout) };
    },

    previewLayout: async ({ scope, params: { layoutId }, body }) => {
      const layout = await getLayoutByReference(app.db, scope, layoutId);
      return { data: await previewLayout(app, scope, layout, body) };
    },

    getLayoutUsage: async ({ scope, params: { layoutId } }) => {
      const { id } = await getLayoutByReference(app.db, scope, layoutId);
      return { data: { workflows: await workflowsUsingLayout(app.db, scope, id) } };
    },
  };
});
