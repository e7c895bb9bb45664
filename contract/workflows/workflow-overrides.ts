import { z } from "zod";
import { UUID_PATTERN } from "../constants/values/patterns.ts";
import { EDITOR, KEY, READER } from "../schemas/access.ts";
import { ChannelFlags } from "../schemas/channel-flags.ts";
import { data, dated, example, Id, owned, page, pageQuery } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

/** An id of Belfry's; callers often send the identifier that they chose themselves. */
const idOf = (field: "_workflowId" | "_tenantId") =>
  z.string().regex(UUID_PATTERN, { error: `must be a UUID, the ${field} and not an identifier` });
const pair = { workflowId: idOf("_workflowId"), tenantId: idOf("_tenantId") };

const fields = { active: z.boolean().optional(), preferenceSettings: ChannelFlags.partial().optional() };

/** Settings of a workflow for one tenant. Both ids are Belfry's. */
export const CreateWorkflowOverride = z.object({ ...pair, ...fields }).meta(
  example({
    workflowId: "7b0a8e0e-7f0e-4d8b-9c55-7a1f4a3e9d10",
    tenantId: "d5a6b9a2-12f4-4e0e-8f51-3c1f1f0f7e21",
    active: true,
    preferenceSettings: { email: false },
  }),
);
export type CreateWorkflowOverride = z.infer<typeof CreateWorkflowOverride>;

/** The fields to change; channels that are not given stay. */
export const UpdateWorkflowOverride = z
  .object(fields)
  .meta(example({ active: false, preferenceSettings: { sms: false } }));
export type UpdateWorkflowOverride = z.infer<typeof UpdateWorkflowOverride>;

export const ByWorkflowOverride = z.object({ overrideId: Id });
/** A workflow and a tenant in a path, by Belfry's ids. */
export const ByWorkflowAndTenant = z.object(pair);

export const ListWorkflowOverrides = z.object({ ...pageQuery(), tenantId: idOf("_tenantId").optional() });

export const WorkflowOverride = z
  .object({
    ...owned(),
    _workflowId: z.string(),
    _tenantId: z.string(),
    active: z.boolean(),
    preferenceSettings: ChannelFlags,
    deleted: z.literal(false),
    /** In lists: the workflow, and what it does for all other tenants. */
    workflow: z
      .object({
        identifier: z.string(),
        name: z.string(),
        active: z.boolean(),
        preferenceSettings: ChannelFlags,
      })
      .optional(),
    ...dated(),
  })
  .meta({ id: "WorkflowOverride" });
export type WorkflowOverride = z.infer<typeof WorkflowOverride>;
export const WorkflowOverridePage = page(WorkflowOverride);

export const workflowOverrideOperations = operations("workflow-overrides", {
  createWorkflowOverride: {
    route: "POST /v1/workflow-overrides",
    client: "workflowOverrides.create",
    summary: "Create the override of a workflow for a tenant",
    access: [KEY, EDITOR],
    audit: "workflow_override.created",
    body: CreateWorkflowOverride,
    answer: { 201: data(WorkflowOverride) },
    failures: ["not_found", "conflict"],
  },

  listWorkflowOverrides: {
    route: "GET /v1/workflow-overrides",
    client: "workflowOverrides.list",
    summary: "List workflow overrides, newest first",
    access: [KEY, READER],
    query: ListWorkflowOverrides,
    answer: { 200: WorkflowOverridePage },
  },

  getWorkflowOverride: {
    route: "GET /v1/workflow-overrides/:overrideId",
    client: "workflowOverrides.getOneById",
    summary: "Get an override",
    access: [KEY, READER],
    params: ByWorkflowOverride,
    answer: { 200: data(WorkflowOverride) },
    failures: ["not_found"],
  },

  updateWorkflowOverride: {
    route: "PUT /v1/workflow-overrides/:overrideId",
    client: "workflowOverrides.updateOneById",
    summary: "Update an override; omitted fields stay",
    access: [KEY, EDITOR],
    audit: "workflow_override.updated",
    params: ByWorkflowOverride,
    body: UpdateWorkflowOverride,
    answer: { 200: data(WorkflowOverride) },
    failures: ["not_found"],
  },

  deleteWorkflowOverride: {
    route: "DELETE /v1/workflow-overrides/:overrideId",
    client: "workflowOverrides.delete",
    summary: "Delete an override; the tenant's triggers follow the workflow again",
    access: [KEY, EDITOR],
    audit: "workflow_override.deleted",
    params: ByWorkflowOverride,
    answer: { 200: data(z.literal(true)) },
    failures: ["not_found"],
  },

  getWorkflowOverrideOfTenant: {
    route: "GET /v1/workflow-overrides/workflows/:workflowId/tenants/:tenantId",
    client: "workflowOverrides.getOneByTenantIdandWorkflowId",
    summary: "Get the override of a workflow for a tenant",
    access: [KEY, READER],
    params: ByWorkflowAndTenant,
    answer: { 200: data(WorkflowOverride) },
    failures: ["not_found"],
  },

  updateWorkflowOverrideOfTenant: {
    route: "PUT /v1/workflow-overrides/workflows/:workflowId/tenants/:tenantId",
    client: "workflowOverrides.updateOneByTenantIdandWorkflowId",
    summary: "Update the override of a workflow for a tenant; omitted fields stay",
    access: [KEY, EDITOR],
    audit: "workflow_override.updated",
    params: ByWorkflowAndTenant,
    body: UpdateWorkflowOverride,
    answer: { 200: data(WorkflowOverride) },
    failures: ["not_found"],
  },
});
