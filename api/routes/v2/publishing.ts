import { publishingOperations } from "#contract/v2/publishing.ts";
import { idIn } from "#domain/values/short-id.ts";
import { handlers } from "../../handlers.ts";
import { publishEnvironment } from "../../services/changes/publish-environment.ts";
import { environmentDiffView, publishedView } from "../../views/v2/publishing.ts";

/** Those that this version of the API knows. */
const KINDS = ["workflow", "layout"] as const;

/** Copies of an environment's workflows and layouts in another one. */
export const publishingRoutes = handlers(publishingOperations, (app) => ({
  compareEnvironment: async (request) => {
    const { source, target, published } = await publishEnvironment(app, request, {
      target: idIn(request.params.targetEnvironmentId) ?? request.params.targetEnvironmentId,
      source: request.body.sourceEnvironmentId,
      dryRun: true,
      kinds: KINDS,
    });
    return { data: environmentDiffView(source, target, published) };
  },

  publishEnvironment: async (request) => {
    const { sourceEnvironmentId, dryRun, resources } = request.body;
    const { published } = await publishEnvironment(app, request, {
      target: idIn(request.params.targetEnvironmentId) ?? request.params.targetEnvironmentId,
      source: sourceEnvironmentId,
      dryRun: dryRun ?? false,
      kinds: KINDS,
      only: resources?.map(({ resourceId }) => resourceId),
    });
    return { data: publishedView(published) };
  },
}));
