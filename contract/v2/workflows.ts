import { z } from "zod";
import { STEP_TYPES } from "../constants/channels.ts";
import { IDENTIFIER_MAX, LARGE_BODY_BYTES, NAME_MAX, REFERENCE_MAX, WORKFLOW_STEPS_MAX } from "../constants/limits.ts";
import { SEVERITIES } from "../constants/severities.ts";
import { PREFERENCE_TYPES, WORKFLOW_ORIGINS } from "../constants/statuses.ts";
import { OUTSIDE_HOURS } from "../constants/values/hours.ts";
import { DOCUMENT_DEPTH_MAX, isNestedDeeper } from "../constants/values/json-depth.ts";
import { schemaExcess } from "../constants/values/schema-limits.ts";
import { PartialWorkflowPreferences, WorkflowPreferences } from "../preferences.ts";
import { EDITOR, EDITOR_EVERYWHERE, KEY, MEMBER, ORGANIZATION_KEY, PUBLISHER, READER } from "../schemas/access.ts";
import {
  data,
  dated,
  exactTextUpTo,
  example,
  filledText,
  Id,
  nameUpTo,
  PathReference,
  queryBoolean,
  queryList,
  queryNumber,
  storable,
} from "../schemas/common.ts";
import { Filter } from "../schemas/conditions.ts";
import { GivenContexts } from "../schemas/contexts.ts";
import { operations } from "../schemas/operations.ts";
import { STEP_TYPES_V2 } from "../workflows/step-controls.ts";
import { StepIssues, WorkflowIssue } from "../workflows/step-issues.ts";
import { DataPreview, PreviewData, StepTest, StepTestSend } from "../workflows/step-preview.ts";
import { BranchId, ExpiresAfter, ReplyCallback, StepIntegration } from "../workflows/steps.ts";
import { WorkflowIntegrationStatus } from "../workflows/workflows.ts";

const WORKFLOW_STATUSES = ["ACTIVE", "INACTIVE", "ERROR"] as const;
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

/** The place where a workflow was made; unknown ones count for nothing and are taken. */
const source = z.string().optional();

const name = nameUpTo(64);
const description = exactTextUpTo(256).optional();
const tags = z
  .array(
    z
      .string()
      .min(1, { error: "must be longer than or equal to 1 characters" })
      .max(32, { error: "must be shorter than or equal to 32 characters" })
      .refine(...storable),
  )
  .max(16, { error: "must contain no more than 16 elements" })
  .refine((given) => new Set(given).size === given.length, { error: "All tags's elements must be unique" })
  .optional();

/** Of a workflow and its steps, as they may be given anew. */
export const WorkflowTexts = z.object({
  name: name.optional(),
  description,
  tags,
  steps: z.array(z.object({ name: name.optional() })),
});

/** As `/v1/workflows` takes them: those that it has stored may stay. */
const storedTexts = {
  name: filledText(NAME_MAX),
  description: exactTextUpTo(1_000).optional(),
  tags: z.array(z.string()).optional(),
};

const document = (error: string) =>
  z.record(z.string(), z.unknown(), { error }).refine((given) => !isNestedDeeper(given), {
    error: `must not be nested more than ${DOCUMENT_DEPTH_MAX} levels deep`,
  });

const controlValues = document("must be an object");

/** The version that the change was made from. When there is a newer one, the change is refused with 409, which says who changed what. */
const baseVersion = z.int().min(1).optional();

/** Another content for the same step, chosen by conditions. */
export const VariantInputV2 = z.object({
  /** Of the variant that it replaces, which keeps its id then. */
  _id: z.string().optional(),
  name: exactTextUpTo(NAME_MAX).optional(),
  active: z.boolean().default(true),
  /** Without any, the variant is never chosen. */
  filters: z.array(Filter).default([]),
  /** Absent keeps the stored values. */
  controlValues: controlValues.optional(),
});
export type VariantInputV2 = z.infer<typeof VariantInputV2>;

/** The fields of a step beside its controls. What is absent stays as it is; of a new step, it is the usual. */
const stepSettings = {
  active: z.boolean().optional(),
  /** Whether the run ends when the step fails. */
  shouldStopOnFail: z.boolean().optional(),
  /** Of a step that sends: the way of its messages outside the hours of the subscriber. */
  outsideHours: z.enum(OUTSIDE_HOURS).optional(),
  replyCallback: ReplyCallback.optional(),
  /** Conditions of version 1, which have to pass beside the control `skip`. */
  filters: z.array(Filter).optional(),
  /** The first one whose conditions pass stands in place of the step's own content. */
  variants: z.array(VariantInputV2).optional(),
  /** Null takes the step out of its branch. */
  branchId: BranchId.nullish(),
  /** Null takes the expiry away. */
  expiresAfter: ExpiresAfter.nullish(),
  /** Null goes back to the usual integration of the channel. */
  integrationIdentifier: StepIntegration.nullish(),
};

