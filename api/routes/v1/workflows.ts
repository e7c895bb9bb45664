import type { FastifyInstance } from "fastify";
import { SYSTEM_VARIABLE_TYPES } from "#contract/constants/templates/system-variables.ts";
import { notificationTemplateOperations, workflowOperations } from "#contract/workflows/workflows.ts";
import { activeChannels } from "#db/queries/integrations/integration-selection.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { getWorkflow, listWorkflows } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { type Handler, handlers } from "../../handlers.ts";
import { translationKeysOf } from "../../services/translations/translation-keys.ts";
import { replyWarnings } from "../../services/workflows/reply-warnings.ts";
import {
  changeWorkflow,
  changeWorkflowStatus,
  createWorkflow,
  removeWorkflow,
} from "../../services/workflows/save-workflow.ts";
import { listedWorkflowView, workflowView } from "../../views/workflows.ts";

/** Workflows under `/v1/workflows`. */
export const workflowRoutes = handlers(workflowOperations, (app) => {
  const { list, create, get, update, setStatus, remove } = workflowHandlers(app);
  return {
    listWorkflows: list,
    createWorkflow: create,
    getWorkflow: get,
    updateWorkflow: update,
    setWorkflowStatus: setStatus,
    deleteWorkflow: remove,

    listWorkflowVariables: async ({ scope }) => ({
      data: { translations: await translationKeysOf(app.db, scope), system: SYSTEM_VARIABLE_TYPES },
    }),
  };
});

/** The same under the path of older clients. */
export const notificationTemplateRoutes = handlers(notificationTemplateOperations, (app) => {
  const { list, create, get, update, setStatus, remove } = workflowHandlers(app);
  return {
    listNotificationTemplates: list,
    createNotificationTemplate: create,
    getNotificationTemplate: get,
    updateNotificationTemplate: update,
    setNotificationTemplateStatus: setStatus,
    deleteNotificationTemplate: remove,
  };
});

type Of<Id extends keyof typeof workflowOperations> = Handler<(typeof workflowOperations)[Id]>;

function workflowHandlers(app: FastifyInstance) {
  const viewOf = async (scope: Scope, workflow: VersionWithSteps) =>
    workflowView(workflow, await replyWarnings(app.db, scope, workflow.steps));

  const list: Of<"listWorkflows"> = async ({ scope, query }) => {
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
  };

  const create: Of<"createWorkflow"> = async (request) => {
    const workflow = await createWorkflow(app, request, request.body);
    return { data: await viewOf(request.scope, workflow) };
  };

  const get: Of<"getWorkflow"> = async ({ scope, params }) => ({
    data: await viewOf(scope, await getWorkflow(app.db, scope, params.id)),
  });

  const update: Of<"updateWorkflow"> = async (request) => ({
    data: await viewOf(request.scope, await changeWorkflow(app, request, request.params.id, request.body)),
  });

  const setStatus: Of<"setWorkflowStatus"> = async (request) => {
    const { params, body, scope } = request;
    return { data: await viewOf(scope, await changeWorkflowStatus(app.db, request, params.id, body.active)) };
  };

  const remove: Of<"deleteWorkflow"> = async (request) => {
    await removeWorkflow(app.db, request, request.params.id);
    return { data: true };
  };

  return { list, create, get, update, setStatus, remove };
}
