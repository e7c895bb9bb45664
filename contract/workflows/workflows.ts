import { z } from "zod";
import { CHANNELS } from "../constants/channels.ts";
import { IDENTIFIER_MAX, LARGE_BODY_BYTES, NAME_MAX, WORKFLOW_STEPS_MAX } from "../constants/limits.ts";
import { WORKFLOW_ORIGINS, WORKFLOW_TYPES } from "../constants/statuses.ts";
import { EDITOR, KEY, READER } from "../schemas/access.ts";
import { ChannelFlags } from "../schemas/channel-flags.ts";
import {
  data,
  dated,
  exactTextUpTo,
  example,
  filledText,
  Id,
  nameUpTo,
  owned,
  PathReference,
  pageQuery,
  totalPage,
} from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { Step, StepInput } from "./steps.ts";
import { AvailableVariables, WorkflowVariables } from "./templates.ts";

const tags = z.array(z.string());

const steps = z
  .array(StepInput)
  .max(WORKFLOW_STEPS_MAX, { error: `must contain no more than ${WORKFLOW_STEPS_MAX} elements` });

export const CreateWorkflow = z
  .object({
    name: filledText(NAME_MAX),
    /** Made from the name when absent. */
    identifier: nameUpTo(IDENTIFIER_MAX).optional(),
    notificationGroupId: Id,
    description: z.string().max(1000, { error: "must be shorter than or equal to 1000 characters" }).optional(),
    steps,
    tags: tags.optional(),
    active: z.boolean().default(false),
    critical: z.boolean().default(false),
    preferenceSettings: ChannelFlags.partial().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    /** The blueprint that the workflow is made from; its group is then found or created by the name of `notificationGroup`. */
    blueprintId: Id.optional(),
    notificationGroup: z.object({ name: exactTextUpTo(NAME_MAX) }).optional(),
  })
  .meta(
    example({
      name: "Order shipped",
      notificationGroupId: "0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10",
      active: true,
      tags: ["orders"],
      steps: [{ template: { type: "in_app", content: "Order {{ orderId }} has been shipped" } }],
    }),
  );
export type CreateWorkflow = z.infer<typeof CreateWorkflow>;

export const UpdateWorkflow = z
  .object({
    name: exactTextUpTo(NAME_MAX).optional(),
    description: z.string().max(300, { error: "must be shorter than or equal to 300 characters" }).optional(),
    identifier: nameUpTo(IDENTIFIER_MAX).optional(),
    notificationGroupId: Id.optional(),
    steps: steps.optional(),
    tags: tags.optional(),
    critical: z.boolean().optional(),
    preferenceSettings: ChannelFlags.partial().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  })
  .meta(example({ name: "Order shipped", tags: ["orders"] }));
export type UpdateWorkflow = z.infer<typeof UpdateWorkflow>;

export const WorkflowStatusChange = z.object({ active: z.boolean() }).meta(example({ active: true }));

export const Trigger = z.object({
  _id: z.string().optional(),
  type: z.literal("event"),
  identifier: z.string(),
  ...WorkflowVariables.shape,
});
export type Trigger = z.infer<typeof Trigger>;

export const WorkflowIntegrationStatus = z.object({
  hasActiveIntegrations: z.boolean(),
  hasPrimaryIntegrations: z.boolean().optional(),
  channels: z.partialRecord(
    z.enum(CHANNELS),
    z.object({ hasActiveIntegrations: z.boolean(), hasPrimaryIntegrations: z.boolean().optional() }),
  ),
});
export type WorkflowIntegrationStatus = z.infer<typeof WorkflowIntegrationStatus>;

/** A workflow of the v1 resource. */
export const Workflow = z
  .object({
    ...owned(),
    name: z.string(),
    description: z.string().optional(),
    active: z.boolean(),
    draft: z.boolean(),
    critical: z.boolean(),
    type: z.enum(WORKFLOW_TYPES),
    origin: z.enum(WORKFLOW_ORIGINS),
    isBlueprint: z.boolean(),
    blueprintId: z.string().optional(),
    tags,
    preferenceSettings: ChannelFlags,
    triggers: z.array(Trigger),
    steps: z.array(Step),
    data: z.record(z.string(), z.unknown()).optional(),
    /** Number of the version that the next trigger pins. */
    version: z.number().int(),
    lastTriggeredAt: z.string().optional(),
    _notificationGroupId: z.string(),
    _creatorId: z.string(),
    _parentId: z.string().optional(),
    deleted: z.boolean(),
    ...dated(),
    notificationGroup: z
      .object({
        _id: z.string(),
        name: z.string(),
        _environmentId: z.string(),
        _organizationId: z.string(),
        _parentId: z.string().optional(),
      })
      .optional(),
    workflowIntegrationStatus: WorkflowIntegrationStatus.optional(),
  })
  .meta({ id: "Workflow" });
