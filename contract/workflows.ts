import { z } from "zod";
import { dated, Id, nameUpTo, noNul, optionalText, owned, pageQuery, textUpTo, totalPage } from "./common.ts";
import { CHANNELS, STEP_TYPES } from "./constants/channels.ts";
import {
  FIELD_TYPES,
  FILTER_OPERATORS,
  FILTER_PARTS,
  FILTER_TIME_UNITS,
  LOGICAL_OPERATORS,
  PREVIOUS_STEP_STATES,
} from "./constants/conditions.ts";
import { IDENTIFIER_MAX, NAME_MAX, STEP_UUID_MAX } from "./constants/limits.ts";
import { WORKFLOW_ORIGINS, WORKFLOW_TYPES } from "./constants/statuses.ts";
import {
  ACTION_STATUSES,
  ACTOR_TYPES,
  BUTTON_TYPES,
  EMAIL_BLOCK_TYPES,
  EMAIL_CONTENT_TYPES,
  REDIRECT_TARGETS,
  TEXT_ALIGNMENTS,
  VARIABLE_TYPES,
} from "./constants/templates.ts";
import { DELAY_TYPES, TIME_UNITS } from "./constants/time.ts";

/** One flag a channel: product.md section 3, "Workflow preferences". */
export const ChannelFlags = z.object({
  in_app: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  chat: z.boolean(),
  push: z.boolean(),
});
export type ChannelFlags = z.infer<typeof ChannelFlags>;

/** One condition; which fields it needs depends on `on`: engine.md 3.2. */
export const FilterPart = z.object({
  on: z.enum(FILTER_PARTS),
  field: z.string().optional(),
  value: z.unknown().optional(),
  operator: z.enum(FILTER_OPERATORS).optional(),
  webhookUrl: z.string().optional(),
  timeOperator: z.enum(FILTER_TIME_UNITS).optional(),
  step: z.string().optional(),
  stepType: z.enum(PREVIOUS_STEP_STATES).optional(),
});
export type FilterPart = z.infer<typeof FilterPart>;

/** A group of conditions; groups of one list are alternatives: engine.md 3.1. */
export interface Filter {
  isNegated?: boolean | undefined;
  type?: (typeof FIELD_TYPES)[number] | undefined;
  value?: (typeof LOGICAL_OPERATORS)[number] | undefined;
  children: (FilterPart | Filter)[];
}
export const Filter: z.ZodType<Filter> = z.object({
  isNegated: z.boolean().optional(),
  type: z.enum(FIELD_TYPES).optional(),
  value: z.enum(LOGICAL_OPERATORS).optional(),
  get children() {
    return z.array(
      z.union([FilterPart, Filter], {
        error: "must be a condition with `on`, or a group of conditions with `children`",
      }),
      { error: "must be an array" },
    );
  },
});

export const EmailBlock = z.object({
  type: z.enum(EMAIL_BLOCK_TYPES),
  content: z.string(),
  url: z.string().optional(),
  styles: z.object({ textAlign: z.enum(TEXT_ALIGNMENTS).optional() }).optional(),
});
export type EmailBlock = z.infer<typeof EmailBlock>;

const TemplateVariable = z.object({
  name: z.string().regex(/^[A-Za-z_]/, { error: "must start with a letter or underscore" }),
  type: z.enum(VARIABLE_TYPES),
  required: z.boolean().optional(),
  defaultValue: z.union([z.string(), z.boolean()]).optional(),
});
export type TemplateVariable = z.infer<typeof TemplateVariable>;

export const Cta = z.object({
  type: z.literal("redirect").optional(),
  data: z.object({ url: z.string().optional(), target: z.enum(REDIRECT_TARGETS).optional() }).optional(),
  action: z
    .object({
      status: z.enum(ACTION_STATUSES).optional(),
      buttons: z
        .array(
          z.object({
            type: z.enum(BUTTON_TYPES),
            content: z.string(),
            resultContent: z.string().optional(),
            url: z.string().optional(),
            target: z.enum(REDIRECT_TARGETS).optional(),
          }),
        )
        .optional(),
      result: z.object({ type: z.enum(BUTTON_TYPES).optional(), payload: z.unknown().optional() }).optional(),
    })
    .optional(),
});
export type Cta = z.infer<typeof Cta>;

const content = z.union([z.string(), z.array(EmailBlock)], { error: "must be a text or a list of email blocks" });