export const StepInputV2 = z.object({
  _id: z.string().optional(),
  /** The name by which templates and conditions mean the step. With `_id`, another one renames it. */
  stepId: exactTextUpTo(IDENTIFIER_MAX).optional(),
  name,
  type: z.enum(STEP_TYPES_V2, { error: `must be one of the following values: ${STEP_TYPES_V2.join(", ")}` }),
  /** Absent keeps the stored values, null deletes them. */
  controlValues: controlValues.nullish(),
  ...stepSettings,
});
export type StepInputV2 = z.infer<typeof StepInputV2>;

const preferences = z
  .object({ user: PartialWorkflowPreferences.nullish(), workflow: PartialWorkflowPreferences.optional() })
  .optional();

const stepsOf = <T extends z.ZodType>(step: T) =>
  z
    .array(step, { error: "must be an array" })
    .max(WORKFLOW_STEPS_MAX, { error: `must contain no more than ${WORKFLOW_STEPS_MAX} elements` });

/** Its limits bound the time that checking an event takes. */
const PayloadSchema = document("must be a JSON schema").superRefine((schema, { addIssue }) => {
  const excess = schemaExcess(schema);
  if (excess !== undefined) addIssue({ code: "custom", message: excess });
});

const shared = {
  name,
  description,
  tags,
  active: z.boolean().optional(),
  steps: stepsOf(StepInputV2),
  preferences,
  severity: z.enum(SEVERITIES, { error: `must be one of ${SEVERITIES.join(", ")}` }).optional(),
  payloadSchema: PayloadSchema.nullish(),
  validatePayload: z.boolean().optional(),
  workflowId: exactTextUpTo(IDENTIFIER_MAX).optional(),
};

export const CreateWorkflowV2 = z
  .object({
    ...shared,
    /** Without it, the oldest group of the environment. */
    notificationGroupId: Id.optional(),
    /** `novu-cloud-v1` is a workflow whose templates name variables of the payload by their bare names, too. */
    origin: z.string().optional(),
    __source: source,
  })
  .meta(
    example({
      name: "Order shipped",
      tags: ["orders"],
      steps: [
        {
          name: "Inbox",
          type: "in_app",
          controlValues: { body: "Hello {{subscriber.firstName}}, {{payload.order}} left" },
        },
      ],
    }),
  );
export type CreateWorkflowV2 = z.infer<typeof CreateWorkflowV2>;

/** Replaces a workflow. */
export const UpdateWorkflowV2 = z
  .object({
    ...shared,
    ...storedTexts,
    steps: stepsOf(StepInputV2.extend({ name: storedTexts.name })),
    origin: z.string().optional(),
    baseVersion,
  })
  .meta(
    example({ name: "Order shipped", steps: [{ name: "Inbox", type: "in_app", controlValues: { body: "It left" } }] }),
  );
export type UpdateWorkflowV2 = z.infer<typeof UpdateWorkflowV2>;

/** Changes: what is null or left out stays as it is. */
export const PatchWorkflowV2 = z
  .object({
    active: z.boolean().optional(),
    name: name.optional(),
    description,
    tags,
    severity: shared.severity,
    notificationGroupId: Id.optional(),
    payloadSchema: shared.payloadSchema,
    validatePayload: shared.validatePayload,
    baseVersion,
  })
  .meta(example({ active: false }));
export type PatchWorkflowV2 = z.infer<typeof PatchWorkflowV2>;

export const SyncWorkflow = z
  .object({ targetEnvironmentId: z.string() })
  .meta(example({ targetEnvironmentId: "6f1d8a52-5c0e-4d5e-9a55-0d9c1d5b7b11" }));

export const PatchStep = z
  .object({ name: name.optional(), controlValues: controlValues.nullish(), ...stepSettings, baseVersion })
  .meta(example({ controlValues: { body: "It left" } }));
export type PatchStep = z.infer<typeof PatchStep>;

