import { z } from "zod";
import { isChannel } from "../constants/channels.ts";
import { IDENTIFIER_MAX, NAME_MAX, STEP_UUID_MAX } from "../constants/limits.ts";
import { HOURS_CHANNELS, OUTSIDE_HOURS, type OutsideHours } from "../constants/values/hours.ts";
import { TIME_UNITS } from "../constants/values/time.ts";
import { exactTextUpTo, Id, textUpTo } from "../schemas/common.ts";
import { Filter } from "../schemas/conditions.ts";
import { metadataIssues, metadataOf, StepMetadata, StepMetadataInput } from "./step-metadata.ts";
import { TemplateInput, TemplateView } from "./templates.ts";

export const ReplyCallback = z.object({ active: z.boolean().optional(), url: z.string().optional() });
export type ReplyCallback = z.infer<typeof ReplyCallback>;

const variantFields = {
  name: exactTextUpTo(NAME_MAX).optional(),
  uuid: exactTextUpTo(STEP_UUID_MAX).optional(),
  active: z.boolean().default(true),
  filters: z.array(Filter).default([]),
};

/** Given when an update keeps a step or a variant, which keeps its id then; both names mean the same. */
const keptId = { _templateId: Id.optional(), _id: Id.optional() };

/** Another template for the same step, chosen by conditions. */
export const VariantInput = z.object({ ...keptId, ...variantFields, template: TemplateInput });
export type VariantInput = z.infer<typeof VariantInput>;

const positive = z.coerce
  .number({ error: "must be a positive number" })
  .positive({ error: "must be a positive number" })
  .max(1_000_000, { error: "must not be greater than 1000000" });

/** How long after the trigger a step is of use: reached later, it is skipped as expired. */
export const ExpiresAfter = z.object({ amount: positive, unit: z.enum(TIME_UNITS) });

/** The branch of an earlier branch step in which a step runs: one of its `branches`, or its `defaultBranchId`. */
export const BranchId = textUpTo(STEP_UUID_MAX);

/**
 * Identifier of the integration that a step sends through in place of the usual one of its channel. Where the environment has no active one
 * of that name, as the one to which a workflow is published may not, the step sends through the usual one.
 */
export const StepIntegration = textUpTo(IDENTIFIER_MAX);

export const StepInput = z
  .object({
    ...keptId,
    ...variantFields,
    template: TemplateInput,
    shouldStopOnFail: z.boolean().default(false),
    outsideHours: z.enum(OUTSIDE_HOURS).default("defer"),
    replyCallback: ReplyCallback.default({}),
    metadata: StepMetadataInput.default({}),
    variants: z.array(VariantInput).default([]),
    branchId: BranchId.optional(),
    expiresAfter: ExpiresAfter.optional(),
    integrationIdentifier: StepIntegration.optional(),
  })
  .superRefine((step, context) => {
    const issues = [
      ...issuesOfMetadata(step),
      ...variantIssues(step),
      ...expiryIssues(step),
      ...hoursIssues(step),
      ...integrationIssues(step),
    ];
    for (const { path, message } of issues) {
      context.addIssue({ code: "custom", path, message });
    }
  })
  .transform(({ metadata, ...step }) => ({ ...step, metadata: metadataOf(step.template.type, metadata) }));
export type StepInput = z.infer<typeof StepInput>;

interface Issue {
  path: (string | number)[];
  message: string;
}

type CheckedStep = {
  template: { type: string };
  metadata: StepMetadataInput;
  variants: VariantInput[];
  outsideHours: OutsideHours;
};

function hoursIssues({ template, outsideHours }: CheckedStep): Issue[] {
  if (outsideHours === "defer" || HOURS_CHANNELS.some((channel) => channel === template.type)) return [];
  const message = `must be left out: only steps of type ${HOURS_CHANNELS.join(", ")} wait for the hours of subscribers`;
  return [{ path: ["outsideHours"], message }];
}

function issuesOfMetadata({ template, metadata }: CheckedStep): Issue[] {
  return metadataIssues(template.type, metadata).map(({ field, reason }) => ({
    path: ["metadata", ...field.split(".")],
    message: reason,
  }));
}

function variantIssues({ template, variants }: CheckedStep): Issue[] {
  if (!isChannel(template.type) && variants.length > 0) {
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

/** Steps of which a subscriber or another system notices that they come too late. */
export const canExpire = (type: string): boolean => isChannel(type) || type === "http";

function expiryIssues({
  template,
  expiresAfter,
}: Pick<CheckedStep, "template"> & { expiresAfter?: object | null | undefined }): Issue[] {
  if (!expiresAfter || canExpire(template.type)) return [];
  return [{ path: ["expiresAfter"], message: "must be left out: only steps that send a message or a request expire" }];
}

function integrationIssues({
  template,
  integrationIdentifier,
}: Pick<CheckedStep, "template"> & { integrationIdentifier?: string | undefined }): Issue[] {
  if (integrationIdentifier === undefined || isChannel(template.type)) return [];
  const message = "must be left out: only steps that send a message have an integration";
  return [{ path: ["integrationIdentifier"], message }];
}

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

export const Step = z
  .object({
    ...variantView,
    shouldStopOnFail: z.boolean(),
    outsideHours: z.enum(OUTSIDE_HOURS),
    replyCallback: ReplyCallback,
    metadata: StepMetadata,
    /** Of a code-first workflow: the step's id at the bridge that executes it. */
    stepId: z.string().optional(),
    variants: z.array(z.object(variantView)).optional(),
    /** Sentences about what the step will do without, and how to mend it. */
    warnings: z.array(z.string()).optional(),
    branchId: z.string().optional(),
    expiresAfter: z.object({ amount: z.number(), unit: z.enum(TIME_UNITS) }).optional(),
    integrationIdentifier: z.string().optional(),
  })
  .meta({ id: "Step" });
export type Step = z.infer<typeof Step>;
