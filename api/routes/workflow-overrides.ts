import { z } from "zod";
import { data } from "#contract/common.ts";
import {
  ByWorkflowAndTenant,
  ByWorkflowOverride,
  CreateWorkflowOverride,
  ListWorkflowOverrides,
  UpdateWorkflowOverride,
  WorkflowOverride,
  WorkflowOverridePage,
} from "#contract/workflow-overrides.ts";
import { getOverride, listOverrides } from "#db/queries/workflows/manage-overrides.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { requireDevelopment } from "../services/require-development.ts";
import {
  changeWorkflowOverride,
  createWorkflowOverride,
  removeWorkflowOverride,
} from "../services/save-workflow-override.ts";
import { workflowOverrideView } from "../views/workflow-overrides.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [KEY, MEMBER] } as const;
const one = { 200: data(WorkflowOverride), ...failures("not_found") };

/** Settings of workflows that differ for a tenant, in Development. */
export const workflowOverrideRoutes: ZodRoutes = async (app) => {
  app.post(
    "/workflow-overrides",
    {
      schema: {
        summary: "Create the override of a workflow for a tenant",
        body: CreateWorkflowOverride,
        response: { 201: data(WorkflowOverride), ...failures("not_found", "conflict") },
      },
      config,
    },
    async (request, reply) =>
      reply.code(201).send({ data: workflowOverrideView(await createWorkflowOverride(app.db, request, request.body)) }),
  );

  app.get(
    "/workflow-overrides",
    {
      schema: {
        summary: "Overrides of workflows, newest first",
        querystring: ListWorkflowOverrides,
        response: { 200: WorkflowOverridePage, ...failures() },
      },
      config,
    },
    async ({ scope, query: { page, limit } }) => {
      await requireDevelopment(app.db, scope);
      const overrides = await listOverrides(app.db, scope, { page, limit });
      const hasMore = overrides.length === limit;
      return { page, pageSize: limit, hasMore, data: overrides.map(workflowOverrideView) };
    },
  );

  app.get(
    "/workflow-overrides/:overrideId",
    { schema: { summary: "One override", params: ByWorkflowOverride, response: one }, config },
    async ({ scope, params }) => {
      await requireDevelopment(app.db, scope);
      return { data: workflowOverrideView(await getOverride(app.db, scope, { id: params.overrideId })) };
    },
  );

  app.put(
    "/workflow-overrides/:overrideId",
    {
      schema: {
        summary: "Change an override; what is left out stays",
        params: ByWorkflowOverride,
        body: UpdateWorkflowOverride,
        response: one,
      },
      config,
    },
    async (request) => ({
      data: workflowOverrideView(
        await changeWorkflowOverride(app.db, request, { id: request.params.overrideId }, request.body),
      ),
    }),
  );

  app.delete(
    "/workflow-overrides/:overrideId",
    {
      schema: {
        summary: "Delete an override: the tenant's triggers follow the workflow again",
        params: ByWorkflowOverride,
        response: { 200: data(z.literal(true)), ...failures("not_found") },
      },
      config,
    },
    async (request) => {
      await removeWorkflowOverride(app.db, request, request.params.overrideId);
      return { data: true as const };
    },
  );

  app.get(
    "/workflow-overrides/workflows/:workflowId/tenants/:tenantId",
    {
      schema: { summary: "The override of a workflow for a tenant", params: ByWorkflowAndTenant, response: one },
      config,
    },
    async ({ scope, params }) => {
      await requireDevelopment(app.db, scope);
      return { data: workflowOverrideView(await getOverride(app.db, scope, params)) };
    },
  );

  app.put(
    "/workflow-overrides/workflows/:workflowId/tenants/:tenantId",
    {
      schema: {
        summary: "Change the override of a workflow for a tenant; what is left out stays",
        params: ByWorkflowAndTenant,
        body: UpdateWorkflowOverride,
        response: one,
      },
      config,
    },
    async (request) => ({
      data: workflowOverrideView(await changeWorkflowOverride(app.db, request, request.params, request.body)),
    }),
  );
};