export const PreviewStep = z
  .object({
    controlValues: controlValues.optional(),
    previewPayload: z
      .object({
        subscriber: controlValues,
        payload: controlValues,
        steps: controlValues,
        env: controlValues,
        context: GivenContexts,
      })
      .partial()
      .optional(),
    /** Renders the step as this version of the workflow has it, instead of the current one. */
    version: z.int().min(1).optional(),
    /**
     * In place of `previewPayload`: the answer has the message as it would be sent for this data, where what is missing stays empty, and says
     * what is wrong.
     */
    data: PreviewData.optional(),
  })
  .meta(example({ previewPayload: { payload: { order: "Nr. 7" } } }));
export type PreviewStep = z.infer<typeof PreviewStep>;

export const WorkflowPath = z.object({ workflowId: exactTextUpTo(REFERENCE_MAX) });
export const StepPath = WorkflowPath.extend({ stepId: exactTextUpTo(REFERENCE_MAX) });

/** Another environment in place of the header's. */
export const GetWorkflowQuery = z.object({ environmentId: z.string().optional() });

export const ListWorkflowsV2 = z.object({
  offset: queryNumber(0, 0, 1_000_000),
  limit: queryNumber(50, 1, 100),
  orderDirection: z.enum(["ASC", "DESC"], { error: "must be ASC or DESC" }).default("DESC"),
  orderBy: z.string().optional(),
  orderByField: z.string().optional(),
  query: z.string().optional(),
  tags: queryList(),
  status: queryList(),
  /** Workflows with an active step of one of these types. */
  stepTypes: queryList(z.enum(STEP_TYPES)),
  notificationGroupId: Id.optional(),
  /** Only workflows that need action, or only the others. */
  needsAction: queryBoolean(),
});

const JsonSchema = z.record(z.string(), z.unknown());
const UiSchema = z.object({
  group: z.string().optional(),
  properties: z.record(z.string(), z.object({ component: z.string(), placeholder: z.unknown().optional() })).optional(),
});

export const StepV2 = z
  .object({
    _id: z.string(),
    stepId: z.string(),
    slug: z.string(),
    name: z.string(),
    type: z.enum(STEP_TYPES_V2),
    origin: z.enum(WORKFLOW_ORIGINS),
    workflowId: z.string(),
    workflowDatabaseId: z.string(),
    controls: z.object({
      dataSchema: JsonSchema.optional(),
      uiSchema: UiSchema.optional(),
      values: z.record(z.string(), z.unknown()),
    }),
    controlValues: z.record(z.string(), z.unknown()),
    active: z.boolean(),
    shouldStopOnFail: z.boolean(),
    outsideHours: z.enum(OUTSIDE_HOURS),
    replyCallback: ReplyCallback,
    filters: z.array(Filter),
    variants: z.array(
      z.object({
        _id: z.string(),
        name: z.string().optional(),
        active: z.boolean(),
        filters: z.array(Filter),
        controlValues: z.record(z.string(), z.unknown()),
      }),
    ),
    branchId: z.string().optional(),
    expiresAfter: ExpiresAfter.optional(),
    integrationIdentifier: z.string().optional(),
    variables: JsonSchema,
    issues: StepIssues.optional(),
  })
  .meta({ id: "StepV2" });
export type StepV2 = z.infer<typeof StepV2>;

const item = {
  _id: z.string(),
  workflowId: z.string(),
  slug: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  status: z.enum(WORKFLOW_STATUSES),
  origin: z.enum(WORKFLOW_ORIGINS),
  severity: z.enum(SEVERITIES),
  lastTriggeredAt: z.string().optional(),
  ...dated(),
};

export const WorkflowV2 = z
  .object({
    ...item,
    description: z.string().optional(),
    active: z.boolean(),
    /** Of the steps and the schema of payloads: counts the saves that change these. */
    version: z.int(),
    preferences: z.object({ user: WorkflowPreferences.nullable(), default: WorkflowPreferences }),
    steps: z.array(StepV2),
    issues: z.record(z.string(), z.array(WorkflowIssue)).optional(),
    payloadSchema: JsonSchema.optional(),
    validatePayload: z.boolean(),
    isTranslationEnabled: z.literal(false),
  })
  .meta({ id: "WorkflowV2" });
export type WorkflowV2 = z.infer<typeof WorkflowV2>;

