import { contextOperations, type StoredContext } from "#contract/v2/contexts.ts";
import { type ContextRow, getContext, searchContexts } from "#db/queries/events/contexts/manage-contexts.ts";
import { cursorPage, windowOf } from "../../cursor-list.ts";
import { handlers } from "../../handlers.ts";
import { changeContext, createContext, removeContext } from "../../services/tenants/save-context.ts";

/** Contexts of notifications, whose data templates and conditions use. */
export const contextRoutes = handlers(contextOperations, (app) => ({
  createContext: async (request) => ({ data: contextView(await createContext(app.db, request, request.body)) }),

  listContexts: async ({ scope, query }) => {
    const { id, search } = query;
    const listed = await searchContexts(app.db, scope, { id, search: search || undefined }, windowOf(query));
    return cursorPage(listed, query, (row) => row, contextView);
  },

  getContext: async ({ scope, params }) => ({ data: contextView(await getContext(app.db, scope, params)) }),

  updateContext: async (request) => ({
    data: contextView(await changeContext(app.db, request, request.params, request.body.data)),
  }),

  deleteContext: async (request) => {
    await removeContext(app.db, request, request.params);
    return null;
  },
}));

const contextView = ({ type, contextId, data, createdAt, updatedAt }: ContextRow): StoredContext => ({
  type,
  id: contextId,
  data,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
