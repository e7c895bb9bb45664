import { searchOperations } from "#contract/search.ts";
import { handlers } from "../../handlers.ts";
import { searchObjects } from "../../services/search/search-objects.ts";

/** The search over all objects of an environment. */
export const searchRoutes = handlers(searchOperations, (app) => ({
  searchObjects: async (request) => ({ data: await searchObjects(app, request, request.query) }),
}));