export const ListedWorkflowV2 = z.object({
  ...item,
  stepTypeOverviews: z.array(z.enum(STEP_TYPES_V2)),
  steps: z.array(z.object({ slug: z.string(), type: z.enum(STEP_TYPES_V2), issues: StepIssues.optional() })),
  active: z.boolean().optional(),
  critical: z.boolean().optional(),
  description: z.string().optional(),
  /** Of the steps, from 1 on. */
  version: z.int().optional(),
  notificationGroup: z.object({ _id: z.string(), name: z.string() }).optional(),
  /** The maker of the current version. Absent when that person is not there any more. */
  updatedBy: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string().optional() }).optional(),
  /** Whether the channels of the active steps can be sent on. */
  workflowIntegrationStatus: WorkflowIntegrationStatus.optional(),
  /** Whether the workflow is active, and has issues or a channel without an integration that can be used. */
  needsAction: z.boolean().optional(),
});
export type ListedWorkflowV2 = z.infer<typeof ListedWorkflowV2>;

export const WorkflowListV2 = z.object({ workflows: z.array(ListedWorkflowV2), totalCount: z.number().int() });
export type WorkflowListV2 = z.infer<typeof WorkflowListV2>;

/** The preview of a step for sample data, or for the data of an event. */
export const Preview = z.object({
  result: z.object({ type: z.string().optional(), preview: z.record(z.string(), z.unknown()) }),
  previewPayloadExample: z.record(z.string(), z.unknown()),
  ...DataPreview,
});
export type Preview = z.infer<typeof Preview>;

export const TestData = z.object({
  to: JsonSchema,
  payload: JsonSchema,
  /** An event that the workflow accepts. */
  example: z.object({
    name: z.string(),
    to: z.object({ subscriberId: z.string(), email: z.string().optional(), phone: z.string().optional() }),
    payload: z.record(z.string(), z.unknown()),
    tenant: z.object({ identifier: z.string() }).optional(),
    actor: z.object({ subscriberId: z.string() }).optional(),
  }),
});
export type TestData = z.infer<typeof TestData>;

export const EnvironmentTags = z.array(z.object({ name: z.string() }));

/** The preferences of one workflow by who set them. */
export const PreferencesOfWorkflow = z.object({
  preferences: WorkflowPreferences,
  type: z.enum(PREFERENCE_TYPES),
  source: z.object({
    WORKFLOW_RESOURCE: WorkflowPreferences.nullable(),
    USER_WORKFLOW: WorkflowPreferences.nullable(),
    SUBSCRIBER_GLOBAL: WorkflowPreferences.nullable(),
    SUBSCRIBER_WORKFLOW: WorkflowPreferences.nullable(),
  }),
});
export type PreferencesOfWorkflow = z.infer<typeof PreferencesOfWorkflow>;

export const PreferencesQuery = z.object({ workflowId: z.string().min(1, { error: "should not be empty" }) });
export const SavePreferences = z
  .object({ workflowId: z.string().min(1, { error: "should not be empty" }), preferences: PartialWorkflowPreferences })
  .meta(example({ workflowId: "order-shipped", preferences: { channels: { email: { enabled: false } } } }));

export const environmentTagOperations = operations("environments", {
  listTagsOfEnvironment: {
    route: "GET /v2/environments/:id/tags",
    client: "v2.environments.listTags",
    summary: "List the tags of the workflows of an environment",
    access: [KEY, READER],
    /** By id or slug. */
    params: z.object({ id: PathReference }),
    answer: { 200: data(EnvironmentTags) },
    failures: ["not_found"],
  },
});

export const workflowPreferenceOperations = operations("preferences", {
  getPreferencesOfWorkflow: {
    route: "GET /v1/preferences",
    client: "preferences.get",
    summary: "Get the preferences that a workflow sets",
    access: [READER],
    query: PreferencesQuery,
    answer: { 200: data(PreferencesOfWorkflow) },
    failures: ["not_found"],
  },

  setPreferencesOfWorkflow: {
    route: "POST /v1/preferences",
    client: "preferences.set",
    summary: "Override the preferences of a workflow",
    access: [EDITOR],
    audit: "workflow.updated",
    body: SavePreferences,
    answer: { 201: data(PreferencesOfWorkflow) },
    failures: ["not_found"],
  },

  deletePreferencesOfWorkflow: {
    route: "DELETE /v1/preferences",
    client: "preferences.delete",
    summary: "Reset the preferences of a workflow to its own",
    access: [EDITOR],
    audit: "workflow.updated",
    query: PreferencesQuery,
    answer: { 200: data(z.literal(true)) },
    failures: ["not_found"],
  },
});

