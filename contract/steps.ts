import { z } from "zod";
import { Id, noNul, textUpTo } from "./common.ts";
import { Filter } from "./conditions.ts";
import { NAME_MAX, STEP_UUID_MAX } from "./constants/limits.ts";
import { metadataIssues, metadataOf, StepMetadata, StepMetadataInput } from "./step-metadata.ts";
import { TemplateInput, TemplateView } from "./templates.ts";

export const ReplyCallback = z.object({ active: z.boolean().optional(), url: z.string().optional() });
export type ReplyCallback = z.infer<typeof ReplyCallback>;

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

/** Given when an update keeps a step or a variant, which keeps its id then; both names mean the same. */
const keptId = { _templateId: Id.nullish(), _id: Id.nullish() };

/** Another template for the same step, chosen by conditions: engine.md 3.6. */
export const VariantInput = z.object({ ...keptId, ...variantFields, template: TemplateInput });
export type VariantInput = z.infer<typeof VariantInput>;

export const StepInput = z
  .object({
    ...keptId,
    ...variantFields,
    template: TemplateInput,
    shouldStopOnFail: z.boolean().default(false),
    replyCallback: ReplyCallback.default({}),
    metadata: StepMetadataInput.default({}),
    variants: z.array(VariantInput).default([]),
  })
  .superRefine((step, context) => {
    for (const { path, message } of [...issuesOfMetadata(step), ...variantIssues(step)]) {
      context.addIssue({ code: "custom", path, message });
    }
  })
  .transform(({ metadata, ...step }) => ({ ...step, metadata: metadataOf(step.template.type, metadata) }));
export type StepInput = z.infer<typeof StepInput>;

interface Issue {
  path: (string | number)[];
  message: string;
}

type CheckedStep = { template: { type: string }; metadata: StepMetadataInput; variants: VariantInput[] };

function issuesOfMetadata({ template, metadata }: CheckedStep): Issue[] {
  return metadataIssues(template.type, metadata).map(({ field, reason }) => ({
    path: ["metadata", ...field.split(".")],
    message: reason,
  }));
}

function variantIssues({ template, variants }: CheckedStep): Issue[] {
  if (["delay", "digest", "trigger"].includes(template.type) && variants.length > 0) {
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
  /** Of a code-first workflow: the step's id at the bridge that executes it. */
  stepId: z.string().optional(),
  variants: z.array(z.object(variantView)).optional(),
});
export type Step = z.infer<typeof Step>;