/** What a channel step says: api-workflows-and-widget.md 1.1, `MessageTemplate`. */
export const MessageTemplate = z.object({
  type: z.enum(STEP_TYPES),
  content,
  contentType: z.enum(EMAIL_CONTENT_TYPES).optional(),
  name: optionalText(),
  subject: optionalText(),
  title: optionalText(),
  preheader: optionalText(),
  senderName: optionalText(),
  cta: Cta.nullish(),
  feedId: Id.nullish(),
  layoutId: Id.nullish(),
  actor: z.object({ type: z.enum(ACTOR_TYPES), data: z.string().nullable() }).nullish(),
  variables: z.array(TemplateVariable).optional(),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;

export const ReplyCallback = z.object({ active: z.boolean().optional(), url: z.string().optional() });
export type ReplyCallback = z.infer<typeof ReplyCallback>;

/** How long a delay waits: engine.md section 6. Digest fields join it with the digest step. */
export const StepMetadata = z.object({
  type: z.enum(DELAY_TYPES).optional(),
  amount: z.coerce
    .number({ error: "must be a positive number" })
    .positive({ error: "must be a positive number" })
    .max(1_000_000, { error: "must not be greater than 1000000" })
    .optional(),
  unit: z.enum(TIME_UNITS).optional(),
  delayPath: z.string().optional(),
});
export type StepMetadata = z.infer<typeof StepMetadata>;

/** Step types that can be saved: those that the engine runs. */
const SAVABLE_STEP_TYPES = ["in_app", "email", "sms", "delay"] as const;

/** A template as it is sent. A delay says nothing, so it needs no content. */
const TemplateInput = MessageTemplate.extend({ type: z.enum(SAVABLE_STEP_TYPES), content: content.optional() })
  .refine(({ type, content }) => content !== undefined || type === "delay", {
    path: ["content"],
    error: "should not be empty",
  })
  .transform(({ content = "", ...template }) => ({ ...template, content }));

const variantFields = {
  name: textUpTo(NAME_MAX)
    .refine(...noNul)
    .nullish(),
  uuid: textUpTo(STEP_UUID_MAX)
    .refine(...noNul)
    .optional(),
  active: z.boolean().default(true),
  filters: z.array(Filter).default([]),
};

/** Another template for the same step, chosen by conditions: engine.md 3.6. */
export const StepVariant = z.object({ _templateId: Id, ...variantFields, template: MessageTemplate });
export type StepVariant = z.infer<typeof StepVariant>;

/** Given when an update keeps a step or a variant, which keeps its id then; both names mean the same. */
const keptId = { _templateId: Id.nullish(), _id: Id.nullish() };
export const VariantInput = z.object({ ...keptId, ...variantFields, template: TemplateInput });
export type VariantInput = z.infer<typeof VariantInput>;

export const StepInput = z
  .object({
    ...keptId,
    ...variantFields,
    template: TemplateInput,
    shouldStopOnFail: z.boolean().default(false),
    replyCallback: ReplyCallback.default({}),
    metadata: StepMetadata.default({}),
    variants: z.array(VariantInput).default([]),
  })
  .superRefine((step, context) => {
    for (const { path, message } of [...delayComplaints(step), ...variantComplaints(step)]) {
      context.addIssue({ code: "custom", path, message });
    }
  });
export type StepInput = z.infer<typeof StepInput>;

interface Complaint {
  path: (string | number)[];
  message: string;
}
type CheckedStep = { template: { type: string }; metadata: StepMetadata; variants: VariantInput[] };

function delayComplaints({ template, metadata }: CheckedStep): Complaint[] {
  if (template.type !== "delay") return [];
  const needed =
    metadata.type === "scheduled"
      ? ([["delayPath", "a scheduled delay needs the place of its date in the payload, such as sendAt"]] as const)
      : ([
          ["amount", "a delay needs an amount and a unit, or the type scheduled and a delayPath"],
          ["unit", `a delay needs an amount and a unit, which is one of ${TIME_UNITS.join(", ")}`],
        ] as const);
  return needed
    .filter(([field]) => !metadata[field])
    .map(([field, why]) => ({ path: ["metadata", field], message: `should not be empty: ${why}` }));
}

function variantComplaints({ template, variants }: CheckedStep): Complaint[] {
  if (template.type === "delay" && variants.length > 0) {
    return [{ path: ["variants"], message: "must be empty: only steps that send a message have variants" }];
  }
  return variants.flatMap((variant, index) => {
    const path = ["variants", index];
    return [
      ...(variant.filters.some(({ children }) => children.length > 0)
        ? []
        : [
            {
              path: [...path, "filters"],
              message: `should not be empty: Variant conditions are required, variant name ${variant.name ?? index + 1}`,
            },
          ]),
      ...(variant.template.type === template.type
        ? []
        : [{ path: [...path, "template", "type"], message: `must be ${template.type}, as its step is` }]),
    ];
  });
}

const tags = z.array(z.string());

export const CreateWorkflow = z.object({
  name: nameUpTo(NAME_MAX),
  notificationGroupId: Id,
  description: z.string().max(1000, { error: "must be shorter than or equal to 1000 characters" }).nullish(),
  steps: z.array(StepInput),
  tags: tags.optional(),
  active: z.boolean().default(false),
  critical: z.boolean().default(false),
  preferenceSettings: ChannelFlags.partial().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type CreateWorkflow = z.infer<typeof CreateWorkflow>;

export const UpdateWorkflow = z.object({
  name: textUpTo(NAME_MAX)
    .refine(...noNul)
    .optional(),
  description: z.string().max(300, { error: "must be shorter than or equal to 300 characters" }).optional(),
  identifier: nameUpTo(IDENTIFIER_MAX).optional(),
  notificationGroupId: Id.optional(),
  steps: z.array(StepInput).optional(),
  tags: tags.optional(),
  critical: z.boolean().optional(),
  preferenceSettings: ChannelFlags.partial().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type UpdateWorkflow = z.infer<typeof UpdateWorkflow>;

export const WorkflowStatusChange = z.object({ active: z.boolean() });

/** Names that templates may use beside the payload's: api-workflows-and-widget.md 1.6. */
export const AvailableVariables = z.object({
  translations: z.record(z.string(), z.unknown()),
  system: z.record(z.string(), z.record(z.string(), z.string())),
});

const variableNames = z.array(z.object({ name: z.string(), type: z.enum(VARIABLE_TYPES) }));

/** Variables of a workflow's templates, as its trigger shows them. */
export const WorkflowVariables = z.object({
  variables: variableNames,
  reservedVariables: z.array(z.object({ type: z.enum(["tenant", "actor"]), variables: variableNames })),
  subscriberVariables: z.array(z.object({ name: z.string() })),
});
export type WorkflowVariables = z.infer<typeof WorkflowVariables>;

export const Trigger = z.object({
  _id: z.string().optional(),
  type: z.literal("event"),
  identifier: z.string(),
  ...WorkflowVariables.shape,
});
export type Trigger = z.infer<typeof Trigger>;

/** A template as it is read back; only its id and type where a list abbreviates it. */
const TemplateView = MessageTemplate.omit({ feedId: true, layoutId: true })
  .partial()
  .extend({
    _id: z.string(),
    type: z.enum(STEP_TYPES),
    active: z.boolean().optional(),
    _feedId: z.string().nullish(),
    _layoutId: z.string().nullish(),
    _organizationId: z.string().optional(),
    _environmentId: z.string().optional(),
    _creatorId: z.string().optional(),
  });

const variantView = {
  _id: z.string(),
  id: z.string(),
  _templateId: z.string(),
  _parentId: z.string().nullable(),
  uuid: z.string().optional(),
  name: z.string().nullish(),
  active: z.boolean(),
  type: z.literal("REGULAR"),
  filters: z.array(Filter),
  template: TemplateView.optional(),
};

export const Step = z.object({
  ...variantView,
  shouldStopOnFail: z.boolean(),
  replyCallback: ReplyCallback,
  metadata: StepMetadata,
  variants: z.array(z.object(variantView)).optional(),
});
export type Step = z.infer<typeof Step>;

export const WorkflowIntegrationStatus = z.object({
  hasActiveIntegrations: z.boolean(),
  hasPrimaryIntegrations: z.boolean().optional(),
  channels: z.partialRecord(
    z.enum(CHANNELS),
    z.object({ hasActiveIntegrations: z.boolean(), hasPrimaryIntegrations: z.boolean().optional() }),
  ),
});
export type WorkflowIntegrationStatus = z.infer<typeof WorkflowIntegrationStatus>;

/** A workflow of the v1 resource: api-workflows-and-widget.md 1.1. */
export const Workflow = z.object({
  ...owned(),
  name: z.string(),
  description: z.string().optional(),
  active: z.boolean(),
  draft: z.boolean(),
  critical: z.boolean(),
  type: z.enum(WORKFLOW_TYPES),
  origin: z.enum(WORKFLOW_ORIGINS),
  isBlueprint: z.boolean(),
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
});
export type Workflow = z.infer<typeof Workflow>;

export const ListWorkflows = z.object({ ...pageQuery({ max: 50 }), query: z.string().optional() });
export const WorkflowPage = totalPage(Workflow);