export const workflowV2Operations = operations("workflows", {
  searchWorkflows: {
    route: "GET /v2/workflows",
    client: "v2.workflows.list",
    summary: "List or search workflows of both versions",
    access: [KEY, READER],
    query: ListWorkflowsV2,
    answer: { 200: data(WorkflowListV2) },
  },

  createWorkflowV2: {
    route: "POST /v2/workflows",
    client: "v2.workflows.create",
    summary: "Create a workflow",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "workflow.created",
    body: CreateWorkflowV2,
    answer: { 201: data(WorkflowV2) },
  },

  getWorkflowV2: {
    route: "GET /v2/workflows/:workflowId",
    client: "v2.workflows.get",
    summary: "Get a workflow",
    access: [KEY, READER],
    params: WorkflowPath,
    query: GetWorkflowQuery,
    answer: { 200: data(WorkflowV2) },
    failures: ["not_found"],
  },

  updateWorkflowV2: {
    route: "PUT /v2/workflows/:workflowId",
    client: "v2.workflows.update",
    summary: "Replace a workflow",
    access: [KEY, EDITOR],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "workflow.updated",
    params: WorkflowPath,
    body: UpdateWorkflowV2,
    answer: { 200: data(WorkflowV2) },
    failures: ["not_found", "conflict"],
  },

  patchWorkflow: {
    route: "PATCH /v2/workflows/:workflowId",
    client: "v2.workflows.patch",
    summary: "Update a workflow; omitted fields stay",
    access: [KEY, EDITOR],
    audit: "workflow.updated",
    params: WorkflowPath,
    body: PatchWorkflowV2,
    answer: { 200: data(WorkflowV2) },
    failures: ["not_found", "conflict"],
  },

  deleteWorkflowV2: {
    route: "DELETE /v2/workflows/:workflowId",
    client: "v2.workflows.delete",
    summary: "Delete a workflow",
    access: [KEY, EDITOR],
    audit: "workflow.deleted",
    params: WorkflowPath,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  syncWorkflow: {
    route: "PUT /v2/workflows/:workflowId/sync",
    client: "v2.workflows.sync",
    summary: "Copy a workflow to another environment",
    access: [ORGANIZATION_KEY, PUBLISHER],
    audit: ["workflow.created", "workflow.updated"],
    params: WorkflowPath,
    body: SyncWorkflow,
    answer: { 200: data(WorkflowV2) },
    failures: ["not_found", "conflict"],
  },

  previewStep: {
    route: "POST /v2/workflows/:workflowId/step/:stepId/preview",
    client: "v2.workflows.previewStep",
    summary: "Preview a step with sample data",
    access: [KEY, READER],
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "it changes nothing" },
    params: StepPath,
    body: PreviewStep.nullish(),
    answer: { 201: data(Preview) },
    failures: ["not_found"],
  },

  sendStepTest: {
    route: "POST /v2/workflows/:workflowId/steps/:stepId/test-message",
    client: "v2.workflows.sendTestMessage",
    summary: "Send a test message of a step and get the vendor's answer; it creates no run",
    access: [MEMBER],
    limit: "triggers",
    bodyLimit: LARGE_BODY_BYTES,
    audit: {
      none: "a test shows what a message looks like, and changes no content: the version stays as it was tested",
    },
    params: StepPath,
    body: StepTest,
    /** In the order of the destinations. */
    answer: { 201: data(z.object({ sends: z.array(StepTestSend) })) },
    failures: ["not_found", "conflict"],
  },

  getTestData: {
    route: "GET /v2/workflows/:workflowId/test-data",
    client: "v2.workflows.getTestData",
    summary: "Get the fields that a trigger of a workflow needs",
    access: [KEY, READER],
    params: WorkflowPath,
    answer: { 200: data(TestData) },
    failures: ["not_found"],
  },

  getStep: {
    route: "GET /v2/workflows/:workflowId/steps/:stepId",
    client: "v2.workflows.getStep",
    summary: "Get a step of a workflow",
    access: [KEY, READER],
    params: StepPath,
    answer: { 200: data(StepV2) },
    failures: ["not_found"],
  },

  patchStep: {
    route: "PATCH /v2/workflows/:workflowId/steps/:stepId",
    client: "v2.workflows.patchStep",
    summary: "Update a step of a workflow; in Production, only the control values of code-first steps",
    /** Steps that are published are refused by the service. */
    access: [KEY, EDITOR_EVERYWHERE],
    bodyLimit: LARGE_BODY_BYTES,
    audit: "workflow.updated",
    params: StepPath,
    body: PatchStep,
    answer: { 200: data(StepV2) },
    failures: ["not_found", "conflict"],
  },
});
