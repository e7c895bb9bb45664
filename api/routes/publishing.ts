import { z } from "zod";
import { data } from "#contract/common.ts";
import {
  ByTargetEnvironment,
  DiffEnvironment,
  EnvironmentDiff,
  EnvironmentPublished,
  PublishEnvironment,
} from "#contract/publishing.ts";
import { idIn } from "#domain/short-id.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { publishEnvironment } from "../services/publish-environment.ts";
import { environmentDiffView, publishedView } from "../views/publishing.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [KEY, MEMBER] } as const;

/** Copies of an environment's workflows and layouts in another one. */
export const publishingRoutes: ZodRoutes = async (app) => {
  app.post(
    "/environments/:targetEnvironmentId/diff",
    {
      schema: {
        summary: "What publishing to an environment would change",
        params: ByTargetEnvironment,
        body: z.preprocess((body) => body ?? {}, DiffEnvironment),
        response: { 200: data(EnvironmentDiff), ...failures("not_found") },
      },
      config,
    },
    async (request) => {
      const { source, target, published } = await publishEnvironment(app, request, {
        target: idIn(request.params.targetEnvironmentId) ?? request.params.targetEnvironmentId,
        source: request.body.sourceEnvironmentId ?? undefined,
        dryRun: true,
      });
      return { data: environmentDiffView(source, target, published) };
    },
  );

  app.post(
    "/environments/:targetEnvironmentId/publish",
    {
      schema: {
        summary: "Copy workflows and layouts of Development, or another environment, to an environment",
        params: ByTargetEnvironment,
        body: z.preprocess((body) => body ?? {}, PublishEnvironment),
        response: { 200: data(EnvironmentPublished), ...failures("not_found") },
      },
      config,
    },
    async (request) => {
      const { sourceEnvironmentId, dryRun, resources } = request.body;
      const { published } = await publishEnvironment(app, request, {
        target: idIn(request.params.targetEnvironmentId) ?? request.params.targetEnvironmentId,
        source: sourceEnvironmentId ?? undefined,
        dryRun: dryRun ?? false,
        only: resources?.map(({ resourceId }) => resourceId),
      });
      return { data: publishedView(published) };
    },
  );
};
