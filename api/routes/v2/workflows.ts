import { workflowV2Operations } from "#contract/v2/workflows.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { activeChannels } from "#db/queries/integrations/integration-selection.ts";
import { findUser } from "#db/queries/users/users.ts";
import { listWorkflowsV2, type WorkflowOrder } from "#db/queries/workflows/list-workflows-v2.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { idIn } from "#domain/values/short-id.ts";
import { organizationPlan } from "#events/organization-plan.ts";
import { handlers } from "../../handlers.ts";
import { requireReach } from "../../services/reach.ts";
import { loadWorkflow } from "../../services/v2/workflows/load-workflow.ts";
import { patchStep, stepByReference } from "../../services/v2/workflows/patch-step.ts";
import { previewMessageOfStep } from "../../services/v2/workflows/preview-message.ts";
import { NOTHING_TO_SHOW, previewStep } from "../../services/v2/workflows/preview-step.ts";
import {
  createWorkflowV2,
  patchWorkflowV2,
  removeWorkflowV2,
  replaceWorkflowV2,
} from "../../services/v2/workflows/save-workflow.ts";
import { sendStepTest } from "../../services/v2/workflows/send-step-test.ts";
import { syncWorkflow } from "../../services/v2/workflows/sync-workflow.ts";
import { isTypedClient } from "../../typed-client.ts";
import { typedAnswer } from "../../views/typed-answer.ts";
import { listedWorkflowV2View } from "../../views/v2/listed-workflows.ts";
import { testDataView } from "../../views/v2/test-data.ts";
import { typedWorkflow } from "../../views/v2/typed-workflow.ts";
import { stepV2View, workflowV2View } from "../../views/v2/workflows.ts";

/** Workflows by their control values. */
export const workflowV2Routes = handlers(workflowV2Operations, (app) => {
  app.addHook("preSerialization", async (request, _reply, answer) =>
    isTypedClient(request) ? typedAnswer(answer, typedWorkflow) : answer,
  );

  const answer = async (scope: Scope, reference: string) => {
    const loaded = await loadWorkflow(app.db, scope, reference);
    return { data: workflowV2View(loaded, await organizationPlan(app, scope)) };
  };
  return {
    searchWorkflows: async ({ scope, query: { orderBy, orderByField, query, status, ...filter } }) => {
      const channels = await activeChannels(app.db, scope);
      const order = orderOf(orderBy ?? orderByField);
      const search = { ...filter, order, direction: filter.orderDirection, query, statuses: status };
      const listed = await listWorkflowsV2(app.db, scope, search, channels);
      const workflows = listed.workflows.map((workflow) => listedWorkflowV2View(workflow, channels));
      return { data: { workflows, totalCount: listed.totalCount } };
    },

    createWorkflowV2: async (request) => {
      const id = await createWorkflowV2(app, request, request.body);
      return await answer(request.scope, id);
    },

    getWorkflowV2: async ({ scope, caller, params, query }) => {
      if (!query.environmentId) return answer(scope, params.workflowId);
      const id = idIn(query.environmentId);
      if (id) requireReach(caller, id);
      const found = id && (await findEnvironment(app.db, scope.organizationId, id));
      if (!found) throw new DomainError("not_found", "Workflow cannot be found", { workflowId: params.workflowId });
      return answer({ organizationId: scope.organizationId, environmentId: found.id }, params.workflowId);
    },

    updateWorkflowV2: async (request) =>
      answer(request.scope, await replaceWorkflowV2(app, request, request.params.workflowId, request.body)),

    patchWorkflow: async (request) =>
      answer(request.scope, await patchWorkflowV2(app.db, request, request.params.workflowId, request.body)),

    deleteWorkflowV2: async (request) => {
      await removeWorkflowV2(app.db, request, request.params.workflowId);
      return null;
    },

    syncWorkflow: async (request) => {
      const { params, body } = request;
      const synced = await syncWorkflow(app, request, params.workflowId, body.targetEnvironmentId);
      return answer(synced.scope, synced.id);
    },

    previewStep: async ({ scope, params, body, log }) => {
      const { data, controlValues } = body ?? {};
      if (data) {
        const preview = await previewMessageOfStep(app, scope, params, { controlValues, data });
        return { data: { ...NOTHING_TO_SHOW, ...preview } };
      }
      const preview = await previewStep(app, scope, params, body ?? {}).catch((error: unknown) => {
        // Editors ask with every key that is typed, and show nothing rather than an error.
        if (!(error instanceof DomainError)) log.error({ err: error }, "a step could not be previewed");
        return NOTHING_TO_SHOW;
      });
      return { data: preview };
    },

    sendStepTest: async ({ scope, params, body }) => ({ data: await sendStepTest(app, scope, params, body) }),

    getTestData: async ({ scope, caller, params }) => {
      const [loaded, user] = await Promise.all([
        loadWorkflow(app.db, scope, params.workflowId),
        findUser(app.db, caller.userId),
      ]);
      return { data: testDataView(loaded, { id: caller.userId, email: user?.email ?? "" }, new Date()) };
    },

    getStep: async ({ scope, params }) => {
      const loaded = await loadWorkflow(app.db, scope, params.workflowId);
      return { data: stepV2View(loaded, stepByReference(loaded, params.stepId)) };
    },

    patchStep: async (request) => {
      const { id, stepId } = await patchStep(app, request, request.params, request.body);
      const loaded = await loadWorkflow(app.db, request.scope, id);
      return { data: stepV2View(loaded, stepByReference(loaded, stepId)) };
    },
  };
});

const ORDERS: readonly WorkflowOrder[] = ["createdAt", "updatedAt", "name", "lastTriggeredAt"];

/** An order that is not known is that of creation. */
const orderOf = (given: string | undefined): WorkflowOrder => ORDERS.find((known) => known === given) ?? "createdAt";
