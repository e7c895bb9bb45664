import { z } from "zod";
import { data } from "#contract/common.ts";
import { LARGE_BODY_BYTES } from "#contract/constants/limits.ts";
import { SYSTEM_VARIABLE_TYPES } from "#contract/constants/system-variables.ts";
import { AvailableVariables } from "#contract/templates.ts";
import {
  CreateWorkflow,
  ListNotificationTemplates,
  ListWorkflows,
  UpdateWorkflow,
  Workflow,
  WorkflowPage,
  WorkflowStatusChange,
} from "#contract/workflows.ts";
import { activeChannels } from "#db/queries/integrations/integration-selection.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { getWorkflow, listWorkflows } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { replyWarnings } from "../services/reply-warnings.ts";
import { changeWorkflow, changeWorkflowStatus, createWorkflow, removeWorkflow } from "../services/save-workflow.ts";
import { translationKeysOf } from "../services/translation-keys.ts";
import { listedWorkflowView, workflowView } from "../views/workflows.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const ById = z.object({ id: z.string() });

const access = [KEY, MEMBER] as const;

/** Workflows under both of their names. */
export const workflowRoutes: ZodRoutes = async (app) => {
  await app.register(workflowResource(ListNotificationTemplates), { prefix: "/notification-templates" });
  await app.register(workflowResource(ListWorkflows), { prefix: "/workflows" });

  app.get(
    "/workflows/variables",
    { schema: { response: { 200: data(AvailableVariables), ...failures() } }, config: { access } },
    async ({ scope }) => ({
      data: { translations: await translationKeysOf(app.db, scope), system: SYSTEM_VARIABLE_TYPES },
    }),
  );
};

const workflowResource =
  (querystring: typeof ListWorkflows): ZodRoutes =>
  async (app) => {
    const viewOf = async (scope: Scope, workflow: VersionWithSteps) =>
      workflowView(workflow, await replyWarnings(app.db, scope, workflow.steps));

    app.get(
      "/",
      { schema: { querystring, response: { 200: WorkflowPage, ...failures() } }, config: { access } },
      async ({ scope, query }) => {
        const [{ workflows, totalCount }, channels] = await Promise.all([
          listWorkflows(app.db, scope, query),
          activeChannels(app.db, scope),
        ]);
        return {
          page: query.page,
          pageSize: query.limit,
          totalCount,
          data: workflows.map((workflow) => listedWorkflowView(workflow, channels)),
        };
      },
    );

    app.post(
      "/",
      {
        bodyLimit: LARGE_BODY_BYTES,
        schema: { body: CreateWorkflow, response: { 201: data(Workflow), ...failures("not_found") } },
        config: { access },
      },
      async (request, reply) => {
        const workflow = await createWorkflow(app, request, request.body);
        return reply.code(201).send({ data: await viewOf(request.scope, workflow) });
      },
    );

    app.get(
      "/:id",
      { schema: { params: ById, response: { 200: data(Workflow), ...failures("not_found") } }, config: { access } },
      async ({ scope, params }) => ({ data: await viewOf(scope, await getWorkflow(app.db, scope, params.id)) }),
    );

    app.put(
      "/:id",
      {
        bodyLimit: LARGE_BODY_BYTES,
        schema: { params: ById, body: UpdateWorkflow, response: { 200: data(Workflow), ...failures("not_found") } },
        config: { access },
      },
      async (request) => ({
        data: await viewOf(request.scope, await changeWorkflow(app, request, request.params.id, request.body)),
      }),
    );

    app.put(
      "/:id/status",
      {
        schema: {
          params: ById,
          body: WorkflowStatusChange,
          response: { 200: data(Workflow), ...failures("not_found") },
        },
        config: { access },
      },
      async (request) => ({
        data: await viewOf(
          request.scope,
          await changeWorkflowStatus(app.db, request, request.params.id, request.body.active),
        ),
      }),
    );

    app.delete(
      "/:id",
      { schema: { params: ById, response: { 200: data(z.literal(true)), ...failures() } }, config: { access } },
      async (request) => {
        await removeWorkflow(app.db, request, request.params.id);
        return { data: true as const };
      },
    );
  };
