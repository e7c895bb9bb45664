import { workflowVersionOperations } from "#contract/v2/workflow-versions.ts";
import { DomainError } from "#domain/errors.ts";
import { organizationPlan } from "#events/organization-plan.ts";
import { handlers } from "../../handlers.ts";
import { loadWorkflow } from "../../services/v2/workflows/load-workflow.ts";
import { versionUsage } from "../../services/v2/workflows/version-usage.ts";
import {
  describedVersion,
  pageOfVersions,
  restoreVersion,
  saveVersionName,
} from "../../services/v2/workflows/versions.ts";
import { versionUsageView, workflowVersionContentView, workflowVersionView } from "../../views/v2/workflow-versions.ts";
import { workflowV2View } from "../../views/v2/workflows.ts";

/** Versions of workflows, however these were made. */
export const workflowVersionRoutes = handlers(workflowVersionOperations, (app) => ({
  listWorkflowVersions: async ({ scope, params, query }) => {
    const loaded = await loadWorkflow(app.db, scope, params.workflowId);
    const { versions, next } = await pageOfVersions(app.db, loaded.workflow.id, {
      below: query.cursor === undefined ? undefined : numberIn(query.cursor),
      limit: query.limit,
    });
    return {
      data: versions.map((version) => workflowVersionView(loaded, version)),
      next: next === null ? null : String(next),
    };
  },

  getWorkflowVersion: async ({ scope, params }) => {
    const loaded = await loadWorkflow(app.db, scope, params.workflowId);
    const version = await describedVersion(app.db, loaded.workflow.id, params.version);
    return { data: workflowVersionContentView(loaded, version) };
  },

  nameWorkflowVersion: async (request) => {
    const { scope, params, body } = request;
    const loaded = await loadWorkflow(app.db, scope, params.workflowId);
    await saveVersionName(app.db, request, loaded.workflow, params.version, body.name?.trim() || null);
    const version = await describedVersion(app.db, loaded.workflow.id, params.version);
    return { data: workflowVersionView(loaded, version) };
  },

  getVersionUsage: async ({ scope, params }) => {
    const loaded = await loadWorkflow(app.db, scope, params.workflowId);
    return { data: versionUsageView(await versionUsage(app.db, scope, loaded)) };
  },

  restoreWorkflowVersion: async (request) => {
    const { scope, params } = request;
    const id = await restoreVersion(app.db, request, params.workflowId, params.version);
    const loaded = await loadWorkflow(app.db, scope, id);
    return { data: workflowV2View(loaded, await organizationPlan(app, scope)) };
  },
}));

function numberIn(cursor: string): number {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new DomainError("invalid_input", ["cursor must be the next of an earlier page"]);
}
