import { z } from "zod";
import { CHANNELS, isChannel, STEP_TYPES } from "../constants/channels.ts";
import {
  ACTION_STATUSES,
  ACTOR_TYPES,
  BUTTON_TYPES,
  EMAIL_BLOCK_TYPES,
  EMAIL_CONTENT_TYPES,
  REDIRECT_TARGETS,
  TEXT_ALIGNMENTS,
  VARIABLE_TYPES,
} from "../constants/templates/templates.ts";
import { Id } from "../schemas/common.ts";

export const EmailBlock = z.object({
  type: z.enum(EMAIL_BLOCK_TYPES),
  content: z.string(),
  url: z.string().optional(),
  styles: z.object({ textAlign: z.enum(TEXT_ALIGNMENTS).optional() }).optional(),
});
export type EmailBlock = z.infer<typeof EmailBlock>;

export const TemplateVariable = z.object({
  name: z.string().regex(/^[A-Za-z_]/, { error: "must start with a letter or underscore" }),
  type: z.enum(VARIABLE_TYPES),
  required: z.boolean().optional(),
  defaultValue: z.union([z.string(), z.boolean()], { error: "must be a text, true or false" }).optional(),
});
export type TemplateVariable = z.infer<typeof TemplateVariable>;

export const Cta = z
  .object({
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
  })
  .meta({ id: "Cta" });
export type Cta = z.infer<typeof Cta>;

const content = z.union([z.string(), z.array(EmailBlock)], { error: "must be a text or a list of email blocks" });

/** Fields of vendors' own requests, by the provider's id. */
export const ProviderFields = z.record(z.string(), z.record(z.string(), z.unknown(), { error: "must be an object" }));
export type ProviderFields = z.infer<typeof ProviderFields>;

/** The content of a channel step. */
export const MessageTemplate = z.object({
  type: z.enum(STEP_TYPES),
  content,
  contentType: z.enum(EMAIL_CONTENT_TYPES).optional(),
  name: z.string().optional(),
  subject: z.string().optional(),
  title: z.string().optional(),
  preheader: z.string().optional(),
  senderName: z.string().optional(),
  cta: Cta.optional(),
  feedId: Id.nullish(),
  /** Of an email: null is none, and a new step that says nothing has the default one. */
  layoutId: Id.nullish(),
  actor: z.object({ type: z.enum(ACTOR_TYPES), data: z.string().nullable() }).optional(),
  avatar: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  /** Of a chat message: fields of a vendor's own, such as its blocks, by the provider's id. */
  providers: ProviderFields.optional(),
  from: z.string().optional(),
  replyTo: z.string().optional(),
  /** The values of variables are put into the content as they are, without escaping for html. */
  unescaped: z.literal(true).optional(),
  variables: z.array(TemplateVariable).optional(),
  /** The MJML that the content was compiled from. */
  mjml: z.string().optional(),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;

/** Step types that can be saved: those that the engine runs. */
const SAVABLE_STEP_TYPES = [
  ...CHANNELS,
  ...(["delay", "digest", "throttle", "http", "wait_for_event", "branch", "trigger"] as const),
] as const;

/** A template as it is sent. Only a step that sends a message needs content. */
export const TemplateInput = MessageTemplate.omit({ mjml: true })
  .extend({ type: z.enum(SAVABLE_STEP_TYPES), content: content.optional() })
  .refine(({ type, content }) => content !== undefined || !isChannel(type), {
    path: ["content"],
    error: "should not be empty",
  })
  .transform(({ content = "", ...template }) => ({ ...template, content }));

/** Names that templates may use beside the payload's. */
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

/** A template as it is read back; only its id and type where a list abbreviates it. */
export const TemplateView = MessageTemplate.omit({ feedId: true, layoutId: true, mjml: true })
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
