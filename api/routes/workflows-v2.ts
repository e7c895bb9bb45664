import { z } from "zod";
import { data } from "#contract/common.ts";
import { LARGE_BODY_BYTES } from "#contract/constants/limits.ts";
import {
  CreateWorkflowV2,
  GetWorkflowQuery,
  ListWorkflowsV2,
  PatchStep,
  PatchWorkflowV2,
  Preview,
  PreviewStep,
  StepPath,
  StepV2,
  SyncWorkflow,
  TestData,
  UpdateWorkflowV2,
  WorkflowListV2,
  WorkflowPath,
  WorkflowV2,
} from "#contract/workflows-v2.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { findUser } from "#db/queries/users/users.ts";
import { listWorkflowsV2, type WorkflowOrder } from "#db/queries/workflows/workflows-v2.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { idIn } from "#domain/short-id.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { organizationPlan } from "../services/organization-plan.ts";
import { loadWorkflow } from "../services/workflows-v2/load-workflow.ts";
import { patchStep, stepByReference } from "../services/workflows-v2/patch-step.ts";
import { NOTHING_TO_SHOW, previewStep } from "../services/workflows-v2/preview-step.ts";
import {
  createWorkflowV2,
  patchWorkflowV2,
  removeWorkflowV2,
  replaceWorkflowV2,
} from "../services/workflows-v2/save-workflow.ts";
import { syncWorkflow } from "../services/workflows-v2/sync-workflow.ts";
import { testDataView } from "../views/test-data.ts";
import { listedWorkflowV2View, stepV2View, workflowV2View } from "../views/workflows-v2.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;
const config = { access };
const bodyLimit = LARGE_BODY_BYTES;
const unknown = failures("not_found");

/** Workflows by their control values. */
export const workflowV2Routes: ZodRoutes = async (app) => {
  const answer = async (scope: Scope, reference: string) => {
    const loaded = await loadWorkflow(app.db, scope, reference);
    return { data: workflowV2View(loaded, await organizationPlan(app, scope)) };
  };

  app.get(
    "/workflows",
    { schema: { querystring: ListWorkflowsV2, response: { 200: data(WorkflowListV2), ...failures() } }, config },
    async ({ scope, query }) => {
      const { offset, limit, orderDirection: direction, query: text, tags, status: statuses } = query;
      const order = orderOf(query.orderBy ?? query.orderByField);
      const listed = await listWorkflowsV2(app.db, scope, {
        offset,
        limit,
        order,
        direction,
        query: text,
        tags,
        statuses,
      });
      return { data: { workflows: listed.workflows.map(listedWorkflowV2View), totalCount: listed.totalCount } };
    },
  );

  app.post(
    "/workflows",
    { bodyLimit, schema: { body: CreateWorkflowV2, response: { 201: data(WorkflowV2), ...failures() } }, config },
    async (request, reply) => {
      const id = await createWorkflowV2(app, request, request.body);
      return reply.code(201).send(await answer(request.scope, id));
    },
  );

  app.get(
    "/workflows/:workflowId",
    {
      schema: { params: WorkflowPath, querystring: GetWorkflowQuery, response: { 200: data(WorkflowV2), ...unknown } },
      config,
    },
    async ({ scope, caller, params, query }) => {
      if (!query.environmentId) return answer(scope, params.workflowId);
      const id = idIn(query.environmentId);
      // A key is of one environment.
      const environment = caller.kind === "key" && id !== scope.environmentId ? undefined : id;
      const found = environment && (await findEnvironment(app.db, scope.organizationId, environment));
      if (!found) throw new DomainError("not_found", "Workflow cannot be found", { workflowId: params.workflowId });
      return answer({ organizationId: scope.organizationId, environmentId: found.id }, params.workflowId);
    },
  );

  app.put(
    "/workflows/:workflowId",
    {
      bodyLimit,
      schema: { params: WorkflowPath, body: UpdateWorkflowV2, response: { 200: data(WorkflowV2), ...unknown } },
      config,
    },
    async (request) =>
      answer(request.scope, await replaceWorkflowV2(app, request, request.params.workflowId, request.body)),
  );

  app.patch(
    "/workflows/:workflowId",
    {
      schema: { params: WorkflowPath, body: PatchWorkflowV2, response: { 200: data(WorkflowV2), ...unknown } },
      config,
    },
    async (request) =>
      answer(request.scope, await patchWorkflowV2(app.db, request, request.params.workflowId, request.body)),
  );

  app.delete(
    "/workflows/:workflowId",
    { schema: { params: WorkflowPath, response: { 204: z.null(), ...unknown } }, config },
    async (request, reply) => {
      await removeWorkflowV2(app.db, request, request.params.workflowId);
      return reply.code(204).send(null);
    },
  );

  app.put(
    "/workflows/:workflowId/sync",
    {
      schema: {
        params: WorkflowPath,
        body: SyncWorkflow,
        response: { 200: data(WorkflowV2), ...failures("not_found", "conflict") },
      },
      config,
    },
    async (request) => {
      const { params, body } = request;
      const synced = await syncWorkflow(app, request, params.workflowId, body.targetEnvironmentId);
      return answer(synced.scope, synced.id);
    },
  );

  app.post(
    "/workflows/:workflowId/step/:stepId/preview",
    {
      bodyLimit,
      schema: { params: StepPath, body: PreviewStep.nullish(), response: { 201: data(Preview), ...failures() } },
      config,
    },
    async ({ scope, params, body, log }, reply) => {
      const preview = await previewStep(app, scope, params, body ?? {}).catch((error: unknown) => {
        // Editors ask with every key that is typed, and show nothing rather than an error.
        if (!(error instanceof DomainError)) log.error({ err: error }, "a step could not be previewed");
        return NOTHING_TO_SHOW;
      });
      return reply.code(201).send({ data: preview });
    },
  );

  app.get(
    "/workflows/:workflowId/test-data",
    { schema: { params: WorkflowPath, response: { 200: data(TestData), ...unknown } }, config },
    async ({ scope, caller, params }) => {
      const [loaded, user] = await Promise.all([
        loadWorkflow(app.db, scope, params.workflowId),
        findUser(app.db, caller.userId),
      ]);
      return { data: testDataView(loaded, { id: caller.userId, email: user?.email ?? "" }) };
    },
  );

  app.get(
    "/workflows/:workflowId/steps/:stepId",
    { schema: { params: StepPath, response: { 200: data(StepV2), ...unknown } }, config },
    async ({ scope, params }) => {
      const loaded = await loadWorkflow(app.db, scope, params.workflowId);
      return { data: stepV2View(loaded, stepByReference(loaded, params.stepId)) };
    },
  );

  app.patch(
    "/workflows/:workflowId/steps/:stepId",
    { bodyLimit, schema: { params: StepPath, body: PatchStep, response: { 200: data(StepV2), ...unknown } }, config },
    async (request) => {
      const { id, stepId } = await patchStep(app, request, request.params, request.body);
      const loaded = await loadWorkflow(app.db, request.scope, id);
      return { data: stepV2View(loaded, stepByReference(loaded, stepId)) };
    },
  );
};

const ORDERS: readonly WorkflowOrder[] = ["createdAt", "updatedAt", "name", "lastTriggeredAt"];

/** An order that is not known is that of creation. */
const orderOf = (given: string | undefined): WorkflowOrder => ORDERS.find((known) => known === given) ?? "createdAt";
