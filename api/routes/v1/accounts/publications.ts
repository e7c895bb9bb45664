import { handlers } from "#api/handlers.ts";
import { pageOf, placeOf } from "#api/keyset.ts";
import {
  approvePublication,
  createPublication,
  declinePublication,
  withdrawPublication,
} from "#api/services/changes/publications.ts";
import { publishEnvironment } from "#api/services/changes/publish-environment.ts";
import { renderDifference } from "#api/services/changes/render-difference.ts";
import { requiresApproval } from "#api/services/changes/require-approval.ts";
import { revertPublication } from "#api/services/changes/revert-publication.ts";
import { namedView, previewView, publicationView } from "#api/views/publications.ts";
import { publicationOperations } from "#contract/workflows/publications.ts";
import { getPublication, listPublications } from "#db/queries/changes/publications.ts";

/** Publishing to an environment, with the approval that it may require, and taking it back. */
export const publicationRoutes = handlers(publicationOperations, (app) => ({
  previewPublication: async (request) => {
    const { sourceEnvironmentId: source, targetEnvironmentId: target, resourceId } = request.query;
    const only = resourceId === undefined ? undefined : [resourceId];
    const compared = await publishEnvironment(app, request, { source, target, only, dryRun: true });
    const approval = { requiresApproval: await requiresApproval(app.db, compared.target) };
    return { data: previewView({ ...compared, ...approval }, { isWhole: resourceId !== undefined }) };
  },

  renderPublication: async (request) => ({ data: await renderDifference(app, request, request.query) }),

  listPublications: async ({ scope, caller, query: { cursor, limit, ...filter } }) => {
    const options = { ...filter, after: placeOf(cursor), limit: limit + 1 };
    const rows = await listPublications(app.db, scope.organizationId, options);
    const { shown, next } = pageOf(rows, limit, (row) => row);
    return { data: shown.map((row) => publicationView(row, caller.userId)), next };
  },

  getPublication: async ({ scope, caller, params }) => ({
    data: publicationView(await getPublication(app.db, scope.organizationId, params.publicationId), caller.userId),
  }),

  createPublication: async (request) => ({
    data: publicationView(await createPublication(app, request, request.body), request.caller.userId),
  }),

  approvePublication: async (request) => ({
    data: publicationView(await approvePublication(app, request, request.params.publicationId), request.caller.userId),
  }),

  declinePublication: async (request) => {
    const declined = { id: request.params.publicationId, reason: request.body?.reason };
    return { data: publicationView(await declinePublication(app, request, declined), request.caller.userId) };
  },

  withdrawPublication: async (request) => ({
    data: publicationView(await withdrawPublication(app, request, request.params.publicationId), request.caller.userId),
  }),

  revertPublication: async (request) => {
    const chosen = { id: request.params.publicationId, ids: request.body?.ids };
    const { publication, refused } = await revertPublication(app, request, chosen);
    return {
      data: {
        publication: publicationView(publication, request.caller.userId),
        refused: refused.map(({ error, ...named }) => ({ ...namedView(named), error })),
      },
    };
  },
}));