export type Workflow = z.infer<typeof Workflow>;

export const ListWorkflows = z.object({ ...pageQuery({ max: 50 }), query: z.string().optional() });
/** Under their older name as many as everywhere. */
export const ListNotificationTemplates = z.object({ ...pageQuery(), query: z.string().optional() });

export const WorkflowPage = totalPage(Workflow);

/** A workflow in a path. */
const WorkflowById = z.object({ id: PathReference });

export const workflowOperations = operations("workflows", {
  listWorkflows: {
    route: "GET /v1/workflows",
    client: "workflows.getAll",
    summary: "List workflows",
    access: [KEY, READER],
    query: ListWorkflows,
    answer: { 200: WorkflowPage },
  },

  createWorkflow: {
    route: "POST /v1/workflows",
    client: "workflows.create",
    summary: "Create a workflow",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "workflow.created",
    body: CreateWorkflow,
    answer: { 201: data(Workflow) },
    failures: ["not_found"],
  },

  getWorkflow: {
    route: "GET /v1/workflows/:id",
    client: "workflows.getOne",
    summary: "Get a workflow",
    access: [KEY, READER],
    params: WorkflowById,
    answer: { 200: data(Workflow) },
    failures: ["not_found"],
  },

  updateWorkflow: {
    route: "PUT /v1/workflows/:id",
    client: "workflows.update",
    summary: "Update a workflow; omitted fields stay",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "workflow.updated",
    params: WorkflowById,
    body: UpdateWorkflow,
    answer: { 200: data(Workflow) },
    failures: ["not_found"],
  },

  setWorkflowStatus: {
    route: "PUT /v1/workflows/:id/status",
    client: "workflows.updateStatus",
    summary: "Activate or deactivate a workflow",
    access: [KEY, EDITOR],
    audit: "workflow.updated",
    params: WorkflowById,
    body: WorkflowStatusChange,
    answer: { 200: data(Workflow) },
    failures: ["not_found"],
  },

  deleteWorkflow: {
    route: "DELETE /v1/workflows/:id",
    client: "workflows.delete",
    summary: "Delete a workflow",
    access: [KEY, EDITOR],
    audit: "workflow.deleted",
    params: WorkflowById,
    answer: { 200: data(z.literal(true)) },
  },

  listWorkflowVariables: {
    route: "GET /v1/workflows/variables",
    client: "workflows.listVariables",
    summary: "List the variables that every template can use",
    access: [KEY, READER],
    answer: { 200: data(AvailableVariables) },
  },
});

/** Workflows under the path of older clients. */
export const notificationTemplateOperations = operations("notification-templates", {
  listNotificationTemplates: {
    route: "GET /v1/notification-templates",
    client: "notificationTemplates.getAll",
    summary: "List workflows",
    access: [KEY, READER],
    query: ListNotificationTemplates,
    answer: { 200: WorkflowPage },
  },

  createNotificationTemplate: {
    route: "POST /v1/notification-templates",
    client: "notificationTemplates.create",
    summary: "Create a workflow",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "workflow.created",
    body: CreateWorkflow,
    answer: { 201: data(Workflow) },
    failures: ["not_found"],
  },

  getNotificationTemplate: {
    route: "GET /v1/notification-templates/:id",
    client: "notificationTemplates.getOne",
    summary: "Get a workflow",
    access: [KEY, READER],
    params: WorkflowById,
    answer: { 200: data(Workflow) },
    failures: ["not_found"],
  },

  updateNotificationTemplate: {
    route: "PUT /v1/notification-templates/:id",
    client: "notificationTemplates.update",
    summary: "Update a workflow; omitted fields stay",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "workflow.updated",
    params: WorkflowById,
    body: UpdateWorkflow,
    answer: { 200: data(Workflow) },
    failures: ["not_found"],
  },

  setNotificationTemplateStatus: {
    route: "PUT /v1/notification-templates/:id/status",
    client: "notificationTemplates.updateStatus",
    arguments: ["active"],
    summary: "Activate or deactivate a workflow",
    access: [KEY, EDITOR],
    audit: "workflow.updated",
    params: WorkflowById,
    body: WorkflowStatusChange,
    answer: { 200: data(Workflow) },
    failures: ["not_found"],
  },

  deleteNotificationTemplate: {
    route: "DELETE /v1/notification-templates/:id",
    client: "notificationTemplates.delete",
    summary: "Delete a workflow",
    access: [KEY, EDITOR],
    audit: "workflow.deleted",
    params: WorkflowById,
    answer: { 200: data(z.literal(true)) },
  },
});
